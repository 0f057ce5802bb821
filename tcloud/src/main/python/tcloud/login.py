"""Signing in with a code that is typed into a browser, and the token that comes of it."""

import json
import os
import sys
import time
import urllib.parse

from . import settings
from .http import send
from .trouble import NOT_ALLOWED, UNREACHABLE, Trouble

CLIENT = "tcloud"
EARLY = 30
LOCAL = ("127.0.0.1", "localhost", "::1")


def form(url, **fields):
    body = urllib.parse.urlencode(fields).encode()
    status, _, text = send("POST", url, {"Content-Type": "application/x-www-form-urlencoded"}, body)
    try:
        return status, json.loads(text)
    except ValueError:
        raise Trouble("The identity provider answered with status %d, and not as one does." % status, UNREACHABLE)


def endpoints(server):
    """The gateway says who signs people in, the provider where."""
    status, _, text = send("GET", server + "/console-config.json")
    if status != 200:
        raise Trouble("%s is no SING server (status %d)." % (server, status), UNREACHABLE)
    issuer = json.loads(text)["issuer"]
    status, _, text = send("GET", issuer + "/.well-known/openid-configuration")
    if status != 200:
        raise Trouble("The identity provider %s does not answer (status %d)." % (issuer, status), UNREACHABLE)
    return json.loads(text)


def login(server, say):
    if server.startswith("http://") and urllib.parse.urlsplit(server).hostname not in LOCAL:
        say("Note: %s is not encrypted; others on the way can read your token." % server)
    where = endpoints(server)
    status, asked = form(where["device_authorization_endpoint"], client_id=CLIENT, scope="openid")
    if status != 200:
        raise Trouble("The identity provider refuses: %s." % asked.get("error_description", asked.get("error")), NOT_ALLOWED)
    say("Open this in a browser, and see that it shows the code %s:" % asked["user_code"])
    say("  " + asked.get("verification_uri_complete", asked["verification_uri"]))
    keep(server, where["token_endpoint"], poll(where["token_endpoint"], asked))


def poll(url, asked):
    interval = asked.get("interval", 5)
    end = time.monotonic() + asked.get("expires_in", 600)
    while time.monotonic() < end:
        time.sleep(interval)
        status, answer = form(
            url,
            grant_type="urn:ietf:params:oauth:grant-type:device_code",
            client_id=CLIENT,
            device_code=asked["device_code"],
        )
        if status == 200:
            return answer
        if answer.get("error") == "slow_down":
            interval += 5
        elif answer.get("error") != "authorization_pending":
            raise Trouble("It was not allowed: %s." % answer.get("error_description", answer.get("error")), NOT_ALLOWED)
    raise Trouble("Nobody confirmed the code in time; try again.", NOT_ALLOWED)


def keep(server, endpoint, answer):
    kept = settings.read("tokens.json")
    kept[server] = {
        "access": answer["access_token"],
        "refresh": answer.get("refresh_token", ""),
        "until": time.time() + answer.get("expires_in", 60),
        "endpoint": endpoint,
    }
    settings.write("tokens.json", kept)


def forget(server):
    kept = settings.read("tokens.json")
    if kept.pop(server, None):
        settings.write("tokens.json", kept)


def token(server, given=None):
    """The token that was given, or that of the last login, renewed when it is about to end."""
    given = given or os.environ.get("TCLOUD_TOKEN")
    if given:
        return given.strip()
    kept = settings.read("tokens.json").get(server)
    if not kept:
        raise Trouble("You are not signed in: tcloud login %s" % server, NOT_ALLOWED)
    if time.time() < kept["until"] - EARLY:
        return kept["access"]
    status, answer = form(kept["endpoint"], grant_type="refresh_token", client_id=CLIENT, refresh_token=kept["refresh"])
    if status != 200:
        forget(server)
        raise Trouble("Your login has ended: tcloud login %s" % server, NOT_ALLOWED)
    keep(server, kept["endpoint"], answer)
    return answer["access_token"]


def say(line):
    print(line, file=sys.stderr, flush=True)
