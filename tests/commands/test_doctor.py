"""``helm-creativity doctor``: what it finds, the sentence for every failure, and its exit status."""

import importlib
import json
import re

import pytest
from support import command
from support.helm import registered_here
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.names import without_address
from helm_creativity.commands.installation import checking, libraries, needs
from helm_creativity.commands.installation.folders import configuration_findings
from helm_creativity.commands.installation.registration import registration_findings, start_registration

WORKS = {"torch": [True, "2.9.0"]}
FOUND = {"unknown": [], "models": "", "credentials": ""}
GPT = "openai/gpt-4o-2024-11-20"


class Replied:
    """A question whose reply is known."""

    def __init__(self, found):
        self.found = found

    def reply(self):
        return self.found

    def close(self):
        pass


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder, without the two programs, which have tests of their own."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "HELM_CREDENTIALS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(libraries, "start_imports", lambda: Replied(WORKS))
    monkeypatch.setattr(checking, "start_registration", lambda local_path: Replied(FOUND))
    importlib.import_module("helm_creativity.run_specs")  # it registers the baselines, once in a process
    with registered_here():
        yield tmp_path


@pytest.fixture
def server():
    """Its models are named for what they do."""
    behaviours = {
        "lists": lambda call: reply("\ncat, justice, photosynthesis\nThese are far apart."),
        "breaks": lambda call: failure(500),
        "refuses-keys": lambda call: failure(401),
        "is-busy": lambda call: failure(429),
        "knows-no-route": lambda call: failure(404),
        "only-thinks": lambda call: reply("", "length"),
        "is-picky": lambda call: (400, {"error": {"message": "Unsupported parameter: 'stop' is not supported"}}),
        "is-silent": lambda call: reply(""),
    }
    with ChatServer(behaviours) as server:
        yield server


def findings(*arguments):
    """The rows of every table, by what they are about, and the exit status."""
    printed = command.run("doctor", *arguments, "--format", "json")
    return {row["what"]: row for table in json.loads(printed.text) for row in table["rows"]}, printed.status


def by_name(found):
    return {finding.what: finding for finding in found}


def test_nothing_is_asked_for_and_nothing_is_broken(here):
    rows, status = findings()
    assert status == 0
    assert rows["crfm-helm"]["state"] == rows["torch"]["state"] == rows["cache folder"]["state"] == "ok"
    assert rows["set core"] == {"what": "set core", "state": "ok", "to_do": "runs"}
    assert rows["set full"]["to_do"] == "runs, with --judges"
    assert rows["set published"]["state"] == "missing"
    assert rows["rat"] == {"what": "rat", "state": "ok", "to_do": "runs"}
    fetch = ("helm-creativity fetch glove-840b", "helm-creativity fetch olson2021-words")
    assert rows["dat"] == {"what": "dat", "state": "missing", "to_do": "; ".join(fetch)}
    assert rows["glove-840b"]["to_do"] == f"{fetch[0]} (2.2 GB)"
    assert rows["olson2021-words"]["to_do"] == fetch[1]
    assert list(here.iterdir()) == []


def test_the_text_has_a_table_for_each_part_and_the_result(here):
    lines = command.run("doctor").text.splitlines()
    assert {"Installation", "Benchmarks", "Files to fetch"} <= set(lines)
    assert lines[-1] == "nothing is broken"


def test_what_is_asked_for_may_not_be_missing(here):
    rows, status = findings("dat", "rat")
    assert status == 1
    assert rows["dat"]["state"] == "missing"
    assert rows["rat"]["state"] == "ok"
    assert "glove-840b" not in rows
    assert findings("dat:embedding=builtin")[1] == 0


def test_a_model_is_sent_one_request_as_a_run_sends_it(here, server):
    rows, status = findings("--model", "lists", "--base-url", server.url)
    assert status == 0
    assert rows["lists"]["state"] == "ok"
    assert rows["lists"]["to_do"].startswith('"cat, justice, photosynthesis" (')
    assert "finish reason stop" in rows["lists"]["to_do"]
    assert "rat" not in rows
    (body,) = server.bodies
    assert (body["model"], body["max_tokens"]) == ("lists", 64)
    assert list(here.iterdir()) == [], "neither HELM's files nor its cache are written"


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("breaks", "wait until the server is ready, or look at its log"),
        ("refuses-keys", "correct the key, or ask the provider for access to this model"),
        ("is-busy", "wait until the limit of requests allows more, or look at the account's quota"),
        ("knows-no-route", "correct the name of the model, or the address of its server"),
        ("is-picky", "local/is-picky refuses the parameter stop: write omit: [stop] under the args of its client_spec"),
        ("only-thinks", "if it reasons, run it with --reasoning"),
        ("is-silent", "look at the log of its server"),
        ("list", "has no model 'list'; did you mean 'lists'?"),
    ],
)
def test_a_request_that_fails_says_what_to_do(here, server, model, sentence):
    rows, status = findings("--model", model, "--base-url", server.url)
    assert (status, rows[model]["state"]) == (1, "broken")
    assert sentence in without_address(rows[model]["to_do"])
    assert server.calls.get(model, 0) == (model in server.behaviours)


