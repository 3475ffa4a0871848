"""Files of publishers: fetched or copied in, verified, and never led anywhere else."""

import errno
import hashlib
import http.server
import os
import shutil
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest
import requests
from support.no_files import KINDS, put, within

from helm_creativity.benchmark.files import source_files as files
from helm_creativity.benchmark.files.source_files import (
    SourceFile,
    checksum_known,
    copy_in,
    fetch,
    find,
    home,
    path_in_home,
)
from helm_creativity.errors import FileProblem

CONTENT = b"one word a line\n" * 1000
SIZE = len(CONTENT)
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))


def source(url="", size=SIZE, digest=DIGEST):
    """The file as its publisher describes it."""
    return SourceFile("words.txt", url, size, digest, "CC0", "Nobody 2020")


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_bytes(CONTENT)
    return path


def kept():
    """All files under the home, hidden ones too."""
    return [path for path in home().rglob("*") if path.is_file()]


class Handler(http.server.BaseHTTPRequestHandler):
    """Sends the replies of its server in turn, the last one for ever: status, location, body and promised bytes."""

    def do_GET(self):
        status, location, body, promised = self.server.replies[min(self.server.requests, len(self.server.replies) - 1)]
        self.server.requests += 1
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(promised or len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.replies, running.requests = [(200, None, CONTENT, None)], 0
        running.url = f"http://127.0.0.1:{running.server_port}/words.txt"
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def test_home_is_where_the_variable_says(tmp_path, monkeypatch):
    assert home() == tmp_path / "home"
    monkeypatch.setenv("HELM_CREATIVITY_HOME", "~/there")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert home() == tmp_path / "there"
    monkeypatch.setenv("HELM_CREATIVITY_HOME", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert home().name == "helm-creativity"
    if sys.platform.startswith("linux"):
        assert home() == tmp_path / "cache" / "helm-creativity"


def test_the_users_own_copy_is_verified_and_copied(mine):
    """What is kept is complete, found again, readable as any file, and does not depend on the user's copy."""
    assert find(source()) is None
    path = fetch(source(), origin=mine)
    assert (path, find(source())) == (path_in_home(source()), path)
    mine.unlink()
    assert path.read_bytes() == CONTENT
    assert kept() == [path]
    umask = os.umask(0)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_download_is_verified_and_kept_and_not_repeated(server):
    """One request for two fetches; a file that was shortened later is fetched again."""
    path = fetch(source(server.url))
    assert path.read_bytes() == CONTENT
    assert fetch(source(server.url)) == path
    assert server.requests == 1
    assert kept() == [path]
    path.write_bytes(b"short")
    assert find(source(server.url)) is None
    assert fetch(source(server.url)).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"size": 7}, r"mine\.txt is not words.txt: expected 7 bytes, got 16000"),
        ({"digest": "1" * 64}, f"is not words.txt: expected sha256 {'1' * 64}, got {DIGEST}"),
        ({"size": None, "digest": ""}, r"ambiguous: its card must have a sha256, or a url with a commit"),
    ],
)
def test_another_file_is_an_error_and_leaves_the_good_one(mine, server, changed, message):
    """For the user's copy and for the download."""
    with pytest.raises(FileProblem, match=message):
        fetch(source(**changed), origin=mine)
    assert kept() == []
    if "1" in changed.get("digest", ""):
        with pytest.raises(FileProblem, match=message):
            fetch(source(server.url, **changed))
        with pytest.raises(FileProblem, match=r"cannot be downloaded automatically: .*--from FILE"):
            fetch(source())
    assert kept() == []
    path = fetch(source(), origin=mine)
    mine.write_bytes(CONTENT[::-1])
    with pytest.raises(FileProblem, match="expected sha256"):
        fetch(source(), origin=mine)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(("status", "promised"), [(404, None), (200, 2 * len(CONTENT))])
def test_a_failed_or_broken_off_download_is_an_error_that_says_what_to_do(server, status, promised):
    """Refused requests and connections that end early."""
    server.replies = [(status, None, CONTENT, promised)]
    with pytest.raises(FileProblem, match=r"cannot download words.txt from http://127.0.0.1.*--from FILE"):
        fetch(source(server.url))
    assert kept() == []


