"""``helm-creativity doctor``: what it finds, the sentence for every failure, and its exit status."""

import importlib
import json
import os
import re
import sys

import pytest
from support import command
from support.helm import registered_here
from support.server import ChatServer, failure, reply

from helm_creativity import extras
from helm_creativity.core.names import without_address
from helm_creativity.errors import BadArguments, BrokenVectors, FileProblem
from helm_creativity.extras import satisfies
from helm_creativity.operations.installation import checking, folders, libraries, models, needs, programs, registration
from helm_creativity.operations.installation.finding import Wanted
from helm_creativity.operations.installation.folders import configuration_findings, folder_findings
from helm_creativity.operations.installation.libraries import library_findings, torch_findings
from helm_creativity.operations.installation.programs import BackgroundProgram
from helm_creativity.operations.installation.registration import registration_findings, start_registration
from helm_creativity.operations.running.server import Server, read_entries

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
    fetch = ("helm-creativity embeddings fetch glove-840b", "helm-creativity items fetch olson2021-words")
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


def test_a_set_is_listed_by_benchmark(here):
    rows, status = findings("published")
    assert status == 1
    assert "a data set of the Hugging Face Hub, which the run itself downloads" in rows["create"]["to_do"]
    assert rows["dat"]["to_do"].count("embeddings fetch glove-840b") == 1


def test_a_run_entry_that_a_run_would_refuse(here):
    rows, status = findings("dat:embedding=builtin,temp=9")
    assert status == 1
    assert rows["dat:embedding=builtin,temp=9"]["to_do"].endswith("got 9; correct the run entry")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cor"], "no set or benchmark 'cor'; did you mean 'core'"),
        (["full"], "the set full needs judges"),
        (["--api-key-env", "KEY"], "--api-key-env needs --base-url"),
        (["--base-url", "http://127.0.0.1:9/v1"], "--base-url needs --model"),
        (["--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--api-key-env", "NO_KEY"], "NO_KEY is not set"),
    ],
)
def test_what_is_refused(here, arguments, message):
    with pytest.raises(BadArguments, match=message):
        command.run("doctor", *arguments)


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
    monkeypatch.setattr("helm_creativity.clients.reachable.silence_at", lambda url: "nothing answers there")
    printed = command.run("doctor", "--model", GPT)
    assert "it cannot be asked: nothing answers there; check the connection" in printed.text
    assert printed.status == 1
    assert "openaiApiKey in credentials.conf is set" in printed.text
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


def test_a_deployment_of_that_name_is_not_replaced(here, server):
    name = Server(server.url).find("lists").deployment
    (here / "prod_env").mkdir()
    path = here / "prod_env" / "model_deployments.yaml"
    path.write_text(f"model_deployments:\n  - name: {name}\n    client_spec: {{class_name: some.Client}}\n")
    rows, status = findings("--model", "lists", "--base-url", server.url)
    assert status == 1
    assert f"prod_env/model_deployments.yaml has {name} with other values" in rows["lists"]["to_do"]


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


def test_a_file_of_models_that_cannot_be_read(here, monkeypatch):
    (here / "prod_env").mkdir()
    (here / "prod_env" / "tokenizer_configs.yaml").write_text("tokenizer_configs: []\n")

    def denied(source, target):
        raise PermissionError(13, "Permission denied", str(source))

    monkeypatch.setattr(models.shutil, "copyfile", denied)
    rows, status = findings("--model", "creativity/greedy")
    assert status == 1
    assert rows["creativity/greedy"]["to_do"] == (
        "cannot read prod_env/tokenizer_configs.yaml (Permission denied): change its permissions, or helm-run stops at "
        "it"
    )


