"""The files of a model: which of them count, their digests, and which classes they name."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from helm_creativity.benchmark.files.source_files import beside, file_sha256, home, writing_to
from helm_creativity.benchmark.files.untrusted_files import read_json
from helm_creativity.errors import FileProblem

LARGE = 1 << 25
"""Bytes from which a file's digest is kept on the disk: to read such a file takes longer than anyone should wait."""

OWN_MODULES = "sentence_transformers."
"""Beginning of the names of classes that a model may have imported."""

_OTHER_FORMATS = frozenset({".gguf", ".h5", ".msgpack", ".onnx", ".ot"})
_DOCUMENTS = frozenset({".md", ".py"})
_OTHER_BACKENDS = frozenset({"onnx", "openvino", "coreml"})
_digests: dict[str, str] = {}


def model_files(folder: Path) -> dict[str, Path]:
    """The files that make a model's vectors, by their path inside the folder, in the order of the paths.

    Not among them are documents, Python (which is never run), hidden files, weights for other backends, and older
    PyTorch weights where there are safetensors, as when the model is loaded.
    """
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    safe = {path.parent for path in found.values() if path.suffix == ".safetensors"}
    return {name: found[name] for name in sorted(found) if _counts(PurePosixPath(name), found[name].parent in safe)}


def _counts(name: PurePosixPath, is_beside_safe: bool) -> bool:
    if name.suffix in _OTHER_FORMATS | _DOCUMENTS or _OTHER_BACKENDS.intersection(name.parts):
        return False
    if is_beside_safe and name.match("pytorch_model*.bin*"):
        return False
    return not any(part.startswith(".") for part in name.parts)


def folder_digest(folder: Path) -> str:
    """SHA-256 of the lines ``<sha256>  <path>`` of a model's files, as ``sha256sum`` prints them."""
    files = model_files(folder)
    if not any(_is_weights(name) for name in files):
        raise FileProblem(f"{folder} holds no weights: expected *.safetensors or pytorch_model*.bin")
    lines = [f"{file_digest(path)}  {name}\n" for name, path in files.items()]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _is_weights(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix == ".safetensors" or path.match("pytorch_model*.bin")


def differences(folder: Path, expected: Mapping[str, str], fresh: bool = False) -> list[str]:
    """What sets the files in a folder apart from the expected ones, a line for each; [] where all are as expected."""
    found = []
    for name, digest in expected.items():
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif (found_digest := file_digest(path, fresh)) != digest:
            found.append(f"{name} has sha256 {found_digest} in place of {digest}")
    return found


def file_digest(path: Path, fresh: bool = False) -> str:
    """SHA-256 of a file, read once per process; of a large one, once for as long as it is not changed.

    Whether it was changed, its size and its times say: when it was written, which programs can set, and when anything
    about it was changed, which they cannot.
    """
    try:
        status = path.stat()
        entry = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        state = ":".join(map(str, entry))
        if fresh or state not in _digests:
            kept = home() / "digests" / hashlib.sha256(state.encode()).hexdigest()
            known = _kept_checksum(kept) if status.st_size >= LARGE and not fresh else None
            _digests[state] = known or file_sha256(path)
            if status.st_size >= LARGE and known is None:
                _keep(kept, _digests[state])
        return _digests[state]
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error


def _kept_checksum(path: Path) -> str | None:
    with contextlib.suppress(OSError, ValueError):
        text = path.read_text("ascii")
        return text if len(text) == 64 else None
    return None


def _keep(path: Path, digest: str) -> None:
    """Keeps a digest. A disk that cannot be written to costs time and nothing else."""
    with contextlib.suppress(FileProblem), writing_to(path.parent), beside(path) as draft:
        draft.write_text(digest, "ascii")
        os.replace(draft, path)


def require_own_modules(folder: Path) -> None:
    """Refuses a model that has other code imported than that of sentence-transformers.

    Versions of sentence-transformers before 6.0 import whatever class a model names: one in a file beside the weights,
    or in any installed package.
    """
    foreign: set[str] = set()
    for path in folder.rglob("*.json"):
        if path.name in {"modules.json", "router_config.json", "config.json"} and path.is_file():
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
    found: Any = read_json(path)
    if path.name == "modules.json":
        if not (isinstance(found, list) and all(isinstance(module, dict) for module in found)):
            raise FileProblem(f"expected a list of modules in {path}")
        return [(str(module.get("type", "")), str(module.get("path", ""))) for module in found]
    types = found.get("types") if isinstance(found, dict) else None
    return [(str(kind), str(place)) for place, kind in types.items()] if isinstance(types, dict) else []
