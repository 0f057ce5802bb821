import gzip
import hashlib
import json
import os
import stat
from unittest import mock

from campus import JOB, CampusTest, problem
from tcloud.ignore import Ignored

SCRIPT = "#!/bin/sh\npython3 train.py\n"


class Cluster(CampusTest):
    """A gateway that keeps what it is sent."""

    def setUp(self):
        super().setUp()
        self.blobs, self.snapshots = {}, {}
        self.on("POST /jobs", (201, JOB))

    def elsewhere(self, asked):
        kind, _, id = asked.path[len("/api/v1/"):].partition("/")
        if (asked.method, kind) == ("HEAD", "snapshots"):
            return (200 if id in self.snapshots else 404), {}
        if (asked.method, kind) == ("PUT", "blobs"):
            self.blobs[id] = asked.body
            return (204, b"") if hashlib.sha256(asked.body).hexdigest() == id else problem(422, "digest-mismatch", "No.")
        if (asked.method, kind) == ("POST", "snapshots"):
            return self.register(json.loads(gzip.decompress(asked.body)))
        return super().elsewhere(asked)

    def register(self, manifest):
        missing = sorted({file["sha256"] for file in manifest["files"]} - set(self.blobs))
        if missing:
            return problem(409, "blobs-missing", "No.", missing=missing)
        id = snapshot_id(manifest)
        self.snapshots[id] = manifest
        return 201, {"id": id}

    def submitted(self):
        """The manifest of the snapshot with which the last job was handed in; none when it came without."""
        path = self.sent("POST /api/v1/jobs")[-1].path
        return self.snapshots[path.partition("snapshot=")[2]] if "snapshot=" in path else None

    def paths(self):
        manifest = self.submitted()
        return sorted(entry["path"] for entry in manifest["files"] + manifest["links"])

    def sends(self):
        return [asked.path.rpartition("/")[2] for asked in self.asked if asked.method == "PUT"]


def snapshot_id(manifest):
    """Written down a second time, from docs/protocol.md."""
    entries = {file["path"]: "file\t%s\t%d\t%s\t%s" % (file["mode"], file["size_bytes"], file["sha256"], file["path"]) for file in manifest["files"]}
    entries.update({link["path"]: "link\t%s\t%s" % (link["target"], link["path"]) for link in manifest["links"]})
    text = "\n".join(["sing-snapshot 1"] + [entries[path] for path in sorted(entries, key=str.encode)]) + "\n"
    return hashlib.sha256(text.encode()).hexdigest()


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


