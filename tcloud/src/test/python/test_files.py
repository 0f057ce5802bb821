import os
import urllib.parse

from campus import CampusTest, problem

WHEN = "2026-12-01T09:00:00Z"


def item(path, content=None):
    kind = {"kind": "folder", "size_bytes": 0} if content is None else {"kind": "file", "size_bytes": len(content)}
    return dict(kind, path=path, modified_at=WHEN)


class FilesTest(CampusTest):
    def setUp(self):
        super().setUp()
        self.on("GET /files", (200, {"items": [item("notes.txt", b"note"), item("out")], "size_bytes": 7, "quota_bytes": 100}))
        self.on("GET /files/out", (200, {"items": [item("out/a b", b"abc"), item("out/deep")]}))
        self.on("GET /files/out/deep", (200, {"items": [item("out/deep/c", b"c")]}))
        self.on("GET /files/notes.txt", (200, b"note"))
        self.on("GET /files/out/a%20b", (200, b"abc"))
        self.on("GET /files/out/deep/c", (200, b"c"))
        self.on("GET /jobs/4711/files", (200, {"items": [item("1"), item("1/rank-0.out", b"epoch 1\n")]}))
        self.on("GET /jobs/4711/files/1/rank-0.out", (200, b"epoch 1\n"))

    def read(self, *path):
        with open(os.path.join(self.folder, *path), "rb") as file:
            return file.read()

    def put(self):
        return {urllib.parse.unquote(asked.path[len("/api/v1/files/"):]): asked.body for asked in self.asked if asked.method == "PUT"}

    def listed(self, *words):
        return [line.split(None, 4)[-1] for line in self.tcloud("ls", *words)[1].splitlines()[1:]]

    def test_ls_shows_a_folder_or_all_below_it(self):
        self.assertEqual(["notes.txt", "out/"], self.listed("-l"))
        self.assertEqual(["out/a b", "out/deep/"], [line.split("  ")[-1] for line in self.tcloud("ls", "out/")[1].splitlines()[1:]])
        self.assertEqual(["notes.txt", "out/a b", "out/deep/c"], [line.split("  ")[-1] for line in self.tcloud("ls", "-r")[1].splitlines()[1:]])
        self.assertEqual(["notes.txt"], self.listed("notes.txt"))
        self.assertIn("1/rank-0.out", self.tcloud("ls", "-j", "4711")[1])
        self.on("GET /files/none", problem(404, "not-found", "There is no file or folder of that name."))
        self.assertEqual(66, self.tcloud("ls", "none")[0])

    def test_cat_shows_bytes_as_they_are(self):
        self.assertEqual((0, "abc", ""), self.tcloud("cat", "out/a b"))
        self.assertEqual((0, "epoch 1\n", ""), self.tcloud("cat", "-j", "4711", "1/rank-0.out"))
        self.assertEqual(64, self.tcloud("cat")[0])

    def test_upload_sends_a_file_or_a_folder_under_its_name_or_another(self):
        self.elsewhere = lambda asked: (204, b"")
        self.file("run/größe; 1", "x")
        self.file("run/deep/y", "y")
        self.assertEqual(0, self.tcloud("upload", "-c", "run")[0])
        self.tcloud("upload", os.path.join("run", "deep", "y"), "kept/")
        self.tcloud("upload", "run/deep/y", "kept/z")
        self.assertEqual({"run/größe; 1": b"x", "run/deep/y": b"y", "kept/y": b"y", "kept/z": b"y"}, self.put())
        self.assertTrue(all(";" not in asked.path for asked in self.asked))
        self.assertEqual(66, self.tcloud("upload", "nothing")[0])

    def test_upload_says_what_was_refused(self):
        self.elsewhere = lambda asked: problem(507, "quota-exceeded", "Your directory takes 100 bytes in 3 files.")
        self.file("x", "x")
        status, _, err = self.tcloud("upload", "x")
        self.assertEqual(76, status)
        self.assertIn("Your directory takes 100 bytes", err)

    def test_download_fetches_a_file_or_a_folder(self):
        self.assertEqual(0, self.tcloud("download", "notes.txt")[0])
        self.assertEqual(b"note", self.read("notes.txt"))
        self.assertEqual(0, self.tcloud("download", "-r", "out", "there")[0])
        self.assertEqual((b"abc", b"c"), (self.read("there", "a b"), self.read("there", "deep", "c")))
        os.mkdir("results")
        self.assertEqual(0, self.tcloud("download", "-j", "4711", "", "results")[0])
        self.assertEqual(b"epoch 1\n", self.read("results", "job-4711", "1", "rank-0.out"))
        self.assertEqual(64, self.tcloud("download")[0])

    def test_a_download_that_breaks_off_goes_on_where_it_was(self):
        self.on("GET /files/notes.txt", (200, b"no", ("Content-Length", "4"), ("ETag", '"1"')), (206, b"te", ("ETag", '"1"')))
        self.assertEqual(0, self.tcloud("download", "notes.txt")[0])
        self.assertEqual(b"note", self.read("notes.txt"))
        asked = self.sent("GET /api/v1/files/notes.txt")[-1].headers
        self.assertEqual(("bytes=2-", '"1"'), (asked["Range"], asked["If-Range"]))

    def test_a_file_that_changed_meanwhile_comes_anew(self):
        self.on("GET /files/notes.txt", (200, b"no", ("Content-Length", "4"), ("ETag", '"1"')), (200, b"NOTE", ("ETag", '"2"')))
        self.assertEqual(0, self.tcloud("download", "notes.txt")[0])
        self.assertEqual(b"NOTE", self.read("notes.txt"))

    def test_a_server_cannot_write_outside_the_folder(self):
        self.on("GET /files/out", (200, {"items": [item("out/../../evil", b"x")]}))
        self.assertEqual(76, self.tcloud("download", "out", "there")[0])
        self.assertFalse(os.path.exists("evil") or os.path.exists("../evil"))

    def test_rm_removes_each(self):
        self.elsewhere = lambda asked: (204, b"")
        self.assertEqual(0, self.tcloud("rm", "notes.txt", "out/deep/c")[0])
        self.assertEqual(["/api/v1/files/notes.txt", "/api/v1/files/out/deep/c"], [asked.path for asked in self.asked])
