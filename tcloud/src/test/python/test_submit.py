import json
import os

from campus import JOB, CampusTest, job, problem

SCRIPT = "#!/bin/bash\n#SBATCH --time=5 --node=2\necho $1\n"
INVALID = problem(422, "invalid-profile", "The profile has one problem.", errors=[
    {"pointer": "/script", "line": 2, "column": 18, "detail": "'node' is not an option that SING knows", "suggestion": "nodes"}])


class SubmitTest(CampusTest):
    def body(self):
        return json.loads(self.sent("POST /api/v1/jobs")[-1].body)

    def test_a_script_goes_in_with_its_options_and_arguments(self):
        self.on("POST /jobs", (201, JOB))
        status, out, _ = self.tcloud("submit", "-N", "2", "--time=1:00", "--gpus", "4", "-H", self.file("train.sh", SCRIPT), "--fast", "a b", "")
        self.assertEqual(0, status)
        self.assertIn("Job 4711 (job_01KBF3Q8Z6W2R9V4N7T1XHC5MD) is QUEUED.", out)
        self.assertEqual(
            {"file": "train.sh", "script": SCRIPT, "args": ["--fast", "a b", ""], "options": ["-N", "2", "--time=1:00", "--gpus", "4", "-H"]},
            self.body())

    def test_a_profile_goes_in_as_it_is(self):
        self.on("POST /jobs", (201, JOB))
        self.file("tuxiv.conf", "entrypoint: [echo]\n")
        self.assertEqual(0, self.tcloud("submit", "--project", "vision", self.folder)[0])
        asked = self.sent("POST /api/v1/jobs")[0]
        self.assertEqual(b"entrypoint: [echo]\n", asked.body)
        self.assertEqual("application/yaml", asked.headers["Content-Type"])
        self.assertEqual("Bearer t0ken", asked.headers["Authorization"])
        self.assertTrue("?project=vision&snapshot=" in asked.path)

    def test_what_is_repeated_carries_the_key_of_the_first_try(self):
        self.on("POST /jobs", (None, {}), problem(503, "overloaded", "Busy."), problem(409, "request-in-flight", "Wait."), (201, JOB))
        self.assertEqual(0, self.tcloud("submit", self.file("a.sh", SCRIPT))[0])
        keys = [asked.headers["Idempotency-Key"] for asked in self.sent("POST /api/v1/jobs")]
        self.assertEqual(4, len(keys))
        self.assertEqual(1, len(set(keys)))

    def test_a_job_to_wait_for_that_is_not_there_is_shown_in_the_file(self):
        self.on("POST /jobs", problem(422, "unknown-dependency", "Not there.", errors=[
            {"pointer": "/script", "line": 2, "column": 22, "detail": "there is no job 99 that you may see"}]))
        path = self.file("b.sh", "#!/bin/bash\n#SBATCH --dependency=afterok:99\ntrue\n")
        status, _, err = self.tcloud("submit", "--alone", path)
        self.assertEqual(65, status)
        self.assertIn("%s:2:22: there is no job 99 that you may see" % path, err)

    def test_nobody_waits_for_an_upload_to_learn_of_a_misspelt_option(self):
        self.on("POST /jobs/validate", INVALID)
        self.file("data.bin", "a lot")
        status, _, err = self.tcloud("submit", "--folder", self.folder, self.file("train.sh", SCRIPT))
        self.assertEqual(65, status)
        self.assertIn("did you mean: nodes", err)
        self.assertEqual(["/api/v1/jobs/validate"], [asked.path for asked in self.asked])

    def test_a_program_is_no_job_and_its_author_learns_what_is(self):
        self.file("train.py", "import torch\n")
        for words in (("train.py",), ("python3", "train.py")):
            with self.subTest(words):
                status, _, err = self.tcloud("submit", "--alone", *words)
                self.assertEqual(64, status)
                self.assertIn("%s is a program, not a " % words[0], err)
                self.assertIn("tcloud init", err)
        self.assertEqual([], self.asked)

    def test_a_program_that_names_its_interpreter_is_a_script(self):
        self.on("POST /jobs", (201, JOB))
        self.assertEqual(0, self.tcloud("submit", "--alone", self.file("train.py", "#!/usr/bin/env python3\nprint(1)\n"))[0])

    def test_two_submissions_are_two_jobs(self):
        self.on("POST /jobs", (201, JOB))
        for _ in range(2):
            self.tcloud("submit", self.file("a.sh", SCRIPT))
        self.assertEqual(2, len({asked.headers["Idempotency-Key"] for asked in self.sent("POST /api/v1/jobs")}))

    def test_what_will_not_do_what_its_author_may_expect_is_said_in_the_file(self):
        self.on("POST /jobs", (201, job(warnings=[{"pointer": "/script", "line": 2, "column": 9, "detail": "mail-type is a hint"}])))
        path = self.file("a.sh", SCRIPT)
        status, out, err = self.tcloud("submit", "--alone", path)
        self.assertEqual(0, status)
        self.assertEqual(["Job 4711 (%s) is QUEUED." % JOB["id"]], out.splitlines())
        self.assertIn("warning: %s:2:9: mail-type is a hint" % path, err.splitlines())

    def test_a_problem_is_shown_in_the_file_with_a_caret(self):
        self.on("POST /jobs", INVALID)
        path = self.file("train.sh", SCRIPT)
        status, _, err = self.tcloud("submit", "--alone", path)
        self.assertEqual(65, status)
        self.assertEqual(
            ["tcloud: %s:2:18: 'node' is not an option that SING knows" % path, "    #SBATCH --time=5 --node=2", "    " + " " * 17 + "^",
             "    did you mean: nodes"], err.splitlines())

    def test_a_job_that_is_waited_for_hands_on_its_exit_code(self):
        over = {"finished_at": "2026-12-01T10:00:00Z"}
        for state, fields, expected in (
                ("SUCCEEDED", {}, 0), ("FAILED", {"exit_code": 7}, 7), ("FAILED", {"signal": 9}, 137), ("TIMEOUT", {}, 124), ("CANCELLED", {}, 123)):
            with self.subTest(state):
                self.on("POST /jobs", (201, JOB))
                self.on("GET /jobs/" + JOB["id"], (200, JOB), problem(503, "overloaded", "Busy."), (200, job(state=state, **fields, **over)))
                self.assertEqual(expected, self.tcloud("submit", "--wait", self.file("a.sh", SCRIPT))[0])

    def test_a_job_that_is_followed_shows_its_output_once_although_the_stream_is_cut(self):
        running = job(state="RUNNING", attempt=1)
        done = job(state="FAILED", attempt=1, exit_code=3, message="Exit code 3.", finished_at="2026-12-01T10:00:00Z")
        self.on("POST /jobs", (201, JOB))
        self.on("GET /jobs/" + JOB["id"], (200, running), (200, running), (200, running), (200, done))
        self.on("GET /jobs/%s/logs" % JOB["id"], (200, b"one\ntw"), (200, b"one\ntwo\nthree\n"))
        status, out, err = self.tcloud("submit", "--follow", self.file("a.sh", SCRIPT))
        self.assertEqual(3, status)
        self.assertEqual("one\ntwo\nthree\n", out)
        self.assertEqual("Job 4711: FAILED, Exit code 3.", err.splitlines()[-1])

    def test_a_job_that_is_taken_but_not_answered_is_looked_for(self):
        self.on("POST /jobs", (202, {"id": JOB["id"], "href": "/x"}))
        self.on("GET /jobs/" + JOB["id"], problem(404, "not-found", "No."), (200, JOB))
        status, out, _ = self.tcloud("submit", self.file("a.sh", SCRIPT))
        self.assertEqual(0, status)
        self.assertIn("4711", out)

    def test_validate_shows_what_it_becomes_and_its_warnings(self):
        spec = {
            "name": "x", "script": ["echo"], "environment": {"A": "1"}, "nodes": 2, "gpus_per_node": 1, "cpus_per_node": 0,
            "memory_bytes_per_node": 0, "time_limit_seconds": 90000, "resource_group": "default", "requeueable": True, "held": False}
        warning = {"pointer": "/script", "line": 2, "column": 9, "detail": "mail-type is a hint"}
        self.on("POST /jobs/validate", (200, {"spec": spec, "warnings": [warning]}))
        status, out, err = self.tcloud("validate", self.file("a.sh", SCRIPT))
        self.assertEqual(0, status)
        self.assertIn("1-1:00:00", out)
        self.assertIn("a.sh:2:9: mail-type is a hint", err)

    def test_what_cannot_be_read_is_said_before_anything_is_sent(self):
        os.mkdir(os.path.join(self.folder, "empty"))
        with open(os.path.join(self.folder, "bin"), "wb") as file:
            file.write(b"\xff\xfe")
        for words, status in ((["nowhere.sh"], 66), ([os.path.join(self.folder, "empty")], 66), ([os.path.join(self.folder, "bin")], 64),
                              (["-N"], 64), (["-N", "2", self.file("tuxiv.conf", "entrypoint: [echo]\n")], 64)):
            with self.subTest(words):
                self.assertEqual(status, self.tcloud("submit", *words)[0])
        self.assertEqual([], self.asked)
