"""What if another rule decided, or there were other nodes, limits or failures? Asked, waited for, shown beside the setting of now."""

import gzip
import json
import re
import sys
import time

from . import show
from .trouble import NOT_FOUND, REFUSED, USAGE, Trouble

OVER = ("DONE", "FAILED", "CANCELLED")
LIMITS = ("running_jobs", "running_gpus", "nodes_per_job")
FIGURES = (
    ("rule", lambda side: side["rule"]),
    ("nodes", lambda side: side["nodes"]),
    ("GPUs", lambda side: side["gpus"]),
    ("jobs", lambda side: side["figures"]["jobs"]),
    ("started", lambda side: side["figures"]["started"]),
    ("never fit", lambda side: side["figures"]["never_fit"]),
    ("still waiting", lambda side: side["figures"]["still_waiting"]),
    ("mean wait", lambda side: seconds(side["figures"]["mean_wait_seconds"])),
    ("median wait", lambda side: seconds(side["figures"]["median_wait_seconds"])),
    ("95 % wait less than", lambda side: seconds(side["figures"]["p95_wait_seconds"])),
    ("longest wait", lambda side: seconds(side["figures"]["max_wait_seconds"])),
    ("bounded slowdown", lambda side: "%.1f" % side["figures"]["bounded_slowdown"]),
    ("GPUs in use", lambda side: "%.1f %%" % (100 * side["figures"]["utilisation_ratio"])),
    ("lost attempts", lambda side: side["figures"]["requeues"]),
)


def whatif(api, options, output):
    if options.list:
        return listed(api, output)
    if options.cancel:
        api.post("/simulations/%s/cancel" % id_of(options.cancel))
        print("Simulation %s is cancelled." % options.cancel)
        return 0
    if options.simulation:
        return told(wait(api, id_of(options.simulation)), output)
    body = json.dumps(question(options)).encode()
    _, asked = api.post("/simulations", gzip.compress(body), packed=True)
    if options.no_wait:
        print(asked["id"])
        return 0
    return told(wait(api, asked["id"]), output)


def question(options):
    asked = {"from": source(options), "rule": options.rule, "nodes": options.nodes, "gpus_per_node": options.gpus_per_node, "seed": options.seed}
    asked["limits"] = [limit(text) for text in options.limit] or None
    asked["failures"] = failures(options)
    return {name: value for name, value in asked.items() if value is not None}


def source(options):
    given = [name for name in ("trace", "since") if getattr(options, name)]
    if len(given) > 1 or bool(options.since) != bool(options.until):
        raise Trouble("Name a trace, or a range with --since and --until, or neither for the queue of now.", USAGE)
    if not given:
        return "queue"
    on = machines(options.on) if options.on else {}
    if options.since:
        return dict({"range": {"since": moment(options.since), "until": moment(options.until)}}, **on)
    text = read(options.trace)
    return dict({"trace": text, "form": options.form or form(options.trace, text)}, **on)


def machines(text):
    parts = text.split("x")
    if len(parts) != 2 or not all(part.isdigit() for part in parts):
        raise Trouble("--on takes nodes and their GPUs, such as 80x8, not %s." % text, USAGE)
    return {"nodes": int(parts[0]), "gpus_per_node": int(parts[1])}


def moment(text):
    """A day, or a time in UTC."""
    return text + "T00:00:00Z" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else text


