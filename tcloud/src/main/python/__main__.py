import sys

if sys.version_info < (3, 9):
    sys.exit("tcloud needs Python 3.9 or newer; this is %d.%d." % sys.version_info[:2])

from tcloud.command import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
