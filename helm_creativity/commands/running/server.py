"""A model behind an OpenAI-compatible server: which models it has, and HELM's files that name one of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from helm_creativity.benchmark.files.source_files import beside
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.names import LOCAL as HOST
from helm_creativity.benchmark.names import meant
from helm_creativity.commands.running.interface import Interface
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm.clients.failures import OMIT
from helm_creativity.masking import keep_secret
from helm_creativity.safe_text import listed, quoted

_LONGEST = 24
"""Characters of a model's name in that of its deployment, which stands in the run's name beside the model's."""
_CREDENTIALS = "HELM_CREDENTIALS"
"""HELM reads this variable in place of ``credentials.conf``."""
# Copied with the address from a provider's page, or from a command with curl.
_ENDPOINT = re.compile("/(?:(?:chat/)?completions|responses)$")
# What would end the name in a run entry, in a panel of judges or in the name of a folder.
_NOT_IN_NAMES = re.compile(r"[^\w.:@-]+")


def key_needs_server(interface: Interface) -> str:
    """Why a key without a server is refused."""
    names = f"{interface.argument('api_key_env')} needs {interface.argument('base_url')}"
    return f"{names}; HELM reads the keys of providers from the environment or from credentials.conf"


def key_of_server(variable: str | None, interface: Interface = Interface.COMMAND_LINE) -> str | None:
    """The key in an environment variable; None where none is named.

    White space around it is no part of it: a variable that was read from a file often ends in a line end.
    """
    if variable is None:
        return None
    key, option = os.environ.get(variable, "").strip(), interface.argument("api_key_env")
    if not key:
        raise BadArguments(f"{option}: the environment variable {variable} is not set, or empty")
    if not (key.isascii() and key.isprintable()):
        raise BadArguments(
            f"{option}: the environment variable {variable} holds a character that no key has, such as a curly "
            "quotation mark or a line end: copy the key anew"
        )
    return key


class ServedModel(NamedTuple):
    """A model of a server."""

    name: str
    checksum: str
    window: int | None = None

    @property
    def model(self) -> str:
        """Its name in HELM, the same behind every address."""
        return f"{HOST}/{_NOT_IN_NAMES.sub('-', self.name)}"

    @property
    def deployment(self) -> str:
        """The name of its deployment in HELM.

        HELM's cache knows neither addresses nor deployments: it has a file for the first part of their names, so that
        the checksum stands there.
        """
        return f"{HOST}-{self.checksum}/{_NOT_IN_NAMES.sub('-', self.name)[:_LONGEST]}"


class AddedEntry(NamedTuple):
    """An entry that a file of HELM's lacks."""

    path: Path
    key: str
    entry: dict[str, Any]


