"""Models behind a server with OpenAI's interface: which ones it has, and HELM's files that name them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import indent
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from helm_creativity.benchmark.files.source_files import writing_to
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.names import LOCAL as HOST
from helm_creativity.benchmark.names import meant
from helm_creativity.defaults import LOCAL_PATH
from helm_creativity.errors import BadArguments, FileProblem
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
Tell = Callable[[str], None]


def key_of_server(variable: str | None, base_url: str | None) -> str | None:
    """The key in an environment variable, without the line end that a file often adds; None where none is named."""
    if variable is None:
        return None
    if base_url is None:
        where = "HELM reads the keys of providers from the environment or from credentials.conf"
        raise BadArguments(f"--api-key-env needs --base-url; {where}")
    key = os.environ.get(variable, "").strip()
    if not key:
        raise BadArguments(f"--api-key-env: the environment variable {variable} is not set, or empty")
    if not (key.isascii() and key.isprintable()):
        what = "a character that no key has, such as a curly quotation mark or a line end: copy the key anew"
        raise BadArguments(f"--api-key-env: the environment variable {variable} holds {what}")
    return key


class ServedModel(NamedTuple):
    """A model of a server, by its name there."""

    name: str
    checksum: str
    window: int | None = None

    @property
    def model(self) -> str:
        """Its name in HELM, the same behind every address."""
        return f"{HOST}/{_NOT_IN_NAMES.sub('-', self.name)}"

    @property
    def host(self) -> str:
        """The first part of its deployment's name, which names its file in HELM's cache: that knows no addresses."""
        return f"{HOST}-{self.checksum}"

    @property
    def deployment(self) -> str:
        """The name of its deployment in HELM."""
        return f"{self.host}/{_NOT_IN_NAMES.sub('-', self.name)[:_LONGEST]}"


@dataclass(frozen=True)
class Server:
    """A server with OpenAI's interface, and the folder with HELM's files in which its models have names."""

    base_url: str
    key: str | None = None
    folder: Path = LOCAL_PATH

    def find(self, name: str) -> ServedModel:
        """The model of that name, which may stand behind ``local/``, by the server's list; no model is asked."""
        short = name.removeprefix(f"{HOST}/")
        if self.models is None:
            return self.served({"id": short})
        if (found := self._listed(name)) is None:
            names = [model.name for model in self.models]
            what = f"has no model {quoted(short)}{meant(short, names)}; it has: {listed(names)}"
            raise BadArguments(f"the server at {self.base_url} {what}")
        return found

    def find_all(self, models: Iterable[str], judges: Sequence[str]) -> dict[str, ServedModel]:
        """Models and those of the judges that are the server's, by the names they were found by.

        A server has the judges that it lists; without a list, those that HELM does not know.
        """
        from helm_creativity.judges.standalone import known_judges, require_judges

        others = set[str]()
        if judges and self.models is None:
            others = known_judges([name for name in judges if not name.startswith(f"{HOST}/")], self.folder)
        elif lacking := [name for name in judges if self._listed(name) is None]:
            others = {*lacking}
            require_judges(lacking, self.folder, [model.name for model in self.models or ()])
        found = {name: self.find(name) for name in [*models, *(name for name in judges if name not in others)]}
        first: dict[str, str] = {}
        for model in found.values():
            if (other := first.setdefault(model.model, model.name)) != model.name:
                both = f"{quoted(other)} and {quoted(model.name)} would both be {model.model} in HELM"
                raise BadArguments(f"the server's models {both}: keep one, or have the server rename one")
        return found

    def _listed(self, name: str) -> ServedModel | None:
        kinds = ("{0.name}", f"{HOST}/{{0.name}}", "{0.deployment}", "{0.model}")
        return next((model for kind in kinds for model in self.models or () if kind.format(model) == name), None)

    def served(self, row: Mapping[str, Any]) -> ServedModel:
        """A model by its row in the server's list."""
        known = [self._address, str(self.key is not None), row["id"], row.get("root"), row.get("created")]
        checksum = hashlib.sha256(json.dumps(known).encode()).hexdigest()[:6]
        window = row.get("max_model_len")
        return ServedModel(row["id"], checksum, window if type(window) is int and window > 0 else None)

    @property
    def _address(self) -> str:
        return self.base_url.rstrip("/")

    @cached_property
    def models(self) -> list[ServedModel] | None:
        """The server's models, after a request for their list; None where it has none."""
        self._require_address()
        status, rows = self._rows(self._address)
        problem = ""
        if status in (401, 403):
            problem = f"{'does not accept the key of' if self.key else 'needs an API key: set it with'} --api-key-env"
        elif status >= 500:
            problem = "does not answer: wait until its model is loaded"
        elif status == 404 and not self._address.endswith("/v1") and self._rows(f"{self._address}/v1")[0] == 200:
            problem = f"has its models elsewhere: write {self._address}/v1 as --base-url"
        if problem:
            raise BadArguments(f"the server at {self._address} {problem} (status {status})")
        # vLLM and llama.cpp give the time of the request as ``created``, Ollama that of the file. A resumed run must
        # find its responses in the cache, so that ``created`` counts where it is the same a second later, and never
        # beside ``root``, which names the file.
        times = {name: row.get("created") for name, row in rows.items() if not row.get("root")}
        if any(isinstance(made, (int, float)) and abs(time.time() - made) < 86400 for made in times.values()):
            time.sleep(1.1)
            _, later = self._rows(self._address)
            times = {name: made for name, made in times.items() if later.get(name, {}).get("created") == made}
        return [self.served({**row, "created": times.get(name)}) for name, row in rows.items()] or None

    def _require_address(self) -> None:
        from helm_creativity.helm.clients.reachable import silence_at

        if not re.match("https?://", self._address):
            raise BadArguments(f"--base-url must begin with http:// or https://, got {quoted(self._address)}")
        if endpoint := _ENDPOINT.search(self._address):
            what = f"{endpoint[0]}, which is added to it: write {self._address[: endpoint.start()]}"
            raise BadArguments(f"--base-url must end before {what}")
        if "@" in urlsplit(self._address).netloc:  # it would stand in HELM's files and in messages
            where = "put the key into a variable and name it by --api-key-env"
            raise BadArguments(f"--base-url must hold no password: {where}")
        if silence := silence_at(self._address):
            raise BadArguments(f"{silence}: start the server, or correct --base-url")

    def _rows(self, address: str) -> tuple[int, dict[str, dict[str, Any]]]:
        """The status and the models by name. Redirects, which would take the key elsewhere, are not followed."""
        import requests

        try:
            headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
            reply = requests.get(f"{address}/models", headers=headers, timeout=20.0, allow_redirects=False)
        except requests.RequestException as error:
            why = f"no list of models from {address}/models ({type(error).__name__})"
            raise BadArguments(f"{why}: correct --base-url") from error
        rows = {}
        with suppress(ValueError, TypeError, LookupError, AttributeError):  # a page, or another list than OpenAI's
            rows = {row["id"]: row for row in reply.json()["data"] if isinstance(row["id"], str)}
        return reply.status_code, rows if reply.status_code == 200 else {}

    def add(self, models: Iterable[ServedModel], tell: Tell, *, write: bool = True) -> None:
        """Adds models to HELM's files, and tells what was added, or would be. What its user changed there stays."""
        lacking = {
            (key, entry["name"]): (entry, model)
            for model in models
            for key, entry in self._entries(model).items()
            if all(other.get("name") != entry["name"] for other in _read(self.folder / _FILES[key], key))
        }
        for name in dict.fromkeys(model.deployment for _, model in lacking.values()) if not write else ():
            tell(f"note: without --dry-run, {name} would be added to HELM's files in {self.folder}")
        for (key, _), (entry, _) in lacking.items() if write else ():
            path = self.folder / _FILES[key]
            for line in (f"added to {path}:", *indent(_append(path, key, entry), "  ").splitlines()):
                tell(line)

    def register(self, models: Iterable[ServedModel]) -> None:
        """Lets HELM know models of the server in this process, as its files would."""
        from helm.benchmark.model_deployment_registry import ClientSpec, ModelDeployment, register_model_deployment
        from helm.benchmark.model_metadata_registry import ModelMetadata, register_model_metadata

        for model in models:
            deployment, metadata = self._entries(model).values()
            register_model_metadata(ModelMetadata(**metadata))
            client = ClientSpec(**deployment["client_spec"])
            register_model_deployment(ModelDeployment(**{**deployment, "client_spec": client}))

    def _entries(self, model: ServedModel) -> dict[str, dict[str, Any]]:
        """What HELM's files hold of a model, by the key of their lists. Without a tokenizer it needs no third one."""
        client, its = ("VLLMChatClient", "vllm") if self.key is None else ("OpenAIClient", "openai")
        deployment = {
            "name": model.deployment,
            "model_name": model.model,
            **({} if model.window is None else {"max_sequence_length": model.window}),
            "client_spec": {
                "class_name": f"helm_creativity.helm.clients.tolerant_clients.{client}",
                "args": {"base_url": self._address, f"{its}_model_name": model.name, "max_retries": 0},
            },
        }
        metadata = {
            "name": model.model,
            "display_name": model.name,
            "description": "Behind a server with OpenAI's interface.",
            "creator_organization_name": "Local",
            "access": "limited",
            "release_date": None,
            "tags": ["TEXT_MODEL_TAG", "FULL_FUNCTIONALITY_TEXT_MODEL_TAG", "INSTRUCTION_FOLLOWING_MODEL_TAG"],
        }
        return {"model_deployments": deployment, "models": metadata}