def test_a_folder_that_cannot_be_entered(tmp_path, monkeypatch):
    """Root may enter every folder, so that the system's reply is simulated."""
    usual = os.stat

    def stat(path, **options):
        if "locked" in str(path):
            raise PermissionError(13, "Permission denied", str(path))
        return usual(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    locked = tmp_path / "locked"
    assert list(configuration_findings(locked / "prod_env")) == []
    assert read_entries_or_why(locked / "prod_env" / "models.yaml").startswith("cannot read ")
    *_, found = folder_findings(tmp_path, locked / "prod_env")
    assert found.what == "HELM's cache"


def read_entries_or_why(path):
    try:
        return read_entries(path, "models")
    except FileProblem as problem:
        return str(problem)


@pytest.mark.parametrize(
    ("client", "sentence"),
    [
        ("{class_name: NoModule}", "its client cannot be loaded: "),
        ("{class_name: helm.clients.openai_client.No}", "its client cannot be loaded: .* has no attribute 'No'"),
    ],
)
def test_a_deployment_that_no_client_takes(here, client, sentence):
    """The name of the deployment is that of the row, and does not stand in the sentence again."""
    (here / "prod_env").mkdir()
    text = f"model_deployments:\n  - name: odd/model\n    model_name: openai/gpt2\n    client_spec: {client}\n"
    (here / "prod_env" / "model_deployments.yaml").write_text(text)
    rows, status = findings("--model", "odd/model", "--model", "creativity/greedy")
    assert (status, rows["odd/model"]["state"]) == (1, "broken")
    assert re.match(sentence, rows["odd/model"]["to_do"])
    assert rows["creativity/greedy"]["state"] == "ok"


def test_a_file_of_keys_that_cannot_be_read(here, server, monkeypatch):
    monkeypatch.setenv("SERVER_KEY", "not-a-real-key-1234567890")
    (here / "prod_env").mkdir()
    (here / "prod_env" / "credentials.conf").write_bytes(b"\xff")
    rows, status = findings("--model", "lists", "--base-url", server.url, "--api-key-env", "SERVER_KEY")
    assert (status, rows["lists"]["state"]) == (1, "broken")
    assert rows["lists"]["to_do"].startswith("cannot read prod_env/credentials.conf")


def test_what_a_client_fails_with_is_a_finding(here, monkeypatch):
    def fails(deployment):
        raise ValueError("no budget in sk-not-a-real-key-123")

    monkeypatch.setattr("helm_creativity.clients.sampling_limits.require_client", fails)
    rows, status = findings("--model", GPT, "--model", "creativity/greedy")
    assert (status, rows["creativity/greedy"]["state"]) == (1, "ok")
    assert rows[GPT]["to_do"] == (
        "it cannot be asked (ValueError: no budget in ***): correct its deployment in model_deployments.yaml"
    )


def test_a_model_that_is_named_twice_is_one(here, server):
    printed = command.run("doctor", "--model", "list", "--model", "list", "--base-url", server.url)
    assert printed.text.splitlines()[-1] == "to repair: list"
    assert printed.text.count("has no model 'list'") == 1


def test_programs_end_with_the_command(here, monkeypatch):
    """Whatever happens between their start and their replies."""
    started = []

    def start(*arguments):
        started.append(BackgroundProgram("import time; time.sleep(600)", []))
        return started[-1]

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(libraries, "start_imports", start)
    monkeypatch.setattr(checking, "start_registration", start)
    monkeypatch.setattr(checking, "folder_findings", interrupted)
    with pytest.raises(KeyboardInterrupt, match=r"^$"):
        checking.check_installation(Wanted())
    assert [program._process.returncode for program in started] == [-9, -9]


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


def test_a_command_is_taken_without_the_sentence_around_it():
    problems = [f"it is not here: helm-creativity items fetch mctb2025-prompts{end}" for end in (".", ":", "; see", "")]
    assert needs._needs(problems) == ["helm-creativity items fetch mctb2025-prompts"]


def test_a_folder_that_cannot_be_written(here, monkeypatch):
    (here / "file").write_text("")
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(here / "file"))
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    rows, status = findings("rat", "--output-path", "results")
    assert status == 1
    assert "set HELM_CREATIVITY_HOME to another folder" in rows["cache folder"]["to_do"]
    assert rows["results"]["to_do"].startswith("results cannot be written to")
    assert rows["results"]["to_do"].endswith("change its permissions, or name another folder with --output-path")


