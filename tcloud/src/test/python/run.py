"""Runs the tests and writes a line for each, which the build counts."""

import os
import sys
import traceback
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "../../main/python")]


class Lines(unittest.TestResult):
    def say(self, outcome, test, text=""):
        print("%s\t%s\t%s" % (outcome, test.id(), text.replace("\n", "\\n")), file=OUT, flush=True)

    def addSuccess(self, test):
        self.say("ok", test)

    def addFailure(self, test, err):
        self.say("failed", test, "".join(traceback.format_exception(*err)))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        if err:
            self.say("failed", test, "".join(traceback.format_exception(*err)))

    def addSkip(self, test, reason):
        self.say("skipped", test, reason)


# What a test prints by mistake is no result.
OUT = sys.stdout
sys.stdout = sys.stderr
unittest.defaultTestLoader.discover(HERE).run(Lines())
