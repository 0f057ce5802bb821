"""What a job wrote, and what it goes on to write."""

import http.client
import sys
import time

from .life import appeared, name, over
from .trouble import REFUSED, Trouble


def logs(api, id, following, rank, tail, attempt):
    id = name(id)
    if following:
        follow(api, id, rank, tail)
    else:
        copy(api.stream("/jobs/%s/logs" % id, rank=rank, tail=tail, attempt=attempt), 0)
    return 0


def follow(api, id, rank, tail=None):
    """Until the job is over; when the stream is cut, or its token ends, it goes on where it was."""
    seen, attempt, failures = 0, None, 0
    while True:
        job = appeared(api, id) if attempt is None else api.get("/jobs/" + id)
        skip = seen if job["attempt"] == attempt else 0
        attempt = job["attempt"]
        before = seen
        seen = copy(api.stream("/jobs/%s/logs" % id, follow="true", rank=rank, tail=tail if not skip else None), skip)
        if over(api.get("/jobs/" + id)):
            return
        failures = failures + 1 if seen == before else 0
        if failures > 20:
            raise Trouble("The output cannot be followed any more; tcloud logs %s shows it." % id, REFUSED)
        time.sleep(1)


def copy(stream, skip):
    """How many bytes there were, those that were skipped included."""
    seen = 0
    with stream:
        while True:
            try:
                piece = stream.read1(65536)
            except (OSError, http.client.HTTPException):
                return seen
            if not piece:
                return seen
            fresh = piece[max(0, skip - seen):]
            seen += len(piece)
            sys.stdout.buffer.write(fresh)
            sys.stdout.buffer.flush()