def test_a_disk_that_is_full(here, monkeypatch):
    usage = folders.shutil.disk_usage(here)
    monkeypatch.setattr(folders.shutil, "disk_usage", lambda path: usage._replace(free=3e8))
    rows, status = findings("rat")
    assert status == 1
    assert (
        "has only 0.3 GB free: delete what is not needed, or set HELM_CREATIVITY_HOME" in rows["cache folder"]["to_do"]
    )


def test_libraries_that_are_missing_or_old(monkeypatch):
    versions = {"scipy": "1.2", "crfm-helm": "0.6.1", "polars": None}
    installed = extras.installed_version
    monkeypatch.setattr(libraries, "installed_version", lambda name: versions.get(name, installed(name)))
    monkeypatch.setattr(libraries, "find_spec", lambda name: None)
    found = by_name(library_findings(wanted=False))
    assert found["scipy"].state == found["crfm-helm"].state == "broken"
    assert found["scipy"].says == "1.2 is installed and does not fit: pip install 'scipy>=1.14'"
    assert "pip install 'crfm-helm<0.6,>=0.5.16'" in found["crfm-helm"].says
    assert found["polars"].says == "polars is not installed: pip install 'polars>=1.20'"
    assert not found["polars"].fails
    assert found["openpyxl"].state == "missing"
    assert by_name(library_findings(wanted=True))["polars"].fails


def test_without_packaging_no_version_is_called_right_or_wrong(monkeypatch):
    installed = extras.installed_version
    monkeypatch.setattr(libraries, "requirements", lambda: ["packaging>=22", "crfm-helm>=99", "scipy>=99"])
    monkeypatch.setattr(libraries, "installed_version", lambda name: None if name == "packaging" else installed(name))
    found = by_name(library_findings(wanted=False))
    assert found["packaging"].says == "packaging is not installed: pip install 'packaging>=22'"
    assert found["crfm-helm"].says == installed("crfm-helm")
    assert not {"scipy", "other libraries"} & set(found)


def test_a_package_that_pip_does_not_know(monkeypatch):
    monkeypatch.setattr(libraries, "requirements", list)
    assert "run pip install . in its checkout" in by_name(library_findings(wanted=False))["libraries"].says


