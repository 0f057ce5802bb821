"""What is kept between two calls: the server, tastes, and the tokens of a login."""

import json
import os
import tempfile

from .trouble import USAGE, Trouble

DEFAULT_SERVER = "http://127.0.0.1:8080"
TASTES = {"server": DEFAULT_SERVER, "output": "table", "project": ""}


def folder():
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return os.environ.get("TCLOUD_CONFIG") or os.path.join(base, "tcloud")


def read(name):
    path = os.path.join(folder(), name)
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Trouble("%s cannot be read (%s); remove it and try again." % (path, error), USAGE)


def write(name, content):
    """For its owner only, and never half-written: two calls may end at the same time."""
    try:
        os.makedirs(folder(), mode=0o700, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=folder())
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, indent=2)
            file.write("\n")
        os.replace(draft, os.path.join(folder(), name))
    except OSError as error:
        raise Trouble("%s cannot be written: %s." % (folder(), error.strerror), USAGE)


def taste(name):
    return os.environ.get("TCLOUD_" + name.upper()) or read("config.json").get(name) or TASTES[name]


def address(text):
    """Of a gateway, as a request needs it."""
    if not text.startswith(("http://", "https://")):
        raise Trouble("A server is an address such as https://gpu.campus.example, not %s." % text, USAGE)
    return text.rstrip("/")


def prefer(name, value):
    if name not in TASTES:
        raise Trouble("There is no setting %s; there are %s." % (name, ", ".join(sorted(TASTES))), USAGE)
    if name == "server":
        value = address(value)
    if name == "output" and value not in ("table", "json", "csv"):
        raise Trouble("The output is table, json or csv, not %s." % value, USAGE)
    config = read("config.json")
    config[name] = value
    write("config.json", config)
