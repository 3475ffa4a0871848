"""HELM's programs are watched from outside: their log, and the number of responses in HELM's cache."""

import re

import pytest
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from helm.common.key_value_store import SqliteKeyValueStore

from helm_creativity.commands.running.programs import Watch, run_program
from helm_creativity.defaults import FROM_CACHE

DAT, RAT = "creativity_dat:temp=1,model=local_m", "creativity_rat:temp=0,model=local_m"
LOG = f"""2026-01-01 00:00:00,123 INFO      Running {DAT} {{
2026-01-01 00:00:00,123 INFO      }} [1.0s]
2026-01-01 00:00:00,123 INFO      Running {RAT} {{
2026-01-01 00:00:00,123 INFO      }} [1.0s]
2026-01-01 00:00:00,123 INFO      Error when running {RAT}:
Traceback (most recent call last):
  File "x.py", line 1, in <module>
    raise ExecutorError("no")
helm.benchmark.executor.ExecutorError: the server says: no

2026-01-01 00:00:00,123 INFO    }} [2.0s]
helm.benchmark.runner.RunnerError: Failed runs
"""


def cached(folder, n):
    """HELM's cache with so many responses."""
    path = SqliteCacheBackendConfig(str(folder)).get_cache_config("local").path
    with SqliteKeyValueStore(path) as store:
        for number in range(n):
            store.put({"prompt": "p" * 1000, "random": number}, {"response": "r"})
    return folder / "local.sqlite"


def test_each_run_says_how_far_it_is_and_what_became_of_it(tmp_path):
    lines, shown = [], []
    watch = Watch({DAT: 10, RAT: 5}, [tmp_path / "local.sqlite"], lines.append, shown.append)
    for line in LOG.splitlines(keepends=True):
        watch.read(line)
        if f"Running {DAT}" in line:
            cached(tmp_path, 4)
        watch.look()
    watch.finish()
    assert any("[1/2] creativity_dat model=local_m: 4 of about 10 requests, 6 left, " in line for line in shown)
    assert re.fullmatch(r"\[1/2\] creativity_dat model=local_m: done, 4 new requests, 0 s", lines[0])
    assert re.fullmatch(r"\[2/2\] creativity_rat model=local_m: failed: .*the server says: no, 0 s", lines[1])
    assert list(watch.problems) == [RAT]


def test_a_model_that_is_computed_here_asks_no_server(tmp_path):
    """Its requests are in no cache, so that their number is not known; a model whose replies are cached asks 0 new."""
    for expected, end in ((0, "no request to a server"), (5, "0 new requests")):
        lines, shown = [], []
        watch = Watch({DAT: expected}, [tmp_path / "local.sqlite"], lines.append, shown.append)
        watch.read(f"2026-01-01 0 INFO Running {DAT} {{\n")
        watch.look()
        assert shown[-1].endswith("no request to a server") == (expected == 0)
        watch.finish()
        assert lines == [f"[1/1] creativity_dat model=local_m: done, {end}, 0 s"]


def test_a_run_that_goes_on_counts_what_the_cache_had(tmp_path):
    """helm-run prints a line for each. They take no time, so that they are no part of the speed."""
    lines, shown = [], []
    watch = Watch({DAT: 21}, [tmp_path / "local.sqlite"], lines.append, shown.append)
    for line in (f"2026-01-01 0 INFO Running {DAT} {{\n", *[FROM_CACHE] * 8):
        watch.read(line)
    watch.look()
    assert shown[-1] == "[1/1] creativity_dat model=local_m: 8 of about 21 requests, 13 left, 0 a minute"
    watch.finish()
    assert lines == ["[1/1] creativity_dat model=local_m: done, 0 new requests, 8 from the cache, 0 s"]


REQUEST = "Request: Request(model_deployment='local/m', prompt='Please enter 10 words Request: Request(')"


@pytest.mark.parametrize(
    ("raised", "reason"),
    [
        (f"helm.benchmark.executor.ExecutorError: Error code: 401 - no {REQUEST}", "Error code: 401 - no"),
        (f"helm.benchmark.executor.ExecutorError: Bad\nGateway\n<b>: {REQUEST}", "Bad"),
        (
            f"helm.benchmark.executor.ExecutorError: {'x' * 999}. Wait {REQUEST}",
            f"{'x' * 145} ... (1,005 characters in all) ... {'x' * 114}. Wait",
        ),
        ("KeyError: 'a'\n\nDuring handling:\n\nTraceback (most):\n  x\na.b.C: no", "a.b.C: no"),
        (
            f"helm_creativity.errors.BadArguments: {RAT} was not started: runs/{RAT} is full",
            "not started: runs/... is full",
        ),
    ],
)
def test_why_a_run_failed_is_one_short_line_without_the_request(raised, reason):
    lines = []
    watch = Watch({RAT: 5}, [], lines.append, None)
    log = f"2026-01-01 0 INFO Running {RAT} {{\n2026-01-01 0 INFO Error when running {RAT}:\n{raised}\n"
    for line in log.splitlines(keepends=True):
        watch.read(line)
    watch.finish()
    assert lines == [f"[1/1] creativity_rat model=local_m: failed: {reason}, 0 s"]
    assert watch.problems == {RAT: reason}


def test_a_program_is_read_to_its_end(tmp_path):
    seen = []

    class Reader(Watch):
        def read(self, line):
            seen.append(line)

    with (tmp_path / "log").open("w") as log:
        program = "import sys; print('a'); print('b', file=sys.stderr); sys.exit(sys.argv[1])"
        status = run_program(program, ["3"], log, Reader({}, [], seen.append, None))
    assert (status, sorted(seen)) == (1, ["3\n", "a\n", "b\n"])
    assert sorted((tmp_path / "log").read_text().split()) == ["3", "a", "b"]


def test_a_program_ends_with_this_one(tmp_path):
    """Ctrl-C may come to this process alone."""

    class Stops(Watch):
        def look(self):
            raise KeyboardInterrupt

    with (tmp_path / "log").open("w") as log, pytest.raises(KeyboardInterrupt, match=r"^$"):
        run_program("import time; time.sleep(600)", [], log, Stops({}, [], print, None))


def test_what_the_log_says_of_a_deployment_is_told(tmp_path):
    """Above the line that is written over; other lines of the log are not."""
    lines, shown = [], []
    watch = Watch({DAT: 10}, [], lines.append, shown.append, ["local/my-model"])
    outage = "local/my-model does not answer, waiting up to 600 s: OpenAI error: Connection error."
    for line in (f"{outage}\n", "local/my-model: no reply for 60 s\n", "local/my-model-2 does not\n", "2026-01-01 x\n"):
        watch.read(line)
    assert lines == [outage, "local/my-model: no reply for 60 s"]
    assert shown == ["", ""]
    watch.read(f"local/my-model: a request failed: {'<html>' * 100}\n")
    assert len(lines[-1]) == 300
