"""The verbs about jobs."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from . import project, settings, show
from .life import ACTIVE, appeared, array_ended, array_of, ended, label, name, over
from .output import follow
from .submission import Words
from .trouble import BAD_PROFILE, Trouble, of_array, of_job

MOST = 1000
COLUMNS = [
    ("NUMBER", label),
    ("NAME", lambda job: job["name"]),
    ("STATE", lambda job: job["state"]),
    ("GPUS", lambda job: "%dx%d" % (job["nodes"], job["gpus_per_node"])),
    ("SUBMITTED", lambda job: show.when(job["submitted_at"])),
    ("STARTED", lambda job: show.when(job.get("started_at"))),
    ("NODES", lambda job: ",".join(job["node_names"])),
    ("PROJECT", lambda job: job["project"]),
]


def submit(api, words):
    words = Words(words)
    submission = words.submission()
    body, kind = submission.body()
    payer = words.project or settings.taste("project")
    folder = words.project_folder(submission)
    if folder:
        # Nobody waits for an upload to learn of a misspelt option.
        with_problems(submission, lambda: api.post("/jobs/validate", body, kind))
    snapshot = project.send(api, folder) if folder else None
    status, job = with_problems(submission, lambda: api.post("/jobs", body, kind, project=payer, snapshot=snapshot))
    if status != 201:
        job = appeared(api, job["id"])
    if words.output == "json" and not words.follow:
        show.rows(job, [], "json")
    else:
        print(handed_in(job), file=sys.stderr if words.follow else sys.stdout)
        warn(submission, job.get("warnings", []))
    if not words.wait:
        return 0
    if job.get("array"):
        return array_over(array_ended(api, job["array"]["number"]))
    if words.follow:
        follow(api, job["id"], 0)
    job = ended(api, job["id"])
    if words.follow:
        print(how_it_ended(job), file=sys.stderr)
    return of_job(job)


def handed_in(job):
    if job.get("array"):
        return "Array %s has %s tasks; the first one is %s." % (job["array"]["number"], job["array"]["tasks"], label(job))
    return "Job %s (%s) is %s." % (job["number"], job["id"], job["state"])


def array_over(array):
    print("Array %s: %s" % (array["number"], states_of(array)), file=sys.stderr)
    return of_array(array)


def states_of(array):
    return ", ".join("%s %s" % (count, state) for state, count in sorted(array["states"].items()))


def warn(submission, warnings):
    for line in show.problems(warnings, submission.name, submission.text, submission.script):
        print(show.paint("warning: ", "yellow", sys.stderr) * (not line.startswith("    ")) + line, file=sys.stderr)


def how_it_ended(job):
    return "Job %s: %s%s" % (label(job), job["state"], ", " + show.plain(job["message"]) if job.get("message") else "")


def with_problems(submission, work):
    """Problems of the profile are shown in the file."""
    try:
        return work()
    except Trouble as trouble:
        if trouble.status == BAD_PROFILE:
            lines = show.problems(trouble.problem.get("errors", []), submission.name, submission.text, submission.script)
            raise Trouble("\n".join(lines) or str(trouble), BAD_PROFILE)
        raise


def validate(api, words):
    words = Words(words)
    submission = words.submission()
    body, kind = submission.body()
    _, answer = with_problems(submission, lambda: api.post("/jobs/validate", body, kind))
    if words.output == "json":
        show.rows(answer, [], "json")
        return 0
    warn(submission, answer["warnings"])
    spec = answer["spec"]
    show.fields(spec, [
        ("name", spec["name"]),
        ("nodes", spec["nodes"]),
        ("GPUs per node", spec["gpus_per_node"]),
        ("GPU model", spec.get("gpu_model")),
        ("CPUs per node", spec["cpus_per_node"] or "in proportion"),
        ("memory per node", show.size(spec["memory_bytes_per_node"]) if spec["memory_bytes_per_node"] else "in proportion"),
        ("time limit", show.duration(spec["time_limit_seconds"])),
        ("resource group", spec["resource_group"]),
        ("project", answer.get("project")),
        ("held", "yes" if spec["held"] else None),
        ("runs again after a node is lost", "yes" if spec["requeueable"] else "no"),
        ("variables", " ".join("%s=%s" % pair for pair in sorted(spec["environment"].items()))),
    ], words.output or "table")
    return 0


def ps(api, ids, everything, everybody, output):
    if ids:
        jobs = [job for id in ids for job in named(api, id)]
        if len(jobs) == 1 and output == "table":
            detail(jobs[0])
            return 0
    else:
        jobs = api.pages("/jobs", MOST, owner="" if everybody else "me", state="" if everything else ACTIVE)
    columns = COLUMNS + ([("OWNER", lambda job: job.get("owner_name") or job["owner"])] if everybody else [])
    show.rows(jobs, columns, output, lambda job: show.STATES.get(job["state"]))
    return 0


def named(api, id):
    job = api.get("/jobs/" + name(id))
    task = job.get("array")
    if task and str(task["number"]) == id:
        return sorted(api.pages("/jobs", MOST, array=id), key=lambda job: job["array"]["index"])
    return [job]


def detail(job):
    waiting = job.get("waiting", {})
    show.fields(job, [
        ("job", "%s (%s)" % (label(job), job["id"])),
        ("name", job["name"]),
        ("state", job["state"]),
        ("message", job.get("message")),
        ("waits", waiting.get("detail") if not over(job) else None),
        ("GPUs", "%s x %d" % (show.many(job["nodes"], "node"), job["gpus_per_node"])),
        ("project", job["project"]),
        ("resource group", job.get("resource_group")),
        ("time limit", show.duration(job["time_limit_seconds"])),
        ("submitted", show.when(job["submitted_at"])),
        ("started", show.when(job.get("started_at"))),
        ("finished", show.when(job.get("finished_at"))),
        ("nodes", ",".join(job["node_names"])),
        ("attempt", job["attempt"] or None),
        ("exit code", job.get("exit_code")),
        ("signal", job.get("signal")),
    ], "table")


def each(api, verb, ids, reason):
    """A command for several jobs; the others go on when one is refused."""
    status = 0
    for id in ids:
        try:
            body = json.dumps({"reason": reason} if reason else {}).encode()
            array = array_of(api, id)
            if array:
                _, answer = api.post("/arrays/%s/%s" % (array, verb), body)
                print("Array %s: %s tasks did, %s could not, %s have not answered yet" % (
                    array, answer["accepted"], answer["refused"], answer["open"]))
                continue
            code, job = api.post("/jobs/%s/%s" % (name(id), verb), body)
            print("Job %s: %s" % (id, job.get("state") if code == 200 else "asked, and not answered yet"))
        except Trouble as trouble:
            print("tcloud: job %s: %s" % (id, trouble), file=sys.stderr)
            status = trouble.status
    return status


def wait(api, ids, output):
    if len(ids) == 1 and array_of(api, ids[0]):
        return array_over(array_ended(api, ids[0]))
    ids = [name(id) for id in ids]
    with ThreadPoolExecutor(max_workers=min(len(ids), 8)) as pool:
        jobs = list(pool.map(lambda id: ended(api, id), ids))
    if output == "table":
        for job in jobs:
            print(how_it_ended(job))
    else:
        show.rows(jobs, COLUMNS, output)
    return max(of_job(job) for job in jobs)


def explain(api, id, output):
    told = api.get("/jobs/%s/explain" % name(id))
    if output != "table":
        show.fields(told, [(key, told.get(key)) for key in ("state", "verdict", "detail", "advice")], output)
        return 0
    print("%s: %s" % (show.paint(told["verdict"], "bold"), show.plain(told["detail"])))
    if told.get("advice"):
        print(show.plain(told["advice"]))
    waiting = told.get("waiting")
    if waiting:
        ahead = waiting["jobs_ahead"]
        parts = show.many(ahead, "job"), show.many(waiting["gpus_ahead"], "GPU"), "is" if ahead == 1 else "are"
        print("%s with %s %s ahead of it." % parts)
    estimate = told.get("estimate")
    if estimate:
        times = tuple(show.when(estimate[key]) for key in ("likely", "earliest", "latest", "made_at"))
        print("It should start about %s, between %s and %s (as seen %s; %s)." % (times + (show.zone(estimate["likely"]),)))
    return 0


def history(api, id, output):
    items, after = [], ""
    while True:
        page = api.get("/jobs/%s/events" % name(id), after=after, limit=500)
        items += [entry["event"] for entry in page["items"]]
        after = page.get("next_cursor")
        if not after:
            break
    show.rows(items, [
        ("TIME", lambda event: show.when(event["time"])),
        ("EVENT", lambda event: event["type"].replace("org.sing.", "").rsplit(".v", 1)[0]),
        ("DETAIL", lambda event: summary(event["data"])),
    ], output)
    return 0


def summary(data):
    words = [data.get(key) for key in ("detail", "reason", "message") if isinstance(data.get(key), str)]
    named = ["%s=%s" % (key, data[key]) for key in ("attempt", "node", "rule", "state", "cause", "exit_code") if data.get(key) not in (None, "")]
    return " ".join(named + [word for word in words if word][:1])
