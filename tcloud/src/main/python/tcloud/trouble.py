"""What can go wrong, and what the shell is told about it. The README has the table."""

USAGE = 64
BAD_PROFILE = 65
NOT_FOUND = 66
UNREACHABLE = 69
NOT_YET = 70
TRY_LATER = 75
REFUSED = 76
NOT_ALLOWED = 77
INTERRUPTED = 130

# How a job ended that has no exit code of its own.
ENDINGS = {"SUCCEEDED": 0, "FAILED": 1, "NODE_FAILED": 121, "REJECTED": 122, "CANCELLED": 123, "TIMEOUT": 124, "OUT_OF_MEMORY": 137}


class Trouble(Exception):
    """A sentence for the person, a status for the shell, and the problem of the gateway if it was one."""

    def __init__(self, sentence, status, problem=None):
        super().__init__(sentence)
        self.status = status
        self.problem = problem or {}


def of_array(array):
    """0 if every task succeeded; that of the state if none did otherwise; else 1."""
    states = set(array["states"])
    return ENDINGS.get(states.pop(), 1) if len(states) == 1 else 1


def of_job(job):
    """The exit status that a job hands on to whoever waited for it."""
    if job["state"] == "FAILED":
        if job.get("exit_code"):
            return job["exit_code"]
        if job.get("signal"):
            return 128 + job["signal"]
    return ENDINGS.get(job["state"], 1)
