"""What sets runs apart by their names, which leave out usual values where they would be too long."""

import pytest

from helm_creativity.core.loading import get_benchmark
from helm_creativity.helm_plugin.run_spec import LONGEST_NAME, run_name
from helm_creativity.results.calibration import run_labels
from helm_creativity.results.run_names import arguments, arguments_apart, distinct_settings

CHOSEN = {"form": "resample", "items": "official@0123456", "instruction": "effective"}
CUT = {"judge_max_tokens": 12345}


@pytest.fixture
def names():
    """Of a usual run of CREATE, and of one whose name leaves out what is usual and the names of its judges."""
    benchmark = get_benchmark("create")

    def name(**settings):
        judges = "provider/judge-alpha+provider/judge-beta"
        made = benchmark.settings_type(protocol="wadhwa2026", judges=judges, **settings)
        return f"{run_name(benchmark, made)},model=a_x"

    return name(), name(**CHOSEN, **CUT)


def test_what_a_long_name_leaves_out_is_no_difference(names):
    """In labels of ratings and in the table of states."""
    plain, other = names
    assert len(other.encode()) <= LONGEST_NAME + len(",model=a_x")
    assert arguments(plain).keys() - arguments(other).keys() == {"temp"}
    assert arguments(plain)["judges"].startswith("judge-alpha+judge-beta-")
    assert arguments(other)["judges"].startswith("2judges-")
    apart = {key: f"{key}={value}" for key, value in {**CHOSEN, **CUT}.items()}
    assert [{*own} for own in arguments_apart(names)] == [set(), {*apart.values()}]
    assert run_labels({plain: "a/x", other: "a/x"})[plain] == "a/x"
    assert distinct_settings(names)[plain] == ""


def test_an_unusual_value_is_a_difference(names):
    """Also from one that is left out."""
    other = names[0].replace("temp=0.7", "temp=1")
    assert arguments_apart([other, names[1]])[0] == ["temp=1"]
    assert set(run_labels({other: "a/x", names[0]: "b/y"}).values()) == {"a/x", "b/y"}


def test_other_benchmarks_say_all_in_their_names():
    """Nothing is usual for one that is not installed, or under a protocol that there is not."""
    assert arguments_apart(["mmlu:subject=a,form=b", "mmlu:subject=a"]) == [["form=b"], []]
    runs = ["creativity_create:protocol=none,form=b", "creativity_create:protocol=none"]
    assert arguments_apart(runs) == [["form=b"], []]
