"""``helm-creativity run``: what it refuses, what it would run, and a whole run of a model behind a server."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from datetime import datetime, timezone

import pytest
from support import command
from support.server import ChatServer, reply
from support.words import GOOD

import helm_creativity
from helm_creativity.benchmark.names import without_address
from helm_creativity.commands.running.server import Server
from helm_creativity.errors import BadArguments, FileProblem

MODEL = ("--model", "my-model")
SHORT = ("dat:embedding=builtin,num_trials=3", "letter_string:max_eval_instances=2")


@pytest.fixture
def server():
    with ChatServer({"my-model": lambda call: reply(GOOD)}) as server:
        yield server


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_server_may_call_a_model_by_any_name(here):
    """HELM gets another one where its run entries could not hold it."""
    name = "My Model, 模型=4-bit.gguf"
    with ChatServer({name: lambda call: reply(GOOD)}) as server:
        arguments = ("dat:embedding=builtin,num_trials=1", "--model", name, "--base-url", server.url, "--yes")
        printed = command.run("run", *arguments, "--suite", "s")
    assert (printed.status, server.calls) == (0, {name: 1})
    assert (here / "benchmark_output" / "s.html").is_file()
    assert re.search("dat +local/My-Model-模型-4-bit.gguf +complete", printed.text)


REFUSED = r"helm-run would refuse these entries:\n  (?s:.*)"


@pytest.mark.parametrize("option", ["--yes", "--dry-run"])
@pytest.mark.parametrize(
    ("entry", "asked", "message"),
    [
        ("dat:embedding=builtin", ["L" * 217], rf"{REFUSED}of \d+ bytes, and file systems take 255: give the model"),
        ("dat:embedding=builtin,num_trials=0", ["m"], f"{REFUSED}num_trials must be a whole .* from 1 to .*, got 0"),
        ("rat:model_deploymnt=a", ["m"], f"{REFUSED}no argument 'model_deploymnt'"),
        ("rat", ["org-m", "org/m"], "'org-m' and 'org/m' would both be local/org-m in HELM"),
        ("aut:embedding=builtin", ["m", "--judges", "org-m+org/m"], "'org-m' and 'org/m' would both be local/org-m"),
    ],
)
def test_what_helm_would_refuse_is_refused_before_anything_is_written_or_asked(here, entry, asked, message, option):
    """A name of a folder is counted in bytes; two models, of which judges are some, cannot be one in HELM."""
    models = [word for name in asked[:2] if "--judges" not in asked for word in ("--model", name)]
    words = models or ["--model", *asked]
    with ChatServer({name: lambda call: reply("4") for name in ("L" * 217, "m", "org-m", "org/m")}) as server:
        with pytest.raises(BadArguments, match=message):
            command.run("run", "letter_string", entry, *words, "--base-url", server.url, option)
        assert (list(here.iterdir()), server.calls) == ([], {})


def test_missing_files_are_named_before_anything_is_written(here, server, monkeypatch):
    """With the run entry that needs none; a dry run, which may be for another machine, notes it."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(here / "home"))
    arguments = ["run", "dat", "rat:items=own", *MODEL, "--base-url", server.url]
    message = r"files are missing:\n  dat: .*helm-creativity fetch glove-840b.*\n    .*: dat:embedding=builtin$"
    with pytest.raises(FileProblem, match=f"nothing was run, because {message}"):
        command.run(*arguments)
    printed = command.run(*arguments, "--dry-run")
    notes = "\n".join(printed.stderr)
    assert re.search(f"note: helm-run would refuse these entries here, because {message}", notes, re.MULTILINE)
    assert printed.text.startswith("helm-run --run-entries creativity_dat:")
    assert list(here.iterdir()) == []


def test_a_dry_run_prints_the_command_and_writes_nothing(here, server):
    arguments = ["run", *SHORT, *MODEL, "--model", "creativity/greedy", "--base-url", server.url, "--suite", "s 1"]
    printed = command.run(*arguments, "--reasoning", "--dry-run")
    deployment = Server(server.url).find("my-model").deployment
    entries = ("dat:embedding=builtin,num_trials=3", "letter_string:max_eval_instances=2")
    models = (f"local/my-model,model_deployment={deployment}", "creativity/greedy")
    assert shlex.split(printed.text) == [
        *("helm-run", "--run-entries"),
        *(f"creativity_{entry},max_tokens=16384,model={model}" for model in models for entry in entries),
        *("--suite", "s 1", "-m", "1000000", "-n", "4"),
        *("--output-path", "benchmark_output", "--local-path", "prod_env"),
    ]
    assert f"note: without --dry-run, {deployment} would be added to HELM's files" in "\n".join(printed.stderr)
    assert (list(here.iterdir()), server.calls) == ([], {})


