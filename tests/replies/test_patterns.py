"""Every pattern of the readers is needed: without it some reply of the corpora is read otherwise."""

import importlib
import pkgutil
import re

import pytest
from support.replies import every_reply

import helm_creativity.judges.replies
import helm_creativity.parsing

PACKAGES = (helm_creativity.parsing, helm_creativity.judges.replies)
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
        method = getattr(self._pattern, name)
        return self._watch(name, method) if callable(method) else method

    def _watch(self, name, method):
        def call(*arguments, **named):
            text = arguments[1] if name in ("sub", "subn") else arguments[0]
            if self.removed:
                nothing = {"sub": text, "subn": (text, 0), "split": [text], "finditer": iter(()), "findall": []}
                return nothing.get(name)
            found = method(*arguments, **named)
            found = list(found) if name == "finditer" else found
            if found not in ([], None, text, (text, 0), [text]):
                self._matched.add(self)
            return iter(found) if name == "finditer" else found

        return call


def modules():
    return [
        importlib.import_module(f"{package.__name__}.{found.name}")
        for package in PACKAGES
        for found in pkgutil.iter_modules(package.__path__)
    ]


@pytest.fixture
def watched(monkeypatch):
    """The patterns of all modules by name, watched, and those that matched since the set was cleared."""
    matched, names, known = set(), {}, {}

    def watch(value, name):
        if isinstance(value, re.Pattern):
            if value not in known:
                known[value] = Watched(value, matched)
                names[known[value]] = name
            return known[value]
        if isinstance(value, tuple) and any(isinstance(element, re.Pattern) for element in value):
            return tuple(watch(element, f"{name}[{place}]") for place, element in enumerate(value))
        if isinstance(value, dict) and any(isinstance(element, re.Pattern) for element in value.values()):
            return {key: watch(element, f"{name}[{key!r}]") for key, element in value.items()}
        return value

    for module in modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                monkeypatch.setattr(
                    module, name, watch(value, f"{module.__name__.removeprefix('helm_creativity.')}.{name}")
                )
    return names, matched


def forget():
    """What functions remember was read with other patterns."""
    for module in modules():
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
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

    def needed(pattern):
        pattern.removed = True
        try:
            return any(reads_otherwise(place) for place in where[pattern])
        finally:
            pattern.removed = False

    def reads_otherwise(place):
        forget()
        read, case = replies[place]
        try:
            return read(case) != readings[place]
        except Exception:  # what relies on the pattern needs it
            return True

    unneeded = [
        name
        for pattern, name in names.items()
        if not name.startswith(NO_READERS) and not any(part in name for part in FASTER) and not needed(pattern)
    ]
    assert not unneeded, "\n".join(unneeded)
