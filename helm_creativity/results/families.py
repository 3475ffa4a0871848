"""Families of models: who made a model, by its name."""

from __future__ import annotations

import re
from pathlib import Path

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.names import without_address

_KNOWN = read_yaml(Path(__file__).with_name("families.yaml"))
_MAKERS = (rf"(?P<{maker}>(?<![a-z])(?:{names})(?![a-z]))" for maker, names in _KNOWN["makers"].items())
_NAMES = re.compile("|".join(_MAKERS), re.IGNORECASE)


def find_family(name: str) -> str:
    """Who made a model, "" where its name does not say it: by the first name of a maker's models that it has.

    Without one, by what stands in front of the slash, unless that is a server.
    """
    if is_baseline(name):
        return ""
    maker, _, own = without_address(name).rpartition("/")
    if found := _NAMES.search(own):
        return str(found.lastgroup)
    maker = maker.partition("/")[0].lower()
    return "" if maker in _KNOWN["hosts"] else maker


def is_same_name(judge: str, model: str) -> bool:
    """Whether a judge's deployment and a model have one name, server and maker aside."""
    return judge.rpartition("/")[2].lower() == model.rpartition("/")[2].lower()
