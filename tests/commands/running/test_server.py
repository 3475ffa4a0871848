"""A model of a server becomes one of HELM's: what is asked of the server, and what is written."""

import os
import re
import time

import cattrs
import pytest
import yaml
from helm.benchmark.model_deployment_registry import ModelDeployments
from helm.common.credentials_utils import provide_api_key
from helm.common.general import get_credentials
from support import command
from support.helm import registered_here
from support.server import ChatServer, reply

from helm_creativity.benchmark.names import without_address
from helm_creativity.commands.running.server import Server, key_of_server, served_judges
from helm_creativity.errors import BadArguments, FileProblem

URL = "http://127.0.0.1:9/v1"
MODEL = Server(URL).served({"id": "my-model"})
GPT = "openai/gpt-4o-2024-05-13"


def read(folder, name="model_deployments"):
    return yaml.safe_load((folder / f"{name}.yaml").read_text("utf-8"))


def deployments(folder):
    """Names of those in HELM's file."""
    return [entry["name"] for entry in read(folder)["model_deployments"]]


@pytest.fixture(scope="module")
def server():
    with ChatServer({"my-model": lambda call: reply("x"), "Qwen/Qwen3": lambda call: reply("x")}) as server:
        yield server


def test_a_model_is_found_by_either_name(server):
    found = [Server(server.url).find(name) for name in ("my-model", "local/my-model", "Qwen/Qwen3", "local/Qwen-Qwen3")]
    assert [model.model for model in found] == ["local/my-model"] * 2 + ["local/Qwen-Qwen3"] * 2
    assert found[0] == found[1] == Server(server.url).find(found[0].deployment)
    assert found[2] == found[3]
    assert not server.calls, "no model is asked"


@pytest.mark.parametrize(
    ("base_url", "key", "about", "same"),
    [
        *((URL, None, {}, True), (f"{URL}/", None, {"max_model_len": 9}, True)),
        *(("http://127.0.0.1:8/v1", None, {}, False), (URL, "sk-1", {}, False)),
    ],
)
def test_the_name_of_a_deployment_holds_its_address_and_key(base_url, key, about, same):
    """HELM's cache has a file for the first part of it; the model's name is one behind all addresses."""
    other = Server(base_url, key).served({"id": "my-model", **about})
    assert ((other.deployment == MODEL.deployment), other.model, MODEL.model) == (same, *["local/my-model"] * 2)
    assert re.fullmatch("local-[0-9a-f]{6}/my-model", other.deployment)


class Now(dict):
    """What vLLM says of a model at every request: the time of the request."""

    def keys(self):
        return ["created"]

    def __getitem__(self, name):
        return int(time.time())


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ({"created": 1_700_000_000}, {"created": 1_700_000_001}, False),
        ({"root": "a"}, {"root": "b"}, False),
        ({"root": "a", "created": 1_700_000_000}, {"root": "a", "created": 1_700_000_001}, True),
        ({}, Now(), True),
        ({}, {"created": int(time.time()) - 5}, False),
    ],
)
def test_what_a_server_says_of_a_model_tells_deployments_apart(before, after, same):
    """But for the time of the request: a run that goes on must find its responses in the cache."""
    with ChatServer({"m": lambda call: reply("x")}, about=before) as server:
        first = Server(server.url).find("m")
        server.about = after
        assert (Server(server.url).find("m") == first) == same


def test_helm_reads_what_is_written_once_and_what_its_user_changed_stays(tmp_path):
    """Such as parameters that are to be left out, or another window."""
    server, path, again = Server(URL, folder=tmp_path / "env"), tmp_path / "env" / "model_deployments.yaml", []
    server.add([MODEL._replace(window=4096)], print)
    assert sorted(path.name for path in server.folder.iterdir()) == ["model_deployments.yaml", "model_metadata.yaml"]
    (found,) = cattrs.structure(read(server.folder), ModelDeployments).model_deployments
    assert (found.name, found.model_name, found.max_sequence_length) == (MODEL.deployment, "local/my-model", 4096)
    assert found.client_spec.args == {"base_url": URL, "vllm_model_name": "my-model", "max_retries": 0}
    path.write_text(path.read_text("utf-8").replace("max_retries: 0", "omit: [stop]"), "utf-8")
    before = path.read_text("utf-8")
    server.add([MODEL], again.append)
    assert (again, path.read_text("utf-8")) == ([], before)


@pytest.mark.parametrize("indent", ["", "  "])
def test_other_entries_and_their_comments_stay(tmp_path, indent):
    """The deployments of one model stand beside each other, and beside one that its user wrote."""
    path = tmp_path / "model_deployments.yaml"
    entry = f"{indent}- name: local/my-model  # old\n{indent}  client_spec: {{class_name: x.Y, args: {{}}}}\n"
    path.write_text(text := f"# mine\nmodel_deployments:\n{entry}")
    other = Server("http://127.0.0.1:8/v1", folder=tmp_path)
    made = other.served({"id": "my-model"})
    Server(URL, folder=tmp_path).add([MODEL], print)
    other.add([made], print)
    assert path.read_text("utf-8").startswith(text)
    assert deployments(tmp_path) == ["local/my-model", MODEL.deployment, made.deployment]
    assert [entry["name"] for entry in read(tmp_path, "model_metadata")["models"]] == ["local/my-model"]


