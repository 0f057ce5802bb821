"""Requests and their repetition. What is repeated carries the key of the first try, so it happens once."""

import http.client
import json
import socket
import time
import urllib.error
import urllib.request

from .trouble import BAD_PROFILE, NOT_ALLOWED, NOT_FOUND, REFUSED, TRY_LATER, UNREACHABLE, Trouble

# Refusals that only another profile changes.
IN_THE_PROFILE = ("invalid-profile", "unknown-dependency", "never-fits")
PATIENCE = 30
TRIES = 5
REPEATED = (429, 502, 503, 504)


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The interface redirects nothing; a redirect would carry the token to somebody else."""

    def redirect_request(self, *args):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def send(method, url, headers=None, body=None, stream=False):
    """Status, headers and body; a network that fails and a server that is busy are asked again.

    A body that is a function gives its pieces anew for each try."""
    for attempt in range(TRIES):
        last = attempt == TRIES - 1
        data = body() if callable(body) else body
        request = urllib.request.Request(url, method=method, data=data, headers=headers or {})
        try:
            answer = OPENER.open(request, timeout=None if stream else PATIENCE)
            return answer.status, answer.headers, answer if stream else answer.read()
        except urllib.error.HTTPError as error:
            with error:
                text = error.read()
            in_flight = error.code == 409 and b"request-in-flight" in text
            if last or not (error.code in REPEATED or in_flight):
                return error.code, error.headers, text
            time.sleep(wait(error.headers.get("Retry-After"), attempt))
        except (urllib.error.URLError, http.client.HTTPException, socket.timeout, OSError) as error:
            if last or refused(error):
                raise Trouble("%s cannot be reached: %s." % (url.split("/", 3)[2], reason(error)), UNREACHABLE)
            time.sleep(wait(None, attempt))


def refused(error):
    return isinstance(getattr(error, "reason", error), (ConnectionRefusedError, socket.gaierror))


def reason(error):
    why = getattr(error, "reason", error)
    return getattr(why, "strerror", None) or str(why) or type(why).__name__


def wait(asked, attempt):
    if asked and asked.isdigit():
        return min(int(asked), 30)
    return 0.5 * 2 ** attempt


def problem(status, body):
    """The gateway's problem as a trouble."""
    try:
        told = json.loads(body)
    except ValueError:
        told = {}
    if not isinstance(told, dict) or "code" not in told:
        return Trouble("The server answered with status %d, and not as SING does." % status, REFUSED)
    if status == 401:
        return Trouble("You are not signed in: tcloud login", NOT_ALLOWED, told)
    codes = {403: NOT_ALLOWED, 404: NOT_FOUND, 429: TRY_LATER, 503: TRY_LATER}
    code = BAD_PROFILE if told["code"] in IN_THE_PROFILE else codes.get(status, REFUSED)
    return Trouble(told.get("detail") or told.get("title") or told["code"], code, told)
