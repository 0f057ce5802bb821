import json
import os
import pty
import stat
import subprocess
import sys
import time

from campus import JOB, CampusTest, job

ME = {"id": "8c1f", "name": "Alice", "roles": ["researcher"], "projects": [], "jobs": {}}
REALM = "/realms/campus"
TOKEN = REALM + "/token"


class LoginTest(CampusTest):
    def setUp(self):
        super().setUp()
        del os.environ["TCLOUD_TOKEN"]
        self.on("GET /console-config.json", (200, {"issuer": self.url + REALM, "client_id": "console"}))
        self.on("GET %s/.well-known/openid-configuration" % REALM, (200, {
            "device_authorization_endpoint": self.url + REALM + "/device", "token_endpoint": self.url + TOKEN}))
        self.on("POST %s/device" % REALM, (200, {
            "device_code": "d", "user_code": "ABCD-EFGH", "verification_uri": "http://idp/device", "interval": 2, "expires_in": 60}))
        self.on("GET /me", (200, ME))

    def tokens(self):
        return os.path.join(os.environ["TCLOUD_CONFIG"], "tokens.json")

    def test_a_login_shows_a_code_waits_for_the_browser_and_keeps_the_token_for_its_owner_only(self):
        self.on("POST " + TOKEN, (400, {"error": "authorization_pending"}), (400, {"error": "slow_down"}),
                (200, {"access_token": "fresh", "refresh_token": "r", "expires_in": 900}))
        status, out, err = self.tcloud("login", self.url)
        self.assertEqual(0, status)
        self.assertIn("ABCD-EFGH", err)
        self.assertIn("http://idp/device", err)
        self.assertIn("Alice", out)
        self.assertEqual([2, 2, 7], self.pauses)
        self.assertEqual("Bearer fresh", self.sent("GET /api/v1/me")[0].headers["Authorization"])
        self.assertEqual(0o600, stat.S_IMODE(os.stat(self.tokens()).st_mode))

    def test_a_login_that_is_denied_ends(self):
        self.on("POST " + TOKEN, (400, {"error": "access_denied"}))
        self.assertEqual(77, self.tcloud("login")[0])

    def kept(self, until):
        os.makedirs(os.environ["TCLOUD_CONFIG"])
        with open(self.tokens(), "w", encoding="utf-8") as file:
            json.dump({self.url: {"access": "old", "refresh": "r", "until": until, "endpoint": self.url + TOKEN}}, file)

    def test_a_token_that_is_about_to_end_is_renewed(self):
        self.kept(time.time() + 5)
        self.on("POST " + TOKEN, (200, {"access_token": "new", "refresh_token": "r2", "expires_in": 900}))
        self.tcloud("whoami")
        self.tcloud("whoami")
        self.assertEqual(1, len(self.sent("POST " + TOKEN)))
        self.assertEqual({"Bearer new"}, {asked.headers["Authorization"] for asked in self.sent("GET /api/v1/me")})

    def test_a_login_that_has_ended_is_said_and_forgotten(self):
        self.kept(0)
        self.on("POST " + TOKEN, (400, {"error": "invalid_grant"}))
        status, _, err = self.tcloud("whoami")
        self.assertEqual(77, status)
        self.assertIn("Your login has ended", err)
        self.assertIn("not signed in", self.tcloud("whoami")[2])

    def test_the_token_of_one_server_goes_to_no_other(self):
        self.kept(time.time() + 900)
        self.assertEqual(77, self.tcloud("--server", self.url.replace("127.0.0.1", "localhost"), "whoami")[0])
        self.assertEqual([], self.sent("GET /api/v1/me"))

    def test_a_redirect_does_not_carry_the_token_away(self):
        self.kept(time.time() + 900)
        self.on("GET /me", (302, {}, ("Location", self.url + "/console-config.json")))
        self.assertEqual(76, self.tcloud("whoami")[0])
        self.assertEqual([], self.sent("GET /console-config.json"))

    def test_logout_forgets(self):
        self.kept(time.time() + 900)
        self.assertEqual(0, self.tcloud("logout")[0])
        self.assertEqual(77, self.tcloud("whoami")[0])


class TerminalTest(CampusTest):
    def test_colours_are_for_terminals_and_can_be_refused(self):
        self.on("GET /jobs", (200, {"items": [job(state="RUNNING"), JOB]}))
        self.assertIn("\033[32m", self.terminal())
        os.environ["NO_COLOR"] = "1"
        self.assertNotIn("\033", self.terminal())

    def terminal(self):
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../main/python")
        ours, theirs = pty.openpty()
        with subprocess.Popen([sys.executable, source, "ps"], stdout=theirs, stderr=theirs, env=dict(os.environ, TERM="xterm")):
            os.close(theirs)
            out = b""
            while True:
                try:
                    piece = os.read(ours, 4096)
                except OSError:
                    break
                if not piece:
                    break
                out += piece
        os.close(ours)
        return out.decode()
