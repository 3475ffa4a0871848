"""Paths of triples: which are structurally valid, when names are the same, and what is embedded and judged.

A path is valid (Wadhwa et al. 2026, section 3.2 and prompt E.1) if its first head is ``entity_a``, its last triple is
(x, ``rel_b``, ``entity_b``), each head is the tail before it, no triple stands in it twice, and no earlier path of the
response is the same.

The paper does not say when two names are the same; the rule is ours. Names are compared folded: without characters that
nobody sees, Unicode NFKD, case folded, one kind of quotes and of dashes, single blanks, accents off Latin and Greek
letters (in other scripts marks make another letter), and ``ø`` as ``o``, ``ß`` as ``ss``. For entities further: full
stops behind Latin letters go, and single ones in a row are one word (``J.R.R. Tolkien``, ``J R R Tolkien``), ``&`` is
``and``, and a leading ``the`` goes unless it is the whole name. Acronyms, and places behind a comma, are other names.

A qualifier is what stands in round brackets at the end of a name, behind a blank: ``Michael Jordan (basketball)``. A
name without one means the same as that name with any; two different ones do not. So the relation is reflexive and
symmetric but not transitive.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from helm_creativity.benchmark.types import visible


class Triple(NamedTuple):
    """One step of a path; each part is one line of text and not blank."""

    head: str
    relation: str
    tail: str


Path = tuple[Triple, ...]
"""One triple or more, in the order in which they were written."""

_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′‵´`ʹʻʼʽˈ", "'"),
        **dict.fromkeys("“”„‟″‶«»", '"'),
        **dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-"),
        "（": " (",
        "）": ")",
    }
)
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i"}
)
_BLANKS = str.maketrans("_-", "  ")
_STOP_INSIDE = re.compile(r"(?<=[a-z])\.+(?=\w)")
_STOP = re.compile(r"(?<=[a-z])\.+")
_INITIALS = re.compile(r"(?<!\S)([a-z]) (?=[a-z](?!\S))")
_QUALIFIER = re.compile(r"\s\(((?:[^()]|\([^()]*\))*)\)\Z")
_EntityKey = tuple[str, tuple[str, ...]]
TripleKey = tuple[_EntityKey, str, _EntityKey]


class Target(NamedTuple):
    """From where to where paths must lead."""

    entity_a: str
    rel_b: str
    entity_b: str


class Fault(str, Enum):
    """What can be wrong with the structure of a path."""

    WRONG_START = "wrong_start"
    WRONG_RELATION = "wrong_relation"
    WRONG_END = "wrong_end"
    BROKEN = "broken"
    REPEATED_TRIPLE = "repeated_triple"
    DUPLICATE = "duplicate"


def find_faults(paths: Sequence[Path], target: Target) -> list[tuple[Fault, ...]]:
    """All faults of each of n paths, in the order of ``Fault``; () where the structure is valid.

    Triples, and with them paths, are the same where all parts are after all folding, that of entities too, qualifiers
    included: a path that is spelt anew is a duplicate, one that differs from another by a qualifier is not.
    """
    seen: set[tuple[TripleKey, ...]] = set()
    found = []
    for path in paths:
        key = tuple(map(triple_key, path))
        wrong = {
            Fault.WRONG_START: not path or not same_entity(path[0].head, target.entity_a),
            Fault.WRONG_RELATION: not path or not same_relation(path[-1].relation, target.rel_b),
            Fault.WRONG_END: not path or not same_entity(path[-1].tail, target.entity_b),
            Fault.BROKEN: not all(same_entity(step.tail, following.head) for step, following in pairwise(path)),
            Fault.REPEATED_TRIPLE: len(set(key)) < len(key),
            Fault.DUPLICATE: key in seen,
        }
        seen.add(key)
        found.append(tuple(fault for fault, there in wrong.items() if there))
    return found


def same_entity(a: str, b: str) -> bool:
    """Whether two names can mean the same thing. Not transitive: see the module."""
    (name, qualifiers), (other, others) = _parted(a), _parted(b)
    return name == other and (not qualifiers or not others or qualifiers == others)


def same_relation(a: str, b: str) -> bool:
    """Whether two relations are the same after folding, with ``_`` and ``-`` as blanks."""
    return _relation_key(a) == _relation_key(b)


@lru_cache(maxsize=2**14)
def folded(text: str) -> str:
    """The form in which texts are compared; folding it again changes nothing."""
    text = unicodedata.normalize("NFKD", visible(text).translate(_SIGNS)).translate(_SIGNS).casefold()
    if not text.isascii():
        kept, accents_go = [], False
        for character in text:
            if not unicodedata.combining(character):
                is_latin_or_greek = unicodedata.name(character, "").startswith(("LATIN ", "GREEK "))
                accents_go = character.isalnum() and (character.isascii() or is_latin_or_greek)
                kept.append(character)
            elif not accents_go:
                kept.append(character)
        text = "".join(kept).translate(_LETTERS)
    return " ".join(text.split())


@lru_cache(maxsize=2**14)
def _parted(name: str) -> _EntityKey:
    """A name and the qualifiers in brackets behind it, as entities are compared; a name is never left empty."""
    name, qualifiers = folded(name), []
    while qualifier := _QUALIFIER.search(name):
        qualifiers.append(_entity_key(qualifier[1].strip()))
        name = name[: qualifier.start()]
    return _entity_key(name), tuple(filter(None, reversed(qualifiers)))


def _entity_key(name: str) -> str:
    """A folded name without what spellings of one entity differ in: full stops, ``&``, a leading article."""
    name = _STOP.sub("", _STOP_INSIDE.sub(" ", name.replace("&", " and ")))
    return _INITIALS.sub(r"\1", " ".join(name.split()).removeprefix("the "))


def _relation_key(relation: str) -> str:
    text = folded(relation)
    return " ".join(text.translate(_BLANKS).split()) or text


def triple_key(triple: Triple) -> TripleKey:
    """What is equal for triples that are the same after all folding; see ``find_faults``."""
    return _parted(triple.head), _relation_key(triple.relation), _parted(triple.tail)


def path_text(path: Path) -> str:
    """str(u) of Wadhwa et al. 2026, eq. 8, all lower case.

    The head of the first triple is left out, and of several the last triple: the query prescribes both. The paper does
    not say so; the authors' program does, and with all-MiniLM-L6-v2 only this text gives the distances of Table 5.
    """
    first, *others = path[:-1] if len(path) > 1 else path
    return " | ".join(
        [f" [{first.relation}] {first.tail}", *("{} [{}] {}".format(*triple) for triple in others)]
    ).lower()


def text_for_judges(path: Path) -> str:
    """All triples, lower case, as Python prints a list of tuples: so the authors' program shows them to judges."""
    return str([tuple(part.lower() for part in triple) for triple in path])


