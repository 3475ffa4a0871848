"""HELM's programs are watched from outside: their log, and the number of responses in HELM's cache."""

import re

import pytest
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.key_value_store import SqliteKeyValueStore

from helm_creativity.commands.running.programs import Watch, run_program
from helm_creativity.defaults import FROM_CACHE

DAT, RAT = "creativity_dat:temp=1,model=local_m", "creativity_rat:temp=0,model=local_m"
STARTS = "2026-01-01 00:00:00,123 INFO      Running {} {{\n"
ENDS = "2026-01-01 00:00:00,123 INFO      } [1.0s]\n"
FAILS = f"2026-01-01 00:00:00,123 INFO      Error when running {RAT}:\n"


class Seen:
    """A watch of some runs that has read a log, what it told, and the lines that it wrote over."""

    def __init__(self, expected, log, *given, end=True, caches=()):
        self.lines, self.shown = [], []
        self.watch = Watch(expected, caches, self.lines.append, self.shown.append, *given)
        self.read(log, end)

    def read(self, log, end=True):
        for line in log.splitlines(keepends=True):
            self.watch.read(line)
        self.watch.look()
        if end:
            self.watch.finish()


def test_each_run_says_how_far_it_is_and_what_became_of_it(tmp_path):
    seen = Seen({DAT: 10, RAT: 5}, STARTS.format(DAT), caches=[tmp_path / "local.sqlite"], end=False)
    path = SqliteCacheBackendConfig(str(tmp_path)).get_cache_config("local").path
    with SqliteKeyValueStore(path) as store:
        store.multi_put(({"prompt": "p" * 1000, "random": number}, {"response": "r"}) for number in range(4))
    seen.watch.look()
    assert seen.shown[-1].startswith("[1/2] creativity_dat model=local_m: 4 of about 10 requests, 6 left, ")
    trace = 'Traceback (most recent call last):\n  File "x.py", line 1\nhelm.ExecutorError: the server says: no\n\n'
    seen.read(ENDS + STARTS.format(RAT) + ENDS + FAILS + trace + ENDS)
    assert re.fullmatch(r"\[1/2\] creativity_dat model=local_m: done, 4 new requests, 0 s", seen.lines[0])
    assert re.fullmatch(r"\[2/2\] creativity_rat model=local_m: failed: .*the server says: no, 0 s", seen.lines[1])
    assert list(seen.watch.problems) == [RAT]


@pytest.mark.parametrize(
    ("expected", "kept", "shown", "end"),
    [
        (0, 0, "no request to a server", "no request to a server"),
        (5, 0, None, "0 new requests"),
        (21, 8, "8 of about 21 requests, 13 left, 0 a minute", "0 new requests, 8 from the cache"),
    ],
)
def test_what_a_server_is_not_asked_is_told(tmp_path, expected, kept, shown, end):
    """``helm-run`` prints a line for each reply that its cache had, which takes no time and is no part of the speed."""
    seen = Seen({DAT: expected}, STARTS.format(DAT) + FROM_CACHE * kept, caches=[tmp_path / "local.sqlite"])
    assert [line.endswith(shown or "no request to a server") for line in seen.shown if line][-1:] == [shown is not None]
    assert seen.lines == [f"[1/1] creativity_dat model=local_m: done, {end}, 0 s"]


REQUEST = "Request: Request(model_deployment='local/m', prompt='Please enter 10 words Request: Request(')"
EXECUTOR = "helm.benchmark.executor.ExecutorError: "


@pytest.mark.parametrize(
    ("raised", "reason"),
    [
        (f"{EXECUTOR}Error code: 401 - no {REQUEST}", "Error code: 401 - no"),
        (f"{EXECUTOR}Bad\nGateway\n<b>: {REQUEST}", "Bad"),
        (f"{EXECUTOR}{'x' * 999}. Wait {REQUEST}", f"{'x' * 145} ... (1,005 characters in all) ... {'x' * 114}. Wait"),
        ("KeyError: 'a'\n\nDuring handling:\n\nTraceback (most):\n  x\na.b.C: no", "a.b.C: no"),
        (f"helm_creativity.errors.BadArguments: {RAT} was not started: r/{RAT} is full", "not started: r/... is full"),
    ],
)
def test_why_a_run_failed_is_one_short_line_without_the_request(raised, reason):
    seen = Seen({RAT: 5}, f"{STARTS.format(RAT)}{FAILS}{raised}\n")
    assert seen.lines == [f"[1/1] creativity_rat model=local_m: failed: {reason}, 0 s"]
    assert seen.watch.problems == {RAT: reason}


def test_what_the_log_says_of_a_deployment_is_told():
    """Above the line that is written over; other lines of the log are not."""
    told = [
        "local/my-model does not answer, waiting up to 600 s",
        "local/my-model: no reply for 60 s",
    ]
    log = "\n".join([*told, "local/my-model-2 does not", "2026-01-01 x", f"local/my-model: failed: {'<html>' * 100}\n"])
    seen = Seen({DAT: 10}, log, ["local/my-model"], end=False)
    assert seen.lines[:2] == told
    assert [len(line) for line in seen.lines[2:]] == [300]
    assert seen.shown[:3] == [""] * 3


def test_a_program_is_read_to_its_end_and_ends_with_this_one(tmp_path):
    """Ctrl-C may come to this process alone."""
    seen = []

    class Reader(Watch):
        def read(self, line):
            seen.append(line)

    class Stops(Watch):
        def look(self):
            raise KeyboardInterrupt

    with (tmp_path / "log").open("w") as log:
        program = "import sys; print('a'); print('b', file=sys.stderr); sys.exit(sys.argv[1])"
        status = run_program(program, ["3"], log, Reader({}, [], seen.append, None))
        assert (status, sorted(seen)) == (1, ["3\n", "a\n", "b\n"])
        assert sorted((tmp_path / "log").read_text().split()) == ["3", "a", "b"]
        with pytest.raises(KeyboardInterrupt, match=r"^$"):
            run_program("import time; time.sleep(600)", [], log, Stops({}, [], print, None))
