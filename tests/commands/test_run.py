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
import yaml
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
    assert printed.status == 0
    assert (here / "benchmark_output" / "s.html").is_file()
    assert re.search("dat +local/My-Model-模型-4-bit.gguf +complete", printed.text)
    assert server.calls == {name: 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), r"name a set or benchmarks, such as core .*; name a model with --model"),
        (("cor", *MODEL), "no set or benchmark 'cor'; did you mean 'core'"),
        (("full", *MODEL), "the set full needs judges"),
        (("aut", *MODEL, "--judges", "a,b"), r"judges are joined by \+, got 'a,b': write a\+b"),
        (("core", *MODEL, "--max-tokens", 9, "--reasoning"), "leave out --max-tokens or --reasoning"),
        (("core", *MODEL, "--api-key-env", "KEY"), "--api-key-env needs --base-url"),
        (("core", *MODEL, "--base-url", "http://127.0.0.1:9/v1", "--api-key-env", "NO_KEY"), "NO_KEY is not set"),
        (
            ("dat:embedding=builtin", "--model", "creativity/greedy", "--base-url", "file:///x"),
            "creativity/greedy: baselines are computed here and not by a server; leave out --base-url",
        ),
        (("core", *MODEL, "--base-url", "http://127.0.0.1:9/v1"), "nothing answers at http://127.0.0.1:9/v1"),
        (("rat", "--model", "no/such"), r"HELM knows no|no/such"),
        (
            ("Core:num_trials=2", *MODEL),
            "'Core' is a set, and a set takes no arguments: leave out 'num",
        ),
        *(
            (("core", *MODEL, "--suite", suite), "--suite must be the name of a folder, without slashes and line")
            for suite in ("", "..", "a/b", "a\nb")
        ),
        (("dat:embedding=builtin", "--model", "openai/o3-2025-04-16"), "reasons first .*; add --reasoning"),
        (
            ("rat:temp=9", "--model", "creativity/greedy"),
            "helm-run would refuse these entries:\n  creativity_rat:temp=9.*temp",
        ),
        (("rat", "--model", "openai/gpt-4o-2024-11-20"), "cannot be reached:\n  openai/gpt-4o-2024-11-20: no API key"),
    ],
)
def test_what_cannot_run_is_refused_first(here, monkeypatch, arguments, message):
    for name in ("OPENAI_API_KEY", "HELM_CREDENTIALS"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BadArguments, match=message):
        command.run("run", *arguments)
    assert not (here / "benchmark_output").exists()


@pytest.mark.parametrize("option", ["--yes", "--dry-run"])
@pytest.mark.parametrize(
    ("entry", "model", "message"),
    [
        ("dat:embedding=builtin,num_trials=1", "L" * 217, r"of \d+ bytes, and file systems take 255: give the model"),
        ("dat:embedding=builtin,num_trials=0", "my-model", "num_trials must be a whole number from 1 to 100000, got 0"),
        ("rat:model_deploymnt=a", "my-model", "no argument 'model_deploymnt'"),
    ],
)
def test_what_helm_would_refuse_is_refused_before_anything_is_written_or_asked(here, entry, model, message, option):
    """A name of a folder is counted in bytes."""
    refused = pytest.raises(BadArguments, match=f"helm-run would refuse these entries:\n  (?s:.*){message}")
    with ChatServer({model: lambda call: reply(GOOD)}) as server, refused:
        command.run("run", "letter_string", entry, "--model", model, "--base-url", server.url, option)
    assert list(here.iterdir()) == []
    assert not server.calls


