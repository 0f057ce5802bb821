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

    def post(self, path, body=b"{}", kind="application/json", **query):
        """With a key of its own, so that a repetition on the way changes nothing."""
        headers = {"Content-Type": kind, "Idempotency-Key": str(uuid.uuid4())}
        status, text = self.request("POST", path, query, headers, body)
        return status, json.loads(text)

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
        query = {name: value for name, value in query.items() if value not in (None, "")}
        url = self.server + "/api/v1" + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = dict(headers or {}, Authorization="Bearer " + login.token(self.server, self.given))
        headers["User-Agent"] = "tcloud"
        status, _, answer = send(method, url, headers, body, stream)
        if status >= 300:
            raise problem(status, answer)
        return status, answer