_FILES = {"model_deployments": "model_deployments.yaml", "models": "model_metadata.yaml"}
"""Of HELM, by the key of the list that each holds."""


def _read(path: Path, key: str) -> list[dict[str, Any]]:
    import yaml

    try:
        found = (read_yaml(path) if path.is_file() else None) or {key: None}
    except (OSError, yaml.YAMLError) as error:
        raise FileProblem(f"cannot read {path}: {' '.join(str(error).split())}") from error
    entries = (found[key] or []) if isinstance(found, dict) and key in found else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise FileProblem(f"expected a list {key}: of mappings in {path}, as HELM needs it")
    return entries


def _append(path: Path, key: str, entry: dict[str, Any]) -> str:
    """The file's comments stay where its entries are a list of lines at the end, as HELM's documentation writes it."""
    import yaml

    from helm_creativity.benchmark.rows.records import writing

    before = _read(path, key)
    wanted = {key: [*before, entry]}
    added = yaml.safe_dump([entry], sort_keys=False, allow_unicode=True)
    text = f"{path.read_text('utf-8').rstrip()}\n" if before else f"{key}:\n"
    whole = yaml.safe_dump(wanted, sort_keys=False, allow_unicode=True)
    for draft in (text + indent(added, "  "), text + added):
        with suppress(yaml.YAMLError):
            whole = draft if yaml.safe_load(draft) == wanted else whole
    with writing_to(path.parent), writing(path) as file:
        file.write(whole)
    return added


