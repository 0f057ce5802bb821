import gzip
import json

from campus import CampusTest, problem

ID = "sim_01KBF3Q8Z6W2R9V4N7T1XHC5MD"


def side(rule, mean):
    figures = {
        "jobs": 3, "started": 3, "never_fit": 0, "still_waiting": 0, "mean_wait_seconds": mean, "median_wait_seconds": 60.0,
        "p95_wait_seconds": 600.0, "max_wait_seconds": 700.0, "bounded_slowdown": 2.25, "utilisation_ratio": 0.875, "requeues": 0,
    }
    return {"rule": rule, "nodes": 2, "gpus": 16, "figures": figures, "series": {}}


def simulation(state, **fields):
    return dict({"id": ID, "owner": "8c1f", "state": state, "percent": 40, "requested_at": "2026-12-01T09:00:00Z", "asked": {"from": "queue", "rule": "easy"}}, **fields)


START = {"earliest": "2026-12-01T09:40:00Z", "likely": "2026-12-01T10:15:00Z", "latest": "2026-12-01T12:30:00Z"}
RESULT = {
    "made_at": "2026-12-01T09:00:01Z", "seed": 7, "lives": 19, "jobs_left_out": 2, "baseline": side("sing", 7200.0), "changed": side("easy", 90.0),
    "skipped": [{"reason": "asked for no GPUs", "rows": 4, "first": "row 9"}], "jobs": [{"job": "job_1", "number": 4711, "baseline": START}],
}


class WhatIfTest(CampusTest):
    def ask(self, *words):
        self.on("POST /simulations", (202, {"id": ID, "href": "/api/v1/simulations/" + ID}))
        self.on("GET /simulations/" + ID, problem(404, "simulation-not-found", "Not yet."), (200, simulation("RUNNING")), (200, simulation("DONE", result=RESULT)))
        return self.tcloud("whatif", *words)

    def asked_for(self):
        asked = self.sent("POST /api/v1/simulations")[-1]
        self.assertEqual("gzip", asked.headers["Content-Encoding"])
        return json.loads(gzip.decompress(asked.body))

    def test_a_rule_is_shown_beside_the_one_of_now(self):
        status, out, err = self.ask("--rule", "easy", "--seed", "7")
        self.assertEqual((0, ""), (status, err))
        self.assertEqual({"from": "queue", "rule": "easy", "seed": 7}, self.asked_for())
        lines = [line.split() for line in out.splitlines()]
        self.assertIn(["rule", "sing", "easy"], lines)
        self.assertIn(["mean", "wait", "2.0", "h", "90", "s"], lines)
        self.assertIn(["GPUs", "in", "use", "87.5", "%", "87.5", "%"], lines)
        self.assertIn("4 rows: asked for no GPUs (first: row 9)", out)
        self.assertIn("4711  2026-12-01 10:15:00 (12-01 09:40 to 12-01 12:30)  -", out)
        self.assertIn("seed 7", out)

    def test_everything_that_may_be_different(self):
        self.ask("--nodes", "20", "--gpus-per-node", "4", "--limit", "user:*:running_jobs=2", "--mtbf", "500")
        self.assertEqual({
            "from": "queue", "nodes": 20, "gpus_per_node": 4, "limits": [{"scope": "user", "name": "*", "running_jobs": 2}],
            "failures": {"outages": [], "mean_seconds_between": 1800000, "mean_seconds_to_repair": 43200},
        }, self.asked_for())
        self.ask("--outage", "gpu-1:3600+7200")
        self.assertEqual({"outages": [{"node": "gpu-1", "after_seconds": 3600, "for_seconds": 7200}]}, self.asked_for()["failures"])

    def test_a_trace_is_sent_as_it_is_and_its_form_guessed(self):
        for name, text, form in (("a.swf", "1 2", "swf"), ("b.txt", "; x\n", "swf"), ("c.txt", "JobID|Submit\n", "sacct"), ("d.csv", "submit,run\n", "sing")):
            with self.subTest(name):
                self.ask("--trace", self.file(name, text), "--on", "80x8", "--rule", "fcfs")
                self.assertEqual({"trace": text, "form": form, "nodes": 80, "gpus_per_node": 8}, self.asked_for()["from"])
        with open("e.gz", "wb") as file:
            file.write(gzip.compress(b"submit,run\n"))
        self.ask("--trace", "e.gz", "--form", "venus", "--rule", "fcfs")
        self.assertEqual({"trace": "submit,run\n", "form": "venus"}, self.asked_for()["from"])

    def test_a_range_has_days_or_times(self):
        self.ask("--since", "2026-11-01", "--until", "2026-11-08T12:00:00Z", "--rule", "fcfs")
        self.assertEqual({"range": {"since": "2026-11-01T00:00:00Z", "until": "2026-11-08T12:00:00Z"}}, self.asked_for()["from"])

    def test_the_name_is_enough_for_those_who_do_not_wait(self):
        self.assertEqual((0, ID + "\n", ""), self.ask("--rule", "easy", "--no-wait"))

    def test_for_programs(self):
        self.assertEqual(RESULT, json.loads(self.ask("--rule", "easy", "-o", "json")[1])["result"])
        self.assertIn("mean wait,2.0 h,90 s", self.ask("--rule", "easy", "-o", "csv")[1])

    def test_one_is_shown_again_listed_and_cancelled(self):
        self.on("GET /simulations/" + ID, (200, simulation("DONE", result=RESULT)))
        self.assertIn("mean wait", self.tcloud("whatif", ID)[1])
        self.on("GET /simulations", (200, {"items": [simulation("RUNNING"), simulation("DONE", asked={"from": {"range": {}}})]}))
        self.assertIn("range", self.tcloud("whatif", "--list")[1])
        self.on("POST /simulations/%s/cancel" % ID, (200, {"id": ID, "href": "x"}))
        self.assertEqual((0, "Simulation %s is cancelled.\n" % ID, ""), self.tcloud("whatif", "--cancel", ID))

    def test_what_failed_says_why(self):
        self.on("GET /simulations/" + ID, (200, simulation("FAILED", failure={"code": "took-too-long", "detail": "It took longer than 300 s."})))
        status, _, err = self.tcloud("whatif", ID)
        self.assertEqual(76, status)
        self.assertIn("It took longer than 300 s.", err)
        self.on("GET /simulations/" + ID, (200, simulation("CANCELLED")))
        self.assertIn("was cancelled", self.tcloud("whatif", ID)[2])

    def test_a_slip_is_told_in_one_sentence_and_asks_nobody(self):
        for words in (["--trace", "x", "--since", "2026-11-01", "--until", "2026-11-02"], ["--since", "2026-11-01"], ["--on", "80", "--trace", self.file("t", "x")],
                      ["--limit", "planet:x:running_jobs=1"], ["--limit", "user:x:colour=1"], ["--outage", "x"], ["--repair", "3"], ["sim_x"], ["--nodes", "many"]):
            with self.subTest(words):
                status, out, err = self.tcloud("whatif", *words)
                self.assertEqual((64, ""), (status, out))
        self.assertEqual(66, self.tcloud("whatif", "--trace", "nowhere", "--rule", "easy")[0])
        self.assertEqual([], self.asked)