@dataclass(frozen=True)
class Server:
    """An OpenAI-compatible server, and the folder with HELM's files in which its models have names."""

    base_url: str
    key: str | None = None
    folder: Path = LOCAL_PATH
    interface: Interface = Interface.COMMAND_LINE

    def find(self, name: str) -> ServedModel:
        """The model of that name, after one request for the list of models; no model is asked.

        A server that has no such list may have the model all the same. The name may stand behind ``local/``.
        """
        models = self._models()
        if models is None:
            return self.served({"id": name.removeprefix(f"{HOST}/")})
        if (found := _model_called(name, models)) is None:
            name, names = name.removeprefix(f"{HOST}/"), [model.name for model in models]
            raise BadArguments(
                f"the server at {self.base_url} has no model {quoted(name)}{meant(name, names)}; it has: "
                f"{listed(names)}"
            )
        return found

    def served(self, row: Mapping[str, Any]) -> ServedModel:
        """A model by its row in the server's list."""
        known = [self.base_url.rstrip("/"), str(self.key is not None), row["id"], row.get("root"), row.get("created")]
        checksum = hashlib.sha256(json.dumps(known).encode()).hexdigest()[:6]
        window = row.get("max_model_len")
        is_known = isinstance(window, int) and not isinstance(window, bool) and window > 0
        return ServedModel(row["id"], checksum, window if is_known else None)

    def _models(self) -> list[ServedModel] | None:
        """None where the server does not say which it has."""
        from helm_creativity.helm.clients.reachable import silence_at

        base_url = self.base_url.rstrip("/")
        address, variable = self.interface.argument("base_url"), self.interface.argument("api_key_env")
        if not re.match("https?://", base_url):
            raise BadArguments(f"{address} must begin with http:// or https://, got {quoted(base_url)}")
        if endpoint := _ENDPOINT.search(base_url):
            short = base_url[: endpoint.start()]
            raise BadArguments(f"{address} must end before {endpoint[0]}, which is added to it: write {short}")
        if "@" in urlsplit(base_url).netloc:  # it would stand in HELM's files and in messages
            raise BadArguments(
                f"{address} must hold no password: put the key into a variable and name it by {variable}"
            )
        if silence := silence_at(base_url):
            raise BadArguments(f"{silence}: start the server, or correct {address}")
        status, found = self._get(f"{base_url}/models")
        if status in (401, 403):
            key_given = (
                f"does not accept the key of {variable}" if self.key else f"needs an API key: set it with {variable}"
            )
            raise BadArguments(f"the server at {base_url} {key_given} (status {status})")
        if status >= 500:
            raise BadArguments(
                f"the server at {base_url} answers with status {status}: wait until it has loaded its model"
            )
        if status == 404 and not base_url.endswith("/v1") and self._get(f"{base_url}/v1/models")[0] == 200:
            raise BadArguments(f"the models of the server are at {base_url}/v1: write that as {address}")
        rows = _rows(found) if status == 200 else {}
        # vLLM and llama.cpp give the time of the request as ``created``, Ollama that of the file. A resumed run must
        # find its responses in the cache, so that ``created`` counts where it is the same a second later, and never
        # beside ``root``, which names the file.
        times = {name: row.get("created") for name, row in rows.items() if not row.get("root")}
        if any(isinstance(made, (int, float)) and abs(time.time() - made) < 86400 for made in times.values()):
            time.sleep(1.1)
            later = _rows(self._get(f"{base_url}/models")[1])
            times = {name: made for name, made in times.items() if later.get(name, {}).get("created") == made}
        return [self.served({**row, "created": times.get(name)}) for name, row in rows.items()] or None

    def _get(self, url: str) -> tuple[int, Any]:
        """Redirects, which would take the key elsewhere, are not followed."""
        import requests

        try:
            headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
            reply = requests.get(url, headers=headers, timeout=20.0, allow_redirects=False)
        except requests.RequestException as error:
            why = f"no list of models from {url} ({type(error).__name__})"
            raise BadArguments(f"{why}: correct {self.interface.argument('base_url')}") from error
        try:
            return reply.status_code, reply.json()
        except ValueError:
            return reply.status_code, None

    def judges(self, names: Sequence[str]) -> dict[str, ServedModel]:
        """Those of the names that are the server's, which may stand behind ``local/``; all others are HELM's.

        They are those that it lists. Where it has no list, they are those that HELM does not know.
        """
        if not names:
            return {}
        models = self._models()
        local = {name: name.removeprefix(f"{HOST}/") for name in names}
        if models is None:
            from helm_creativity.judges.standalone import known_judges

            helms = known_judges([name for name in names if local[name] == name], self.folder)
            return {name: self.served({"id": local[name]}) for name in names if name not in helms}
        found = {name: model for name in names if (model := _model_called(name, models)) is not None}
        if others := [name for name in names if name not in found]:
            from helm_creativity.judges.standalone import require_judges

            require_judges(others, self.folder, [model.name for model in models])
        return found

    def _lacking(self, model: ServedModel) -> list[AddedEntry]:
        """There is no third file: without a tokenizer HELM cuts no prompt and downloads nothing."""
        path = self.folder / "model_deployments.yaml"
        deployment = self._deployment(model)
        before = read_entries(path, "model_deployments")
        there = next((entry for entry in before if entry.get("name") == model.deployment), None)
        if there is not None and (known := _without_omit(there)) != deployment:
            changed = ", ".join(name for name in deployment if known.get(name) != deployment[name]) or "further entries"
            raise BadArguments(
                f"{path} has {model.deployment} with other values than the server's ({changed}): correct them there, "
                f"or use another {self.interface.argument('local_path')}"
            )
        about = self.folder / "model_metadata.yaml"
        described = any(entry.get("name") == model.model for entry in read_entries(about, "models"))
        lacking = [AddedEntry(path, "model_deployments", deployment)] if there is None else []
        return lacking if described else [*lacking, AddedEntry(about, "models", self._metadata(model))]

    def write(self, model: ServedModel) -> dict[Path, str]:
        """Adds a model to HELM's files, and leaves what else they hold."""
        return {added.path: _append(added.path, added.key, added.entry) for added in self._lacking(model)}

    def add(self, models: Iterable[ServedModel], tell: Callable[[str], None], *, write: bool = True) -> None:
        """Adds models to HELM's files, and tells lines about what was written, or what would be."""
        new: dict[str, None] = {}
        for model in models:
            if not write and self._lacking(model):
                new[model.deployment] = None
            for path, text in self.write(model).items() if write else ():
                tell(f"added to {path}:")
                for line in text.splitlines():
                    tell(f"  {line}")
        if new:
            tell(f"note: without --dry-run, {', '.join(new)} would be added to HELM's files in {self.folder}")

    def register(self, models: Iterable[ServedModel]) -> None:
        """Lets HELM know models of the server in this process, as its files would."""
        from helm.benchmark.model_deployment_registry import ClientSpec, ModelDeployment, register_model_deployment
        from helm.benchmark.model_metadata_registry import ModelMetadata, register_model_metadata

        for model in models:
            register_model_metadata(ModelMetadata(**self._metadata(model)))
            values = self._deployment(model)
            register_model_deployment(ModelDeployment(**{**values, "client_spec": ClientSpec(**values["client_spec"])}))

    def _deployment(self, model: ServedModel) -> dict[str, Any]:
        client, its = ("VLLMChatClient", "vllm") if self.key is None else ("OpenAIClient", "openai")
        return {
            "name": model.deployment,
            "model_name": model.model,
            **({} if model.window is None else {"max_sequence_length": model.window}),
            "client_spec": {
                "class_name": f"helm_creativity.helm.clients.tolerant_clients.{client}",
                "args": {"base_url": self.base_url.rstrip("/"), f"{its}_model_name": model.name, "max_retries": 0},
            },
        }

    def _metadata(self, model: ServedModel) -> dict[str, Any]:
        return {
            "name": model.model,
            "display_name": model.name,
            "description": "Behind a server with OpenAI's interface.",
            "creator_organization_name": "Local",
            "access": "limited",
            "release_date": None,
            "tags": ["TEXT_MODEL_TAG", "FULL_FUNCTIONALITY_TEXT_MODEL_TAG", "INSTRUCTION_FOLLOWING_MODEL_TAG"],
        }


