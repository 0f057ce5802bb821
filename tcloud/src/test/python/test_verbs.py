import csv
import io
import json
import os

from campus import JOB, CampusTest, job, problem


class VerbsTest(CampusTest):
    def test_ps_lists_what_is_not_over(self):
        self.on("GET /jobs", (200, {"items": [job(state="RUNNING", node_names=["gpu-1", "gpu-2"])], "next_cursor": "c"}), (200, {"items": [JOB]}))
        status, out, _ = self.tcloud("ps")
        self.assertEqual(0, status)
        lines = out.splitlines()
        self.assertEqual(["NUMBER", "NAME", "STATE", "GPUS", "SUBMITTED", "STARTED", "NODES", "PROJECT"], lines[0].split())
        self.assertIn("gpu-1,gpu-2", lines[1])
        self.assertEqual(3, len(lines))
        self.assertNotIn("\033", out)
        first, second = self.sent("GET /api/v1/jobs")
        self.assertIn("owner=me", first.path)
        self.assertNotIn("SUCCEEDED", first.path)
        self.assertIn("cursor=c", second.path)

    def test_a_job_that_was_rejected_has_no_number(self):
        self.on("GET /jobs", (200, {"items": [job(state="REJECTED", number=0)]}))
        self.assertEqual("-", self.tcloud("ps", "-a")[1].splitlines()[1].split()[0])

    def test_ps_in_the_forms_for_programs(self):
        self.on("GET /jobs", (200, {"items": [job(name='a, "b"')]}))
        self.assertEqual('a, "b"', json.loads(self.tcloud("ps", "-o", "json")[1])[0]["name"])
        table = list(csv.reader(io.StringIO(self.tcloud("ps", "-a", "-o", "csv")[1])))
        self.assertEqual(["number", "name"], table[0][:2])
        self.assertEqual('a, "b"', table[1][1])

    def test_a_name_cannot_steer_the_terminal(self):
        self.on("GET /jobs", (200, {"items": [job(name="\033[2J\nx")]}))
        self.assertIn("?[2J?x", self.tcloud("ps")[1])

    def test_one_job_is_shown_whole_by_number_or_by_id(self):
        for words in (["4711"], ["-j", "4711"], [JOB["id"]]):
            self.on("GET /jobs/" + words[-1], (200, JOB))
            self.assertIn("4711 (job_01K", self.tcloud("ps", *words)[1])
        self.assertEqual(66, self.tcloud("ps", "../nodes")[0])

    def test_cancel_goes_on_when_one_is_refused(self):
        self.on("GET /jobs/1", (200, job(number=1)))
        self.on("GET /jobs/2", (200, job(number=2)))
        self.on("POST /jobs/1/cancel", problem(409, "job-already-finished", "It is over."))
        self.on("POST /jobs/2/cancel", (200, job(state="CANCELLING")))
        status, out, err = self.tcloud("cancel", "-j", "1", "2", "--reason", "enough")
        self.assertEqual(76, status)
        self.assertIn("Job 2: CANCELLING", out)
        self.assertIn("job 1: It is over.", err)
        self.assertEqual({"reason": "enough"}, json.loads(self.sent("POST /api/v1/jobs/2/cancel")[0].body))

    def test_reservations_say_when_where_and_for_whom(self):
        item = {"reservation": "course", "phase": "PLANNED", "from": "2030-01-07T08:00:00Z", "until": "2030-01-07T12:00:00Z",
                "projects": ["vision"], "nodes": ["gpu-1", "gpu-2"], "reason": "Exercise 3", "by": "olivia"}
        self.on("GET /reservations", (200, {"items": [item, dict(item, reservation="repair", projects=[])]}))
        _, out, _ = self.tcloud("reservations")
        self.assertIn("gpu-1,gpu-2", out)
        self.assertRegex(out, "course +PLANNED +2030-01-07T08:00:00Z +2030-01-07T12:00:00Z +vision ")
        self.assertRegex(out, "repair .* nobody ")

    def test_wait_ends_as_the_worst_of_the_jobs(self):
        over = {"finished_at": "2026-12-01T10:00:00Z"}
        self.on("GET /jobs/1", (200, JOB), (200, job(state="SUCCEEDED", **over)))
        self.on("GET /jobs/2", (200, job(state="FAILED", exit_code=5, **over)))
        self.assertEqual(5, self.tcloud("wait", "1", "2")[0])

    def test_logs_and_cat_show_bytes_as_they_are(self):
        self.on("GET /jobs/4711/logs", (200, "größe\n".encode()))
        for words in (["logs", "4711", "--tail", "5"], ["cat", "-j", "4711"]):
            self.assertEqual((0, "größe\n", ""), self.tcloud(*words))
        self.assertIn("tail=5", self.asked[0].path)

    def test_each_refusal_has_a_status_of_its_own(self):
        for answer, status in (
                (problem(401, "unauthenticated", "No."), 77), (problem(403, "forbidden", "No."), 77), (problem(404, "not-found", "No."), 66),
                (problem(429, "rate-limited", "No."), 75), (problem(500, "internal-error", "No."), 76), ((200 + 100, b"<html>"), 76)):
            with self.subTest(answer[0]):
                self.on("GET /me", answer)
                self.assertEqual(status, self.tcloud("whoami")[0])
        self.assertEqual(69, self.tcloud("--server", "http://127.0.0.1:9", "whoami")[0])
        for words in (["nothing"], ["ps", "-o", "xml"], ["cancel"], ["wait"], ["--frobnicate"]):
            with self.subTest(words):
                self.assertEqual(64, self.tcloud(*words)[0])

    def test_a_verb_that_is_not_there_yet_says_so_and_asks_nobody(self):
        for words in (["shell", "1"], ["env", "ls"], ["dataset"], ["cp", "-r", "a", "b"]):
            with self.subTest(words):
                status, out, err = self.tcloud(*words)
                self.assertEqual((70, ""), (status, out))
                self.assertEqual(1, len(err.splitlines()))
        self.assertEqual([], self.asked)

    def test_a_mistyped_verb_is_answered_with_the_nearest_one(self):
        for typed, told in (("sumbit", "did you mean submit?"), ("xyzzy", "tcloud --help names them.")):
            with self.subTest(typed):
                status, out, err = self.tcloud(typed, "a.sh")
                self.assertEqual((64, ""), (status, out))
                self.assertIn("There is no verb %s; %s" % (typed, told), err)

    def test_an_address_without_its_scheme_is_named(self):
        for server in ("127.0.0.1:8080", "gpu.campus.example", "ftp://gpu"):
            status, _, err = self.tcloud("--server", server, "ps")
            self.assertEqual(64, status)
            self.assertIn("A server is an address such as https://gpu.campus.example, not %s." % server, err)
        self.assertEqual([], self.asked)

    def test_a_wrong_address_does_not_keep_one_from_setting_a_right_one(self):
        os.environ["TCLOUD_SERVER"] = "gpu.campus.example"
        self.assertEqual(0, self.tcloud("config", "server", "https://gpu.campus.example")[0])

    def test_gpus_are_counted_by_model(self):
        gpu = {"model": "a100", "state": "free"}
        self.on("GET /nodes", (200, {"items": [{"name": "n", "gpus": [gpu, dict(gpu, state="held"), dict(gpu, model="v100")]}]}))
        self.assertEqual(["a100", "1", "1", "0", "0", "2"], self.tcloud("gpus")[1].splitlines()[1].split())

    def test_quota_names_my_limits_and_those_of_my_projects(self):
        limits = {"scope": "user", "name": "8c1f", "version": 1, "inherited": True, "running_jobs": 2, "running_gpus": 0, "nodes_per_job": 2}
        self.on("GET /me", (200, {"id": "8c1f", "name": "Alice", "roles": [], "projects": [{"name": "vision", "owner": False}], "jobs": {}}))
        self.on("GET /limits/user/8c1f", (200, limits))
        self.on("GET /limits/project/vision", (200, dict(limits, scope="project", name="vision", inherited=False)))
        self.assertIn("no limit", self.tcloud("quota")[1])

    def test_explain_history_usage_and_nodes_show_what_was_said(self):
        waiting = {"jobs_ahead": 3, "gpus_ahead": 12}
        self.on("GET /jobs/1/explain", (200, {"job": "j", "state": "QUEUED", "verdict": "WAITING", "detail": "No GPUs.", "waiting": waiting}))
        self.assertIn("WAITING: No GPUs.\n3 jobs with 12 GPUs", self.tcloud("explain", "1")[1])
        self.on("GET /jobs/3/explain", (200, {"job": "j", "state": "QUEUED", "verdict": "WAITING", "detail": "No GPUs.", "waiting": {"jobs_ahead": 1, "gpus_ahead": 1}}))
        self.assertIn("1 job with 1 GPU is ahead", self.tcloud("explain", "3")[1])
        estimate = {"earliest": "2026-12-01T09:40:00Z", "likely": "2026-12-01T10:15:00Z", "latest": "2026-12-01T12:30:00Z", "made_at": "2026-12-01T09:00:00Z"}
        self.on("GET /jobs/2/explain", (200, {"job": "j", "state": "QUEUED", "verdict": "WAITING", "detail": "No GPUs.", "waiting": waiting, "estimate": estimate}))
        start = "should start about 2026-12-01 10:15:00, between 2026-12-01 09:40:00 and 2026-12-01 12:30:00 (as seen 2026-12-01 09:00:00; UTC)"
        self.assertIn(start, self.tcloud("explain", "2")[1])
        event = {"type": "org.sing.job.queued.v1", "time": "2026-12-01T09:00:00Z", "data": {"attempt": 1, "reason": "x"}}
        self.on("GET /jobs/1/events", (200, {"items": [{"position": 1, "event": event}]}))
        self.assertIn("2026-12-01 09:00:00  job.queued  attempt=1 x", self.tcloud("history", "1")[1])
        self.on("GET /usage", (200, {"by": "project", "items": [{"key": "vision", "gpu_seconds": 5400}]}))
        self.assertIn("1.50", self.tcloud("usage")[1])

    def test_init_writes_a_profile_and_overwrites_none(self):
        self.assertEqual(0, self.tcloud("init", os.path.join(self.folder, "my job"))[0])
        with open(os.path.join(self.folder, "my job", "tuxiv.conf"), encoding="utf-8") as file:
            self.assertIn("name: my-job", file.read())
        self.assertEqual(64, self.tcloud("init", os.path.join(self.folder, "my job"))[0])
