"""Which names are the same, and what is wrong with a path."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.create.paths import (
    Fault,
    Target,
    Triple,
    find_faults,
    folded,
    same_entity,
    same_relation,
)

TARGET = Target("Kareem Abdul-Jabbar", "member of", "American Academy of Arts and Sciences")
SCRIPTS = [
    *((0x0400, 0x045F), (0x05D0, 0x05EA), (0x0620, 0x064A), (0x0904, 0x0939), (0x093E, 0x094C), (0x0E01, 0x0E3A)),
    *((0x0E40, 0x0E4E), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x4E40), (0xAC00, 0xAC40), (0x10D0, 0x10F0)),
]
letters = st.one_of(*(st.characters(min_codepoint=low, max_codepoint=high) for low, high in SCRIPTS))
foreign = st.text(letters.filter(str.isprintable), min_size=1, max_size=4)
anything = st.one_of(st.text(max_size=12), st.text("aAáøßﬁ( )[]-_–’'\u00a0İıς¨´が.&", max_size=12))
spelt = st.lists(st.sampled_from(["the ", "The", "U.", "J ", "&", "and", ".", " ", "(", ")", "王.", "3"])).map("".join)


def path(*triples):
    return tuple(Triple(*triple) for triple in triples)


VALID = path(
    ("Kareem Abdul-Jabbar", "appeared in", "Airplane!"),
    ("Airplane!", "directed by", "Jim Abrahams"),
    ("Jim Abrahams", "member of", "American Academy of Arts and Sciences"),
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Beyoncé", "BEYONCE"),
        ("Bjo\u0308rk", "Bjork"),
        ("Sandra Day O’Connor", "Sandra Day O'Connor"),
        ("“Weird Al” Yankovic", '"Weird Al"  Yankovic'),
        ("New\u00a0York\tCity ", "new york city"),
        ("Søren Kierkegaard", "Soren Kierkegaard"),
        ("Æthelstan", "Aethelstan"),
        ("Þórbergur Œ", "thorbergur oe"),
        ("Günter Grass", "Gunter Graß"),
        ("İstanbul", "Istanbul"),
        ("Işık", "isik"),
        ("Αθήνα", "ΑΘΗΝΑ"),
        ("Ὀδυσσεύς", "οδυσσευς"),
        ("ﬁlm № ２", "film no 2"),
        ("co\u00adoperative\u200b", "cooperative"),
        ("ねこ", "ねこ"),
        ("J.R.R. Tolkien", "J. R. R. Tolkien"),
        ("Sammy Davis Jr.", "Sammy Davis Jr"),
        ("St.Louis", "St. Louis"),
        ("U. S. Steel", "US Steel"),
        ("Ł.Ó. Kowalski", "LO Kowalski"),
        ("Wait…", "wait"),
        ("Doe Jr., the painter", "Doe Jr, the painter"),
        ("Simon & Garfunkel", "simon and Garfunkel"),
        ("Johnson＆Johnson", "Johnson and Johnson"),
        ("&", "and"),
        ("The Beatles", "Beatles"),
        ("か\u3099", "が"),
        ("각", "\u1100\u1161\u11a8"),
    ],
)
def test_spellings_of_one_name(one, other):
    """Accents, case, quotes, dashes, blanks and letters that Unicode does not take apart."""
    assert same_entity(one, other)
    assert same_entity(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gödel", "Goedel"),
        ("か", "が"),
        ("й", "и"),
        ("कि", "कु"),
        ("The", ""),
        ("The", "A"),
        ("Wake the Beatles", "Wake Beatles"),
        ("A Beatle", "Beatle"),
        ("Apollo 1.3", "Apollo 13"),
        ("...", "."),
        ("王. 力.", "王力"),
        ("А. С. Пушкин", "А С Пушкин"),
        ("a b", "ab c"),
        ("a bc", "abc"),
        ("Sand Dune", "S & Dune"),
        ("University of California, Los Angeles (UCLA)", "UCLA"),
        ("Ulm, Germany", "Ulm"),
        ("C", "C#"),
        ("iron(II)", "iron(III)"),
    ],
)
def test_different_names(one, other):
    """Marks and stops of other scripts stay; transliterations, acronyms and places are not resolved."""
    assert not same_entity(one, other)
    assert not same_entity(other, one)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Michael Jordan (basketball)", "Michael Jordan", True),
        ("Michael Jordan (basketball)", "michael jordan  ( Basketball )", True),
        ("Michael Jordan (basketball)", "Michael Jordan (scientist)", False),
        ("Michael Jordan (basketball) (born 1963)", "Michael Jordan", True),
        ("Michael Jordan (basketball) (born 1963)", "Michael Jordan (basketball)", False),
        ("Michael Jordan (basketball (NBA))", "Michael Jordan", True),
        ("Michael Jordan (the scientist)", "Michael Jordan (scientist)", True),
        ("Michael Jordan ()", "Michael Jordan", True),
        ("United States Department of State (cultural diplomacy)", "United States Department of State", True),
        ("迈克尔（篮球）", "迈克尔", True),
        ("Why I Did (Not) Eat My Father", "Why I Did Eat My Father", False),
        ("(What's the Story)", "", False),
        ("(500)", "(501)", False),
        ("(Untitled) (film)", "(untitled)", True),
        ("Jordan )", "Jordan", False),
        ("Jordan (x", "Jordan", False),
        ("vitamin (D) )", "vitamin", False),
    ],
)
def test_qualifiers(one, other, same):
    """A name without one is the same as with any; a name that is only a bracket has none."""
    assert same_entity(one, other) is same
    assert same_entity(other, one) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("member of", "Member_Of", True),
        ("co-founded", "co founded", True),
        ("medical condition  treated", "medical condition treated", True),
        ("educated at (BA)", "educated at", False),
        ("the owner of", "owner of", False),
        ("owner & founder", "owner and founder", False),
        ("-", "_", False),
        ("–", "-", True),
    ],
)
def test_relations(one, other, same):
    """Underscores and hyphens are blanks; there are no qualifiers."""
    assert same_relation(one, other) is same
    assert same_relation(other, one) is same


@given(anything | spelt, anything | spelt)
def test_laws_of_sameness(one, other):
    """Reflexive and symmetric, and folding twice is folding once."""
    assert same_entity(one, one)
    assert same_relation(one, one)
    assert same_entity(one, other) == same_entity(other, one)
    assert same_relation(one, other) == same_relation(other, one)
    assert folded(folded(one)) == folded(one)
    assert same_entity(one, folded(one))


@given(foreign, foreign)
def test_other_scripts_survive(one, other):
    """No name of theirs becomes empty, or another one that Unicode does not hold for the same but for case."""

    def caseless(text):
        return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())

    assert folded(one)
    assert same_entity(one, other) == (caseless(one) == caseless(other))


@given(st.text(st.characters(categories=["L", "N", "S", "P"]), min_size=1, max_size=3))
def test_no_name_becomes_empty(name):
    """Whatever letters, numbers and signs it is made of; Unicode takes the diaeresis apart into a blank and a mark."""
    assert folded(name)
    assert folded("¨")


@pytest.mark.parametrize(
    ("wrong", "faults"),
    [
        ((("Bob", *VALID[0][1:]), *VALID[1:]), (Fault.WRONG_START,)),
        ((*VALID[:2], ("Jim Abrahams", "fellow of", VALID[2].tail)), (Fault.WRONG_RELATION,)),
        ((*VALID[:2], (*VALID[2][:2], "Royal Society")), (Fault.WRONG_END,)),
        ((VALID[0], VALID[2]), (Fault.BROKEN,)),
        ((VALID[1], VALID[0], VALID[2]), (Fault.WRONG_START, Fault.BROKEN)),
        (VALID[:2], (Fault.WRONG_RELATION, Fault.WRONG_END)),
        (VALID[1:], (Fault.WRONG_START,)),
        ((), (Fault.WRONG_START, Fault.WRONG_RELATION, Fault.WRONG_END)),
    ],
)
def test_faults_by_hand(wrong, faults):
    """Each is named, and all of them."""
    assert find_faults([path(*wrong)], TARGET) == [faults]


def test_a_path_that_goes_in_a_circle_repeats_a_triple():
    """The same one in another spelling; a qualifier makes another."""
    loop = path(("A", "knows", "B"), ("B", "knows", "A"), ("a", "KNOWS", "b"), ("B", "end", "C"))
    apart = path(("A", "knows", "B"), ("B", "knows", "A"), ("A (2)", "knows", "b"), ("B", "end", "C"))
    assert find_faults([loop, apart], Target("A", "end", "C")) == [(Fault.REPEATED_TRIPLE,), ()]


def test_the_later_of_equal_paths_is_the_duplicate():
    """In another spelling too, of entities also, but neither with a qualifier nor in another order."""
    respelt = tuple(Triple(*(part.upper().replace("-", "–") for part in triple)) for triple in VALID)
    respelt = (*respelt[:2], Triple("the Jim. Abrahams", "member of", TARGET.entity_b.replace("and", "&")))
    qualified = (Triple("Kareem Abdul-Jabbar (athlete)", *VALID[0][1:]), *VALID[1:])
    assert find_faults([VALID, respelt, qualified, VALID], TARGET) == [(), (Fault.DUPLICATE,), (), (Fault.DUPLICATE,)]
    assert find_faults([VALID[1:], VALID[::-1], VALID[1:]], TARGET) == [
        (Fault.WRONG_START,),
        (Fault.WRONG_START, Fault.WRONG_RELATION, Fault.WRONG_END, Fault.BROKEN),
        (Fault.WRONG_START, Fault.DUPLICATE),
    ]


NAMES = {
    "a": ("a", ""),
    "Á": ("a", ""),
    "the A.": ("a", ""),
    "The A (x.)": ("a", "x"),
    "a (x)": ("a", "x"),
    "A  (X)": ("a", "x"),
    "a (y)": ("a", "y"),
    "b": ("b", ""),
}
RELATIONS = {"r": "r", "R ": "r", "s_t": "s t", "s-T": "s t"}
triples = st.builds(Triple, st.sampled_from([*NAMES]), st.sampled_from([*RELATIONS]), st.sampled_from([*NAMES]))
paths = st.lists(st.lists(triples, min_size=1, max_size=3).map(tuple), max_size=5)
targets = st.builds(Target, st.sampled_from([*NAMES]), st.sampled_from([*RELATIONS]), st.sampled_from([*NAMES]))


def slow_faults(given_paths, target):
    """By a table of what the names mean."""

    def same(one, other):
        (name, mark), (name_2, mark_2) = NAMES[one], NAMES[other]
        return name == name_2 and not (mark and mark_2 and mark != mark_2)

    def plain(one):
        return [(NAMES[t.head], RELATIONS[t.relation], NAMES[t.tail]) for t in one]

    for i, given_path in enumerate(given_paths):
        found = []
        if not same(given_path[0].head, target.entity_a):
            found.append("wrong_start")
        if RELATIONS[given_path[-1].relation] != RELATIONS[target.rel_b]:
            found.append("wrong_relation")
        if not same(given_path[-1].tail, target.entity_b):
            found.append("wrong_end")
        if not all(same(this.tail, following.head) for this, following in pairwise(given_path)):
            found.append("broken")
        if any(a == b for j, a in enumerate(plain(given_path)) for b in plain(given_path)[:j]):
            found.append("repeated_triple")
        if any(plain(given_path) == plain(before) for before in given_paths[:i]):
            found.append("duplicate")
        yield tuple(found)


@given(paths, targets)
def test_faults_agree_with_the_definition(given_paths, target):
    """Path by path, over names whose meaning is in a table."""
    assert find_faults(given_paths, target) == list(slow_faults(given_paths, target))
