"""From what is typed after 'submit' to what is sent."""

import json
import os
import shutil
import sys

from . import project
from .trouble import NOT_FOUND, USAGE, Trouble

SCRIPTS = (".sh", ".sbatch", ".slurm", ".job")
PROGRAMS = (".py", ".ipynb", ".jl", ".R", ".r", ".m")
RUNS_IT = "Hand in a script that runs it, or a tuxiv.conf with it as the entrypoint (tcloud init writes one)."
MOST = 256 * 1024
# Options of sbatch that stand alone; every other one takes the next word as its value.
ALONE = {
    "-H", "-k", "-O", "-s", "-Q", "-v", "-W", "--hold", "--requeue", "--no-requeue", "--exclusive", "--contiguous",
    "--no-kill", "--overcommit", "--oversubscribe", "--parsable", "--quiet", "--verbose", "--wait-all-nodes",
}


class Submission:
    """A file, what kind it is, and what stood before and after its name."""

    def __init__(self, name, text, options, arguments):
        self.name, self.text, self.options, self.arguments = name, text, options, arguments
        self.script = text.startswith("#!") or name.endswith(SCRIPTS)

    def body(self):
        if self.script:
            profile = {"file": os.path.basename(self.name), "script": self.text, "args": self.arguments, "options": self.options}
            return json.dumps(profile).encode(), "application/json"
        if self.options or self.arguments:
            raise Trouble("Options and arguments belong to a script; %s is a profile." % self.name, USAGE)
        kind = "application/json" if self.name.endswith(".json") else "application/yaml"
        return self.text.encode(), kind


class Words:
    """The command line of submit: own switches and sbatch's options, a file, and the file's own arguments."""

    def __init__(self, words):
        self.options, self.arguments, self.file = [], [], None
        self.wait = self.follow = False
        self.output = self.project = self.folder = None
        self.alone = False
        self.read(list(words))

    def read(self, words):
        while words:
            word = words.pop(0)
            if word in ("--wait", "--follow", "-f"):
                self.wait = True
                self.follow = self.follow or word != "--wait"
            elif word in ("-o", "--output") and words and words[0] in ("table", "json", "csv"):
                self.output = words.pop(0)
            elif word == "--alone":
                self.alone = True
            elif word == "--folder" or word.startswith("--folder="):
                self.folder = word[9:] if "=" in word else self.value(word, words)
            elif word in ("--json",):
                self.output = "json"
            elif word == "--project" or word.startswith("--project="):
                self.project = word[10:] if "=" in word else self.value(word, words)
            elif word == "--":
                self.rest(words)
            elif word.startswith("-") and word != "-":
                self.option(word, words)
            else:
                self.rest([word] + words)
                return

    def rest(self, words):
        if words:
            self.file, self.arguments = words[0], words[1:]
        words[:] = []

    def option(self, word, words):
        self.options.append(word)
        glued = "=" in word if word.startswith("--") else len(word) > 2
        if not glued and word not in ALONE:
            self.options.append(self.value(word, words))

    @staticmethod
    def value(word, words):
        if not words:
            raise Trouble("%s needs a value." % word, USAGE)
        return words.pop(0)

    def submission(self):
        return read(self.file or ".", self.options, self.arguments)

    def project_folder(self, submission):
        """The folder that goes with the job, or nothing; a script goes with the one in which one stands, as with sbatch."""
        if self.alone:
            return None
        if self.folder:
            if not os.path.isdir(self.folder):
                raise Trouble("There is no folder %s." % self.folder, NOT_FOUND)
            return self.folder
        folder = "." if submission.script else os.path.dirname(submission.name) or "."
        if project.is_one(folder):
            return folder
        print("The file goes alone: %s is no project. Name its folder with --folder." % os.path.realpath(folder), file=sys.stderr)
        return None


def read(path, options, arguments):
    """A folder stands for the tuxiv.conf in it."""
    if os.path.isdir(path):
        path = os.path.join(path, "tuxiv.conf")
        if not os.path.exists(path):
            raise Trouble("There is no tuxiv.conf in %s; tcloud init writes one." % os.path.dirname(path), NOT_FOUND)
    try:
        with open(path, "rb") as file:
            text = file.read(MOST + 1)
    except OSError as error:
        if shutil.which(path) and os.sep not in path:
            raise Trouble("%s is a program, not a file here. %s" % (path, RUNS_IT), USAGE)
        raise Trouble("%s cannot be read: %s." % (path, error.strerror), NOT_FOUND)
    if len(text) > MOST:
        raise Trouble("%s is larger than 256 KiB; keep data in files of their own." % path, USAGE)
    if path.endswith(PROGRAMS) and not text.startswith(b"#!"):
        raise Trouble("%s is a program, not a job. %s" % (path, RUNS_IT), USAGE)
    try:
        return Submission(os.path.normpath(path), text.decode("utf-8"), options, arguments)
    except UnicodeDecodeError as error:
        raise Trouble("%s is not text in UTF-8 (byte %d)." % (path, error.start), USAGE)
