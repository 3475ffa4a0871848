"""Settings exist once: fields are arguments, options, parts of names, typed values and parts of what is compared."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.base import Benchmark, parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.settings import Settings, chosen, option, options
from helm_creativity.errors import BadArguments, BadCard, FileProblem

TABLES = ("low", "mid", "high")


@dataclass(frozen=True)
class Toy(Settings):
    """Settings of a benchmark that does not exist."""

    size: int = option(3, "how many", low=1, high=9)
    share: float = option(0.5, "how much", low=0, high=1)
    kind: str = option("", "which", choices=("round", "square"))
    tables: str = option("all", "which tables", choices=TABLES, several=True, scoring=False)
    exact: bool = option(False, "whether to the letter")
    note: str = option("", "for people", compared=False)

    def defaults(self):
        return {"kind": "round" if self.protocol in ("", "olson2021") else "square"}

    def requirements(self, asked):
        yield ("note",), self._require_note

    def _require_note(self):
        if self.note == "missing.txt":
            raise FileProblem("there is no file missing.txt: write one")


class ToyBenchmark(Benchmark):
    """DAT's card, and settings that do not exist."""

    settings_type = Toy

    def items(self, settings):
        return ()

    def scorer(self, settings):
        raise NotImplementedError

    def requirements(self, settings, asked):
        return ()


TOY = ToyBenchmark(get_benchmark("dat").entry)

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


@given(toys, toys)
def test_names_of_runs_differ_where_settings_do(one, other):
    """Two settings in one folder would overwrite each other; what a scenario and a metric get makes them again."""
    assert (one.name_parts == other.name_parts) == (one == other)
    assert Toy(**one.args) == one


@given(toys)
def test_provenance_is_never_compared(settings):
    """Token limits and notes are printed; for responses from a file, what only asking moves is neither."""
    assert settings.provenance().keys() == {"max_tokens", "note"}
    assert settings.compared().keys() == options(Toy).keys() - {"max_tokens", "note"}
    assert replace(settings, max_tokens=77, note="b").compared() == settings.compared()
    assert settings.compared(asked=False).keys() == {"protocol", "size", "share", "kind", "exact"}
    assert settings.provenance(asked=False).keys() == {"note"}


def test_empty_texts_take_the_protocols_own_value():
    assert parse_settings(TOY, {"exact": "true"}).exact is True  # HELM leaves truth values as texts
    assert (Toy().kind, Toy(protocol="other").kind, Toy(kind="square").kind) == ("round", "square", "square")


@pytest.mark.parametrize(
    ("written", "kept", "names"),
    [
        ("high", "high", ("high",)),
        ("high+low", "low+high", ("low", "high")),
        ("high+mid+low", "all", ("low", "mid", "high")),
        ("all", "all", ("low", "mid", "high")),
    ],
)
def test_several_are_joined_in_the_order_of_the_choices(written, kept, names):
    """Two ways to write one setting are one run, and one key."""
    tables = Toy(tables=written).tables
    assert (tables, chosen(tables, TABLES)) == (kept, names)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 10}, "size must be a whole number from 1 to 9, got 10"),
        ({"size": 2.5}, r"size must be a whole number from 1 to 9, got 2\.5"),
        ({"size": True}, "size must be a whole number from 1 to 9, got True"),
        ({"exact": "perhaps"}, r"^creativity_dat: exact must be true or false, got 'perhaps'"),
        ({"share": float("nan")}, "share must be a number from 0 to 1, got nan"),
        ({"kind": "sqare"}, "kind must be one of round, square, got 'sqare'; did you mean 'square'"),
        ({"tables": "low+low"}, r"tables must be all, or some of .* joined by \+, got a duplicate in 'low\+low'"),
        ({"tables": "some"}, r"tables must be all, or some of low, mid, high joined by \+, got 'some'"),
        ({"siez": 4}, "there is no argument 'siez'; did you mean 'size'"),
        ({"size": 0, "note": "missing.txt", "x": 1}, "^creativity_dat: .* 'x'; .*; size must be .*; there is no f"),
        ({"note": "missing.txt", "size": "many"}, "^[^;]*size must be [^;]*; there is no file [^;]*$"),
        ({"protocol": ""}, r"protocol must be one of olson2021, .*, got ''"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_right(values, message):
    with pytest.raises(BadArguments, match=message):
        parse_settings(TOY, values)


@pytest.mark.parametrize(("name", "required"), [("notes", False), ("nte", False), ("nothing_like_it", True)])
def test_nor_is_that_of_the_value_which_a_misspelt_name_leaves_usual(monkeypatch, name, required):
    """What the user wrote was meant for it."""

    def refuse(settings):
        raise FileProblem("there is no usual file")

    monkeypatch.setattr(Toy, "_require_note", refuse)
    with pytest.raises(BadArguments, match=f"there is no argument '{name}'") as error:
        parse_settings(TOY, {name: "mine.txt"})
    assert ("there is no usual file" in str(error.value)) == required


def test_settings_validate_themselves_and_stay_as_they_are():
    with pytest.raises(BadArguments, match=r"size must be .*; share must be"):
        Toy(size=0, share=2.0)
    with pytest.raises(FrozenInstanceError, match="size"):
        Toy().size = 4


NO_DATACLASS = "{} is no dataclass and declares {}: write @dataclass(frozen=True) above it"
NO_OPTION = "{0} of Own is no option: write {0}: TYPE = option(...)"


def undecorated(body):
    """A class of settings with this body, as an author writes it who forgot the decorator."""
    return type("Own", (Toy,), body)


def decorated(body):
    return dataclass(frozen=True)(undecorated(body))


@pytest.mark.parametrize(
    ("own", "message"),
    [
        (undecorated({"depth": option(2, "how deep")}), NO_DATACLASS.format("Own", "depth")),
        (undecorated({"size": 4}), NO_DATACLASS.format("Own", "size")),
        (dataclass(frozen=True)(type("Below", (undecorated({"size": 4}),), {})), NO_DATACLASS.format("Own", "size")),
        (decorated({"temp": 0.0}), NO_OPTION.format("temp")),
        (decorated({"__annotations__": {"depth": "int"}, "depth": 2}), NO_OPTION.format("depth")),
    ],
)
def test_a_field_that_a_class_would_not_have_is_refused(own, message):
    """The inherited value would count, without a word."""
    with pytest.raises(BadCard, match=re.escape(message)):
        options(own)