def test_missing_files_are_named_before_anything_is_written(here, server, monkeypatch):
    """With the run entry that needs none; a dry run, which may be for another machine, notes it."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(here / "home"))
    arguments = ["run", "dat", "rat:items=own", *MODEL, "--base-url", server.url]
    message = r"files are missing:\n  dat: .*helm-creativity fetch glove-840b.*\n    .*: dat:embedding=builtin$"
    with pytest.raises(FileProblem, match=f"nothing was run, because {message}"):
        command.run(*arguments)
    assert list(here.iterdir()) == []
    printed = command.run(*arguments, "--dry-run")
    notes = "\n".join(printed.stderr)
    assert re.search(f"note: helm-run would refuse these entries here, because {message}", notes, re.MULTILINE)
    deployment = Server(server.url).find("my-model").deployment
    assert f"note: without --dry-run, {deployment} would be added to HELM's files" in notes
    assert printed.text.startswith("helm-run --run-entries creativity_dat:")
    assert list(here.iterdir()) == []


def test_a_dry_run_prints_the_command_and_writes_nothing(here, server):
    arguments = ["run", *SHORT, *MODEL, "--model", "creativity/greedy", "--base-url", server.url, "--suite", "s 1"]
    printed = command.run(*arguments, "--reasoning", "--dry-run")
    model = f"local/my-model,model_deployment={Server(server.url).find('my-model').deployment}"
    assert shlex.split(printed.text) == [
        *("helm-run", "--run-entries"),
        f"creativity_dat:embedding=builtin,num_trials=3,max_tokens=16384,model={model}",
        f"creativity_letter_string:max_eval_instances=2,max_tokens=16384,model={model}",
        "creativity_dat:embedding=builtin,num_trials=3,max_tokens=16384,model=creativity/greedy",
        "creativity_letter_string:max_eval_instances=2,max_tokens=16384,model=creativity/greedy",
        *("--suite", "s 1", "-m", "1000000", "-n", "4"),
        *("--output-path", "benchmark_output", "--local-path", "prod_env"),
    ]
    assert list(here.iterdir()) == []
    assert not server.calls


@pytest.mark.parametrize(
    "asked",
    [
        ["rat", "--model", "org-m", "--model", "org/m"],
        ["aut:embedding=builtin", "--model", "my-model", "--judges", "org-m+org/m"],
    ],
)
def test_two_models_that_would_be_one_in_helm_are_refused(here, asked):
    """Before anything is written; judges are models, too."""
    with ChatServer({name: lambda call: reply("4") for name in ("my-model", "org-m", "org/m")}) as server:
        with pytest.raises(BadArguments, match="'org-m' and 'org/m' would both be local/org-m in HELM"):
            command.run("run", *asked, "--base-url", server.url)
        assert not server.calls
    assert list(here.iterdir()) == []


def test_judges_that_the_server_has_are_asked_there(here):
    """Others are HELM's; the run entries name both as HELM does."""
    panel = "creativity/lexical-judge+my/judge+openai/gpt-4o-2024-11-20"
    with ChatServer({name: lambda call: reply("4") for name in ("my-model", "my/judge")}) as server:
        asked = ("aut:embedding=builtin", "rat", *MODEL, "--judges", panel, "--base-url", server.url, "--dry-run")
        printed = command.run("run", *asked)
        assert not server.calls
    panel = "creativity/lexical-judge+local/my-judge+openai/gpt-4o-2024-11-20"
    assert f"judges={panel}," in without_address(printed.text)
    notes = [without_address(line).split(" would be added")[0] for line in printed.stderr]
    assert notes == [f"note: without --dry-run, local/{name}" for name in ("my-model", "my-judge")]
    assert list(here.iterdir()) == []


def start(folder, *arguments):
    """The command in a process of its own."""
    root = os.path.dirname(os.path.dirname(helm_creativity.__file__))
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-m", "helm_creativity", "run", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "HF_HUB_OFFLINE": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.commands
def test_a_model_behind_a_server_gets_a_leaderboard(tmp_path):
    """Stopped after its first responses, the same command goes on."""
    with ChatServer({"my-model": lambda call: reply(GOOD)}, delay=1.5) as server:
        arguments = [*SHORT, *MODEL, "--base-url", server.url, "--suite", "mine", "-n", "1"]
        stopped = start(tmp_path, *arguments)
        deadline = time.monotonic() + 200
        while server.calls.get("my-model", 0) < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        stopped.send_signal(signal.SIGINT)
        _, stderr = stopped.communicate(timeout=60)
        assert stopped.returncode == 130, stderr
        assert "stopped; the responses so far are kept, and the same command continues from there" in stderr
        server.delay = 0
        done = start(tmp_path, *arguments)
        stdout, stderr = done.communicate(timeout=400)
        assert done.returncode == 0, stderr
        assert server.calls["my-model"] in (5, 6), "of what came before the stop only what was under way is asked again"
    assert {body["max_tokens"] for body in server.bodies} == {300, 256}
    assert re.search(r"\[2/2\] creativity_letter_string model=local_my-model: done, 2 new requests, \d", stderr)
    assert re.search(r"\[1/2\] creativity_dat model=local_my-model: done, . new requests, . from the cache", stderr)
    for words in ("creativity_dat", "creativity_letter_string", "local/my-model", "report: benchmark_output/mine.html"):
        assert words in stdout
    assert "HELM's pages: helm-server --suite mine" in stdout
    assert "my-model" in (tmp_path / "benchmark_output" / "mine.html").read_text("utf-8")
    assert json.loads((tmp_path / "benchmark_output/runs/mine/groups.json").read_text())
    (deployment,) = yaml.safe_load((tmp_path / "prod_env/model_deployments.yaml").read_text())["model_deployments"]
    assert re.fullmatch("local-[0-9a-f]{6}/my-model", deployment["name"])


