#!/usr/bin/env python3
"""What it costs to send a project of 1,000 files: the first time, unchanged, and with one file changed; then one large file.

    python3 bench/snapshots.py http://localhost:8080 "$(./sing token alice)" [MIB [PID]]

MIB is the size of the large file (1,024 unless said otherwise, 0 for none), PID the gateway's process, whose memory is looked
at meanwhile. Counts every byte that is sent and every byte of the answers. Beside it rsync, where it is installed, from one
folder to another over its own protocol.
"""
import gzip
import hashlib
import http.client
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

LINES = 8


class Wire(http.client.HTTPConnection):
    """A connection that counts."""

    sent = received = 0
    lock = threading.Lock()

    def send(self, data):
        if isinstance(data, (bytes, bytearray)):
            with Wire.lock:
                Wire.sent += len(data)
            return super().send(data)
        for chunk in iter(lambda: data.read(1 << 16), b""):
            self.send(chunk)


class Client:
    def __init__(self, url, token):
        self.address = urlsplit(url).netloc
        self.token = token
        self.own = threading.local()

    def call(self, method, path, body=None, **headers):
        if not hasattr(self.own, "wire"):
            self.own.wire = Wire(self.address)
        headers = {"Authorization": "Bearer " + self.token, **{k.replace("_", "-"): v for k, v in headers.items()}}
        self.own.wire.request(method, "/api/v1" + path, body=body, headers=headers)
        answer = self.own.wire.getresponse()
        content = answer.read()
        with Wire.lock:
            Wire.received += len(content) + len(str(answer.headers))
        return answer.status, content


def sha256(file):
    digest = hashlib.sha256()
    for piece in iter(lambda: file.read(1 << 18), b""):
        digest.update(piece)
    return digest.hexdigest()


def manifest(folder):
    entries, where = [], {}
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                digest = sha256(file)
            where[digest] = path
            entries.append({"path": os.path.relpath(path, folder), "sha256": digest,
                            "size_bytes": os.path.getsize(path), "mode": "0644"})
    entries.sort(key=lambda it: it["path"].encode())
    lines = ["sing-snapshot 1\n"] + ["file\t%s\t%d\t%s\t%s\n" % (it["mode"], it["size_bytes"], it["sha256"], it["path"])
                                     for it in entries]
    return entries, where, hashlib.sha256("".join(lines).encode()).hexdigest()


def upload(client, folder):
    entries, where, identity = manifest(folder)
    if client.call("HEAD", "/snapshots/" + identity)[0] == 200:
        return identity
    packed = gzip.compress(json.dumps({"files": entries}).encode())

    def post():
        return client.call("POST", "/snapshots", packed, Content_Type="application/json", Content_Encoding="gzip")

    def put(digest):
        with open(where[digest], "rb") as file:
            return client.call("PUT", "/blobs/" + digest, file, Content_Length=str(os.path.getsize(where[digest])))[0]

    status, answer = post()
    if status == 409:
        with ThreadPoolExecutor(LINES) as lines:
            assert set(lines.map(put, json.loads(answer)["missing"])) == {204}
        status, answer = post()
    assert status in (200, 201) and json.loads(answer)["id"] == identity, answer
    return identity


def project(folder, files=1000):
    """Sizes as in a project of source code: most small, a few large."""
    dice = random.Random(os.urandom(8))
    for number in range(files):
        path = os.path.join(folder, "package%02d" % (number // 40), "module%04d.py" % number)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(dice.randbytes(min(500_000, int(dice.lognormvariate(8.3, 1.2)))))
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def resident(process):
    with open("/proc/%s/status" % process) as status:
        return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmRSS"))


class Memory(threading.Thread):
    """The most that a process had, and what it had before."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process, self.over = process, threading.Event()
        self.before = self.most = resident(process) if process else 0

    def run(self):
        while self.process and not self.over.wait(0.05):
            self.most = max(self.most, resident(self.process))

    def said(self):
        self.over.set()
        return "  gateway %d MiB, before %d" % (self.most, self.before) if self.process else ""


def measured(name, total, work, process=None):
    Wire.sent = Wire.received = 0
    memory = Memory(process)
    memory.start()
    begin = time.monotonic()
    work()
    seconds = time.monotonic() - begin
    print("%-28s %7.2f s  sent %10d (%6.2f %%)  received %8d (%5.2f %%)%s" % (
        name, seconds, Wire.sent, 100 * Wire.sent / total, Wire.received, 100 * Wire.received / total, memory.said()))


def rsync(name, folder, copy):
    begin = time.monotonic()
    said = subprocess.run(["rsync", "-a", "--stats", "--no-whole-file", folder + "/", copy], capture_output=True, text=True, check=True)
    sent = [line for line in said.stdout.splitlines() if line.startswith("Total bytes")]
    print("%-28s %7.2f s  %s" % (name, time.monotonic() - begin, "; ".join(sent)))


def main():
    client = Client(sys.argv[1], sys.argv[2])
    large = int(sys.argv[3]) if len(sys.argv) > 3 else 1024
    process = sys.argv[4] if len(sys.argv) > 4 else None
    with tempfile.TemporaryDirectory() as top:
        folder, copy = os.path.join(top, "project"), os.path.join(top, "copy")
        total = project(folder)
        print("1,000 files, %d bytes" % total)
        compare = shutil.which("rsync")
        for name in ("first time", "unchanged", "one file changed"):
            if name == "one file changed":
                with open(os.path.join(folder, "package00", "module0000.py"), "ab") as file:
                    file.write(b"# changed\n")
            measured(name, total, lambda: upload(client, folder), process)
            if compare:
                rsync("rsync, " + name, folder, copy)
        if not compare:
            print("rsync is not installed")
        one = os.path.join(top, "large")
        os.mkdir(one)
        with open(os.path.join(one, "weights"), "wb") as file:
            for _ in range(large):
                file.write(os.urandom(1 << 20))
        if large:
            measured("one file of %s MiB" % large, large << 20, lambda: upload(client, one), process)


main()
