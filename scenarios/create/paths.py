"""Paths: which are structurally valid, what is wrong with the rest, and the texts that are embedded and judged.

Validity is that of Wadhwa et al. 2026, section 3.2 and prompt E.1.

A path is valid if its first head is ``entity_a``, its last triple is (x, ``rel_b``, ``entity_b``), each head is the
tail before it, no triple stands in it twice, and no earlier path of the response is the same. Section 3.2 asks that
triples be connected and the constraints of the prompt obeyed, which are the rest.

The paper does not say when two names are the same; the rule here is ours. Names are compared folded: without
characters that nobody sees, Unicode NFKD, case folded, one kind of quotes and of dashes, single blanks, accents off
Latin and Greek letters, and Latin letters that Unicode does not take apart by the table below (``ø`` as ``o``,
``ß`` as ``ss``). In other scripts marks stay, for there they are vowels or make another letter (``が`` is not ``か``,
``й`` is not ``и``). Transliterations such as ``oe`` for ``ö`` are other names.

For entities further: full stops behind Latin letters go, and single ones in a row are one word (``J.R.R. Tolkien``,
``J. R. R. Tolkien`` and ``J R R Tolkien``; ``U.S.`` and ``US``), ``&`` is ``and``, and a leading ``the`` goes unless it
is the whole name (``The Beatles``). What takes knowledge of the world is not resolved: an acronym is another name than
the one it stands for, also as its qualifier (``University of California, Los Angeles (UCLA)`` is not ``UCLA``), and so
is a name with a place behind a comma (``Ulm, Germany`` is not ``Ulm``).

A qualifier is what stands in round brackets at the end of a name, behind a blank: ``Michael Jordan (basketball)``, but
not ``iron(III)``. A name without one means the same as that name with any; two different ones do not. So the relation
is reflexive and symmetric but not transitive: ``Michael Jordan`` is both the basketball player and the scientist, who
are not each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from helm_creativity.core.visible_text import visible
from helm_creativity.scenarios.create.triples import Path, Triple

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
_REMEMBERED = 2**14
_EntityKey = tuple[str, tuple[str, ...]]
_TripleKey = tuple[_EntityKey, str, _EntityKey]


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


def faults_of(paths: Sequence[Path], target: Target) -> list[tuple[Fault, ...]]:
    """All faults of each of n paths, in the order of ``Fault``; () where the structure is valid.

    Triples, and with them paths, are the same where all parts are after all folding, that of entities too, qualifiers
    included: a path that is spelt anew is a duplicate, one that differs from another by a qualifier is not.

    Args:
        paths: of one response, in order: of two equal ones the later is the duplicate, whatever else is wrong with it.
        target: where the query wants them to lead.
    """
    seen: set[tuple[_TripleKey, ...]] = set()
    found = []
    for path in paths:
        key = tuple(map(_triple_key, path))
        wrong = {
            Fault.WRONG_START: not path or not same_entity(path[0].head, target.entity_a),
            Fault.WRONG_RELATION: not path or not same_relation(path[-1].relation, target.rel_b),
            Fault.WRONG_END: not path or not same_entity(path[-1].tail, target.entity_b),
            Fault.BROKEN: any(not same_entity(one.tail, path[i].head) for i, one in enumerate(path[:-1], start=1)),
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


@lru_cache(maxsize=_REMEMBERED)
def folded(text: str) -> str:
    """The form in which texts are compared; folding it again changes nothing."""
    text = unicodedata.normalize("NFKD", visible(text).translate(_SIGNS)).translate(_SIGNS).casefold()
    if not text.isascii():
        text = _without_accents(text).translate(_LETTERS)
    return " ".join(text.split())


def _without_accents(decomposed: str) -> str:
    kept, accents_go = [], False
    for character in decomposed:
        if not unicodedata.combining(character):
            accents_go = character.isalnum() and _is_latin_or_greek(character)
        elif accents_go:
            continue
        kept.append(character)
    return "".join(kept)


def _is_latin_or_greek(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith(("LATIN ", "GREEK "))


@lru_cache(maxsize=_REMEMBERED)
def _parted(name: str) -> _EntityKey:
    """A name without its qualifiers, and these, as entities are compared. What would leave no name is none."""
    name, qualifiers = folded(name), []
    while name.endswith(")"):
        start = _opening(name)
        rest = name[:start].rstrip()
        if len(rest) == start:
            break
        qualifiers.append(_entity_key(name[start + 1 : -1].strip()))
        name = rest
    return _entity_key(name), tuple(filter(None, reversed(qualifiers)))


def _entity_key(name: str) -> str:
    """A folded name without what spellings of one entity differ in: full stops, ``&``, a leading article."""
    name = _STOP.sub("", _STOP_INSIDE.sub(" ", name.replace("&", " and ")))
    return _INITIALS.sub(r"\1", " ".join(name.split()).removeprefix("the "))


def _opening(name: str) -> int:
    """Where the bracket opens that the last character closes; 0 where none does."""
    depth = 0
    for place in range(len(name) - 1, 0, -1):
        depth += (name[place] == ")") - (name[place] == "(")
        if depth == 0:
            return place
    return 0


def _relation_key(relation: str) -> str:
    text = folded(relation)
    return " ".join(text.translate(_BLANKS).split()) or text


def _triple_key(triple: Triple) -> _TripleKey:
    return _parted(triple.head), _relation_key(triple.relation), _parted(triple.tail)


def path_text(path: Path) -> str:
    """str(u) of Wadhwa et al. 2026, eq. 8, all lower case.

    Each triple is ``head [relation] tail`` and a bar stands between triples. The first one is written without its head,
    and the last one is left out where there are several: the query prescribes both, so that every path has them. The
    paper does not say so; the authors' program does, and with all-MiniLM-L6-v2 only this text gives the distances of
    Table 5.
    """
    kept = path[:-1] if len(path) > 1 else path
    triples = [f"{'' if place == 0 else one.head} [{one.relation}] {one.tail}" for place, one in enumerate(kept)]
    return " | ".join(triples).lower()


def text_for_judges(path: Path) -> str:
    """All triples, lower case, as Python prints a list of tuples: so the authors' program shows them to judges."""
    return str([tuple(part.lower() for part in triple) for triple in path])
