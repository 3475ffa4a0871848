"""Which model an encoder runs, a folder or a hub name pinned to a commit, and its files. Nothing here loads a model."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from helm_creativity.benchmark.files.source_files import beside, file_sha256, home, writing_to
from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem
from helm_creativity.safe_text import quoted

PUBLISHED: Mapping[str, Mapping[str, str]] = read_yaml(Path(__file__).with_name("published_files.yaml"))
"""SHA-256 of the files of published models, by model and commit."""
LARGE = 1 << 25
"""Bytes from which a file's digest is kept on the disk: to read such a file takes longer than anyone should wait."""
OWN_MODULES = "sentence_transformers."
"""Beginning of the names of classes that a model may have imported."""
HUB_NAME = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(?:@(?P<commit>[^@]*))?")
COMMIT = re.compile(r"[0-9a-f]{40}")
_NOT_LOADED = frozenset({".gguf", ".h5", ".msgpack", ".onnx", ".ot", ".md", ".py"})
_OTHER_BACKENDS = frozenset({"onnx", "openvino", "coreml"})
_TORCH_WEIGHTS = "pytorch_model*.bin"
_digests: dict[str, str] = {}


@dataclass(frozen=True)
class ModelSource:
    """Where the weights come from: a folder, or a name of the hub with its commit."""

    location: str
    revision: str | None = None

    @property
    def label(self) -> str:
        """Last part of the location."""
        return Path(self.location).name

    @property
    def published(self) -> Mapping[str, str]:
        """SHA-256 of its files by path, {} where they are not known."""
        return PUBLISHED.get(f"{self.location}@{self.revision}", {})

    @property
    def kept(self) -> Path:
        """Folder of a copy that the user has brought of a published model, or would bring."""
        return home() / "encoders" / self.label

    def identity(self) -> str:
        """``rev:<12 of the commit>``, or ``sha256:<12 of the digest of its files>`` for a folder."""
        if self.revision is not None:
            return f"rev:{self.revision[:12]}"
        return f"sha256:{folder_digest(Path(self.location))[:12]}"

    def place(self) -> tuple[str, str | None]:
        """What a loader takes: a folder, which is the user's copy where there is one, or a hub name with its commit."""
        has_copy = self.published and _is_model_folder(self.kept)
        return (str(self.kept), None) if has_copy else (self.location, self.revision)

    def folder(self) -> Path | None:
        """Folder with the model's files, or None if it is on the hub and not on this machine."""
        place, revision = self.place()
        if revision is None:
            return Path(place)
        from huggingface_hub import try_to_load_from_cache

        found = try_to_load_from_cache(place, "config.json", revision=revision)
        return Path(found).parent if isinstance(found, str) else None

    def require_intact(self) -> None:
        """Compares its files on this machine with the published ones; a large file is read only if it was changed."""
        folder, expected = self.folder(), self.published
        if folder is None or not expected:
            return
        if folder != self.kept:  # the hub's cache has only the files that were asked for
            expected = {name: digest for name, digest in expected.items() if (folder / name).exists()}
        if found := differences(folder, expected, complete=folder == self.kept):
            raise FileProblem(
                f"the files in {folder} are no longer those of {self.location} at {self.revision}: "
                f"{'; '.join(found)}; remove the folder and fetch the embedding again"
            )


def existing(text: str) -> Path | None:
    """The path that ``text`` names if something is there; a text that cannot be a path names nothing."""
    try:
        path = Path(text).expanduser()
        return path if text and path.exists() else None
    except (OSError, ValueError, RuntimeError):
        return None


def parse_model(text: str) -> ModelSource:
    """Reads a folder or ``organisation/name@commit``."""
    path = existing(text)
    if path is not None and path.is_dir():
        if not _is_model_folder(path):
            raise BadArguments(f"{text} is a folder without config.json or modules.json, so it holds no encoder")
        return ModelSource(str(path.absolute()))
    match = HUB_NAME.fullmatch(text)
    if match is None or text.startswith("."):
        raise BadArguments(
            f"expected an existing folder with a model, or organisation/name@<commit>, got {quoted(text)}"
        )
    if not COMMIT.fullmatch(match["commit"] or ""):
        raise BadArguments(
            f"{quoted(text)} is not pinned, so its vectors may change at any time: write "
            f"{match['repository']}@<commit> with all 40 digits of a commit"
        )
    return ModelSource(match["repository"], match["commit"])


def _is_model_folder(path: Path) -> bool:
    return (path / "config.json").is_file() or (path / "modules.json").is_file()


def require_folder(source: ModelSource, spec: str) -> Path:
    """The folder of a model that has to be on this machine, with the files that were published."""
    folder = source.folder()
    if folder is None:
        raise EmbeddingNotFound(f"{spec} is not on this machine; get it with: helm-creativity fetch {spec}")
    source.require_intact()
    return folder


