"""A model of a server becomes one of HELM's: what is asked of the server, and what is written."""

import os

import pytest
import yaml
from helm.benchmark.model_deployment_registry import ModelDeployments
from helm.common.general import get_credentials
from support.server import ChatServer, reply

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.operations.running.server import (
    ServedModel,
    Server,
    key_of_server,
    sent_key,
    served_judges,
)

URL = "http://127.0.0.1:9/v1"
MODEL = ServedModel("my-model")


def read(folder, name="model_deployments"):
    return yaml.safe_load((folder / f"{name}.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def server():
    with ChatServer({"my-model": lambda call: reply("x"), "Qwen/Qwen3": lambda call: reply("x")}) as server:
        yield server


def test_a_model_is_found_by_either_name(server):
    found = [Server(server.url).find(name) for name in ("my-model", "local/my-model", "Qwen/Qwen3")]
    assert [model.deployment for model in found] == ["local/my-model", "local/my-model", "local/Qwen-Qwen3"]
    assert not server.calls, "no model is asked"


@pytest.mark.parametrize(
    ("ending", "name", "message"),
    [
        ("", "my-modle", "no model 'my-modle'; did you mean 'my-model'.; it has: my-model, Qwen/Qwen3"),
        ("/../", "my-model", "the models of the server are at .*/v1: write that as --base-url"),
    ],
)
def test_what_the_server_lacks_is_named(server, ending, name, message):
    url = server.url.removesuffix("/v1") if ending else server.url
    with pytest.raises(BadArguments, match=message):
        Server(url).find(name)


@pytest.mark.parametrize("key", ["sk-1", None])
def test_a_name_that_another_model_has_in_helms_files_is_refused(tmp_path, key):
    """To run what stands there would run the other model."""
    Server(URL, key, tmp_path).write(ServedModel("org/m"))
    before = read(tmp_path)
    with pytest.raises(
        BadArguments, match=r"has local/org-m for the model 'org/m', and 'org-m' would have the same name in HELM: use"
    ):
        Server(URL, folder=tmp_path).write(ServedModel("org-m"))
    assert read(tmp_path) == before


def test_a_server_that_is_not_there():
    with pytest.raises(
        BadArguments, match=r"nothing answers at http://127.0.0.1:9/v1 .*: start the server, or correct"
    ):
        Server(URL).find("m")
    with pytest.raises(BadArguments, match="must begin with http:// or https://, got 'localhost:8000'"):
        Server("localhost:8000").find("m")


def test_a_server_that_wants_a_key():
    with ChatServer({"m": lambda call: reply("x")}, key="sk-1", about={"max_model_len": 2048}) as server:
        with pytest.raises(BadArguments, match="needs an API key: set it with --api-key-env"):
            Server(server.url).find("m")
        with pytest.raises(BadArguments, match="does not accept the key of --api-key-env"):
            Server(server.url, "sk-2").find("m")
        assert Server(server.url, "sk-1").find("m") == ServedModel("m", 2048)


def test_files_are_written_once(tmp_path):
    written = Server(URL, folder=tmp_path / "prod_env").write(MODEL)
    assert [path.name for path in written] == ["model_deployments.yaml", "model_metadata.yaml"]
    (deployment,) = read(tmp_path / "prod_env")["model_deployments"]
    assert deployment["client_spec"]["args"] == {"base_url": URL, "vllm_model_name": "my-model", "max_retries": 0}
    assert Server(URL, folder=tmp_path / "prod_env").write(MODEL) == {}
    assert "sk-" not in "".join(written.values())


@pytest.mark.parametrize("indent", ["", "  "])
def test_other_entries_and_their_comments_stay(tmp_path, indent):
    path = tmp_path / "model_deployments.yaml"
    entry = f"{indent}- name: a/b  # old\n{indent}  client_spec: {{class_name: x.Y, args: {{}}}}\n"
    text = f"# mine\nmodel_deployments:\n{entry}"
    path.write_text(text)
    Server(URL, "sk-1", tmp_path).write(MODEL)
    assert path.read_text("utf-8").startswith(text)
    assert [entry["name"] for entry in read(tmp_path)["model_deployments"]] == ["a/b", "local/my-model"]


@pytest.mark.parametrize("text", ["model_deployments: [{name: a/b}]\n", "model_deployments:\n- name: a/b\n...\n"])
def test_other_entries_stay_however_they_are_written(tmp_path, text):
    (tmp_path / "model_deployments.yaml").write_text(text)
    Server(URL, folder=tmp_path).write(MODEL)
    assert [entry["name"] for entry in read(tmp_path)["model_deployments"]] == ["a/b", "local/my-model"]


def test_a_file_without_entries_is_filled(tmp_path):
    (tmp_path / "model_deployments.yaml").write_text("model_deployments:\n")
    Server(URL, folder=tmp_path).write(MODEL)
    assert [entry["name"] for entry in read(tmp_path)["model_deployments"]] == ["local/my-model"]


@pytest.mark.parametrize(
    ("changed", "at"), [({"base_url": "http://127.0.0.1:8/v1"}, f", at '{URL}'"), ({"key": "sk-1"}, "")]
)
def test_another_deployment_of_that_name_is_refused(tmp_path, changed, at):
    settings = {"base_url": URL, "key": None, "folder": tmp_path}
    Server(**settings).write(MODEL)
    before = (tmp_path / "model_deployments.yaml").read_text()
    with pytest.raises(BadArguments, match=f"has another deployment local/my-model{at}: leave out --base-url"):
        Server(**{**settings, **changed}).write(MODEL)
    assert (tmp_path / "model_deployments.yaml").read_text() == before


@pytest.mark.parametrize("text", ["model_deployments: 7\n", "- a\n", "model_deployments: [x]\n", "a: [\n"])
def test_a_file_that_helm_cannot_read_stays(tmp_path, text):
    path = tmp_path / "model_deployments.yaml"
    path.write_text(text)
    with pytest.raises(FileProblem, match=r"model_deployments\.yaml"):
        Server(URL, folder=tmp_path).write(MODEL)
    assert path.read_text() == text


def test_helm_reads_what_is_written(tmp_path):
    import cattrs

    Server(URL, folder=tmp_path).write(ServedModel("m", 4096))
    found = cattrs.structure(read(tmp_path), ModelDeployments)
    assert (found.model_deployments[0].name, found.model_deployments[0].max_sequence_length) == ("local/m", 4096)


def test_a_key_is_in_no_file(tmp_path, monkeypatch):
    monkeypatch.delenv("HELM_CREDENTIALS", raising=False)
    (tmp_path / "credentials.conf").write_text('openaiApiKey: "sk-9"\n')
    with sent_key('sk-"1', tmp_path):
        found = get_credentials(str(tmp_path))
        assert (found["localApiKey"], found["openaiApiKey"]) == ('sk-"1', "sk-9")
    assert "HELM_CREDENTIALS" not in os.environ
    assert [path.name for path in tmp_path.iterdir()] == ["credentials.conf"]


def test_a_deployment_that_leaves_parameters_out_is_the_same(tmp_path):
    """Its user wrote that into the file, as a message says."""
    (path, _) = Server(URL, folder=tmp_path).write(MODEL)
    path.write_text(path.read_text("utf-8").replace("max_retries: 0", "max_retries: 0\n      omit: [stop]"), "utf-8")
    assert read(tmp_path)["model_deployments"][0]["client_spec"]["args"]["omit"] == ["stop"]
    assert Server(URL, folder=tmp_path).write(MODEL) == {}


@pytest.mark.parametrize("around", ["sk-1\n", " sk-1", "\tsk-1\r\n"])
def test_white_space_around_a_key_is_no_part_of_it(around, monkeypatch):
    """As a file ends, from which the variable was read."""
    monkeypatch.setenv("MY_KEY", around)
    assert key_of_server("MY_KEY") == "sk-1"


@pytest.mark.parametrize("key", ["“sk-1”", "sk-1\nsk-2", "sk-\u200b1", "sk-\x001"])
def test_what_cannot_be_sent_as_a_key_is_refused_and_not_repeated(key, monkeypatch):
    monkeypatch.setattr("os.environ", {"MY_KEY": key})  # the real one takes no NUL
    with pytest.raises(BadArguments, match="MY_KEY holds a character that no key has, such") as caught:
        key_of_server("MY_KEY")
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize("endpoint", ["/chat/completions", "/completions", "/responses", "/chat/completions/"])
def test_an_endpoint_in_an_address_is_refused(server, endpoint):
    """The client would add it a second time."""
    with pytest.raises(BadArguments, match=f"--base-url must end before /[a-z/]+, .*: write {server.url}$"):
        Server(server.url + endpoint).find("my-model")


def test_a_password_in_an_address_is_refused_and_not_repeated():
    """It would be written into HELM's files."""
    with pytest.raises(BadArguments, match=r"--base-url must hold no password: .* --api-key-env$") as caught:
        Server("http://me:secret@127.0.0.1:9/v1").find("my-model")
    assert "secret" not in str(caught.value)


def test_judges_of_a_server_get_helms_names(server, tmp_path):
    """What the server does not list is HELM's; a panel of which it lists none names no judge of it."""
    told = []
    with served_judges("openai/gpt-4o-2024-05-13+my-model", server.url, None, tmp_path, told.append) as panel:
        assert panel == "local/my-model+openai/gpt-4o-2024-05-13"
    assert [model["name"] for model in read(tmp_path)["model_deployments"]] == ["local/my-model"]
    assert told[0] == f"added to {tmp_path / 'model_deployments.yaml'}:"
    with served_judges("openai/gpt-4o-2024-05-13", None, None, tmp_path, told.append) as panel:
        assert panel == "openai/gpt-4o-2024-05-13"
    wrong = served_judges("openai/gpt-4o-2024-05-13", server.url, None, tmp_path, told.append)
    with pytest.raises(BadArguments, match="no model 'openai/gpt-4o-2024-05-13'; it has: my-model, Qwen/Qwen3"), wrong:
        pass
    with pytest.raises(BadArguments, match="--api-key-env needs --base-url"):
        served_judges("a", None, "KEY", tmp_path, told.append).__enter__()


def test_an_unknown_judge_beside_a_good_one_is_named_with_what_is_near(server, tmp_path):
    """Among models of the server and HELM's, before anything is written."""
    for wrong, near in (("my-modle", "my-model"), ("creativity/lexical-jugde", "creativity/lexical-judge")):
        panel = served_judges(f"my-model+{wrong}", server.url, None, tmp_path, print)
        message = f"no deployment '{wrong}' to judge: .*server, which has: my-model, Qwen/Qwen3; did you mean '{near}'"
        with pytest.raises(BadArguments, match=message), panel:
            pass
    assert not list(tmp_path.iterdir())


def test_a_server_without_a_list_has_the_judges_that_helm_does_not_know(tmp_path, monkeypatch):
    """Of HELM's own judges it is asked for none, in a run as elsewhere."""
    monkeypatch.setattr(Server, "_models", lambda _: None)
    names = ["creativity/lexical-judge", "local/other", "my-judge"]
    assert list(Server(URL, folder=tmp_path).judges(names)) == names[1:]
    alone = served_judges(names[0], URL, None, tmp_path, print)
    with pytest.raises(BadArguments, match=r"HELM knows all judges .* leave out --base-url"), alone:
        pass
    with served_judges("+".join(names), URL, None, tmp_path, print) as panel:
        assert panel == "creativity/lexical-judge+local/other+local/my-judge"
    assert [model["name"] for model in read(tmp_path)["model_deployments"]] == ["local/other", "local/my-judge"]


def test_a_judge_under_two_names_is_refused_before_anything_is_written(server, tmp_path):
    """By the names that the panel has."""
    twice = served_judges("my-model+local/my-model", server.url, None, tmp_path, print)
    message = r"the judges local/my-model and my-model of the panel are both local/my-model in HELM: keep one of them"
    with pytest.raises(BadArguments, match=message), twice:
        pass
    assert not list(tmp_path.iterdir())


def test_judges_get_the_servers_key_while_they_are_asked(tmp_path, monkeypatch):
    monkeypatch.setenv("JUDGES_KEY", "sk-1")
    with (
        ChatServer({"judge": lambda call: reply("4")}, key="sk-1") as server,
        served_judges("judge", server.url, "JUDGES_KEY", tmp_path, print) as panel,
    ):
        assert panel == "local/judge"
        assert get_credentials(str(tmp_path))["localApiKey"] == "sk-1"
    assert "sk-1" not in "".join(path.read_text("utf-8") for path in tmp_path.iterdir())
    assert "localApiKey" not in get_credentials(str(tmp_path))