def _rows(found: object) -> dict[str, dict[str, Any]]:
    rows = found.get("data") if isinstance(found, dict) else None
    rows = rows if isinstance(rows, list) else []
    return {row["id"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("id"), str)}


def _model_called(name: str, models: Sequence[ServedModel]) -> ServedModel | None:
    kinds = ("{0.name}", f"{HOST}/{{0.name}}", "{0.deployment}", "{0.model}")
    return next((model for kind in kinds for model in models if kind.format(model) == name), None)


@contextmanager
def sent_key(key: str | None, folder: Path, deployments: Iterable[str]) -> Iterator[None]:
    """Inside, HELM's programs send this key to a server; it is written to no file."""
    if key is None:
        yield
        return
    keep_secret({f"{HOST}ApiKey": key})
    names = dict.fromkeys(f"{name.partition('/')[0]}ApiKey" for name in deployments)
    before, file = os.environ.get(_CREDENTIALS), folder / "credentials.conf"
    try:
        text = before or (file.read_text("utf-8") if file.is_file() else "")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"cannot read {file}: {error}") from error
    os.environ[_CREDENTIALS] = "\n".join([text, *(f"{name}: {json.dumps(key)}" for name in names), ""])
    try:
        yield
    finally:
        os.environ.pop(_CREDENTIALS)
        if before is not None:
            os.environ[_CREDENTIALS] = before