def test_a_python_that_is_not_supported(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    monkeypatch.setattr(libraries.sys, "version_info", type("V", (tuple,), {"minor": 99})((3, 99, 0)))
    found = by_name(library_findings(wanted=False))["Python"]
    assert found.says == "3.99.0 is not supported: make an environment with Python 3.10 to 3.13"


@pytest.mark.parametrize(
    ("version", "requirement", "expected"),
    [
        ("0.5.16", "crfm-helm<0.6,>=0.5.16", True),
        ("0.5.9", "crfm-helm<0.6,>=0.5.16", False),
        ("0.6.0", "crfm-helm<0.6,>=0.5.16", False),
        ("3.9.0", "nltk!=3.9.0,>=3.7", False),
        ("3.9.1", "nltk!=3.9.0,>=3.7", True),
        ("2.13.0+cpu", "torch>=2.2", True),
        ("6.0", "sentence-transformers>=6.0", True),
        ("1", "anything", True),
        ("2.0.1", "library==2.0.0", False),
        ("2.0", "library==2.0.0", True),
        ("2.0.1", "library==2.0.*", True),
        ("1.5", "library~=1.4.2", False),
        ("1.4.9", "library~=1.4.2", True),
        ("3.0", "library<=2", False),
        ("2.0", "library>2", False),
        ("0.6.0rc1", "crfm-helm<0.6,>=0.5.16", False),
        ("1.5.0rc1", "library>=1.4", True),
        ("1.4", "library[extra]>=1.4,<=1.4", True),
        ("unknown", "library>=1", False),
    ],
)
def test_versions_are_compared_as_pip_compares_them(version, requirement, expected):
    assert satisfies(version, requirement) is expected


def test_a_torchvision_that_does_not_fit():
    error = "RuntimeError: operator torchvision::nms does not exist"
    found = by_name(torch_findings({**WORKS, "torchvision": [False, error]}))
    assert found["torch"].state == "ok"
    assert found["torchvision"].says == (
        f"it does not fit the installed torch ({error}), which breaks sentence encoders: "
        "pip uninstall torchvision, or install both from one index, as the README says"
    )
    (silent,) = torch_findings("no result within 30 s")
    assert silent.says.startswith("its import gives no result within 30 s: try once more")


def test_programs_reply_or_say_why_not(monkeypatch):
    assert BackgroundProgram("import sys\nprint('[\"' + sys.argv[1] + '\"]')", ["a"]).reply() == ["a"]
    assert BackgroundProgram("raise ValueError('no luck')", []).reply() == "ValueError: no luck"
    assert BackgroundProgram("import os; os._exit(3)", []).reply() == "Python ended with status 3"
    monkeypatch.setattr(programs, "SECONDS", 0.2)
    assert BackgroundProgram("import time; time.sleep(60)", []).reply() == "no result within 0.2 s"


def test_what_helm_does_not_find_or_refuses(tmp_path):
    reply = {
        "unknown": ["creativity_rat"],
        "models": "ValueError: no field x",
        "credentials": "line: 3, s3cr3t",
    }
    found = by_name(registration_findings(reply, tmp_path, readable=True))
    assert "HELM does not find creativity_rat: install helm-creativity in" in found["run entries"].says
    assert "(ValueError: no field x): correct it" in found["models of your own"].says
    assert found["credentials.conf"].says.startswith(f"HELM cannot read line 3 of {tmp_path}/credentials.conf: write")
    assert "models of your own" not in by_name(registration_findings(reply, tmp_path, readable=False))
    (broken,) = registration_findings("ImportError: libx", tmp_path, readable=True)
    assert broken.says.startswith("HELM cannot be loaded (ImportError: libx): install crfm-helm anew")


def test_helm_itself_finds_the_benchmarks_and_the_users_files(tmp_path):
    (tmp_path / "model_deployments.yaml").write_text("model_deployments:\n  - name: a/b\n")
    (tmp_path / "credentials.conf").write_text("openaiApiKey: {\n")
    found = by_name(registration_findings(start_registration(tmp_path).reply(), tmp_path, readable=True))
    assert found["run entries"].state == "ok"
    assert "client_spec" in found["models of your own"].says
    assert found["credentials.conf"].state == "broken"


def test_the_command_of_another_environment(monkeypatch, tmp_path):
    monkeypatch.setattr(registration.sysconfig, "get_path", lambda name: str(tmp_path / "own"))
    monkeypatch.setattr(registration.shutil, "which", lambda name: str(tmp_path / "other" / name))
    assert "install crfm-helm anew in this environment" in registration._script().says
    for folder in ("own", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "helm-run").write_text("")
    assert registration._script().says == (
        f"the PATH leads to another environment's, {tmp_path}/other/helm-run: activate this environment, or call "
        f"{tmp_path}/own/helm-run"
    )
    monkeypatch.setattr(registration.shutil, "which", lambda name: None)
    assert registration._script().says.startswith("no helm-run is on the PATH: activate")


def test_without_helm_what_needs_none_is_looked_at(here, monkeypatch):
    monkeypatch.setattr(checking, "find_spec", lambda name: None)
    rows, status = findings()
    assert status == 0
    assert "set core" not in rows
    assert rows["rat"]["state"] == "ok"


def test_a_damaged_embedding_is_fetched_again(here, monkeypatch):
    def damaged(spec):
        raise BrokenVectors("its file is cut")

    monkeypatch.setattr(needs, "is_here", damaged)
    rows, status = findings()
    assert status == 1
    assert rows["glove-840b"]["to_do"].startswith("its file is cut; fetch it again: helm-creativity embeddings fetch")