@pytest.mark.parametrize("text", ["- a\n", "model_deployments: [x]\n", "a: [\n"])
def test_a_file_that_helm_cannot_read_stays(tmp_path, text):
    path = tmp_path / "model_deployments.yaml"
    path.write_text(text)
    with pytest.raises(FileProblem, match=r"model_deployments\.yaml"):
        Server(URL, folder=tmp_path).add([MODEL], print)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("url", "key", "message"),
    [
        (URL, "“sk-1”", "MY_KEY holds a character that no key has, such"),
        (URL, "sk-1\nsk-2", "MY_KEY holds a character that no key has, such"),
        ("http://me:sk-1@127.0.0.1:9/v1", "k", r"--base-url must hold no password: .* --api-key-env$"),
    ],
)
def test_what_cannot_be_sent_as_a_key_is_refused_and_not_repeated(url, key, message, monkeypatch):
    """A password in an address would be written into HELM's files."""
    monkeypatch.setenv("MY_KEY", key)
    with pytest.raises(BadArguments, match=message) as caught:
        Server(url, key_of_server("MY_KEY", url)).find("my-model")
    assert "sk-" not in str(caught.value)


def test_judges_of_a_server_get_helms_names(server, tmp_path):
    """What the server does not list is HELM's; a panel of which it lists none names no judge of it."""
    told = []

    def judges(panel, url=server.url):
        with served_judges(panel, url, None, tmp_path, told.append) as named:
            return named

    named = judges(f"{GPT}+my-model")
    assert without_address(named) == f"local/my-model+{GPT}"
    assert deployments(tmp_path) == [named.partition("+")[0]]
    assert told[0] == f"added to {tmp_path / 'model_deployments.yaml'}:"
    assert judges(GPT, url=None) == GPT
    assert without_address(judges("my-model+local/my-model")) == "local/my-model"
    with pytest.raises(BadArguments, match=r"HELM knows all judges .* has my-model, Qwen/Qwen3: leave out"):
        judges(GPT)


def test_a_server_without_a_list_has_the_judges_that_helm_does_not_know(tmp_path, monkeypatch):
    """Of HELM's own judges it is asked for none, in a run as elsewhere."""
    monkeypatch.setattr(Server, "models", None)
    names = ["creativity/lexical-judge", "local/other", "my-judge"]
    assert list(Server(URL, folder=tmp_path).find_all([], names)) == names[1:]
    alone = served_judges(names[0], URL, None, tmp_path, print)
    with pytest.raises(BadArguments, match=r"HELM knows all judges .* leave out --base-url"), alone:
        pass
    with served_judges("+".join(names), URL, None, tmp_path, print) as panel:
        assert without_address(panel) == "creativity/lexical-judge+local/other+local/my-judge"
    assert deployments(tmp_path) == panel.split("+")[1:]


def test_judges_get_the_servers_key_while_they_are_asked(tmp_path, monkeypatch):
    """HELM's own keys are read beside it, and no file holds it."""
    monkeypatch.delenv("HELM_CREDENTIALS", raising=False)
    monkeypatch.setenv("JUDGES_KEY", 'sk-"1')
    (tmp_path / "credentials.conf").write_text('openaiApiKey: "sk-9"\n')
    with (
        ChatServer({"judge": lambda call: reply("4")}, key='sk-"1') as server,
        served_judges("judge", server.url, "JUDGES_KEY", tmp_path, print) as panel,
    ):
        found, host = get_credentials(str(tmp_path)), panel.removesuffix("/judge")
        assert provide_api_key(found, host) == 'sk-"1'
        assert (found["openaiApiKey"], "localApiKey" in found) == ("sk-9", False)
    assert "HELM_CREDENTIALS" not in os.environ
    assert '"1' not in "".join(path.read_text("utf-8") for path in tmp_path.iterdir())


def test_a_dry_run_writes_nothing_and_asks_no_judge(tmp_path, monkeypatch):
    """Of the server it asks for its models alone."""
    monkeypatch.chdir(tmp_path)
    with ChatServer({"dry": lambda call: reply("4")}) as server, registered_here():
        asked = ("judges", "evaluate", "--set", "injection", "--judges", "dry", "--base-url", server.url)
        printed = command.run(*asked, "--dry-run")
    assert (printed.status, server.calls, [*tmp_path.iterdir()]) == (0, {}, [])
    assert "local/dry  judge" in without_address(printed.text)
    assert "note: without --dry-run, local/dry would be added" in without_address(printed.stderr[-1])
