"""A job from its name to its end."""

import time

from .trouble import NOT_FOUND, TRY_LATER, UNREACHABLE, Trouble

ACTIVE = "SUBMITTED,QUEUED,HELD,BLOCKED,PREPARING,STARTING,RUNNING,COMPLETING,CANCELLING"
PAUSES = (0.3, 0.5, 1, 2, 3)


def name(text):
    """An id or a number; 4711 and job_01K... are both a job."""
    if text.isdigit() or (text.startswith("job_") and text[4:].isalnum()):
        return text
    raise Trouble("A job is named by its number or its id (job_...), not %s." % text, NOT_FOUND)


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
    asked = 0
    while True:
        try:
            job = api.get("/jobs/" + id)
            if over(job):
                return job
        except Trouble as trouble:
            if trouble.status not in (UNREACHABLE, TRY_LATER):
                raise
        time.sleep(PAUSES[min(asked, len(PAUSES) - 1)])
        asked += 1
