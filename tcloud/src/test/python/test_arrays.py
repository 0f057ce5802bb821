from campus import JOB, CampusTest, job

TASK = {"array": "arr_01KBF3Q8Z6W2R9V4N7T1XHC5MD", "number": 4711, "index": 3, "tasks": 2}
FIRST = job(array=TASK)
SECOND = job(id="job_01KBF3Q8Z6W2R9V4N7T1XHC5ME", number=4712, array=dict(TASK, index=7))


def array(states, **fields):
    return dict({"id": TASK["array"], "number": 4711, "name": "sweep", "owner": "8c1f", "project": "vision", "tasks": 2, "states": states,
                 "submitted_at": "2026-12-01T09:00:00Z"}, **fields)


class ArraysTest(CampusTest):
    def test_an_array_is_called_one_when_it_is_handed_in(self):
        self.on("POST /jobs", (201, FIRST))
        status, out, _ = self.tcloud("submit", "--array=3,7", self.file("a.sh", "#!/bin/bash\ntrue\n"))
        self.assertEqual(0, status)
        self.assertEqual("Array 4711 has 2 tasks; the first one is 4711_3.\n", out)

    def test_who_waits_for_an_array_waits_for_its_last_task_and_learns_how_all_ended(self):
        over = {"finished_at": "2026-12-01T10:00:00Z"}
        for states, expected in (({"SUCCEEDED": 2}, 0), ({"SUCCEEDED": 1, "FAILED": 1}, 1), ({"TIMEOUT": 2}, 124), ({"CANCELLED": 2}, 123)):
            with self.subTest(states):
                self.on("POST /jobs", (201, FIRST))
                self.on("GET /arrays/4711", (200, array({"SUCCEEDED": 1, "RUNNING": 1})), (200, array(states, **over)))
                status, _, err = self.tcloud("submit", "--wait", self.file("a.sh", "#!/bin/bash\ntrue\n"))
                self.assertEqual(expected, status)
                self.assertIn("Array 4711: ", err)

    def test_the_number_of_an_array_means_all_of_its_tasks_and_a_label_means_one(self):
        self.on("GET /jobs/4711", (200, FIRST))
        self.on("POST /arrays/4711/cancel", (200, {"array": 4711, "accepted": 1, "refused": 1, "open": 0}))
        self.on("POST /jobs/4711_7/cancel", (200, dict(SECOND, state="CANCELLING")))
        status, out, _ = self.tcloud("cancel", "4711", "4711_7")
        self.assertEqual(0, status)
        self.assertEqual(["Array 4711: 1 tasks did, 1 could not, 0 have not answered yet", "Job 4711_7: CANCELLING"], out.splitlines())

    def test_a_job_that_is_no_array_is_cancelled_as_ever(self):
        self.on("GET /jobs/4711", (200, JOB))
        self.on("POST /jobs/4711/cancel", (200, dict(JOB, state="CANCELLING")))
        self.assertEqual("Job 4711: CANCELLING\n", self.tcloud("cancel", "4711")[1])

    def test_the_tasks_of_an_array_are_listed_in_their_order(self):
        self.on("GET /jobs/4711", (200, FIRST))
        self.on("GET /jobs", (200, {"items": [SECOND, FIRST]}))
        status, out, _ = self.tcloud("ps", "4711")
        self.assertEqual(0, status)
        self.assertEqual(["NUMBER", "4711_3", "4711_7"], [line.split()[0] for line in out.splitlines()])
        self.assertIn("array=4711", self.sent("GET /api/v1/jobs")[-1].path)
