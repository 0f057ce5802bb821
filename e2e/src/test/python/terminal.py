"""An afternoon of a researcher in a terminal: tcloud as the gateway serves it, a login in a browser, scripts for Slurm.

Environment: SERVER, PYZ (the file), FOLDER (to work in), WHO and PASSWORD of an account.
"""

import html
import http.cookiejar
import json
import os
import pty
import re
import select
import subprocess
import sys
import unittest
import urllib.parse
import urllib.request

SERVER, PYZ, FOLDER = os.environ["SERVER"], os.environ["PYZ"], os.environ["FOLDER"]
PATIENCE = 120
DDP = """#!/bin/bash
#SBATCH --job-name=terminal
#SBATCH --gres=gpu:1 --time=10
#SBATCH --mail-type=END
cd "$SLURM_SUBMIT_DIR" || exit 9
nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )
echo "one=$1 two=$2 job=$SLURM_JOB_ID partition=$SLURM_JOB_PARTITION nodes=${#nodes[@]} tasks=$SLURM_NTASKS"
srun --ntasks=1 bash -c 'echo rank=$SLURM_PROCID gpus=$SLURM_GPUS_ON_NODE'
squeue -h -j $SLURM_JOB_ID -o "state %T"
exit 7
"""


class Terminal:
    """A command in a terminal of its own, read while it runs."""

    def __init__(self, *words):
        ours, theirs = pty.openpty()
        self.screen, self.ours = "", ours
        environment = dict(os.environ, TERM="xterm", TCLOUD_CONFIG=os.path.join(FOLDER, "config"))
        self.process = subprocess.Popen(
            [sys.executable, PYZ, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=FOLDER, start_new_session=True)
        os.close(theirs)

    def read(self):
        """False when nothing comes any more."""
        if not select.select([self.ours], [], [], PATIENCE)[0]:
            raise AssertionError("nothing more came after: " + self.screen)
        try:
            piece = os.read(self.ours, 4096)
        except OSError:
            return False
        self.screen += piece.decode()
        return bool(piece)

    def until(self, pattern):
        while not re.search(pattern, self.screen):
            if not self.read():
                raise AssertionError("%s is not in: %s" % (pattern, self.screen))
        return re.search(pattern, self.screen)

    def end(self):
        while self.read():
            pass
        os.close(self.ours)
        return self.process.wait(PATIENCE), self.screen.replace("\r\n", "\n")


def tcloud(*words):
    return Terminal(*words).end()


def browse(address, who, password):
    """Signs in on the pages of the identity provider and says yes."""
    policy = http.cookiejar.DefaultCookiePolicy(secure_protocols=("http", "https"))
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar(policy)))
    with browser.open(address) as page:
        text, at = page.read().decode(), page.url
    for fields in ({"username": who, "password": password}, {"accept": "Yes"}):
        form = re.search(r"<form\b.*?</form>", text, re.S).group(0)
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
        action = urllib.parse.urljoin(at, html.unescape(re.search(r'action="([^"]+)"', form).group(1)))
        with browser.open(action, urllib.parse.urlencode(dict(hidden, **fields)).encode()) as page:
            text, at = page.read().decode(), page.url


def script(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        file.write(text)
    return name


class AfternoonTest(unittest.TestCase):
    """The tests run in the order of their names; the first one signs in."""

    def test_1_a_login_is_confirmed_in_a_browser(self):
        terminal = Terminal("login", SERVER)
        browse(terminal.until(r"(http\S+user_code=\S+)").group(1), os.environ["WHO"], os.environ["PASSWORD"])
        status, screen = terminal.end()
        self.assertEqual(0, status, screen)
        self.assertIn("researcher", screen)

    def test_2_a_script_for_slurm_runs_unchanged_and_its_end_is_ours(self):
        status, screen = tcloud("submit", "--follow", script("ddp.sh", DDP), "a b", "c")
        self.assertEqual(7, status, screen)
        for line in (r"one=a b two=c job=\d+ partition=default nodes=1 tasks=1", "rank=0 gpus=1", "state RUNNING", "mail-type is accepted"):
            self.assertRegex(screen, line)

    def test_3_a_script_that_is_wrong_is_shown_with_its_line(self):
        status, screen = tcloud("submit", script("wrong.sh", "#!/bin/bash\n#SBATCH --node=2\ntrue\n"))
        self.assertEqual(65, status, screen)
        self.assertIn("wrong.sh:2:9: ", screen)
        self.assertIn("\n            ^\n", screen)
        self.assertIn("did you mean: nodes", screen)

    def test_4_a_job_is_seen_explained_and_ended(self):
        status, screen = tcloud("submit", "--gpus=1", script("long.sh", "#!/bin/sh\n#SBATCH -t 10\nsleep 300\n"))
        self.assertEqual(0, status, screen)
        job = re.search(r"Job (\d+)", screen).group(1)
        self.assertIn("long.sh", tcloud("ps")[1])
        self.assertEqual(0, tcloud("explain", job)[0])
        self.assertEqual(0, tcloud("cancel", "-j", job)[0])
        status, screen = tcloud("wait", job)
        self.assertEqual(123, status, screen)
        self.assertIn("CANCELLED", screen)
        self.assertNotIn(job, tcloud("ps")[1])
        self.assertIn("job.finished", tcloud("history", job)[1])

    def test_5_a_folder_goes_with_its_profile_and_what_changed_in_it_is_sent(self):
        os.makedirs(os.path.join(FOLDER, "project"), exist_ok=True)
        script("project/tuxiv.conf", "entrypoint:\n  - python3 train.py\njob:\n  name: profile\n")
        script("project/train.py", "import model\nprint('rate', model.RATE)\n")
        for rate, new in (1, "3 files, 3 of them new"), (2, "3 files, 1 of them new"):
            script("project/model.py", "RATE = %d\n" % rate)
            status, screen = tcloud("submit", "--wait", "project")
            self.assertEqual(0, status, screen)
            self.assertIn(new, screen)
            job = re.search(r"Job (\d+)", screen).group(1)
            self.assertEqual((0, "rate %d\n" % rate), tcloud("logs", job))
            self.assertEqual((0, "rate %d\n" % rate), tcloud("cat", "-j", job, "1/rank-0.out"))

    def test_5b_files_go_to_the_cluster_and_come_back(self):
        script("notes.txt", "a note\n" * 100000)
        self.assertEqual(0, tcloud("upload", "notes.txt", "kept/")[0])
        self.assertIn("kept/notes.txt", tcloud("ls", "-r")[1])
        self.assertEqual(0, tcloud("download", "kept", "back")[0])
        with open(os.path.join(FOLDER, "back", "notes.txt"), encoding="utf-8") as file:
            self.assertEqual("a note\n" * 100000, file.read())
        self.assertEqual(0, tcloud("rm", "kept/notes.txt")[0])
        self.assertNotIn("notes.txt", tcloud("ls", "-r")[1])

    def test_6_the_cluster_is_shown_for_people_and_for_programs(self):
        for verb in ("whoami", "nodes", "gpus", "usage", "quota"):
            with self.subTest(verb):
                self.assertEqual(0, tcloud(verb)[0])
                status, screen = tcloud(verb, "-o", "json")
                self.assertEqual(0, status, screen)
                json.loads(screen)
        self.assertIn("\033[1m", tcloud("nodes")[1])

    def test_7_a_logout_forgets(self):
        self.assertEqual(0, tcloud("logout")[0])
        self.assertEqual(77, tcloud("ps")[0])


unittest.main(verbosity=2)
