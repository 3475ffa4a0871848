"""Names of rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from support.drawn import axes

from helm_creativity.reports.plots.labels import MORE, name_rows, shortened, without_maker
from helm_creativity.reports.plots.style import TOOLTIP


def test_the_middle_of_a_long_name_is_left_out():
    """Maker and version, which tell models apart, stay: (10 - 1) * 2 // 5 = 3 characters of the end."""
    assert shortened(["abcdefghijklmnop", "short"], 10) == ["abcdef…nop", "short"]


def test_names_that_would_become_the_same_keep_more():
    """Of a0bcd… and a1bcd… the sign that differs is kept."""
    first, second = shortened(["vendor/model-alpha-large-chat", "vendor/model-bravo-large-chat"], 16)
    assert first != second
    assert "alpha"[:1] in first.partition("…")[0]


def test_names_that_differ_far_inside_get_numbers():
    """They stay apart without taking the whole width: 10 + 8 = 18 characters, the last (18 - 1) * 2 // 5 = 6."""
    assert shortened(["a" * 50, "a" * 60], 10) == ["aaaaaaaaaaa…aaaaaa #1", "aaaaaaaaaaa…aaaaaa #2"]


@given(st.lists(st.text("ab", max_size=40), max_size=6))
def test_shortened_names_are_as_different_as_the_names(names):
    """Two rows have one name on a plot only if they have one name."""
    short = shortened(names, 8)
    assert len(set(short)) == len(set(names))
    assert max(map(len, short), default=0) <= 8 + MORE + len(" #6")


def test_makers_are_left_out_only_where_models_stay_different():
    """What stands before the slash is needed by two models of one name."""
    assert without_maker(["a/x", "b/y", "z"]) == ["x", "y", "z"]
    assert without_maker(["a/x", "b/x"]) == ["a/x", "b/x"]
    assert without_maker(["a/", "b/x"]) == ["a/", "b/x"]


def test_a_shortened_name_says_itself_in_full_when_pointed_at():
    """Nothing that is left out is lost."""
    ax = axes()
    name_rows(ax, ["m" * 60, "short"], 9)
    assert [label.get_gid() for label in ax.get_yticklabels()] == [f"{TOOLTIP}{'m' * 60}", None]
    assert ax.get_ylim() == (1.5, -0.5)
