"""Names that a benchmark may have, and those that it may not."""

import re

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import BadArguments
from helm_creativity.templates.names import LONGEST, check_name
from helm_creativity.templates.rendering import as_yaml


@pytest.mark.parametrize("name", ["haiku", "x", "six_words", "dat2", "no", "yes", "null", "w" * LONGEST])
@pytest.mark.parametrize("outside", [False, True])
def test_a_name_is_an_identifier_in_small_letters(name, outside):
    """A letter first."""
    check_name(name, outside)


FORM = rf"expected lowercase letters, digits and single _, a letter first, at most {LONGEST} characters"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, FORM) for name in ("", "Haiku", "2dat", "_x", "x_", "a__b", "six-words", "six words", "häiku", "a.b")),
        *((name, FORM) for name in ("a\n", "../a", "w" * (LONGEST + 1))),
        ("dat", "there is already a benchmark of that name"),
        *((name, "it is a Python keyword") for name in ("class", "lambda", "match", "list", "print")),
        *((name, "it is a module of Python's standard library") for name in ("random", "json")),
        *((name, "or has a base class of that name") for name in ("keyed", "judged", "word_list")),
    ],
)
@pytest.mark.parametrize("outside", [False, True])
def test_other_names_are_refused(name, why, outside):
    """With the reason."""
    with pytest.raises(BadArguments, match=re.escape(f"a benchmark cannot be called {name!r}: ")) as caught:
        check_name(name, outside)
    assert why in str(caught.value)
    assert str(caught.value).endswith("choose another name")


@pytest.mark.parametrize("name", ["numpy", "helm", "yaml"])
def test_a_package_is_no_second_one_of_its_name(name):
    """Inside this repository it would be none."""
    check_name(name, outside=False)
    with pytest.raises(BadArguments, match=rf"there is already a package of that name: .*{name}"):
        check_name(name, outside=True)


@given(st.from_regex(r"[a-z](_?[a-z0-9])*", fullmatch=True) | st.sampled_from(["no", "on", "y", "null", "e1", "x_1"]))
def test_a_card_reads_names_back(name):
    """Also those that YAML takes for something else."""
    assert yaml.safe_load(f"name: {as_yaml(name)}") == {"name": name}
