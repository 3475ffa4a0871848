"""``helm-creativity doctor``: what it finds, the sentence for every failure, and its exit status."""

import importlib
import json
import os
import re

import pytest
from support import command
from support.helm import registered_here
from support.server import ChatServer, failure, reply

from helm_creativity.benchmark.names import without_address
from helm_creativity.commands import installation

GPT = "openai/gpt-4o-2024-11-20"
KEY = "not-a-real-key-1234567890"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder and no key; torch is imported in one test."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.endswith("_API_KEY") or name in ("HF_TOKEN", "HELM_CREDENTIALS")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(installation, "IMPORT_TORCH", "")
    importlib.import_module("helm_creativity.run_specs")  # it registers the baselines, once in a process
    with registered_here():
        yield tmp_path


REPLIES = {
    "lists": reply("\ncat, justice, photosynthesis\nThese are far apart."),
    "breaks": failure(500),
    "refuses-keys": failure(401),
    "is-busy": failure(429),
    "knows-no-route": failure(404),
    "only-thinks": reply("", "length"),
    "is-picky": (400, {"error": {"message": "Unsupported parameter: 'stop' is not supported"}}),
    "is-silent": reply(""),
}
"""By the name of the model."""


@pytest.fixture
def server():
    with ChatServer({name: lambda call, sent=sent: sent for name, sent in REPLIES.items()}) as server:
        yield server


def findings(*arguments):
    """Every finding by what it is about, and the exit status."""
    printed = command.run("doctor", *arguments, "--format", "json")
    (table,) = json.loads(printed.text)
    return {row["what"]: (row["state"], without_address(row["to_do"])) for row in table["rows"]}, printed.status


def configure(folder, name, content):
    """Writes one of HELM's files."""
    (folder / "prod_env").mkdir(exist_ok=True)
    (folder / "prod_env" / name).write_bytes(content.encode("latin-1"))


def test_a_sound_installation_is_said_in_few_lines(here):
    printed = command.run("doctor")
    text, lines = " ".join(printed.text.split()), printed.text.splitlines()
    assert (printed.status, lines[-1], printed.stderr) == (0, "nothing is broken", [])
    assert len(lines) <= 15
    assert "missing" not in text
    assert "core, vocabulary, offline, full (with --judges) can be run now" in text
    assert re.search(r"here: [\w, ]*\brat, ", text)
    assert list(here.iterdir()) == [], "nothing is written"


def test_what_is_asked_for_may_not_be_missing(here):
    rows, status = findings("dat", "rat", "hard_dat", "create:items=official", "metaphor", "dat:temp=9")
    assert (status, rows["rat"], rows["metaphor"][0]) == (1, ("ok", "runs"), "broken"), "the last needs judges"
    assert rows["glove-840b"] == ("missing", "helm-creativity fetch glove-840b (for dat, hard_dat)")
    assert rows["olson2021-words"][1] == "helm-creativity fetch olson2021-words (for dat, hard_dat)"
    assert rows["create"] == ("missing", "the run itself downloads items from the Hugging Face Hub (for create)")
    assert "temp must be a number from 0 to 2, got 9; correct the run entry" in rows["dat:temp=9"][1]
    assert findings("dat:embedding=builtin", "core")[1] == 0


def test_a_model_is_sent_one_request_as_a_run_sends_it(here, server):
    """Neither HELM's files nor its cache are written."""
    rows, status = findings("core", "--model", "lists", "--judges", "lists", "--base-url", server.url)
    assert (status, rows["core"]) == (0, ("ok", "runs"))
    assert re.match(r'"cat, justice, photosynthesis" \(.*finish reason stop', rows["lists"][1])
    assert [(body["model"], body["max_tokens"]) for body in server.bodies] == [("lists", 64)]
    assert list(here.iterdir()) == []


