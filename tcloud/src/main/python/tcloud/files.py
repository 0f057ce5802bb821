"""The verbs about files: a directory of one's own on the cluster, and what is stored of a job."""

import http.client
import os
import sys
import urllib.parse

from . import show
from .life import name
from .output import copy
from .progress import Bar, pieces
from .trouble import NOT_FOUND, REFUSED, USAGE, Trouble

TRIES = 5
COLUMNS = [
    ("SIZE", lambda item: "-" if item["kind"] == "folder" else show.size(item["size_bytes"])),
    ("CHANGED", lambda item: show.when(item["modified_at"])),
    ("PATH", lambda item: item["path"] + ("/" if item["kind"] == "folder" else "")),
]


class Place:
    """Where files are: the caller's directory, or what is stored of a job."""

    def __init__(self, api, job=None):
        self.api, self.job = api, job
        self.base = "/jobs/%s/files" % name(job) if job else "/files"

    def address(self, path):
        path = path.strip("/")
        return self.base + "/" + urllib.parse.quote(path) if path and path != "." else self.base

    def list(self, path):
        """What is in a folder; of a job everything, below the folder if one is named."""
        if not self.job:
            answer = self.api.get(self.address(path))
            if "items" not in answer:
                raise Trouble("%s is a file." % path, USAGE)
            return answer["items"]
        below = path.strip("/") + "/" if path.strip("/.") else ""
        items = [item for item in self.api.get(self.base)["items"] if item["path"].startswith(below)]
        if below and not items:
            raise Trouble("There is nothing below %s." % path, NOT_FOUND)
        return items

    def all(self, path):
        """Every file below, or the file itself."""
        kind, items = self.kind(path)
        if kind == "file":
            return items
        found = []
        for item in items:
            if item["kind"] == "file":
                found.append(item)
            elif not self.job:
                found += self.all(item["path"])
        return found

    def kind(self, path):
        """Whether it is a file or a folder, and what is in that."""
        path = path.strip("/")
        above = os.path.dirname(path)
        if path and path != ".":
            for item in self.list(above):
                if item["path"] == path and item["kind"] == "file":
                    return "file", [item]
        return "folder", self.list(path)


def ls(api, job, path, deep, output):
    place = Place(api, job)
    kind, items = place.kind(path)
    show.rows(place.all(path) if deep and kind == "folder" else items, COLUMNS, output)
    return 0


def cat(api, job, path):
    copy(api.stream(Place(api, job).address(path)), 0)
    return 0


def remove(api, paths):
    for path in paths:
        api.delete(Place(api).address(path))
    return 0


def upload(api, local, remote):
    """A file, or a folder with all that is in it, under its own name unless another is given."""
    if not os.path.exists(local):
        raise Trouble("There is no file or folder %s." % local, NOT_FOUND)
    base = os.path.basename(os.path.abspath(local))
    target = remote.strip("/") + ("/" + base if remote.endswith("/") else "") if remote.strip("/.") else base
    files = list(below(local)) if os.path.isdir(local) else [(local, "")]
    total = sum(os.path.getsize(path) for path, _ in files)
    with Bar("Sending", total) as bar:
        for path, tail in files:
            api.put(Place(api).address(target + "/" + tail if tail else target), pieces(path, bar), os.path.getsize(path))
    print("Sent %s in %s to %s." % (show.size(total), show.many(len(files), "file"), target), file=sys.stderr)
    return 0


def below(folder):
    """Files with their path in the folder; links and what has no contents stay."""
    for at, folders, names in os.walk(folder):
        folders.sort()
        for file in sorted(names):
            path = os.path.join(at, file)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path, os.path.relpath(path, folder).replace(os.sep, "/")


def download(api, job, remote, local):
    place = Place(api, job)
    kind, items = place.kind(remote)
    files = items if kind == "file" else place.all(remote)
    into = inside(local, os.path.basename(remote.strip("/")) or (job and "job-" + job) or "files")
    with Bar("Receiving", sum(item["size_bytes"] for item in files)) as bar:
        for item in files:
            tail = item["path"][len(remote.strip("/.")):].strip("/") if kind == "folder" else ""
            if ".." in tail.split("/"):
                raise Trouble("The server names a file outside the folder: %s." % show.plain(tail), REFUSED)
            fetch(place, item, os.path.join(into, *tail.split("/")) if tail else into, bar)
    print("Received %s: %s" % (show.many(len(files), "file"), into), file=sys.stderr)
    return 0


def inside(local, base):
    """As with cp: into a folder that is there, else under the name that is given."""
    return os.path.join(local, base) if not local or os.path.isdir(local) else local


def fetch(place, item, target, bar):
    """What broke off goes on where it was, if the file is still the same."""
    draft, tag, seen = target + ".part", None, 0
    os.makedirs(os.path.dirname(target) or ".", exist_ok=True)
    with open(draft, "wb") as file:
        for _ in range(TRIES):
            headers = {"Range": "bytes=%d-" % seen, "If-Range": tag} if seen else {}
            tag, seen = receive(place, item, headers, file, bar)
            if seen >= item["size_bytes"]:
                break
        else:
            raise Trouble("%s broke off again and again; what came is in %s." % (item["path"], draft), REFUSED)
    os.replace(draft, target)


def receive(place, item, headers, file, bar):
    status, told, answer = place.api.open(place.address(item["path"]), headers)
    if status == 200:
        bar.add(-file.tell())
        file.seek(0)
        file.truncate()
    with answer:
        try:
            for piece in iter(lambda: answer.read1(1 << 18), b""):
                file.write(piece)
                bar.add(len(piece))
        except (OSError, http.client.HTTPException):
            pass
    return told.get("ETag"), file.tell()
