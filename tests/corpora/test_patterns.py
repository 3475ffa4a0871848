"""Every pattern of the readers is needed: without it some reply of the corpora is read otherwise."""

import importlib
import pkgutil
import re
from functools import partial

import pytest
from support.replies import every_reply

import helm_creativity.judges.replies
import helm_creativity.parsing

MODULES = [
    importlib.import_module(f"{package.__name__}.{found.name}")
    for package in (helm_creativity.parsing, helm_creativity.judges.replies)
    for found in pkgutil.iter_modules(package.__path__)
]
# Not of replies: whether a text is one, spellings of a word in dictionaries, finish reasons, parts of long texts. Ten
# of 19,000 released lists of 25 words need the last, and none short enough to stand here.
NO_READERS = (
    *("parsing.plausibility", "parsing.words", "parsing.response", "parsing.text._CHUNK"),
    "parsing.list_lines._RE['sentences']",
)
# They recognise the usual form, which is read at once as it would be read otherwise; and where a rating stands.
FASTER = ("_USUAL", "'usual'", "'second_look'", "judges.replies.text._FIGURES")


class Watched:
    """A pattern that notes that it matched; while it is `removed` it never does."""

    def __init__(self, pattern, matched):
        self.removed = False
        self._pattern, self._matched = pattern, matched

    def __getattr__(self, name):
        found = getattr(self._pattern, name)
        return partial(self._call, name, found) if callable(found) else found

    def _call(self, name, method, *arguments, **named):
        text = arguments[name in ("sub", "subn")]
        nothing = {"sub": text, "subn": (text, 0), "split": [text], "finditer": [], "findall": []}.get(name)
        found = nothing if self.removed else method(*arguments, **named)
        found = list(found) if name == "finditer" else found
        if found != nothing:
            self._matched.add(self)
        return iter(found) if name == "finditer" else found


@pytest.fixture
def watched(monkeypatch):
    """The patterns of all modules by name, watched, and those that matched since the set was cleared."""
    matched, names, known = set(), {}, {}

    def watch(value, name):
        if isinstance(value, re.Pattern):
            names.setdefault(known.setdefault(value, Watched(value, matched)), name)
            return known[value]
        inside = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
        if not any(isinstance(element, re.Pattern) for element in inside):
            return value
        if isinstance(value, tuple):
            return tuple(watch(element, f"{name}[{place}]") for place, element in enumerate(value))
        return {key: watch(element, f"{name}[{key!r}]") for key, element in value.items()}

    for module in MODULES:
        for name in [name for name in vars(module) if not name.startswith("__")]:
            full = f"{module.__name__.removeprefix('helm_creativity.')}.{name}"
            monkeypatch.setattr(module, name, watch(vars(module)[name], full))
    return names, matched


def forget():
    """What functions remember was read with other patterns."""
    for value in (value for module in MODULES for value in vars(module).values() if hasattr(value, "cache_clear")):
        value.cache_clear()


@pytest.mark.nightly
def test_every_pattern_is_needed(watched):
    """Of the replies in which it matches, one is read otherwise where it never does."""
    names, matched = watched
    assert not [part for part in (*NO_READERS, *FASTER) if not any(part in name for name in names.values())]
    replies = list(every_reply())
    readings, where = [], {pattern: [] for pattern in names}
    forget()
    for place, (read, case) in enumerate(replies):
        matched.clear()
        readings.append(read(case))
        for pattern in matched:
            where[pattern].append(place)

    def reads_otherwise(place):
        forget()
        read, case = replies[place]
        try:
            return read(case) != readings[place]
        except Exception:  # what relies on the pattern needs it
            return True

    unneeded = []
    for pattern, name in names.items():
        pattern.removed = True
        spared = name.startswith(NO_READERS) or any(part in name for part in FASTER)
        if not spared and not any(map(reads_otherwise, where[pattern])):
            unneeded.append(name)
        pattern.removed = False
    assert unneeded == []