@pytest.mark.skipif(not sys.platform.startswith(("linux", "darwin")), reason="limits of the POSIX kind")
@pytest.mark.parametrize("from_server", [False, True])
def test_a_full_disk_is_a_clear_error_and_leaves_nothing(mine, server, from_server):
    """The limit on the size of a file stands for the disk: the system refuses the write in the same way."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))\n"
        "from pathlib import Path\n"
        "from helm_creativity.benchmark.files.source_files import SourceFile, fetch\n"
        "name, url, size, digest, origin = sys.argv[1:]\n"
        "fetch(SourceFile(name, url, int(size), digest, '', ''), Path(origin) if origin else None)\n"
    )
    arguments = ["words.txt", server.url, str(len(CONTENT)), DIGEST, "" if from_server else str(mine)]
    environment = {**os.environ, "PYTHONPATH": str(Path(files.__file__).parents[3])}
    done = subprocess.run([sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"FileProblem: cannot write into {home() / 'files'}: {os.strerror(errno.EFBIG)}" in done.stderr
    assert kept() == []


def test_a_link_in_a_home_counts_for_what_it_leads_to(tmp_path, mine):
    """Somebody else may have put it into a shared one: to another file it is replaced, and not followed."""
    other = tmp_path / "other"
    other.write_bytes(CONTENT.upper())
    path_in_home(source()).parent.mkdir(parents=True)
    path_in_home(source()).symlink_to(other)
    assert find(source()) is None
    assert fetch(source(), mine).read_bytes() == CONTENT
    assert not path_in_home(source()).is_symlink()
    assert other.read_bytes() == CONTENT.upper()
    path_in_home(source()).unlink()
    path_in_home(source()).symlink_to(mine)
    assert find(source()) == path_in_home(source())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_a_file_of_another_user_is_verified(mine):
    path = fetch(source(), mine)
    os.chown(path, 12345, -1)
    assert find(source()) == path
    path.write_bytes(CONTENT.upper())
    files._verify_once.cache_clear()
    assert find(source()) is None


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_in_a_home_is_none(kind):
    path_in_home(source(size=None)).parent.mkdir(parents=True)
    put(kind, path_in_home(source(size=None)))
    with within(10):
        assert find(source(size=None)) is None


PINNED = "https://raw.example.org/someone/thing/0123456789abcdef0123456789abcdef01234567/data/words.txt"


def test_a_file_without_checksum_keeps_that_of_its_first_copy(mine, tmp_path):
    pinned = source(PINNED, size=None, digest="")
    assert (pinned.commit, str(pinned.place)) == ("0123456789abcdef0123456789abcdef01234567", "data/words.txt")
    assert (source().commit, str(source().place)) == ("", "words.txt")
    assert checksum_known(pinned) == ""
    assert fetch(pinned, origin=mine).read_bytes() == CONTENT
    assert checksum_known(pinned) == DIGEST
    other = tmp_path / "other.txt"
    other.write_bytes(CONTENT[1:])
    message = rf"expected sha256 {DIGEST}, got .*, that of the first copy; .* delete .*{path_in_home(pinned).name}\."
    with pytest.raises(FileProblem, match=message):
        fetch(pinned, origin=other)
    assert find(pinned).read_bytes() == CONTENT


def test_a_copy_is_found_in_a_clone_of_its_repository_or_beside_others(mine, tmp_path):
    pinned = source(PINNED)
    assert copy_in(mine, pinned) == mine
    folder = tmp_path / "clone"
    (folder / "data").mkdir(parents=True)
    with pytest.raises(FileProblem, match=r"clone has no data/words.txt, nor words.txt: choose the folder that has it"):
        copy_in(folder, pinned)
    shutil.copy(mine, folder / "words.txt")
    assert copy_in(folder, pinned) == folder / "words.txt"
    shutil.copy(mine, folder / "data/words.txt")
    assert copy_in(folder, pinned) == folder / "data/words.txt"


@pytest.mark.parametrize(
    ("location", "why"),
    [
        ("http://1.1.1.1/a", "others may read and change"),
        ("https://10.0.0.1/a", "this machine or its network"),
        ("//169.254.169.254/latest", "this machine or its network"),
        ("https://[::1]/a", "this machine or its network"),
        *((location, None) for location in ("/b", "https://1.1.1.1/b", "https://name.invalid/b")),
    ],
)
def test_redirects_out_of_https_and_to_addresses_that_no_publisher_has(location, why):
    """They are refused; what comes from elsewhere is verified."""
    found = requests.Response()
    found.status_code, found.url, found.headers["location"] = 302, "https://example.org/a", location
    with pytest.raises(FileProblem, match=why) if why else nullcontext():
        assert files._check_redirect(found) is None


@pytest.mark.parametrize("code", [301, 302, 307])
def test_a_download_is_not_led_into_this_machine(server, code):
    """From another host: a service that only this machine may reach would be asked."""
    server.replies = [(code, f"http://localhost:{server.server_port}/secret", CONTENT, None)]
    with pytest.raises(FileProblem, match=r"127\.0\.0\.1 sends a download on to http://localhost, .* of this machine"):
        fetch(source(server.url))
    assert server.requests == 1
    assert kept() == []


def test_a_redirect_within_a_host_is_followed(server):
    server.replies.insert(0, (302, "/there", b"", None))
    assert fetch(source(server.url)).read_bytes() == CONTENT
    assert server.requests == 2
