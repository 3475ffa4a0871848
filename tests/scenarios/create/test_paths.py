"""Which names are the same, what is wrong with a path, and which texts are made of it."""

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.differences import differences
from support.replies import read_rows

from helm_creativity.scenarios.create.paths import (
    Fault,
    Target,
    Triple,
    find_faults,
    folded,
    path_text,
    program_faults,
    same_entity,
    same_relation,
    text_for_judges,
)

SPELLINGS = read_rows(Path(__file__).with_name("names.jsonl"))
SCRIPTS = [
    *((0x0400, 0x045F), (0x05D0, 0x05EA), (0x0620, 0x064A), (0x0904, 0x0939), (0x093E, 0x094C), (0x0E01, 0x0E3A)),
    *((0x0E40, 0x0E4E), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x4E40), (0xAC00, 0xAC40), (0x10D0, 0x10F0)),
]
letters = st.one_of(*(st.characters(min_codepoint=low, max_codepoint=high) for low, high in SCRIPTS))
foreign = st.text(letters.filter(str.isprintable), min_size=1, max_size=4)
anything = st.text(max_size=12) | st.text("aAáøßﬁ( )[]-_–’'\u00a0İıς¨´が.&", max_size=12)
spelt = st.lists(st.sampled_from(["the ", "The", "U.", "J ", "&", "and", ".", " ", "(", ")", "王.", "3"])).map("".join)


def path(*triples):
    return tuple(Triple(*triple) for triple in triples)


def test_spellings_of_one_name_and_different_names():
    """Accents, case, signs, articles, stops, qualifiers; transliterations, acronyms and places are not resolved."""
    same = {None: same_entity, "relation": same_relation}
    found = [{**row, "same": same[row.get("of")](row["one"], row["other"])} for row in SPELLINGS]
    assert differences(found, SPELLINGS) == []


@given(anything | spelt, anything | spelt)
def test_laws_of_sameness(one, other):
    """Reflexive and symmetric, and folding twice is folding once."""
    for same in (same_entity, same_relation):
        assert same(one, one)
        assert same(one, other) == same(other, one)
    assert folded(folded(one)) == folded(one)
    assert same_entity(one, folded(one))


@given(foreign, foreign, st.text(st.characters(categories=["L", "N", "S", "P"]), min_size=1, max_size=3))
@example("я", "ж", "¨")  # Unicode takes it apart into a blank and a mark
def test_no_name_becomes_empty_or_another_one(one, other, signs):
    """In other scripts, two are the same only where Unicode says so, but for case."""
    plain = [unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold()) for text in (one, other)]
    assert same_entity(one, other) == (plain[0] == plain[1])
    assert folded(one)
    assert folded(signs)


NAMES = {"a": ("a", ""), "Á": ("a", ""), "the A.": ("a", ""), "b": ("b", "")}
NAMES |= {"The A (x.)": ("a", "x"), "a (x)": ("a", "x"), "A  (X)": ("a", "x"), "a (y)": ("a", "y")}
RELATIONS = {"r": "r", "R ": "r", "s_t": "s t", "s-T": "s t"}
names, relations = st.sampled_from([*NAMES]), st.sampled_from([*RELATIONS])
paths = st.lists(st.lists(st.builds(Triple, names, relations, names), min_size=1, max_size=3).map(tuple), max_size=5)


def slow_faults(given_paths, target):
    """By a table of what the names mean."""

    def same(one, other):
        (name, mark), (name_2, mark_2) = NAMES[one], NAMES[other]
        return name == name_2 and not (mark and mark_2 and mark != mark_2)

    plain = [[(NAMES[t.head], RELATIONS[t.relation], NAMES[t.tail]) for t in row] for row in given_paths]
    for i, given_path in enumerate(given_paths):
        wrong = {
            Fault.WRONG_START: not same(given_path[0].head, target.entity_a),
            Fault.WRONG_RELATION: RELATIONS[given_path[-1].relation] != RELATIONS[target.rel_b],
            Fault.WRONG_END: not same(given_path[-1].tail, target.entity_b),
            Fault.BROKEN: not all(same(this.tail, after.head) for this, after in pairwise(given_path)),
            Fault.REPEATED_TRIPLE: any(a == b for j, a in enumerate(plain[i]) for b in plain[i][:j]),
            Fault.DUPLICATE: plain[i] in plain[:i],
        }
        yield tuple(fault for fault, there in wrong.items() if there)


@given(paths, st.builds(Target, names, relations, names))
def test_faults_agree_with_the_definition(given_paths, target):
    """Of a path without triples everything is wrong that can be."""
    assert find_faults(given_paths, target) == list(slow_faults(given_paths, target))
    assert find_faults([()], target) == [(Fault.WRONG_START, Fault.WRONG_RELATION, Fault.WRONG_END)]


CLUB, WS, WE, BROKEN = Target("Ann Lee", "member of", "The Club"), Fault.WRONG_START, Fault.WRONG_END, Fault.BROKEN
MEETS = [("Bob", "r", "The Clubs"), ("club", "r", "x"), ("y", "r", " X")]


@pytest.mark.parametrize(
    ("triples", "faults"),
    [
        ([("The CLUB", "anything", "ann lee")], ()),  # the ends stand anywhere in it
        ([("Joann Leeds", "at", "The Clubs")], ()),  # also inside of words
        ([("x ann lee joined", "the club", "Bob")], ()),
        ([("Ann Lee of The Club", "is", "ann lee of the club")], (WE,)),  # a loop
        *[([("Ann Lee", "r", "Bob")], (WE,)), ([("Bob", "r", "The Club")], (WS,)), ([("Bob", "r", "Cy")], (WS, WE))],
        *[((), (WS, WE)), (MEETS, ()), (MEETS[::2], (BROKEN,)), (MEETS[:2], ()), ([MEETS[1], MEETS[0]], (BROKEN,))],
    ],
)
def test_structure_for_the_program_by_its_rules(triples, faults):
    """Substrings in any place; ends matter for single triples alone, and neighbours have a name that holds another."""
    assert program_faults([path(*triples)], CLUB) == [faults]


def test_texts_by_hand():
    """Embedded without the first head and the last triple, unless it is alone; judges read Python's list of tuples."""
    bush = path(("Bush", "Vice President to", "Reagan"), ("Reagan", "spouse", "Nancy"), ("Nancy", "held", "Lady"))
    assert path_text(bush) == " [vice president to] reagan | reagan [spouse] nancy"
    assert path_text(bush[:2]) == path_text(bush[:1]) == " [vice president to] reagan"
    assert path_text(path(("A", "r", "B"), ("C", "s", "D"), ("D", "t", "E"))) == " [r] b | c [s] d"
    judged = """[("o'connor", 'r', 'ш'), ('é', 's', 'd')]"""
    assert text_for_judges(path(("O'Connor", "r", "Ш"), ("É", "s", "d"))) == judged
