"""Settings exist once: fields are arguments, options, parts of names, typed values and parts of what is compared."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.core.loading import get_benchmark, load_benchmark
from helm_creativity.core.registry import list_entries
from helm_creativity.core.settings import RESERVED, Settings, chosen, option, options
from helm_creativity.errors import BadArguments, FileProblem

TABLES = ("all", "low", "high")


@dataclass(frozen=True)
class Toy(Settings):
    """Settings of a benchmark that does not exist."""

    size: int = option(3, "how many", low=1, high=9)
    share: float = option(0.5, "how much", low=0, high=1)
    kind: str = option("", "which", choices=("round", "square"))
    tables: str = option("all", "which tables", choices=TABLES[1:], several=True, scoring=False)
    exact: bool = option(False, "whether to the letter")
    note: str = option("", "for people", compared=False)

    def defaults(self):
        return {"kind": "round" if self.protocol == "" else "square"}

    def requirements(self, asked):
        yield ("note",), self._require_note

    def _require_note(self):
        if self.note == "missing.txt":
            raise FileProblem("there is no file missing.txt: write one")


toys = st.builds(
    Toy,
    protocol=st.sampled_from(["", "other"]),
    temp=st.floats(0, 2),
    max_tokens=st.integers(16, 1_000_000),
    instruction=st.sampled_from(["neutral", "creative", "effective"]),
    size=st.integers(1, 9),
    share=st.floats(0, 1),
    kind=st.sampled_from(["", "round", "square"]),
    tables=st.sampled_from(["all", "low", "high", "high+low"]),
    exact=st.booleans(),
    note=st.text("abc", max_size=3),
)


@given(toys)
def test_the_arguments_of_settings_make_them_again(settings):
    """A scenario, a metric and an annotator get these arguments, and must mean the same."""
    assert Toy(**settings.args) == settings


@given(toys, toys)
def test_names_of_runs_differ_where_settings_do(one, other):
    """Two settings in one folder would overwrite each other."""
    assert (one.name_parts == other.name_parts) == (one == other)


@given(toys)
def test_provenance_is_never_compared(settings):
    """Token limits and notes are printed, and nothing else in them decides which scores share a table."""
    assert settings.provenance().keys() == {"max_tokens", "note"}
    assert settings.provenance().keys().isdisjoint(settings.compared())
    assert replace(settings, max_tokens=77, note="b").compared() == settings.compared()


def test_what_only_asking_moves_is_not_compared_for_responses_from_a_file():
    assert "tables" in Toy().compared()
    assert Toy().compared(asked=False).keys() == {"protocol", "size", "share", "kind", "exact"}


def test_empty_texts_take_the_protocols_own_value():
    assert (Toy().kind, Toy(protocol="other").kind, Toy(kind="square").kind) == ("round", "square", "square")


def test_several_are_ordered_and_all_of_them_are_all():
    assert Toy(tables="high+low").tables == "all"
    assert chosen(Toy(tables="high").tables, TABLES[1:]) == ("high",)
    assert chosen("all", TABLES[1:]) == ("low", "high")


def test_helm_leaves_truth_values_as_texts():
    assert Toy.parse({"exact": "true"}, "toy").exact is True
    with pytest.raises(BadArguments, match="toy: exact must be true or false, got 'perhaps'"):
        Toy.parse({"exact": "perhaps"}, "toy")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 10}, "size must be a whole number from 1 to 9, got 10"),
        ({"size": 2.5}, r"size must be a whole number from 1 to 9, got 2\.5"),
        ({"size": True}, "size must be a whole number from 1 to 9, got True"),
        ({"share": float("nan")}, "share must be a number from 0 to 1, got nan"),
        ({"kind": "sqare"}, "kind must be one of round, square, got 'sqare'; did you mean 'square'"),
        ({"tables": "low+low"}, r"tables must be all, or some of low, high joined by \+, got one twice in 'low\+low'"),
        ({"tables": "mid"}, r"tables must be all, or some of low, high joined by \+, got 'mid'"),
        ({"siez": 4}, "there is no argument 'siez'; did you mean 'size'"),
        ({"note": "missing.txt"}, "there is no file missing.txt: write one"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(values, message):
    with pytest.raises(BadArguments, match=message):
        Toy.parse(values, "toy")


def test_all_problems_are_named_at_once():
    with pytest.raises(
        BadArguments, match=r"^toy: there is no argument 'x'.*; size must be .*; there is no file missing"
    ):
        Toy.parse({"size": 0, "note": "missing.txt", "x": 1}, "toy")


def test_a_requirement_of_a_refused_value_is_not_a_second_problem():
    with pytest.raises(BadArguments) as error:
        Toy.parse({"note": "missing.txt", "size": "many"}, "toy")
    assert str(error.value).count("size") == 1


def test_settings_validate_themselves_and_stay_as_they_are():
    with pytest.raises(BadArguments, match=r"size must be .*; share must be"):
        Toy(size=0, share=2.0)
    with pytest.raises(FrozenInstanceError, match="size"):
        Toy().size = 4


@pytest.mark.parametrize("entry", list_entries(), ids=lambda entry: entry.name)
def test_no_argument_has_a_name_that_helm_takes_for_itself(entry):
    assert RESERVED.isdisjoint(options(load_benchmark(entry).settings_type))


def test_the_protocols_of_the_card_are_the_protocols():
    with pytest.raises(BadArguments, match=r"creativity_dat: protocol must be one of olson2021, .* got 'olsen'"):
        get_benchmark("dat").settings(protocol="olsen", embedding="builtin")
