"""Runs of a short form: only its items are asked, and the comparable settings say so."""

import pytest
from helm.benchmark.scenarios.scenario import create_scenario

from helm_creativity.core.benchmark import comparable_key, parse_settings, settings_in_run
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.run_spec import run_spec

RAT = get_benchmark("rat")


def written(tmp_path, text, name="rat.yaml"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return str(path)


def asked(spec):
    """Ids of the instances that HELM gets."""
    return [instance.id for instance in create_scenario(spec.scenario_spec).get_instances("")]


@pytest.mark.parametrize(
    "text", ["benchmark: rat\nitems: [rat008, rat001]\n", '{"benchmark":"rat","items":["rat008","rat001"]}']
)
def test_a_run_asks_the_items_of_the_file_in_their_usual_order(tmp_path, text):
    """And no others; a run without the setting asks all, under another key."""
    short, full = run_spec(RAT, {"short": written(tmp_path, text)}), run_spec(RAT, {})
    assert asked(short) == ["rat001", "rat008"]
    assert len(asked(full)) == 120
    (args,) = [metric.args for metric in short.metric_specs]
    assert "|prompts:2@sha256:" in args["comparable"]
    assert "|items:own/2@sha256:" in args["comparable"]
    assert "short" not in full.metric_specs[0].args
    assert "short" not in full.metric_specs[0].args["comparable"]
    assert comparable_key(RAT, settings_in_run(RAT, args, compared=True)) == args["comparable"]


def test_two_files_with_the_same_items_are_one_run(tmp_path):
    """The order of ids does not matter, nor whether the benchmark is named as a run group."""
    first = run_spec(RAT, {"short": written(tmp_path, "benchmark: rat\nitems: [rat001, rat002]\n")})
    other = run_spec(
        RAT, {"short": written(tmp_path, "benchmark: creativity_rat\nitems: [rat002, rat001]\n", "my form.yaml")}
    )
    assert first.metric_specs[0].args["comparable"] == other.metric_specs[0].args["comparable"]
    assert first.name == other.name
    assert "short=2@" in first.name


def test_a_judged_run_assigns_judges_as_the_full_run_does(tmp_path):
    """By the number of an item among all."""
    metaphor = get_benchmark("metaphor")
    values = {"prompts": "own", "judges": "creativity/lexical-judge", "design": "all"}
    full = create_scenario(run_spec(metaphor, values).scenario_spec).get_instances("")
    path = written(tmp_path, f"benchmark: metaphor\nitems: [{full[7].id}, {full[2].id}]\n")
    short = create_scenario(run_spec(metaphor, {**values, "short": path}).scenario_spec).get_instances("")
    assert [each.extra_data for each in short] == [full[2].extra_data, full[7].extra_data]
    assert [each.extra_data["number"] for each in short] == [2, 7]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("benchmark: aut\nitems: [rat001]\n", r"is a short form of 'aut', not of rat"),
        ("benchmark: rat\nitems: [rat001, x1]\n", r"names 1 of 2 items that rat does not ask .*: x1; write the other"),
        (
            "benchmark: rat\nitems: []\n",
            r"short must name a file that holds benchmark, a name, and items, a list of ids",
        ),
        ("[rat001]\n", r"short must name a file that holds benchmark, a name, and items, a list of ids"),
        ("benchmark: rat\nitems: [rat001, rat001]\n", r"has some twice: rat001"),
        ("benchmark: [\n", r"short must name a YAML or JSON file"),
    ],
)
def test_a_file_that_is_no_short_form_is_refused_before_a_request(tmp_path, text, message):
    """With the reason."""
    with pytest.raises(BadArguments, match=message):
        run_spec(RAT, {"short": written(tmp_path, text)})


def test_a_file_that_is_not_there_is_refused(tmp_path):
    """By name."""
    with pytest.raises(BadArguments, match=r"short must name a file that can be read, got .*none\.yaml: No such file"):
        run_spec(RAT, {"short": str(tmp_path / "none.yaml")})


def test_responses_from_a_file_take_no_short_form():
    """Nothing is asked there."""
    with pytest.raises(BadArguments, match="short sets how a model or a judge is asked"):
        parse_settings(RAT, {"short": "rat.yaml"}, asked=False)
