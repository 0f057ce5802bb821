"""A job from its name to its end."""

import time

from .trouble import NOT_FOUND, TRY_LATER, UNREACHABLE, Trouble

ACTIVE = "SUBMITTED,QUEUED,HELD,BLOCKED,PREPARING,STARTING,RUNNING,COMPLETING,CANCELLING"
PAUSES = (0.3, 0.5, 1, 2, 3)


def name(text):
    """An id or a number; 4711, job_01K... and 4711_3, a task of an array, are all a job."""
    if all(part.isdigit() for part in text.split("_", 1)) or (text.startswith("job_") and text[4:].isalnum()):
        return text
    raise Trouble("A job is named by its number, its id (job_...), or as a task of an array (4711_3), not %s." % text, NOT_FOUND)


def label(job):
    """What people call it; one that was rejected has no number."""
    task = job.get("array")
    return "%s_%s" % (task["number"], task["index"]) if task else str(job["number"] or "-")


def array_of(api, id):
    """The number of the array if that is what is meant: as with Slurm, its number alone means all of its tasks."""
    task = api.get("/jobs/" + name(id)).get("array") if id.isdigit() else None
    return task["number"] if task and str(task["number"]) == id else None


def over(job):
    return bool(job.get("finished_at")) or job["state"] == "REJECTED"


def appeared(api, id):
    """A busy system says that it has the job before it can show it."""
    for pause in PAUSES * 4:
        try:
            return api.get("/jobs/" + id)
        except Trouble as trouble:
            if trouble.status != NOT_FOUND:
                raise
        time.sleep(pause)
    raise Trouble("Job %s was taken but is not shown yet; look again: tcloud ps %s" % (id, id), TRY_LATER)


def ended(api, id):
    """The job when it is over. A server that is away for a while does not end the wait."""
    return awaited(api, "/jobs/" + id, over)


def array_ended(api, number):
    """The array when its last task is over."""
    return awaited(api, "/arrays/%s" % number, lambda array: bool(array.get("finished_at")))


def awaited(api, path, enough):
    asked = 0
    while True:
        try:
            found = api.get(path)
            if enough(found):
                return found
        except Trouble as trouble:
            if trouble.status not in (UNREACHABLE, TRY_LATER):
                raise
        time.sleep(PAUSES[min(asked, len(PAUSES) - 1)])
        asked += 1
