"""What people and programs get to see: tables, JSON, CSV, colours on a terminal, and where a file is wrong."""

import csv
import datetime
import json
import os
import sys

COLOURS = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "bold": 1, "grey": 90}
STATES = {
    "RUNNING": "green", "SUCCEEDED": "green", "FAILED": "red", "OUT_OF_MEMORY": "red", "TIMEOUT": "red", "NODE_FAILED": "red",
    "REJECTED": "red", "HELD": "yellow", "CANCELLED": "grey", "LOST": "red", "SUSPECT": "yellow", "DRAINING": "yellow",
}


def coloured(stream):
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def paint(text, colour, stream=None):
    stream = stream or sys.stdout
    return "\033[%dm%s\033[0m" % (COLOURS[colour], text) if colour and coloured(stream) else text


def plain(text):
    """Somebody's words without what would steer the terminal."""
    return "".join(c if c.isprintable() else "?" for c in str(text))


def many(count, thing):
    return "%d %s%s" % (count, thing, "" if count == 1 else "s")


def rows(items, columns, output, colour_of=None):
    """columns: pairs of a title and a function of an item."""
    if output == "json":
        print(json.dumps(items, indent=2))
        return
    table = [[cell(read(item)) for _, read in columns] for item in items]
    titles = [title for title, _ in columns]
    if output == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows([[title.lower() for title in titles]] + table)
        return
    widths = [max(len(row[at]) for row in [titles] + table) for at in range(len(titles))]
    print(paint(line(titles, widths), "bold"))
    for item, row in zip(items, table):
        print(paint(line(row, widths), colour_of(item) if colour_of else None))


def line(row, widths):
    return "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()


def cell(value):
    return "-" if value is None or value == "" else plain(value)


def fields(item, pairs, output):
    """One thing, a line for each of its fields."""
    if output == "json":
        print(json.dumps(item, indent=2))
        return
    known = [(name, cell(value)) for name, value in pairs if value not in (None, "")]
    if output == "csv":
        csv.writer(sys.stdout, lineterminator="\n").writerows([["field", "value"]] + [list(pair) for pair in known])
        return
    width = max(len(name) for name, _ in known)
    for name, value in known:
        print(paint(name.ljust(width), "bold") + "  " + value)


def when(text):
    """A moment in the time of this machine."""
    if not text:
        return None
    moment = datetime.datetime.fromisoformat(cut(text).replace("Z", "+00:00"))
    return moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def zone(text):
    """What the clock of this machine is called at that moment."""
    return datetime.datetime.fromisoformat(cut(text).replace("Z", "+00:00")).astimezone().strftime("%Z")


def cut(text):
    """Older Pythons read at most six digits of a second."""
    head, dot, tail = text.partition(".")
    digits = tail.rstrip("Z")
    return head + dot + digits[:6].ljust(6, "0") + "Z" if dot and tail.endswith("Z") else text


def duration(seconds):
    if not seconds:
        return "none"
    days, rest = divmod(int(seconds), 86400)
    text = "%d:%02d:%02d" % (rest // 3600, rest % 3600 // 60, rest % 60)
    return "%d-%s" % (days, text) if days else text


def size(number):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if number < 1024:
            return "%.4g %s" % (number, unit)
        number /= 1024
    return "%.4g TiB" % number


def problems(errors, name, text, script):
    """Each with its line of the file and a caret, as compilers do it."""
    lines = text.splitlines()
    out = []
    for error in errors:
        mine = error.get("line") and (not script or error.get("pointer") == "/script")
        place = "%s:%d:%d: " % (name, error["line"], error.get("column", 0)) if mine else ""
        out.append(place + plain(error["detail"]))
        if mine and error["line"] <= len(lines):
            written = lines[error["line"] - 1]
            out.append("    " + "".join(c if c.isprintable() else " " for c in written))
            if error.get("column"):
                out.append("    " + " " * (error["column"] - 1) + "^")
        if error.get("suggestion"):
            out.append("    did you mean: " + plain(error["suggestion"]))
    return out