def keep_copy(model: ModelSource, origin: Path) -> None:
    """Copies the published files of a model after verifying every one. Nothing else in the folder is taken along."""
    place = model.kept
    with writing_to(place.parent), tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as draft:
        copy = Path(draft) / "model"
        for name in model.published:
            if (origin / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(origin / name, copy / name)
        if found := differences(copy, model.published, fresh=True):
            raise FileProblem(f"{origin} is not {model.location} at {model.revision}: {'; '.join(found)}")
        if place.exists() and differences(place, model.published, complete=True):
            shutil.rmtree(place)
        if not place.exists():
            copy.rename(place)


def model_files(folder: Path) -> dict[str, Path]:
    """The files that make a model's vectors, by their path inside the folder, in the order of the paths.

    Not among them are documents, Python (which is never run), hidden files, weights for other backends, and older
    PyTorch weights where there are safetensors, as when the model is loaded.
    """
    found = {PurePosixPath(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    safe = {name.parent for name in found if name.suffix == ".safetensors"}
    return {
        str(name): path
        for name, path in sorted(found.items(), key=lambda entry: str(entry[0]))
        if name.suffix not in _NOT_LOADED
        and not _OTHER_BACKENDS.intersection(name.parts)
        and not (name.parent in safe and name.match(f"{_TORCH_WEIGHTS}*"))
        and not any(part.startswith(".") for part in name.parts)
    }


def folder_digest(folder: Path) -> str:
    """SHA-256 of the lines ``<sha256>  <path>`` of a model's files, as ``sha256sum`` prints them."""
    files = model_files(folder)
    if not any(path.suffix == ".safetensors" or path.match(_TORCH_WEIGHTS) for path in files.values()):
        raise FileProblem(f"{folder} holds no weights: expected *.safetensors or {_TORCH_WEIGHTS}")
    lines = [f"{_file_digest(path)}  {name}\n" for name, path in files.items()]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def differences(folder: Path, expected: Mapping[str, str], *, complete: bool = False, fresh: bool = False) -> list[str]:
    """What sets a folder apart from the expected files, a line for each; a complete one holds no other model's file."""
    found = []
    for name, digest in expected.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif (found_digest := _file_digest(path, fresh)) != digest:
            found.append(f"{name} has sha256 {found_digest} in place of {digest}")
    return found + [f"{name} is not one of them" for name in model_files(folder) if complete and name not in expected]


def _file_digest(path: Path, fresh: bool = False) -> str:
    """SHA-256 of a file, read once per process; of a large one, once for as long as it is not changed.

    Whether it was changed, its size and its times say: when it was written, which programs can set, and when anything
    about it was changed, which they cannot. A disk that cannot be written to costs time and nothing else.
    """
    try:
        status = path.stat()
        entry = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        state = ":".join(map(str, entry))
        if state in _digests and not fresh:
            return _digests[state]
        kept, digest = home() / "digests" / hashlib.sha256(state.encode()).hexdigest(), ""
        if status.st_size >= LARGE and not fresh:
            with contextlib.suppress(OSError, ValueError):
                digest = kept.read_text("ascii")
        if len(digest) != 64:
            digest = file_sha256(path)
            if status.st_size >= LARGE:
                with contextlib.suppress(FileProblem), writing_to(kept.parent), beside(kept) as draft:
                    draft.write_text(digest, "ascii")
                    os.replace(draft, kept)
        _digests[state] = digest
        return digest
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error


def require_own_modules(folder: Path) -> None:
    """Refuses a model that has other code imported than that of sentence-transformers.

    Versions of sentence-transformers before 6.0 import whatever class a model names: one in a file beside the weights,
    or in any installed package.
    """
    foreign: set[str] = set()
    for path in folder.rglob("*.json"):
        if path.name in ("modules.json", "router_config.json", "config.json") and path.is_file():
            for kind, place in _named_modules(path):
                if ".." in PurePosixPath(place).parts or PurePosixPath(place).is_absolute():
                    raise FileProblem(f"{path} names a part of the model outside its folder: {place}")
                foreign |= set() if kind.startswith(OWN_MODULES) else {kind}
    if foreign:
        raise FileProblem(
            f"{folder} names classes that are not part of sentence-transformers, so foreign code would run: "
            f"{', '.join(map(repr, sorted(foreign)))}; use a model whose modules are all of sentence_transformers"
        )


def _named_modules(path: Path) -> list[tuple[str, str]]:
    """Classes that a configuration file names for import, each with its place in the model."""
    found = _read_json(path)
    if path.name == "modules.json":
        if not (isinstance(found, list) and all(isinstance(module, dict) for module in found)):
            raise FileProblem(f"expected a list of modules in {path}")
        return [(str(module.get("type", "")), str(module.get("path", ""))) for module in found]
    types = found.get("types") if isinstance(found, dict) else None
    return [(str(kind), str(place)) for place, kind in types.items()] if isinstance(types, dict) else []


def sentence_dimension(folder: Path) -> int:
    """Dimension of a sentence encoder's vectors, from its configuration files alone.

    The last module that changes the dimension decides: a dense layer, or the pooling, which joins one vector for each
    of its modes.
    """
    modules = _read_json(folder / "modules.json") if (folder / "modules.json").is_file() else []
    for module in reversed(modules):
        path = folder / module["path"] / "config.json"
        config = _read_json(path) if module["path"] and path.is_file() else {}
        if "out_features" in config:
            return int(config["out_features"])
        width = config.get("embedding_dimension", config.get("word_embedding_dimension"))
        if width is not None:
            chosen = [key for key, value in config.items() if key.startswith("pooling_mode_") and value is True]
            modes = config.get("pooling_mode", chosen)
            return int(width) * (1 if isinstance(modes, str) else max(1, len(modes)))
    return hidden_dimension(folder)


def hidden_dimension(folder: Path) -> int:
    """Width of the hidden states of a transformer."""
    return _configured(folder, "hidden_size", "dim")


def hidden_layers(folder: Path) -> int:
    """Number of layers of a transformer; the states before the first are layer 0."""
    return _configured(folder, "num_hidden_layers", "n_layers")


def _configured(folder: Path, name: str, other_name: str) -> int:
    config = _read_json(folder / "config.json")
    if (number := config.get(name, config.get(other_name))) is None:
        raise FileProblem(f"{folder / 'config.json'} does not set {name}")
    return int(number)


def _read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    try:
        return read_json(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {error}") from error