def test_judges_that_the_server_has_are_asked_there(here):
    """Others are HELM's; the run entries name both as HELM does."""
    panel = "creativity/lexical-judge+{}+openai/gpt-4o-2024-11-20"
    with ChatServer({name: lambda call: reply("4") for name in ("my-model", "my/judge")}) as server:
        asked = ("aut:embedding=builtin", "rat", *MODEL, "--judges", panel.format("my/judge"), "--base-url", server.url)
        printed = command.run("run", *asked, "--dry-run")
        assert not server.calls
    assert f"judges={panel.format('local/my-judge')}," in without_address(printed.text)
    notes = [without_address(line).split(" would be added")[0] for line in printed.stderr]
    assert notes == [f"note: without --dry-run, local/{name}" for name in ("my-model", "my-judge")]


def start(folder, *arguments):
    """The command in a process of its own."""
    root = os.path.dirname(os.path.dirname(helm_creativity.__file__))
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-m", "helm_creativity", "run", *arguments, "--suite", "mine"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(folder, status, *arguments):
    """The command to its end; what it prints and what it says on stderr."""
    stdout, stderr = (done := start(folder, *arguments)).communicate(timeout=400)
    assert done.returncode == status, stderr
    return stdout, stderr


def stop(going, server, calls):
    """Ctrl-C after so many requests; what it says on stderr."""
    deadline = time.monotonic() + 200
    while server.calls.get("my-model", 0) < calls and time.monotonic() < deadline:
        time.sleep(0.1)
    going.send_signal(signal.SIGINT)
    return going.communicate(timeout=60)[1]


@pytest.mark.commands
def test_a_model_behind_a_server_gets_a_leaderboard(tmp_path):
    """Stopped after its first responses, the same command goes on."""
    with ChatServer({"my-model": lambda call: reply(GOOD)}, delay=1.5) as server:
        arguments = [*SHORT, *MODEL, "--base-url", server.url, "-n", "1"]
        stderr = stop(stopped := start(tmp_path, *arguments), server, 2)
        assert stopped.returncode == 130, stderr
        assert "stopped; the responses so far are kept, and the same command continues from there" in stderr
        server.delay = 0
        stdout, stderr = run(tmp_path, 0, *arguments)
        assert server.calls["my-model"] in (5, 6), "of what came before the stop only what was under way is asked again"
    assert {body["max_tokens"] for body in server.bodies} == {300, 256}
    assert re.search(r"\[2/2\] creativity_letter_string model=local_my-model: done, 2 new requests, \d", stderr)
    assert re.search(r"\[1/2\] creativity_dat model=local_my-model: done, . new requests, . from the cache", stderr)
    said = ("creativity_dat", "local/my-model", "report: benchmark_output/mine.html", "pages: helm-server --suite mine")
    assert all(words in stdout for words in said)
    assert "my-model" in (tmp_path / "benchmark_output" / "mine.html").read_text("utf-8")
    assert json.loads((tmp_path / "benchmark_output/runs/mine/groups.json").read_text())


@pytest.mark.commands
def test_one_model_behind_two_servers_is_two_deployments(tmp_path):
    """Both servers are asked, and both have a score. A run that is started again asks neither, and says so."""
    words = [GOOD, GOOD.replace(GOOD.split()[0], "zebra")]
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(ChatServer({"my-model": lambda call, text=text: reply(text)})) for text in words
        )
        for server in (first, second, second):
            stdout, stderr = run(tmp_path, 0, SHORT[0], *MODEL, "-n", "1", "--base-url", server.url)
        names = {Server(server.url).find("my-model").deployment for server in (first, second)}
    assert first.calls == second.calls == {"my-model": 3}
    assert "done, 0 new requests, 3 from the cache" in stderr
    today = datetime.now(timezone.utc).date()
    assert f"3 of 3 responses from the cache of {today}; {second.url} was not asked for them" in stderr
    scores = dict(re.findall(r"^local/my-model \((\S+)\) +\S+ +([\d.]+)", stdout, re.MULTILINE))
    assert (scores.keys(), len(set(scores.values()))) == (names, 2)
