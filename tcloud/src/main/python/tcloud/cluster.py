"""The verbs about the cluster and about oneself."""

import os

from . import show
from .trouble import USAGE, Trouble

EXAMPLE = """# What the job runs, line by line; the first line that fails ends it.
entrypoint:
  - echo "Job $SLURM_JOB_ID runs on $(hostname) and has GPU $CUDA_VISIBLE_DEVICES"
  # - python main.py      # what is in this folder goes with the job

job:
  name: {name}
  # Long options of sbatch.
  general:
    - nodes=1
    - gres=gpu:1        # GPUs on each node: 0, 1, 2, 4 or 8
    - time=1:00:00
"""


def whoami(api, output):
    me = api.get("/me")
    show.fields(me, [
        ("name", me["name"]),
        ("id", me["id"]),
        ("roles", " ".join(me["roles"])),
        ("projects", " ".join(project["name"] + (" (owner)" if project["owner"] else "") for project in me["projects"])),
        ("jobs", " ".join("%s %d" % pair for pair in sorted(me["jobs"].items()))),
        ("server", api.server),
    ], output)
    return 0


def nodes(api, output):
    show.rows(api.get("/nodes")["items"], [
        ("NODE", lambda node: node["name"]),
        ("GROUP", lambda node: node["resource_group"]),
        ("STATE", lambda node: node["state"]),
        ("GPUS", lambda node: "%d/%d" % (node["gpus_held"], node["gpus_total"])),
        ("CPUS", lambda node: node["cpus"]),
        ("MEMORY", lambda node: show.size(node["memory_bytes"])),
        ("MODEL", lambda node: ",".join(sorted({gpu["model"] for gpu in node["gpus"]}))),
        ("REASON", lambda node: node.get("reason")),
    ], output, lambda node: show.STATES.get(node["state"]))
    return 0


def reservations(api, output):
    show.rows(api.get("/reservations")["items"], [
        ("RESERVATION", lambda item: item["reservation"]),
        ("STATE", lambda item: item["phase"]),
        ("FROM", lambda item: item["from"]),
        ("UNTIL", lambda item: item["until"]),
        ("FOR", lambda item: ",".join(item["projects"]) or "nobody"),
        ("NODES", lambda item: ",".join(item["nodes"])),
        ("REASON", lambda item: item["reason"]),
    ], output)
    return 0


def gpus(api, output):
    """One line for each model: how many there are, and how many nobody uses."""
    models = {}
    for node in api.get("/nodes")["items"]:
        for gpu in node["gpus"]:
            count = models.setdefault(gpu["model"], {"model": gpu["model"], "free": 0, "held": 0, "cordoned": 0, "down": 0, "total": 0})
            count[gpu["state"]] = count.get(gpu["state"], 0) + 1
            count["total"] += 1
    columns = [(title.upper(), lambda item, title=title: item[title]) for title in ("model", "free", "held", "cordoned", "down", "total")]
    show.rows([models[model] for model in sorted(models)], columns, output)
    return 0


def usage(api, by, output):
    lines = api.get("/usage", by=by)["items"]
    keys = [key for key in ("key", "name") if any(key in line for line in lines)] or ["key"]
    show.rows(lines, [(by.upper() if key == "key" else key.upper(), lambda line, key=key: line.get(key)) for key in keys] + [
        ("GPU-HOURS", lambda line: "%.2f" % (line["gpu_seconds"] / 3600)),
        ("GPU-SECONDS", lambda line: line["gpu_seconds"]),
    ], output)
    return 0


def quota(api, output):
    me = api.get("/me")
    scopes = [("user", me["id"], me["name"])] + [("project", project["name"], project["name"]) for project in me["projects"]]
    limits = [dict(api.get("/limits/%s/%s" % (scope, id)), name=name) for scope, id, name in scopes]
    show.rows(limits, [
        ("SCOPE", lambda limit: limit["scope"]),
        ("NAME", lambda limit: limit["name"]),
        ("RUNNING JOBS", lambda limit: limit["running_jobs"] or "no limit"),
        ("RUNNING GPUS", lambda limit: limit["running_gpus"] or "no limit"),
        ("NODES PER JOB", lambda limit: limit["nodes_per_job"] or "no limit"),
        ("FROM", lambda limit: "default" if limit["inherited"] else "own"),
    ], output)
    return 0


def init(folder):
    path = os.path.join(folder, "tuxiv.conf")
    try:
        os.makedirs(folder, exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(EXAMPLE.format(name=title(folder)))
    except FileExistsError:
        raise Trouble("%s exists; it is left as it is." % path, USAGE)
    except OSError as error:
        raise Trouble("%s cannot be written: %s." % (path, error.strerror), USAGE)
    print(("Wrote %s. Edit it, then: tcloud submit %s" % (path, folder if folder != "." else "")).rstrip())
    return 0


def title(folder):
    name = os.path.basename(os.path.abspath(folder))
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in name).strip("-.")
    return plain or "job"