def program_faults(paths: Sequence[Path], target: Target) -> list[tuple[Fault, ...]]:
    """What makes each of n paths invalid for the authors' program; () where it is valid.

    All comparisons are of lower-case text. The endpoints are looked for anywhere in the text of the first and of the
    last triple (``entity_a`` may be its tail, or part of another name), the relation nowhere; a last triple whose head
    is its tail is invalid. Then validity is decided anew at each pair of neighbors: valid where the head or the tail of
    the next is a substring of the head or the tail of this, invalid for good where not. So what was found at the
    endpoints decides only for paths of one triple. Triples and paths may be repeated.

    A path of several triples can only be ``BROKEN``. In a path of one, a tail that is its head is a ``WRONG_END``.
    """
    found = []
    for path in paths:
        if len(path) > 1:
            names = [(triple.head.lower().strip(), triple.tail.lower().strip()) for triple in path]
            meets = (any(name in near for name in after for near in here) for here, after in pairwise(names))
            wrong = {Fault.BROKEN: not all(meets)}
        else:
            text = str([*path[0]] if path else []).lower()
            ends = path and target.entity_b.lower() in text and path[0].head.lower() != path[0].tail.lower()
            wrong = {Fault.WRONG_START: not path or target.entity_a.lower() not in text, Fault.WRONG_END: not ends}
        found.append(tuple(fault for fault, there in wrong.items() if there))
    return found


def query_target(fields: Mapping[str, Any]) -> Target:
    """From where to where the paths of an item must lead."""
    return Target(str(fields["entity_a"]), str(fields["rel_b"]), str(fields["entity_b"]))


FaultFinder = Callable[[Sequence[Path], Target], list[tuple[Fault, ...]]]
"""Says of each path what is wrong with its structure, as ``find_faults``."""
