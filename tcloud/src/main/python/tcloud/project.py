"""A folder as a job finds it: which one, what it consists of, and sending what the cluster does not have yet."""

import gzip
import hashlib
import json
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from . import settings, show
from .ignore import Ignored
from .progress import Bar, pieces
from .trouble import NOT_FOUND, REFUSED, USAGE, Trouble

LINES = 8
LARGE = 2 << 30
MANY = 10000
HINT = "Name what the job does not need in .tcloudignore, or hand in the file alone: --alone"


class Names:
    """Files by path, with what the system says of them, and links with their target."""

    def __init__(self, folder):
        self.folder, self.files, self.links = folder, {}, {}
        self.settings = os.path.realpath(settings.folder())
        self.walk(folder, "", Ignored.of(folder))

    def walk(self, folder, below, ignored):
        ignored = ignored.within(folder, below)
        with os.scandir(folder) as entries:
            for entry in entries:
                is_folder = entry.is_dir(follow_symlinks=False)
                path = below + entry.name
                if not ignored.fits(path, is_folder):
                    self.add(entry, path, is_folder, ignored)

    def add(self, entry, path, is_folder, ignored):
        if is_folder:
            if os.path.realpath(entry.path) != self.settings:
                self.walk(entry.path, path + "/", ignored)
        elif entry.is_symlink():
            self.links[named(path)] = named(os.readlink(entry.path))
        elif entry.is_file(follow_symlinks=False):
            self.files[named(path)] = entry.stat(follow_symlinks=False)
        # A socket, a pipe or a device has no contents.

    def bytes(self):
        return sum(file.st_size for file in self.files.values())


class Snapshot:
    """Everything has been read once: sizes are of what was read."""

    def __init__(self, names, bar):
        with ThreadPoolExecutor(LINES) as pool:
            read = list(pool.map(lambda path: digest(os.path.join(names.folder, path), bar), names.files))
        self.where = {digest: os.path.join(names.folder, path) for path, (digest, _) in zip(names.files, read)}
        self.size = {digest: size for digest, size in read}
        self.links = [{"path": path, "target": target} for path, target in names.links.items()]
        self.files = [
            {"path": path, "sha256": digest, "size_bytes": size, "mode": "%04o" % (names.files[path].st_mode & 0o777)}
            for path, (digest, size) in zip(names.files, read)]

    def id(self):
        """That of the canonical text in the protocol, by which the cluster names it, too."""
        lines = [(file["path"], "file\t%(mode)s\t%(size_bytes)d\t%(sha256)s\t%(path)s\n" % file) for file in self.files]
        lines += [(link["path"], "link\t%(target)s\t%(path)s\n" % link) for link in self.links]
        lines.sort(key=lambda line: line[0].encode())
        return hashlib.sha256(("sing-snapshot 1\n" + "".join(text for _, text in lines)).encode()).hexdigest()

    def manifest(self):
        return gzip.compress(json.dumps({"files": self.files, "links": self.links}).encode())


def named(path):
    try:
        path.encode()
    except UnicodeEncodeError:
        raise Trouble("The name %s is not in UTF-8; rename it, or name it in .tcloudignore." % ascii(path), USAGE)
    return path


def digest(path, bar):
    sha256, size = hashlib.sha256(), 0
    for piece in pieces(path, bar)():
        sha256.update(piece)
        size += len(piece)
    return sha256.hexdigest(), size


def is_one(folder):
    """A home is no project, and neither is what lies above it or belongs to everybody."""
    folder = os.path.realpath(folder)
    homes = [os.path.realpath(os.path.expanduser("~")), os.path.realpath(tempfile.gettempdir())]
    return not any(os.path.commonpath([home, folder]) == folder for home in homes)


def send(api, folder):
    """The id of the folder's snapshot, once the cluster has all of it."""
    try:
        names = Names(folder)
        if names.bytes() > LARGE or len(names.files) > MANY:
            print("%s has %s in %s. %s." % (folder, show.size(names.bytes()), show.many(len(names.files), "file"), HINT), file=sys.stderr)
        with Bar("Reading", names.bytes()) as bar:
            snapshot = Snapshot(names, bar)
    except OSError as error:
        raise Trouble("%s cannot be read: %s. %s." % (error.filename or folder, error.strerror, HINT), NOT_FOUND)
    if not snapshot.files and not snapshot.links:
        return None
    missing = [] if api.has("/snapshots/" + snapshot.id()) else register(api, snapshot)
    if missing:
        contents(api, snapshot, missing)
        if register(api, snapshot):
            raise Trouble("The cluster did not keep what was sent; try again.", REFUSED)
    new = "%d of them new, %s" % (len(missing), show.size(sum(map(snapshot.size.get, missing)))) if missing else "none of them new"
    count = show.many(len(snapshot.files), "file")
    print("%s goes with the job: %s, %s." % (os.path.abspath(folder), count, new), file=sys.stderr)
    return snapshot.id()


def register(api, snapshot):
    """What is missing to it."""
    try:
        api.post("/snapshots", snapshot.manifest(), packed=True)
        return []
    except Trouble as trouble:
        if trouble.problem.get("code") == "blobs-missing":
            return trouble.problem["missing"]
        if trouble.problem.get("code") != "invalid-snapshot":
            raise
        said = [show.plain(error["detail"]) for error in trouble.problem.get("errors", [])] or [str(trouble)]
        raise Trouble("\n".join(said + [HINT + "."]), trouble.status, trouble.problem)


def contents(api, snapshot, missing):
    total = sum(snapshot.size[digest] for digest in missing)
    with Bar("Sending", total) as bar, ThreadPoolExecutor(LINES) as pool:
        for done in [pool.submit(blob, api, snapshot, digest, bar) for digest in missing]:
            done.result()


def blob(api, snapshot, digest, bar):
    path = snapshot.where[digest]
    try:
        api.put("/blobs/" + digest, pieces(path, bar), snapshot.size[digest])
    except Trouble as trouble:
        if trouble.problem.get("code") == "digest-mismatch":
            raise Trouble("%s was changed meanwhile; try again." % path, REFUSED)
        raise