def read(path):
    try:
        with open(path, "rb") as file:
            content = file.read()
        return (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode("utf-8")
    except (OSError, EOFError) as error:
        raise Trouble("%s cannot be read: %s." % (path, getattr(error, "strerror", None) or error), NOT_FOUND)
    except UnicodeDecodeError:
        raise Trouble("%s is no text in UTF-8." % path, NOT_FOUND)


def form(path, text):
    if ".swf" in path or text.startswith(";"):
        return "swf"
    return "sacct" if "|" in text.split("\n", 1)[0] else "sing"


def limit(text):
    found = re.fullmatch(r"(user|project):([^:=]+):([a-z_]+)=(\d+)", text)
    if not found or found.group(3) not in LIMITS:
        raise Trouble("--limit takes user:NAME:LIMIT=N or project:NAME:LIMIT=N with %s, not %s." % (", ".join(LIMITS), text), USAGE)
    return {"scope": found.group(1), "name": found.group(2), found.group(3): int(found.group(4))}


def failures(options):
    if options.mtbf is None and options.repair is None and not options.outage:
        return None
    told = {"outages": [outage(text) for text in options.outage]}
    if options.mtbf is not None:
        told["mean_seconds_between"] = round(options.mtbf * 3600)
        told["mean_seconds_to_repair"] = round((12 if options.repair is None else options.repair) * 3600)
    elif options.repair is not None:
        raise Trouble("--repair goes with --mtbf.", USAGE)
    return told


def outage(text):
    found = re.fullmatch(r"(.+):(\d+)\+(\d+)", text)
    if not found:
        raise Trouble("--outage takes NODE:AFTER+FOR in seconds, such as gpu-1:3600+7200, not %s." % text, USAGE)
    return {"node": found.group(1), "after_seconds": int(found.group(2)), "for_seconds": int(found.group(3))}


def id_of(text):
    if not re.fullmatch(r"sim_[0-9A-Z]{26}", text):
        raise Trouble("%s is no simulation: sim_ and 26 characters; tcloud whatif --list names yours." % show.plain(text), USAGE)
    return text


def wait(api, id):
    """Until it is over. It shows a moment after it was asked for."""
    failures = 0
    while True:
        try:
            found = api.get("/simulations/" + id)
        except Trouble as trouble:
            failures += 1
            if trouble.status != NOT_FOUND or failures > 5:
                raise
            found = {"state": "QUEUED", "percent": 0}
        say(found)
        if found["state"] in OVER:
            return found
        time.sleep(1)


def say(found):
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K" + ("" if found["state"] in OVER else "%s %d %% " % (found["state"].lower(), found["percent"])))
        sys.stderr.flush()


def told(found, output):
    if output == "json":
        print(json.dumps(found, indent=2))
    if found["state"] != "DONE":
        raise Trouble("The simulation %s." % ("was cancelled" if found["state"] == "CANCELLED" else "failed: " + found["failure"]["detail"]), REFUSED)
    if output == "json":
        return 0
    result = found["result"]
    sides = (result["baseline"], result["changed"])
    show.rows([(name,) + tuple(of(side) for side in sides) for name, of in FIGURES], [
        ("", lambda row: row[0]), ("NOW", lambda row: row[1]), ("WHAT IF", lambda row: row[2]),
    ], output)
    if output == "table":
        notes(found, result)
    return 0


def notes(found, result):
    for skipped in result["skipped"]:
        print("%s: %s (first: %s)" % (show.many(skipped["rows"], "row"), show.plain(skipped["reason"]), show.plain(skipped["first"])))
    if result["jobs_left_out"]:
        print("%d waiting jobs more were left out." % result["jobs_left_out"])
    if result["jobs"]:
        print()
        show.rows(result["jobs"], [
            ("JOB", lambda job: job["number"]),
            ("STARTS NOW", lambda job: start(job.get("baseline"))),
            ("WHAT IF", lambda job: start(job.get("changed"))),
        ], "table")
    print("\n%s, seed %d, as of %s" % (found["id"], result["seed"], show.when(result["made_at"])))


def start(times):
    return "%s (%s to %s)" % (show.when(times["likely"]), clock(times["earliest"]), clock(times["latest"])) if times else None


def clock(moment):
    return show.when(moment)[5:16]


def seconds(number):
    return "%.0f s" % number if number < 100 else "%.0f min" % (number / 60) if number < 5400 else "%.1f h" % (number / 3600)


def listed(api, output):
    show.rows(api.get("/simulations")["items"], [
        ("SIMULATION", lambda item: item["id"]),
        ("STATE", lambda item: item["state"]),
        ("ASKED", lambda item: show.when(item["requested_at"])),
        ("FROM", lambda item: item["asked"]["from"] if isinstance(item["asked"]["from"], str) else "range" if "range" in item["asked"]["from"] else "trace"),
        ("RULE", lambda item: item["asked"].get("rule")),
        ("NODES", lambda item: item["asked"].get("nodes")),
        ("WHO", lambda item: item.get("owner_name", item["owner"])),
    ], output, lambda item: {"DONE": "green", "FAILED": "red", "CANCELLED": "grey"}.get(item["state"]))
    return 0
