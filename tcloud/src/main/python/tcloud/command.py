"""The command line: which verb, with what."""

import argparse
import difflib
import os
import sys

from . import VERSION, cluster, files, jobs, login, settings, show, whatif
from . import output as written
from .api import Api
from .trouble import INTERRUPTED, NOT_YET, USAGE, Trouble

NOT_YET_VERBS = {
    "cp": "files are not copied on the cluster yet; tcloud download and tcloud upload carry them",
    "add": "environments are not built yet; activate one that exists on the nodes in your script",
    "install": "environments are not built yet; activate one that exists on the nodes in your script",
    "env": "environments are not built yet; activate one that exists on the nodes in your script",
    "dataset": "data sets are not registered yet; name paths that exist on the nodes",
    "template": "templates are not kept by the server yet",
    "shell": "sessions inside a job are not there yet",
    "jupyter": "sessions inside a job are not there yet",
    "forward": "ports of a job are not forwarded yet",
}
EPILOG = """status: 0 done; with wait, submit --wait and --follow that of the job (TIMEOUT 124, CANCELLED 123, NODE_FAILED 121);
64 wrong usage, 65 the profile has problems, 66 no such job or file, 69 server not reachable, 70 not there yet,
75 try again later, 76 refused, 77 not signed in or not allowed.
environment: TCLOUD_SERVER, TCLOUD_TOKEN, TCLOUD_PROJECT, TCLOUD_OUTPUT, TCLOUD_CONFIG (folder), NO_COLOR."""


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.print_usage(sys.stderr)
        self.exit(USAGE, "tcloud: %s\n" % message)

    def _check_value(self, action, value):
        """A mistyped verb is answered with the nearest one, not with the list of all."""
        if action.dest == "verb" and value not in action.choices:
            nearest = difflib.get_close_matches(value, action.choices, 1)
            raise Trouble("There is no verb %s%s" % (
                value, "; did you mean %s?" % nearest[0] if nearest else "; tcloud --help names them."), USAGE)
        super()._check_value(action, value)


def common(default):
    """Switches that may stand before the verb or after it."""
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--server", default=default, help="address of the gateway")
    parser.add_argument("--token", default=default, help="an access token, instead of that of the login")
    return parser