@pytest.mark.commands
def test_one_model_behind_two_servers_is_two_deployments(tmp_path):
    """Both servers are asked, and both have a score. A run that is started again asks neither, and says so."""
    words = [GOOD, GOOD.replace(GOOD.split()[0], "zebra")]
    arguments = [SHORT[0], *MODEL, "--suite", "mine", "-n", "1"]
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(ChatServer({"my-model": lambda call, text=text: reply(text)})) for text in words
        )
        for server in (first, second, second):
            done = start(tmp_path, *arguments, "--base-url", server.url)
            stdout, stderr = done.communicate(timeout=300)
            assert done.returncode == 0, stderr
        names = {Server(server.url).find("my-model").deployment for server in (first, second)}
    assert first.calls == second.calls == {"my-model": 3}
    assert "done, 0 new requests, 3 from the cache" in stderr
    today = datetime.now(timezone.utc).date()
    assert f"3 of 3 responses from the cache of {today}; {second.url} was not asked for them" in stderr
    scores = dict(re.findall(r"^local/my-model \((\S+)\) +\S+ +([\d.]+)", stdout, re.MULTILINE))
    assert scores.keys() == names
    assert len(set(scores.values())) == 2


@pytest.mark.commands
def test_a_run_that_goes_on_is_seen_from_another_terminal(tmp_path, monkeypatch):
    """As running, and neither as failed nor as missing."""
    monkeypatch.chdir(tmp_path)
    with ChatServer({"my-model": lambda call: reply(GOOD)}, delay=600) as server:
        going = start(tmp_path, SHORT[0], *MODEL, "--base-url", server.url, "--suite", "mine")
        deadline = time.monotonic() + 200
        while not server.calls and time.monotonic() < deadline:
            time.sleep(0.1)
        printed = command.run("status", "mine", "--format", "json")
        going.send_signal(signal.SIGINT)
        going.communicate(timeout=60)
        stopped = command.run("status", "mine", "--format", "json")
    assert [json.loads(found.text)[0]["rows"][0]["state"] for found in (printed, stopped)] == ["running", "missing"]
    assert printed.status == stopped.status == 1
    assert printed.stderr == ["1 run of 1 not finished yet"]


@pytest.mark.commands
def test_a_server_that_goes_away_is_said_in_a_line(tmp_path):
    with ChatServer({"my-model": lambda call: (404, {"error": {"message": "no such route", "code": 404}})}) as server:
        failed = start(tmp_path, SHORT[0], *MODEL, "--base-url", server.url, "--suite", "mine")
        _, stderr = failed.communicate(timeout=300)
    assert failed.returncode == 1
    assert re.search(r"\[1/1\] creativity_dat model=local_my-model: failed: .*no such route", stderr), stderr
    assert "Request(" not in stderr
    assert "1 of 1 runs failed; the same command asks only for what is missing" in stderr
    assert "no run of mine has results" in stderr


@pytest.mark.commands
def test_a_judge_that_answers_nothing_is_no_success(tmp_path):
    """The panel is then another one than its settings name, and the overview says so."""
    replies = {
        "my-model": lambda call: reply("Hope is a lantern that a tired baker carries through the fog."),
        "rates": lambda call: reply("30"),
        "dead": lambda call: (400, {"error": {"message": "no such model", "code": 400}}),
    }
    entry = "metaphor:prompts=own,max_eval_instances=2"
    with ChatServer(replies) as server:
        asked = (*MODEL, "--judges", "rates+dead", "--base-url", server.url, "--suite", "mine")
        failed = start(tmp_path, entry, *asked)
        stdout, stderr = failed.communicate(timeout=300)
    assert failed.returncode == 1
    assert re.search(r"^\d+ ratings of judges failed; the same command asks only for these$", stderr, re.MULTILINE)
    assert "judges rated only 50% of what they were asked about" in stdout


@pytest.mark.commands
def test_a_run_without_any_score_is_no_success(tmp_path):
    """The failures of another model in the same suite are not this command's, and a word says how to ask anew."""
    replies = {
        "my-model": lambda call: reply("" if call.number % 2 else "I like stones."),
        "broken": lambda call: (400, {"error": {"message": "max_tokens is too large"}}),
    }
    with ChatServer(replies) as server:
        for model in ("broken", "my-model"):
            arguments = [SHORT[0], "--model", model, "--base-url", server.url, "--suite", "mine", "-n", "1"]
            done = start(tmp_path, *arguments)
            stdout, stderr = done.communicate(timeout=300)
            assert done.returncode == 1, stderr
            assert ("3 requests failed; the same command asks only for these" in stderr) == (model == "broken")
            assert ("/broken: a request failed: " in stderr) == (model == "broken")
            assert f"no response has a score in creativity_dat of local/{model}: the table above has" in stderr
            assert ("helm-creativity forget mine --reason empty --yes" in stderr) == (model == "my-model")
    assert re.search(r"local/my-model +no score +3 ", stdout)
