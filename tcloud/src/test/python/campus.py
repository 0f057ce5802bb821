"""A gateway and an identity provider that say what a test has told them to."""

import contextlib
import http.server
import io
import json
import os
import tempfile
import threading
import unittest
from unittest import mock

from tcloud.command import main

JOB = {
    "id": "job_01KBF3Q8Z6W2R9V4N7T1XHC5MD", "number": 4711, "name": "train", "state": "QUEUED", "state_short": "PD", "owner": "8c1f",
    "owner_name": "Alice", "project": "vision", "nodes": 2, "gpus_per_node": 4, "gpus": 8, "time_limit_seconds": 3600,
    "submitted_at": "2026-12-01T09:00:00.123456789Z", "attempt": 0, "node_names": [],
}


def job(**fields):
    return dict(JOB, **fields)


def problem(status, code, detail, **fields):
    return status, dict({"type": "urn:sing:problem:" + code, "title": code, "status": status, "detail": detail, "code": code, "request_id": "r-1"}, **fields)


class Asked:
    def __init__(self, handler, body):
        self.method, self.path, self.headers, self.body = handler.command, handler.path, dict(handler.headers), body


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        campus = self.server.campus
        asked = Asked(self, self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        campus.asked.append(asked)
        answers = campus.answers.get("%s %s" % (self.command, self.path.split("?")[0]))
        if answers:
            status, content, *headers = answers.pop(0) if len(answers) > 1 else answers[0]
        else:
            status, content, *headers = campus.elsewhere(asked)
        if status is None:
            self.close_connection = True
            self.connection.close()
            return
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        with contextlib.suppress(OSError):
            if self.command != "HEAD":
                self.wfile.write(body)

    do_GET = do_POST = do_HEAD = do_PUT = do_DELETE = answer

    def finish(self):
        with contextlib.suppress(OSError, ValueError):
            super().finish()

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


class Screen(io.StringIO):
    def isatty(self):
        return True


class CampusTest(unittest.TestCase):
    """Each test has a folder, a server, and no time to lose."""

    terminal = False

    def setUp(self):
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.campus = self
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        self.answers, self.asked, self.pauses = {}, [], []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TCLOUD_")}
        kept.update(TCLOUD_SERVER=self.url, TCLOUD_TOKEN="t0ken", TCLOUD_CONFIG=os.path.join(folder.name, "config"), TZ="UTC")
        for patch in (mock.patch.dict(os.environ, kept, clear=True), mock.patch("time.sleep", self.pauses.append)):
            patch.start()
            self.addCleanup(patch.stop)

    def elsewhere(self, asked):
        """What is answered to all else: the cluster has every snapshot, finds every profile good, and knows nothing more."""
        had = asked.method == "HEAD" and asked.path.startswith("/api/v1/snapshots")
        return (200, {}) if had or asked.path == "/api/v1/jobs/validate" else (404, {})

    def on(self, request, *answers):
        """What is answered, one after the other; the last one stays."""
        method, path = request.split(" ")
        if not path.startswith(("/realms", "/console-config")):
            path = "/api/v1" + path
        self.answers[method + " " + path] = list(answers)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def tcloud(self, *words):
        """Status, output and errors."""
        raw = io.BytesIO()
        out, err = io.TextIOWrapper(raw, encoding="utf-8", write_through=True), Screen() if self.terminal else io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(list(words))
            except SystemExit as end:
                status = end.code
        return status, raw.getvalue().decode(), err.getvalue()

    def sent(self, request):
        return [asked for asked in self.asked if "%s %s" % (asked.method, asked.path.split("?")[0]) == request]
