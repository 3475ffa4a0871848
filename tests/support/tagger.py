"""A stand-in for NLTK's tagger: the same file with four rules."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.source_files import path_in_home
from helm_creativity.benchmark.sources import find_source
from helm_creativity.lexicon.lexicon import TAGGER

FOLDER = "averaged_perceptron_tagger_eng"
PARTS: Mapping[str, Any] = {
    # Whatever no rule names is NN, as a rule of the real one has it.
    "weights": {
        "bias": {"NN": 1.0},
        "i suffix kly": {"RB": 2.0},
        "i suffix tly": {"RB": 2.0},
        "i suffix ets": {"NNS": 2.0},
    },
    "tagdict": {"happy": "JJ", "sad": "NN"},
    "classes": ["NN", "NNS", "RB"],
}


def write_tagger(path: Path, parts: Mapping[str, Any] = PARTS, filling: bytes = b"") -> Path:
    """The file, packed as its publisher packs it."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(f"{FOLDER}/{FOLDER}.{name}.json", json.dumps(part))
        archive.writestr("filling", filling)
    return path


@contextmanager
def fetched_tagger() -> Iterator[Path]:
    """The stand-in where the file lies that the card names, of its size, by which a user's own file is known."""
    source = find_source(TAGGER)
    path = path_in_home(source)
    path.parent.mkdir(parents=True, exist_ok=True)
    room = (source.bytes or 0) - write_tagger(path).stat().st_size
    yield write_tagger(path, filling=bytes(room))
    path.unlink()