def parser():
    top = Parser(
        prog="tcloud", description="Jobs on the GPUs of the campus.", epilog=EPILOG, parents=[common(None)],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version="tcloud " + VERSION)
    verbs = top.add_subparsers(dest="verb", metavar="VERB", parser_class=Parser)

    def verb(name, help, shown=False):
        added = verbs.add_parser(name, help=help, parents=[common(argparse.SUPPRESS)])
        if shown:
            added.add_argument("-o", "--output", choices=("table", "json", "csv"))
        return added

    verb("login", "sign in with a browser").add_argument("address", nargs="?", help="of the gateway")
    verb("logout", "forget the login")
    verb("whoami", "who you are here", True)
    verb("init", "write a tuxiv.conf").add_argument("folder", nargs="?", default=".")
    verbs.add_parser("submit", help="hand in a job: [sbatch options] [--wait | --follow] [--folder F | --alone] [tuxiv.conf | script.sh [args]]")
    verbs.add_parser("validate", help="what a job would become, without handing it in")
    ps = verb("ps", "your jobs that are not over, or the ones that are named", True)
    ps.add_argument("-j", dest="also", action="append", default=[], metavar="JOB")
    ps.add_argument("-a", "--all", action="store_true", help="also those that are over")
    ps.add_argument("--everybody", action="store_true", help="all that you may see")
    ps.add_argument("jobs", nargs="*", metavar="JOB")
    for name, help in (("cancel", "end jobs"), ("hold", "keep jobs from starting"), ("release", "let held jobs go"), ("requeue", "start jobs anew")):
        many = verb(name, help)
        many.add_argument("-j", dest="also", action="append", default=[], metavar="JOB")
        many.add_argument("--reason", help="for those who look later")
        many.add_argument("jobs", nargs="*", metavar="JOB")
    logs = verb("logs", "what a job wrote")
    logs.add_argument("-f", "--follow", action="store_true", help="go on until it is over")
    logs.add_argument("-j", dest="also", metavar="JOB")
    logs.add_argument("--rank", type=int, default=0)
    logs.add_argument("--tail", type=int, metavar="LINES")
    logs.add_argument("--attempt", type=int)
    logs.add_argument("job", nargs="?", metavar="JOB")
    ls = verb("ls", "files of yours on the cluster, or of a job", True)
    ls.add_argument("-r", "--recursive", action="store_true", help="also what is further down")
    ls.add_argument("-l", "-a", action="store_true", help=argparse.SUPPRESS)
    ls.add_argument("folder", nargs="?", default="")
    cat = verb("cat", "a file of yours or of a job; what a job wrote if none is named")
    cat.add_argument("file", nargs="?")
    upload = verb("upload", "send a file or a folder to your directory on the cluster")
    upload.add_argument("-c", action="store_true", help=argparse.SUPPRESS)
    upload.add_argument("local")
    upload.add_argument("remote", nargs="?", default="")
    download = verb("download", "fetch a file or a folder from there, or from a job")
    download.add_argument("-r", action="store_true", help=argparse.SUPPRESS)
    download.add_argument("remote", nargs="?", default="")
    download.add_argument("local", nargs="?", default="")
    for one in (ls, cat, download):
        one.add_argument("-j", dest="also", metavar="JOB", help="of this job")
    verb("rm", "remove files or empty folders of yours").add_argument("files", nargs="+", metavar="FILE")
    verb("wait", "until jobs are over; ends as they do", True).add_argument("jobs", nargs="+", metavar="JOB")
    verb("explain", "why a job is where it is", True).add_argument("job", metavar="JOB")
    verb("history", "what happened to a job", True).add_argument("job", metavar="JOB")
    verb("gpus", "GPUs by model, and how many are free", True)
    verb("nodes", "nodes and what they have", True)
    verb("reservations", "nodes that are kept for somebody, or for maintenance", True)
    verb("usage", "GPU time that was used", True).add_argument("--by", choices=("user", "project", "job"), default="project")
    verb("quota", "limits of yours and of your projects", True)
    asks(verb("whatif", "what if another rule decided, or there were other nodes, limits or failures", True))
    config = verb("config", "show or change a setting: server, output, project")
    config.add_argument("-u", dest="user", help=argparse.SUPPRESS)
    config.add_argument("-f", dest="key", help=argparse.SUPPRESS)
    config.add_argument("name", nargs="?")
    config.add_argument("value", nargs="?")
    return top


def asks(what):
    what.add_argument("simulation", nargs="?", metavar="SIMULATION", help="show this one again")
    what.add_argument("--rule", help="sing, fcfs, easy, campus or fairshare")
    what.add_argument("--nodes", type=int, help="so many in all")
    what.add_argument("--gpus-per-node", type=int, help="of those that are added; of a trace, of all")
    what.add_argument("--limit", action="append", default=[], metavar="user:NAME:LIMIT=N", help="running_jobs, running_gpus or nodes_per_job; * is everybody")
    what.add_argument("--mtbf", type=float, metavar="HOURS", help="nodes fail by chance, each after so long on average")
    what.add_argument("--repair", type=float, metavar="HOURS", help="and are away for so long; 12")
    what.add_argument("--outage", action="append", default=[], metavar="NODE:AFTER+FOR", help="a node is away, in seconds from now")
    what.add_argument("--trace", metavar="FILE", help="of these jobs instead of the queue: SWF, sacct --parsable2 or columns")
    what.add_argument("--form", help="swf, sacct, philly, venus or sing; else it is guessed")
    what.add_argument("--since", metavar="DAY", help="of the jobs that were submitted from then on (operators)")
    what.add_argument("--until", metavar="DAY", help="and before then")
    what.add_argument("--on", metavar="NODESxGPUS", help="on these machines instead of those of now, both times")
    what.add_argument("--seed", type=int, help="of all chance; 0")
    what.add_argument("--no-wait", action="store_true", help="only say its name")
    what.add_argument("--list", action="store_true", help="those that were asked")
    what.add_argument("--cancel", metavar="SIMULATION", help="its answer is not wanted any more")


def with_words(words):
    """submit and validate read their own words, because those are sbatch's; the common switches go before."""
    for at, word in enumerate(words):
        if word in ("submit", "validate") and not any(known in words[:at] for known in ("config", "init")):
            return words[:at], word, words[at + 1:]
        if not word.startswith("-") and (at == 0 or words[at - 1] not in ("--server", "--token")):
            return None
    return None


