"""The gateway as the verbs see it."""

import json
import urllib.parse
import uuid

from . import login
from .http import problem, send


class Api:
    def __init__(self, server, token=None):
        self.server = server
        self.given = token

    def get(self, path, **query):
        return json.loads(self.request("GET", path, query)[1])

    def has(self, path):
        """Whether it is there, without a word about it."""
        status, _, answer = self.ask("HEAD", path, {}, {}, None, False)
        if status not in (200, 404):
            raise problem(status, answer)
        return status == 200

    def put(self, path, pieces, size):
        """The bytes of a file; pieces is a function, because a request may be repeated."""
        self.request("PUT", path, {}, {"Content-Type": "application/octet-stream", "Content-Length": str(size)}, pieces)

    def delete(self, path):
        self.request("DELETE", path, {})

    def post(self, path, body=b"{}", kind="application/json", packed=False, **query):
        """With a key of its own, so that a repetition on the way changes nothing."""
        headers = {"Content-Type": kind, "Idempotency-Key": str(uuid.uuid4())}
        if packed:
            headers["Content-Encoding"] = "gzip"
        status, text = self.request("POST", path, query, headers, body)
        return status, json.loads(text)

    def open(self, path, headers):
        """Status, headers and a body that is still to be read."""
        status, told, answer = self.ask("GET", path, {}, headers, None, True)
        if status >= 300:
            raise problem(status, answer)
        return status, told, answer

    def stream(self, path, **query):
        return self.request("GET", path, query, stream=True)[1]

    def pages(self, path, most, **query):
        """The items of all pages, up to as many as are wanted."""
        items = []
        while len(items) < most:
            page = self.get(path, **query, limit=min(most - len(items), 200))
            items += page["items"]
            if "next_cursor" not in page:
                break
            query["cursor"] = page["next_cursor"]
        return items

    def request(self, method, path, query, headers=None, body=None, stream=False):
        status, _, answer = self.ask(method, path, query, headers, body, stream)
        if status >= 300:
            raise problem(status, answer)
        return status, answer

    def ask(self, method, path, query, headers, body, stream):
        query = {name: value for name, value in query.items() if value not in (None, "")}
        url = self.server + "/api/v1" + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = dict(headers or {}, Authorization="Bearer " + login.token(self.server, self.given))
        headers["User-Agent"] = "tcloud"
        return send(method, url, headers, body, stream)
