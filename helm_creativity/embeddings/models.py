"""Which model an encoder runs: a folder, or a hub name pinned to a commit. Nothing here loads a model."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from helm_creativity.embeddings.store import fingerprint
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem
from helm_creativity.files import home, sha256_of, writing_to

HUB_NAME = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(?:@(?P<commit>[^@]*))?")
COMMIT = re.compile(r"[0-9a-f]{40}")
_digests: dict[tuple[str, ...], str] = {}


@dataclass(frozen=True)
class ModelSource:
    """Where the weights come from.

    Attributes:
        location: a folder, or ``organisation/name`` on the hub.
        revision: the commit on the hub, 40 hexadecimal digits; None for a folder.
        copy: folder with a verified copy of what is on the hub, where the user has brought one.
    """

    location: str
    revision: str | None = None
    copy: str | None = None

    @property
    def label(self) -> str:
        """Last part of the location."""
        return Path(self.location).name

    def identity(self) -> str:
        """``rev:<12 of the commit>``, or ``sha256:<12 of the weights' digest>`` for a folder.

        Raises:
            FileProblem: the folder holds no weights.
        """
        if self.revision is not None:
            return f"rev:{self.revision[:12]}"
        return f"sha256:{weights_digest(Path(self.location))[:12]}"

    def place(self) -> tuple[str, str | None]:
        """What a loader takes: a folder, or a hub name with its commit."""
        return (self.copy, None) if self.copy is not None else (self.location, self.revision)

    def folder(self) -> Path | None:
        """Folder with the model's files, or None if it is on the hub and not on this machine."""
        place, revision = self.place()
        if revision is None:
            return Path(place)
        from huggingface_hub import try_to_load_from_cache

        found = try_to_load_from_cache(self.location, "config.json", revision=self.revision)
        return Path(found).parent if isinstance(found, str) else None


def existing(text: str) -> Path | None:
    """The path that ``text`` names if something is there; a text that cannot be a path names nothing."""
    try:
        path = Path(text).expanduser()
        return path if text and path.exists() else None
    except (OSError, ValueError, RuntimeError):
        return None


def kept_folder(name: str) -> Path:
    """Folder of a copy that the user has brought of a named model."""
    return home() / "encoders" / name


def source_of(name: str, model: ModelSource) -> ModelSource:
    """The model of a name, from the user's copy where there is one."""
    folder = kept_folder(name)
    return replace(model, copy=str(folder)) if is_model_folder(folder) else model


def keep_copy(name: str, origin: Path, expected: str) -> None:
    """Copies a model's folder after verifying its weights. The same weights under one name give the same signature.

    Raises:
        FileProblem: the weights are others, or the copy cannot be written.
    """
    found = weights_digest(origin)
    if found != expected:
        raise FileProblem(f"{origin} is not {name}: expected weights with sha256 {expected}, got {found}")
    place = kept_folder(name)
    with writing_to(place.parent), tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{name}-") as draft:
        shutil.copytree(origin, Path(draft) / "model")
        if not place.exists():
            (Path(draft) / "model").rename(place)


def is_model_folder(path: Path) -> bool:
    """Whether the folder looks like a model: it has the configuration that every encoder has."""
    return (path / "config.json").is_file() or (path / "modules.json").is_file()


def parse_model(text: str) -> ModelSource:
    """Reads a folder or ``organisation/name@commit``.

    Raises:
        BadArguments: neither of them, or a hub name that is not pinned to a full commit.
    """
    path = existing(text)
    if path is not None and path.is_dir():
        folder = path.absolute()
        if not is_model_folder(folder):
            raise BadArguments(f"{text} is a folder without config.json or modules.json, so it holds no encoder")
        return ModelSource(str(folder))
    match = HUB_NAME.fullmatch(text)
    if match is None or text.startswith("."):
        raise BadArguments(f"expected an existing folder with a model, or organisation/name@<commit>, got {text!r}")
    if not COMMIT.fullmatch(match["commit"] or ""):
        raise BadArguments(
            f"{text!r} is not pinned, so that its vectors may change any day: write {match['repository']}@<commit> "
            "with all 40 digits of a commit"
        )
    return ModelSource(match["repository"], match["commit"])


def weights_digest(folder: Path) -> str:
    """SHA-256 of a model's weights.

    Of one file it is the file's own; of several, the digest of lines ``<sha256>  <path>``, in the order of the paths. A
    folder's safetensors count where it has both these and older PyTorch files, as they do when it is loaded.

    Raises:
        FileProblem: the folder holds no weights.
    """
    files = _weights(folder)
    if not files:
        raise FileProblem(f"{folder} holds no weights: expected *.safetensors or pytorch_model*.bin")
    key = tuple(fingerprint(file) for file in files)
    if key not in _digests:
        digests = [sha256_of(file) for file in files]
        lines = [
            f"{digest}  {file.relative_to(folder).as_posix()}\n" for digest, file in zip(digests, files, strict=True)
        ]
        _digests[key] = digests[0] if len(digests) == 1 else hashlib.sha256("".join(lines).encode()).hexdigest()
    return _digests[key]


def _weights(folder: Path) -> list[Path]:
    safe = list(folder.rglob("*.safetensors"))
    covered = {file.parent for file in safe}
    older = [file for file in folder.rglob("pytorch_model*.bin") if file.parent not in covered]
    return sorted(file for file in [*safe, *older] if file.is_file())


def sentence_dimension(folder: Path) -> int:
    """Dimension of a sentence encoder's vectors, from its configuration files alone.

    The last module that changes the dimension decides: a dense layer, or the pooling, which joins one vector for each
    of its modes.
    """
    modules = _read_json(folder / "modules.json") if (folder / "modules.json").is_file() else []
    for module in reversed(modules):
        path = folder / module["path"] / "config.json"
        if not module["path"] or not path.is_file():
            continue
        config = _read_json(path)
        if "out_features" in config:
            return int(config["out_features"])
        width = config.get("embedding_dimension", config.get("word_embedding_dimension"))
        if width is not None:
            return int(width) * _pooling_modes(config)
    return hidden_dimension(folder)


def hidden_dimension(folder: Path) -> int:
    """Width of the hidden states of a transformer."""
    config = _read_json(folder / "config.json")
    width = config.get("hidden_size", config.get("dim"))
    if width is None:
        raise FileProblem(f"{folder / 'config.json'} does not say hidden_size, the width of the model")
    return int(width)


def hidden_layers(folder: Path) -> int:
    """Number of layers of a transformer; the states before the first are layer 0."""
    config = _read_json(folder / "config.json")
    layers = config.get("num_hidden_layers", config.get("n_layers"))
    if layers is None:
        raise FileProblem(f"{folder / 'config.json'} does not say num_hidden_layers, the number of layers")
    return int(layers)


def require_folder(source: ModelSource, spec: str) -> Path:
    """The folder of a model that has to be on this machine.

    Raises:
        EmbeddingNotFound: it is on the hub only.
    """
    folder = source.folder()
    if folder is None:
        raise EmbeddingNotFound(
            f"{spec} is not on this machine; bring it with: helm-creativity embeddings fetch {spec}"
        )
    return folder


def _pooling_modes(config: dict[str, Any]) -> int:
    mode = config.get("pooling_mode")
    if mode is not None:
        return 1 if isinstance(mode, str) else len(mode)
    return max(1, sum(value is True for key, value in config.items() if key.startswith("pooling_mode_")))


def _read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {error}") from error