def run(words):
    split = with_words(words)
    if split and not {"-h", "--help"} & set(split[2][:1]):
        options = parser().parse_args(split[0])
        options.verb, options.words = split[1], split[2]
    else:
        first = next((word for word in words if not word.startswith("-")), None)
        if first in NOT_YET_VERBS:
            raise Trouble("%s: %s." % (first, NOT_YET_VERBS[first]), NOT_YET)
        options = parser().parse_args(words)
    if not options.verb:
        parser().print_help()
        return 0
    if options.verb in AT_HOME:
        return VERBS[options.verb](None, options)
    server = settings.address(options.server or settings.taste("server"))
    return VERBS[options.verb](Api(server, options.token), options)


def output(options):
    return options.output or settings.taste("output")


def sign_in(api, options):
    if options.address:
        settings.prefer("server", options.address)
        api.server = settings.address(options.address)
    login.login(api.server, login.say)
    return cluster.whoami(api, "table")


def sign_out(api, options):
    login.forget(api.server)
    return 0


def many(api, options):
    ids = options.also + options.jobs
    if not ids:
        raise Trouble("Name a job: tcloud %s JOB" % options.verb, USAGE)
    return jobs.each(api, options.verb, ids, options.reason)


def one_log(api, options):
    job = options.also or options.job
    if not job:
        raise Trouble("Name a job: tcloud logs JOB", USAGE)
    return written.logs(api, job, options.follow, options.rank, options.tail, options.attempt)


def cat(api, options):
    if options.file:
        return files.cat(api, options.also, options.file)
    if not options.also:
        raise Trouble("Name a file, or a job: tcloud cat FILE, tcloud cat -j JOB", USAGE)
    return written.logs(api, options.also, False, 0, None, None)


def download(api, options):
    if not options.remote and not options.also:
        raise Trouble("Name a file or a folder: tcloud download REMOTE", USAGE)
    return files.download(api, options.also, options.remote, options.local)


def config(api, options):
    if options.user or options.key:
        raise Trouble("config: names and key files are not needed any more; sign in with: tcloud login", USAGE)
    if options.name and options.value is not None:
        settings.prefer(options.name, options.value)
        return 0
    known = {name: settings.taste(name) for name in settings.TASTES}
    if options.name and options.name not in known:
        raise Trouble("There is no setting %s; there are %s." % (options.name, ", ".join(sorted(known))), USAGE)
    if options.name:
        print(known[options.name])
    else:
        show.fields(known, sorted(known.items()), "table")
    return 0


# These ask no server.
AT_HOME = ("init", "config")

VERBS = {
    "login": sign_in,
    "logout": sign_out,
    "whoami": lambda api, options: cluster.whoami(api, output(options)),
    "init": lambda api, options: cluster.init(options.folder),
    "submit": lambda api, options: jobs.submit(api, options.words),
    "validate": lambda api, options: jobs.validate(api, options.words),
    "ps": lambda api, options: jobs.ps(api, options.also + options.jobs, options.all, options.everybody, output(options)),
    "cancel": many, "hold": many, "release": many, "requeue": many,
    "logs": one_log,
    "ls": lambda api, options: files.ls(api, options.also, options.folder, options.recursive, output(options)),
    "cat": cat,
    "upload": lambda api, options: files.upload(api, options.local, options.remote),
    "download": download,
    "rm": lambda api, options: files.remove(api, options.files),
    "wait": lambda api, options: jobs.wait(api, options.jobs, output(options)),
    "explain": lambda api, options: jobs.explain(api, options.job, output(options)),
    "history": lambda api, options: jobs.history(api, options.job, output(options)),
    "gpus": lambda api, options: cluster.gpus(api, output(options)),
    "nodes": lambda api, options: cluster.nodes(api, output(options)),
    "reservations": lambda api, options: cluster.reservations(api, output(options)),
    "usage": lambda api, options: cluster.usage(api, options.by, output(options)),
    "quota": lambda api, options: cluster.quota(api, output(options)),
    "whatif": lambda api, options: whatif.whatif(api, options, output(options)),
    "config": config,
}


def main(words):
    try:
        return run(words)
    except Trouble as trouble:
        print(show.paint("tcloud: ", "red", sys.stderr) + str(trouble), file=sys.stderr)
        if trouble.problem.get("request_id") and trouble.status >= 76:
            print("request %s" % trouble.problem["request_id"], file=sys.stderr)
        return trouble.status
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; the interpreter must not complain when it flushes at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
