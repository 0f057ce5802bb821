"""Which names of a folder stay at home: its .tcloudignore, or else its .gitignore, read as git reads its own."""

import os
import re

FILES = (".tcloudignore", ".gitignore")
# What no job needs, unless the file says '!name'.
USUAL = (".git/", ".hg/", ".svn/", "__pycache__/", "*.pyc", ".ipynb_checkpoints/", ".venv/", ".DS_Store")
GLOBS = (("/**/", "/(?:.*/)?"), ("/**", "/.+"), ("**/", "(?:.*/)?"), ("*", "[^/]*"), ("?", "[^/]"))


class Ignored:
    """Rules in the order in which they were read; the last one that fits a name decides."""

    def __init__(self, file, rules=None):
        self.file = file
        self.rules = [rule(line, "") for line in USUAL] if rules is None else rules

    @staticmethod
    def of(project):
        """The project's folder decides which file is read, there and further down."""
        return Ignored(next((name for name in FILES if os.path.exists(os.path.join(project, name))), FILES[-1]))

    def within(self, folder, below):
        """The rules for a folder, with those of its own file; below is its path with a slash, or nothing."""
        added = [rule(line, below) for line in lines(os.path.join(folder, self.file))]
        return Ignored(self.file, self.rules + added) if added else self

    def fits(self, path, is_folder):
        for pattern, folders_only, ignored in reversed(self.rules):
            if (is_folder or not folders_only) and pattern.fullmatch(path):
                return ignored
        return False


def lines(file):
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as text:
            for line in text.read().split("\n"):
                line = re.sub(r"(?<!\\)[ \r\t]+$", "", line)
                if line and not line.startswith("#"):
                    yield line
    except FileNotFoundError:
        return


def rule(line, below):
    """A pattern of whole paths, whether it is about folders only, and whether it keeps at home or lets go."""
    ignored = not line.startswith("!")
    name = line[0 if ignored else 1:]
    anywhere = "/" not in name.rstrip("/")
    try:
        pattern = re.compile(re.escape(below) + ("(?:.*/)?" if anywhere else "") + expression(name.strip("/")), re.S)
    except re.error:
        pattern = re.compile("(?!)")
    return pattern, name.endswith("/"), ignored


def expression(name):
    out, at = "", 0
    while at < len(name):
        meant = next(((glob, meaning) for glob, meaning in GLOBS if stands(glob, name, at)), None)
        if meant:
            out, at = out + meant[1], at + len(meant[0])
        else:
            piece, at = literal(name, at)
            out += piece
    return out


def stands(glob, name, at):
    """Two stars are special between slashes only, and where the name begins or ends."""
    if glob == "/**" and at + 3 != len(name) or glob == "**/" and at != 0:
        return False
    return name.startswith(glob, at)


def literal(name, at):
    """One character, escaped or not, or one of a set."""
    if name[at] == "\\" and at + 1 < len(name):
        return re.escape(name[at + 1]), at + 2
    chosen = re.compile(r"\[([!^]?)(\]?(?:\\.|[^\]\\])*)\]").match(name, at)
    if not chosen:
        return re.escape(name[at]), at + 1
    members = re.sub(r"([\[&~|^])", r"\\\1", chosen.group(2))
    if members.startswith("]"):
        members = "\\" + members
    return "(?!/)[%s%s]" % ("^" if chosen.group(1) else "", members), chosen.end()
