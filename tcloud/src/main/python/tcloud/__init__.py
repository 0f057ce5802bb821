"""The command line of SING: everything that a researcher needs of the cluster, from a laptop."""

VERSION = "0.1.0"
