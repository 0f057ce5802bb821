"""How far it is: a bar on a terminal, nothing elsewhere."""

import sys
import threading
import time

from . import show
from .trouble import NOT_FOUND, Trouble

WIDTH = 24
PAUSE = 0.1
PIECE = 1 << 18


class Bar:
    """Bytes of so many; several threads may add."""

    def __init__(self, label, total):
        self.label, self.total, self.done = label, total, 0
        self.lock = threading.Lock()
        self.visible = sys.stderr.isatty() and total > 0
        self.drawn = time.monotonic()

    def add(self, count):
        with self.lock:
            self.done += count
            if self.visible and time.monotonic() - self.drawn >= PAUSE:
                self.drawn = time.monotonic()
                self.draw()

    def draw(self):
        part = min(1, self.done / self.total)
        filled = int(part * WIDTH)
        bar = "#" * filled + "." * (WIDTH - filled)
        sys.stderr.write("\r%s [%s] %3d %% of %s " % (self.label, bar, part * 100, show.size(self.total)))
        sys.stderr.flush()

    def __enter__(self):
        return self

    def __exit__(self, *failed):
        """What is done is not worth a line of its own; what broke off shows how far it came."""
        if self.visible:
            sys.stderr.write("\n" if failed[0] else "\r\033[K")
            sys.stderr.flush()


def pieces(path, bar):
    """A function that reads the file anew each time; then the bar goes back to where it was."""
    told = 0

    def read():
        nonlocal told
        bar.add(-told)
        told = 0
        try:
            with open(path, "rb") as file:
                for piece in iter(lambda: file.read(PIECE), b""):
                    yield piece
                    told += len(piece)
                    bar.add(len(piece))
        except OSError as error:
            raise Trouble("%s cannot be read: %s." % (path, error.strerror), NOT_FOUND)

    return read