class ProjectTest(Cluster):
    def test_a_folder_goes_with_its_job(self):
        self.file("project/tuxiv.conf", "entrypoint: [python3 train.py]\n")
        os.chmod(self.file("project/bin/größe", "tool"), 0o755)
        os.symlink("bin/größe", os.path.join(self.folder, "project/tool"))
        status, _, err = self.tcloud("submit", "project")
        self.assertEqual(0, status, err)
        self.assertEqual(["bin/größe", "tool", "tuxiv.conf"], self.paths())
        tool = next(file for file in self.submitted()["files"] if file["path"] == "bin/größe")
        self.assertEqual({"path": "bin/größe", "sha256": sha256("tool"), "size_bytes": 4, "mode": "0755"}, tool)
        self.assertEqual([{"path": "tool", "target": "bin/größe"}], self.submitted()["links"])
        self.assertIn("2 files, 2 of them new, 35 B", err)

    def test_only_what_is_missing_is_sent_and_of_an_unchanged_folder_nothing(self):
        for name, text in (("train.sh", SCRIPT), ("a", "same"), ("b", "same"), ("model.py", "RATE = 1")):
            self.file(name, text)
        self.assertEqual(0, self.tcloud("submit", "train.sh")[0])
        self.assertEqual({sha256(SCRIPT), sha256("same"), sha256("RATE = 1")}, set(self.sends()))
        self.asked.clear()
        self.assertIn("none of them new", self.tcloud("submit", "train.sh")[2])
        self.assertEqual(["POST", "HEAD", "POST"], [asked.method for asked in self.asked])
        self.asked.clear()
        self.file("model.py", "RATE = 2")
        self.tcloud("submit", "train.sh")
        self.assertEqual([sha256("RATE = 2")], self.sends())

    def test_a_script_goes_with_the_folder_in_which_one_stands_and_a_profile_with_its_own(self):
        self.file("scripts/train.sh", SCRIPT)
        self.file("train.py", "")
        self.tcloud("submit", "scripts/train.sh")
        self.assertEqual(["scripts/train.sh", "train.py"], self.paths())
        self.file("other/tuxiv.conf", "entrypoint: [true]\n")
        self.tcloud("submit", "other/tuxiv.conf")
        self.assertEqual(["tuxiv.conf"], self.paths())
        self.tcloud("submit", "--folder", "scripts", "other/tuxiv.conf")
        self.assertEqual(["train.sh"], self.paths())

    def test_a_home_or_a_folder_of_everybody_is_no_project(self):
        self.file("train.sh", SCRIPT)
        for home in (self.folder, os.path.join(self.folder, "deep/home")):
            with self.subTest(home), mock.patch.dict(os.environ, HOME=home):
                status, _, err = self.tcloud("submit", "train.sh")
                self.assertEqual(0, status)
                self.assertIn("goes alone", err)
                self.assertIsNone(self.submitted())
        self.tcloud("submit", "--alone", "train.sh")
        self.assertIsNone(self.submitted())

    def test_what_is_ignored_stays_and_so_do_the_tokens(self):
        for name in ("train.sh", "data/big.bin", "log.txt", "keep/log.txt", ".git/config", "__pycache__/a.pyc", "config/tokens.json"):
            self.file(name, SCRIPT)
        self.file(".gitignore", "data/\n/log.txt\n")
        self.tcloud("submit", "train.sh")
        self.assertEqual([".gitignore", "keep/log.txt", "train.sh"], self.paths())
        self.file(".tcloudignore", "keep\n.gitignore\n")
        self.tcloud("submit", "train.sh")
        self.assertEqual([".tcloudignore", "data/big.bin", "log.txt", "train.sh"], self.paths())

    def test_what_has_no_contents_stays(self):
        self.file("train.sh", SCRIPT)
        os.mkfifo("pipe")
        os.mkdir("empty")
        self.assertEqual(0, self.tcloud("submit", "train.sh")[0])
        self.assertEqual(["train.sh"], self.paths())

    def test_a_network_that_fails_on_the_way_costs_no_more_than_a_repetition(self):
        self.file("train.sh", SCRIPT)
        self.on("PUT /blobs/" + sha256(SCRIPT), (None, {}), problem(503, "overloaded", "Busy."), (204, b""))
        self.blobs[sha256(SCRIPT)] = b""
        missing = problem(409, "blobs-missing", "No.", missing=[sha256(SCRIPT)])
        self.on("POST /snapshots", missing, (201, {}))
        self.assertEqual(0, self.tcloud("submit", "train.sh")[0])
        self.assertEqual([SCRIPT.encode()] * 3, [asked.body for asked in self.asked if asked.method == "PUT"])

    def test_each_refusal_is_one_sentence_and_no_job(self):
        self.file("train.sh", SCRIPT)
        wrong = problem(422, "invalid-snapshot", "No.", errors=[{"pointer": "/files/0", "detail": "'x' is large."}])
        for request, answer, said in (
                ("POST /snapshots", wrong, "'x' is large.\nName what the job does not need in .tcloudignore"),
                ("PUT /blobs/" + sha256(SCRIPT), problem(422, "digest-mismatch", "No."), "train.sh was changed meanwhile; try again."),
                ("PUT /blobs/" + sha256(SCRIPT), problem(507, "store-full", "There is no room left."), "There is no room left.")):
            with self.subTest(said):
                self.answers.pop("POST /api/v1/snapshots", None)
                self.on(request, answer)
                status, _, err = self.tcloud("submit", "train.sh")
                self.assertEqual(76, status)
                self.assertIn(said, err)
        os.symlink("x", os.fsdecode(b"caf\xe9"))
        self.assertEqual(64, self.tcloud("submit", "train.sh")[0])
        self.assertEqual([], self.sent("POST /api/v1/jobs"))

    def test_on_a_terminal_a_bar_shows_how_far_it_is(self):
        self.file("train.sh", SCRIPT)
        self.terminal = True
        with mock.patch("tcloud.progress.PAUSE", 0):
            err = self.tcloud("submit", "train.sh")[2]
        self.assertIn("Reading [########################] 100 % of 27 B", err)
        self.assertIn("Sending [########################] 100 % of 27 B", err)


class IgnoredTest(CampusTest):
    def test_patterns_mean_what_they_mean_to_git(self):
        for pattern, path, folder, ignored in (
                ("*.bin", "a/b.bin", False, True), ("/*.bin", "a/b.bin", False, False), ("/*.bin", "b.bin", False, True),
                ("data/", "data", True, True), ("data/", "data", False, False), ("data/", "a/data", True, True),
                ("a/b", "a/b", False, True), ("a/b", "x/a/b", False, False), ("a/**/b", "a/b", False, True),
                ("a/**/b", "a/x/y/b", False, True), ("**/b", "x/y/b", False, True), ("a/**", "a", True, False),
                ("a/**", "a/x/y", False, True), ("a?c", "abc", False, True), ("a?c", "a/c", False, False),
                ("[a-c]1", "b1", False, True), ("[!a-c]1", "b1", False, False), ("\\#x", "#x", False, True),
                ("[z-a]", "z", False, False), ("a\\*", "a*", False, True), ("a\\*", "ab", False, False)):
            with self.subTest(pattern=pattern, path=path):
                self.file(".gitignore", "# note\n\n%s  \n" % pattern)
                self.assertEqual(ignored, Ignored.of(self.folder).within(self.folder, "").fits(path, folder))

    def test_the_last_rule_that_fits_decides_and_a_folder_has_its_own(self):
        self.file(".gitignore", "*.bin\n!keep.bin\n")
        self.file("sub/.gitignore", "/keep.bin\n")
        rules = Ignored.of(self.folder).within(self.folder, "")
        self.assertTrue(rules.fits("a.bin", False))
        self.assertFalse(rules.fits("keep.bin", False))
        self.assertTrue(rules.within(os.path.join(self.folder, "sub"), "sub/").fits("sub/keep.bin", False))