def test_a_server_that_is_not_there(here, server):
    server.refuse()
    rows, status = findings("--model", "lists", "--base-url", server.url)
    server.listen()
    assert status == 1
    assert "nothing answers at http://127.0.0.1" in rows["lists"]["to_do"]
    assert "start the server, or correct --base-url" in rows["lists"]["to_do"]


def test_a_missing_key_is_named_and_a_key_is_never_printed(here, monkeypatch):
    rows, status = findings("--model", GPT)
    assert status == 1
    assert rows[GPT]["to_do"] == (
        "it cannot be asked: no API key; put openaiApiKey into credentials.conf, or set OPENAI_API_KEY"
    )
    (here / "prod_env").mkdir()
    (here / "prod_env" / "credentials.conf").write_text('openaiApiKey: "not-a-real-key-1234567890"\n')
    monkeypatch.setattr("helm_creativity.helm.clients.reachable.silence_at", lambda url: "nothing answers there")
    printed = command.run("doctor", "--model", GPT)
    assert "it cannot be asked: nothing answers there; check the connection" in " ".join(printed.text.split())
    assert printed.status == 1
    assert "openaiApiKey in credentials.conf is set" in " ".join(printed.text.split())
    assert "not-a-real-key" not in printed.text + "".join(printed.stderr)


def test_a_server_that_wants_a_key(here, server, monkeypatch):
    server.key = "not-a-real-key-1234567890"
    rows, status = findings("--model", "lists", "--base-url", server.url)
    assert (status, rows["lists"]["state"]) == (1, "broken")
    assert "needs an API key: set it with --api-key-env" in rows["lists"]["to_do"]
    monkeypatch.setenv("SERVER_KEY", server.key)
    rows, status = findings("--model", "lists", "--base-url", server.url, "--api-key-env", "SERVER_KEY")
    assert (status, rows["lists"]["state"]) == (0, "ok")
    assert rows["key of lists"]["to_do"] == "the key of --api-key-env is set"


def test_a_model_that_nobody_knows_and_programs_of_this_package(here):
    rows, status = findings("--model", "opnai/gpt-4o-2024-11-20", "--model", "creativity/greedy")
    assert status == 1
    sentence = f"HELM knows no model or deployment 'opnai/gpt-4o-2024-11-20'; did you mean '{GPT}'?"
    assert sentence in rows["opnai/gpt-4o-2024-11-20"]["to_do"]
    assert rows["creativity/greedy"]["state"] == "ok"
    assert findings("--judges", "creativity/lexical-judge")[1] == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("model_deployments: [\n", "cannot read .*model_deployments.yaml.*line 2.*; correct the file"),
        ("model_deployments: 3\n", "expected a list model_deployments: of mappings in .*; correct the file"),
        ("model_deployments:\n  - model_name: a/b\n", "1 of 1 entries in .* have no name: give each one"),
    ],
)
def test_a_broken_file_of_models(here, text, sentence):
    (here / "prod_env").mkdir()
    (here / "prod_env" / "model_deployments.yaml").write_text(text)
    (found,) = configuration_findings(here / "prod_env")
    assert (found.what, found.state) == ("model_deployments.yaml", "broken")
    assert re.search(sentence, found.says)
    rows, status = findings("rat")
    assert (status, rows["model_deployments.yaml"]["to_do"]) == (1, found.says.replace(f"{here}/", ""))


def test_what_a_client_fails_with_is_a_finding(here, monkeypatch):
    def fails(deployment):
        raise ValueError("no budget in sk-not-a-real-key-123")

    monkeypatch.setattr("helm_creativity.helm.clients.deployments.require_client", fails)
    rows, status = findings("--model", GPT, "--model", "creativity/greedy")
    assert (status, rows["creativity/greedy"]["state"]) == (1, "ok")
    assert rows[GPT]["to_do"] == (
        "it cannot be asked (ValueError: no budget in ***): correct its deployment in model_deployments.yaml"
    )


def test_benchmarks_are_looked_at_without_a_network(here, monkeypatch):
    from huggingface_hub import constants

    seen = []

    def missing(benchmark, settings):
        seen.append(constants.HF_HUB_OFFLINE)
        return []

    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(needs, "missing_files", missing)
    assert {finding.state for finding in needs.benchmark_findings()} == {"ok"}
    assert set(seen) == {True}
    assert constants.HF_HUB_OFFLINE is False


def test_helm_itself_finds_the_benchmarks_and_the_users_files(tmp_path):
    (tmp_path / "model_deployments.yaml").write_text("model_deployments:\n  - name: a/b\n")
    (tmp_path / "credentials.conf").write_text("openaiApiKey: {\n")
    found = by_name(registration_findings(start_registration(tmp_path).reply(), tmp_path, readable=True))
    assert found["run entries"].state == "ok"
    assert "client_spec" in found["models of your own"].says
    assert found["credentials.conf"].state == "broken"


def test_without_helm_what_needs_none_is_looked_at(here, monkeypatch):
    monkeypatch.setattr(checking, "find_spec", lambda name: None)
    rows, status = findings()
    assert status == 0
    assert "set core" not in rows
    assert rows["rat"]["state"] == "ok"