@contextmanager
def sent_key(key: str | None, folder: Path, models: Iterable[ServedModel]) -> Iterator[None]:
    """Inside, HELM's programs send this key to these models alone; it is written to no file."""
    if key is None:
        yield
        return
    keep_secret({f"{HOST}ApiKey": key})
    before, file = os.environ.get(_CREDENTIALS), folder / "credentials.conf"
    try:
        text = before or (file.read_text("utf-8") if file.is_file() else "")
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"cannot read {file}: {error}") from error
    keys = dict.fromkeys(f"{model.host}ApiKey: {json.dumps(key)}" for model in models)
    os.environ[_CREDENTIALS] = "\n".join([text, *keys, ""])
    try:
        yield
    finally:
        os.environ.pop(_CREDENTIALS)
        if before is not None:
            os.environ[_CREDENTIALS] = before


def renamed(panel: str, served: Mapping[str, ServedModel]) -> str:
    """A panel of judges with their names in HELM, each once."""
    from helm_creativity.judges.designs import parse_judges

    names = (served[name].deployment if name in served else name for name in parse_judges(panel))
    return "+".join(dict.fromkeys(names))


@contextmanager
def served_judges(
    panel: str, base_url: str | None, api_key_env: str | None, folder: Path, tell: Tell, *, write: bool = True
) -> Iterator[str]:
    """Inside, a panel's judges are HELM's, and its programs send the server's key; yields their names in HELM."""
    key = key_of_server(api_key_env, base_url)
    if base_url is None:
        yield panel
        return
    from helm_creativity.judges.designs import parse_judges

    server = Server(base_url, key, folder)
    found = server.find_all([], parse_judges(panel))
    if not found:
        has = listed(model.name for model in server.models) if server.models else "no list of models"
        instead = f"leave out --base-url, or write {HOST}/NAME for a judge of the server"
        raise BadArguments(f"HELM knows all judges of {panel}, and the server at {base_url} has {has}: {instead}")
    names = renamed(panel, found)
    server.add(found.values(), tell, write=write)
    if not write:
        server.register(found.values())
    with sent_key(key, folder, found.values()):
        yield names
