"""Which model an encoder runs: a folder, or a hub name pinned to a commit. Nothing here loads a model."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.source_files import home, writing_to
from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.embeddings.model_files import differences, folder_digest, model_files, require_own_modules
from helm_creativity.embeddings.published_files import PUBLISHED
from helm_creativity.errors import BadArguments, EmbeddingNotFound, FileProblem
from helm_creativity.safe_text import quoted

HUB_NAME = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(?:@(?P<commit>[^@]*))?")
COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True)
class ModelSource:
    """Where the weights come from."""

    location: str
    revision: str | None = None
    copy: str | None = None

    @property
    def label(self) -> str:
        """Last part of the location."""
        return Path(self.location).name

    def identity(self) -> str:
        """``rev:<12 of the commit>``, or ``sha256:<12 of the digest of its files>`` for a folder."""
        if self.revision is not None:
            return f"rev:{self.revision[:12]}"
        return f"sha256:{folder_digest(Path(self.location))[:12]}"

    @property
    def published(self) -> Mapping[str, str]:
        """SHA-256 of its files by path, {} where they are not known."""
        return PUBLISHED.get(f"{self.location}@{self.revision}", {})

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

    def require_own_modules(self) -> None:
        """As ``model_files.require_own_modules``, which needs no more of a model on the hub than its JSON files."""
        folder = self.folder()
        if folder is None:
            from huggingface_hub import snapshot_download

            folder = Path(snapshot_download(self.location, revision=self.revision, allow_patterns="*.json"))
        require_own_modules(folder)

    def changes(self) -> list[str]:
        """What sets its files on this machine apart from the published ones, as ``model_files.differences``."""
        folder = self.folder()
        if folder is None or not self.published:
            return []
        if self.copy is None:  # the hub's cache has only the files that were asked for
            here = {name: digest for name, digest in self.published.items() if (folder / name).exists()}
            return differences(folder, here)
        more = [f"{name} is not one of them" for name in model_files(folder) if name not in self.published]
        return differences(folder, self.published) + more

    def require_intact(self) -> None:
        """Compares its files on this machine with the published ones; a large file is read only if it was changed."""
        if found := self.changes():
            raise FileProblem(
                f"the files in {self.folder()} are no longer those of {self.location} at {self.revision}: "
                f"{'; '.join(found)}; remove the folder and fetch the embedding again"
            )


def existing(text: str) -> Path | None:
    """The path that ``text`` names if something is there; a text that cannot be a path names nothing."""
    try:
        path = Path(text).expanduser()
        return path if text and path.exists() else None
    except (OSError, ValueError, RuntimeError):
        return None


def kept_folder(model: ModelSource) -> Path:
    """Folder of a copy that the user has brought of a published model."""
    return home() / "encoders" / model.label


def with_copy(model: ModelSource) -> ModelSource:
    """The model from the user's copy where there is one."""
    folder = kept_folder(model)
    return replace(model, copy=str(folder)) if is_model_folder(folder) else model


def keep_copy(model: ModelSource, origin: Path) -> None:
    """Copies the published files of a model after verifying every one. Nothing else in the folder is taken along."""
    place = kept_folder(model)
    with writing_to(place.parent), tempfile.TemporaryDirectory(dir=place.parent, prefix=f".{place.name}-") as draft:
        copy = Path(draft) / "model"
        for name in model.published:
            if (origin / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(origin / name, copy / name)
        if found := differences(copy, model.published, fresh=True):
            raise FileProblem(f"{origin} is not {model.location} at {model.revision}: {'; '.join(found)}")
        if place.exists() and replace(model, copy=str(place)).changes():
            shutil.rmtree(place)
        if not place.exists():
            copy.rename(place)


def is_model_folder(path: Path) -> bool:
    """Whether the folder looks like a model: it has the configuration that every encoder has."""
    return (path / "config.json").is_file() or (path / "modules.json").is_file()


def parse_model(text: str) -> ModelSource:
    """Reads a folder or ``organisation/name@commit``."""
    path = existing(text)
    if path is not None and path.is_dir():
        folder = path.absolute()
        if not is_model_folder(folder):
            raise BadArguments(f"{text} is a folder without config.json or modules.json, so it holds no encoder")
        return ModelSource(str(folder))
    match = HUB_NAME.fullmatch(text)
    if match is None or text.startswith("."):
        raise BadArguments(
            f"expected an existing folder with a model, or organisation/name@<commit>, got {quoted(text)}"
        )
    if not COMMIT.fullmatch(match["commit"] or ""):
        raise BadArguments(
            f"{quoted(text)} is not pinned, so its vectors may change at any time: write "
            f"{match['repository']}@<commit> "
            "with all 40 digits of a commit"
        )
    return ModelSource(match["repository"], match["commit"])


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
    return _number_in_config(folder, "hidden_size", "dim", "the width of the model")


def hidden_layers(folder: Path) -> int:
    """Number of layers of a transformer; the states before the first are layer 0."""
    return _number_in_config(folder, "num_hidden_layers", "n_layers", "the number of layers")


def _number_in_config(folder: Path, name: str, other_name: str, what: str) -> int:
    config = _read_json(folder / "config.json")
    number = config.get(name, config.get(other_name))
    if number is None:
        raise FileProblem(f"{folder / 'config.json'} does not set {name}, {what}")
    return int(number)


def require_folder(source: ModelSource, spec: str) -> Path:
    """The folder of a model that has to be on this machine, with the files that were published."""
    folder = source.folder()
    if folder is None:
        raise EmbeddingNotFound(f"{spec} is not on this machine; get it with: helm-creativity embeddings fetch {spec}")
    source.require_intact()
    return folder


def _pooling_modes(config: dict[str, Any]) -> int:
    mode = config.get("pooling_mode")
    if mode is not None:
        return 1 if isinstance(mode, str) else len(mode)
    return max(1, sum(value is True for key, value in config.items() if key.startswith("pooling_mode_")))


def _read_json(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    try:
        return read_json(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {error}") from error
