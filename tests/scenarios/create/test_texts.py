"""Paths as texts: what is embedded reproduces the paper's Table 5, what judges read looks as in its program."""

from helm_creativity.scenarios.create.paths import Triple, path_text, text_for_judges


def path(*triples):
    return tuple(Triple(*triple) for triple in triples)


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