def test_a_request_that_fails_says_what_to_do(here, server):
    sentences = {
        "breaks": "wait until the server is ready, or look at its log",
        "refuses-keys": "correct the key, or ask the provider for access to this model",
        "is-busy": "wait until the limit of requests allows more, or look at the account's quota",
        "knows-no-route": "correct the name of the model, or the address of its server",
        "is-picky": "local/is-picky refuses the parameter stop: write omit: [stop] under the args of its client_spec",
        "only-thinks": "if it reasons, run it with --reasoning",
        "is-silent": "look at the log of its server",
        "list": "has no model 'list'; did you mean 'lists'?",
    }
    models = [word for name in sentences for word in ("--model", name)]
    rows, status = findings(*models, "--base-url", server.url)
    assert status == 1
    for name, sentence in sentences.items():
        assert rows[name][0] == "broken"
        assert sentence in rows[name][1]
    assert server.calls == {name: 1 for name in sentences if name != "list"}
    server.refuse()
    rows, _ = findings("--model", "lists", "--base-url", server.url)
    server.listen()
    assert "start the server, or correct --base-url" in rows["lists"][1]


def test_a_missing_key_is_named_and_a_key_is_never_printed(here, server, monkeypatch):
    server.key = KEY
    rows, _ = findings("--model", "lists", "--base-url", server.url)
    assert "needs an API key: set it with --api-key-env" in rows["lists"][1]
    monkeypatch.setenv("SERVER_KEY", KEY)
    assert findings("--model", "lists", "--base-url", server.url, "--api-key-env", "SERVER_KEY")[1] == 0
    rows, _ = findings("--model", GPT)
    assert rows[GPT][1].endswith("no API key; put openaiApiKey into credentials.conf, or set OPENAI_API_KEY")
    configure(here, "credentials.conf", f'openaiApiKey: "{KEY}"\n')
    monkeypatch.setattr("helm_creativity.helm.clients.reachable.silence_at", lambda url: "nothing answers there")
    printed = command.run("doctor", "--model", GPT)
    assert "it cannot be asked: nothing answers there; check the connection" in " ".join(printed.text.split())
    assert "openaiApiKey in prod_env/credentials.conf" in printed.text
    assert KEY not in printed.text + "".join(printed.stderr)


@pytest.mark.parametrize(
    ("name", "content", "what", "words"),
    [
        *(
            ("credentials.conf", content, "keys", "prod_env/credentials.conf: write one key per line")
            for content in (f"openaiApiKey: caf\xe9-{KEY}\n", f'{KEY} {{\nopenaiApiKey: "{KEY}"\n')
        ),
        ("model_deployments.yaml", "model_deployments: [\n", "HELM", 'in "prod_env/model_deployments.yaml", line 2'),
        ("model_deployments.yaml", "model_deployments:\n  - name: a/b\n", "HELM", "('client_spec'): correct it"),
    ],
)
def test_a_file_that_helm_cannot_read_is_broken(here, name, content, what, words):
    configure(here, name, content)
    rows, status = findings()
    assert (status, rows[what][0], KEY in str(rows)) == (1, "broken", False)
    assert words in rows[what][1]


def test_models_that_cannot_be_asked_and_a_torch_that_does_not_fit(here, monkeypatch):
    def fails(deployment):
        raise ValueError("no budget in sk-not-a-real-key-123")

    monkeypatch.setattr("helm_creativity.helm.clients.deployments.reasons_first", fails)
    monkeypatch.setattr(installation, "find_problems", lambda names, client: iter(()))
    monkeypatch.setattr(installation, "IMPORT_TORCH", "raise RuntimeError('operator torchvision::nms does not exist')")
    unknown = "opnai/gpt-4o-2024-11-20"
    rows, status = findings("rat", "--model", GPT, "--model", unknown, "--model", "creativity/greedy")
    assert (status, rows["creativity/greedy"][0], rows["rat"][0]) == (1, "ok", "ok")
    assert f"HELM knows no model or deployment '{unknown}'; did you mean '{GPT}'?" in rows[unknown][1]
    assert "it cannot be asked (ValueError: no budget in ***): correct its deployment" in rows[GPT][1]
    assert "torchvision::nms does not exist): install torch and torchvision from one index" in rows["torch"][1]