def renamed(panel: str, called: Mapping[str, str]) -> str:
    """A panel of judges with their names in HELM."""
    from helm_creativity.judges.designs import parse_judges

    written: dict[str, str] = {}
    for name in parse_judges(panel):
        first = written.setdefault(called.get(name, name), name)
        if first != name:
            both = called.get(name, name)
            raise BadArguments(f"the judges {first} and {name} of the panel are both {both} in HELM: keep one of them")
    return "+".join(called.get(name, name) for name in parse_judges(panel))


def require_different_names(models: Iterable[ServedModel]) -> None:
    """Refuses two models of a server that would be one in HELM, whose names take no other characters."""
    first: dict[str, ServedModel] = {}
    for model in models:
        other = first.setdefault(model.model, model)
        if other.name != model.name:
            raise BadArguments(
                f"the server's models {quoted(other.name)} and {quoted(model.name)} would both be {model.model} "
                "in HELM: keep one of them, or have the server give it another name"
            )


@contextmanager
def served_judges(
    panel: str,
    base_url: str | None,
    api_key_env: str | None,
    folder: Path,
    tell: Callable[[str], None],
    *,
    write: bool = True,
    interface: Interface = Interface.COMMAND_LINE,
) -> Iterator[str]:
    """Inside, a panel's judges are HELM's, and its programs send the server's key; yields their names in HELM."""
    if base_url is None:
        if api_key_env:
            raise BadArguments(key_needs_server(interface))
        yield panel
        return
    from helm_creativity.judges.designs import parse_judges

    server = Server(base_url, key_of_server(api_key_env, interface), folder, interface)
    judges = parse_judges(panel)
    found = server.judges(judges)
    if not found:
        for name in judges:
            server.find(name)  # says what the server has, if it lists that
        raise BadArguments(
            f"HELM knows all judges of {panel}, and the server at {base_url} has no list of models: leave out "
            f"{interface.argument('base_url')}, or write {HOST}/NAME for a judge of the server"
        )
    names = renamed(panel, {name: model.deployment for name, model in found.items()})
    server.add(found.values(), tell, write=write)
    if not write:
        server.register(found.values())
    with sent_key(server.key, folder, [model.deployment for model in found.values()]):
        yield names


def _without_omit(deployment: Mapping[str, Any]) -> dict[str, Any]:
    client = deployment.get("client_spec")
    arguments = client.get("args") if isinstance(client, Mapping) else None
    if not isinstance(arguments, Mapping) or OMIT not in arguments:
        return dict(deployment)
    kept = {name: value for name, value in arguments.items() if name != OMIT}
    return {**deployment, "client_spec": {**deployment["client_spec"], "args": kept}}


def read_entries(path: Path, key: str) -> list[dict[str, Any]]:
    """The entries of a file of HELM's; none where there is no file."""
    import yaml

    try:
        if not path.is_file():
            return []
        found = read_yaml(path)
    except (OSError, yaml.YAMLError) as error:
        raise FileProblem(f"cannot read {path}: {' '.join(str(error).split())}") from error
    if found is None:
        return []
    entries = found.get(key, "") if isinstance(found, dict) else ""
    if entries is None:  # the key alone
        return []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FileProblem(f"expected a list {key}: of mappings in {path}, as HELM needs it")
    return entries


def _append(path: Path, key: str, entry: dict[str, Any]) -> str:
    """The file's comments stay where its entries are a list of lines at the end, as HELM's documentation writes it."""
    import yaml

    before = read_entries(path, key)
    added = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True)
    text = path.read_text("utf-8") if before else ""
    texts = [f"{text.rstrip()}\n{indent(added, prefix)}" for prefix in ("  ", "")] if before else []
    whole = yaml.safe_dump({key: [*before, entry]}, sort_keys=False, allow_unicode=True)
    _write(path, next((text for text in texts if _says(text, key, [*before, entry])), whole))
    return added


def _says(text: str, key: str, entries: list[dict[str, Any]]) -> bool:
    import yaml

    try:
        return bool(yaml.safe_load(text) == {key: entries})
    except yaml.YAMLError:
        return False


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside(path) as draft:
            draft.write_text(text, "utf-8")
            draft.replace(path)
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {error.strerror or error}") from error
