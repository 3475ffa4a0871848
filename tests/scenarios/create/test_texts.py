"""Paths as texts: what is embedded reproduces the paper's Table 5, what judges read looks as in its program."""

import pytest
from support.encoders import real_encoder

from helm_creativity.embeddings.encoders import SentenceEncoder
from helm_creativity.embeddings.models import parse_model
from helm_creativity.scenarios.create.measure import path_distances
from helm_creativity.scenarios.create.parse import Triple, path_text, text_for_judges

# Wadhwa et al. 2026, Table 5: two paths, their cosine distance and its g as printed, then both as they come out.
TABLE_5 = [
    (
        "george h. w. bush; successor as president to; ronald reagan; spouse; nancy reagan; position held; "
        "first lady of the united states",
        "george h. w. bush; vice president to; ronald reagan; spouse; nancy reagan; position held; "
        "first lady of the united states",
        (0.13, 0.03),
        (0.1307, 0.0030),
    ),
    (
        "lee jong wook; was director-general of; world health organization; has employee educated at; "
        "london school of hygiene & tropical medicine",
        "lee jong wook; worked at; world health organization; employed; david nabarro; educated at; "
        "london school of hygiene & tropical medicine",
        (0.33, 0.12),
        (0.3262, 0.1122),
    ),
    (
        "josefa edralin marcos; relative; michael marcos keon; occupation; lawyer",
        "josefa edralin marcos; spouse; ferdinand marcos; legal mentor of; benjamin abalos jr.; occupation; lawyer",
        (0.40, 0.24),
        (0.4043, 0.2496),
    ),
    (
        "christopher nolan; sibling; jonathan nolan; spouse; lisa joy",
        "christopher nolan; directed; the dark knight trilogy; screenplay by; jonathan nolan; spouse; lisa joy",
        (0.58, 0.77),
        (0.5778, 0.7701),
    ),
    (
        "joe spinell; worked with director; martin scorsese; place of birth; new york city; includes borough; brooklyn",
        "joe spinell; acted in tv movie; she waits; produced by; abc; headquarters in; new york city; "
        "includes borough; brooklyn",
        (0.71, 1.0),
        (0.7058, 1.0),
    ),
    (
        "george h. w. bush; associated with; bush family; includes; barbara bush; position held; "
        "first lady of the united states",
        "george h. w. bush; served as; director of central intelligence; advised; hillary clinton; position held; "
        "first lady of the united states",
        (0.8, 1.0),
        (0.7952, 1.0),
    ),
]


def path(*triples):
    return tuple(Triple(*triple) for triple in triples)


def chain(text):
    """A path from its entities and relations in turn."""
    parts = text.split("; ")
    return tuple(Triple(*parts[i : i + 3]) for i in range(0, len(parts) - 2, 2))


BUSH = path(
    ("George H. W. Bush", "Vice President to", "Ronald Reagan"),
    ("Ronald Reagan", "spouse", "Nancy Reagan"),
    ("Nancy Reagan", "position held", "First Lady"),
)


def test_text_by_hand():
    """Lower case, without the first head and the last triple, which all paths of a query share."""
    assert path_text(BUSH) == " [vice president to] ronald reagan | ronald reagan [spouse] nancy reagan"
    assert path_text(BUSH[:2]) == " [vice president to] ronald reagan"


def test_a_single_triple_is_kept():
    """Though it is the last, or nothing would be left of the path."""
    assert path_text(BUSH[:1]) == " [vice president to] ronald reagan"
    assert path_text(()) == ""


def test_the_head_of_a_later_triple_is_written():
    """Also where it is not the tail before it."""
    broken = path(("A", "r", "B"), ("C", "s", "D"), ("D", "t", "E"))
    assert path_text(broken) == " [r] b | c [s] d"


def test_what_judges_read():
    """A list of tuples in Python's spelling, lower case, the last triple included."""
    assert text_for_judges(
        path(("Kareem Abdul-Jabbar", "appeared in", "Airplane!"), ("Airplane!", "director", "É. Ōno"))
    ) == ("[('kareem abdul-jabbar', 'appeared in', 'airplane!'), ('airplane!', 'director', 'é. ōno')]")
    assert text_for_judges(path(("O'Connor", "r", "Ш"))) == """[("o'connor", 'r', 'ш')]"""


@pytest.mark.encoders
def test_table_5():
    """The paper's encoder gives the printed distances; for the g that is printed see the tests of the measure."""
    folder = real_encoder("all-MiniLM-L6-v2")
    if folder is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine")
    encoder = SentenceEncoder(parse_model(str(folder)))
    for first, other, printed, exact in TABLE_5:
        vectors = encoder.embed([path_text(chain(first)), path_text(chain(other))]).vectors
        raw = 1 - float(vectors[0] @ vectors[1])
        assert raw == pytest.approx(printed[0], abs=0.0051)
        assert raw == pytest.approx(exact[0], abs=0.0005)
        assert path_distances(vectors)[0, 1] == pytest.approx(exact[1], abs=0.001)


@pytest.mark.encoders
def test_other_texts_do_not_give_table_5():
    """With the last triple the pairs are nearer than printed."""
    folder = real_encoder("all-MiniLM-L6-v2")
    if folder is None:
        pytest.skip("all-MiniLM-L6-v2 is not on this machine")
    encoder = SentenceEncoder(parse_model(str(folder)))
    whole = [" | ".join(f"{h} [{r}] {t}" for h, r, t in chain(text)) for pair in TABLE_5 for text in pair[:2]]
    vectors = encoder.embed(whole).vectors
    raw = 1 - (vectors[::2] * vectors[1::2]).sum(axis=1)
    assert sum(abs(x - printed[0]) > 0.05 for x, (*_, printed, _) in zip(raw, TABLE_5, strict=True)) >= 4
