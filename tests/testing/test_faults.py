"""Every fault of a benchmark is found by its check, in words that say what to change; what is right is left alone."""

import re
from pathlib import Path

import pytest
import yaml
from support import outside, strangers
from support.strangers import Fault, Other

from helm_creativity.judges.scoring import score_trials
from helm_creativity.testing import check, responses
from helm_creativity.testing.loading import load, pilot_settings
from helm_creativity.testing.runner import check_entries

CORPUS = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text("utf-8"))


def whole(edit):
    """An edit with the texts that it names."""
    for name, text in CORPUS["texts"].items() if isinstance(edit, str) else ():
        edit = edit.replace(f"${name}$", text)
    return tuple(map(whole, edit)) if isinstance(edit, list) else edit


def benchmark(row):
    return Other({path: whole(edit) for path, edit in row.items() if "." in path}, row.get("kind", "opposites"))


FAULTS = {name: benchmark(row) for name, row in CORPUS["faults"].items()}
OTHERS = {name: benchmark(row) for name, row in CORPUS["others"].items()}
FOUND = {
    (name, check): Fault(check, {}, what, row.get("times", 1))
    for name, row in CORPUS["faults"].items()
    for check, what in row.items()
    if check not in ("kind", "times", "alone") and "." not in check
}
ALONE = [name for name, row in CORPUS["faults"].items() if "alone" in row]


@pytest.mark.parametrize(("name", "check"), [key for key in FOUND if key[0] not in ALONE])
def test_a_fault_is_reported_by_its_check(name, check, site):
    found = strangers.result(site, name, check).problems
    assert FOUND[name, check].is_reported(found), found


@pytest.mark.parametrize(("name", "check"), [key for key in FOUND if key[0] in ALONE])
def test_a_mistake_is_one_problem(name, check, site):
    """Of all checks; those that need what is wrong say for what they wait."""
    found = strangers.results(site, name)
    assert FOUND[name, check].is_reported([problem for result in found for problem in result.problems])
    waiting = {result.skipped for result in found if "before" in result.skipped}
    assert waiting <= {f"cannot be checked before {check} is fixed"}
    assert waiting or check in ("baselines", "submetrics")


def test_a_mistake_is_one_problem_through_helm_too(site):
    """The run that has no score, or no stats of judges, for that reason is not reported again."""
    names = {"plain": "baselines", "no_generator": "baselines", "no_coverage": "submetrics", "truth": "items"}
    found = list(check_entries([strangers.entry(site, name) for name in names]))
    for name, by in names.items():
        problems = [problem for result in found if result.benchmark == name for problem in result.problems]
        assert FOUND[name, by].is_reported(problems), problems
    assert all(result.skipped for result in found if result.benchmark == "no_coverage" and result.check == "pilot")


SCORES = "reference empty refused truncated prompt_truncated chatty steady submetrics"
RIGHT = {
    "good": f"settings comparable prompts imports baselines {SCORES}",
    "judged": "settings comparable prompts imports baselines",
    "data": "settings comparable prompts imports baselines",
    **dict.fromkeys(("pilot", "read", "provenance"), "settings comparable"),
    **dict.fromkeys(("uneven", "lost", "wordless"), "reference"),
    "open": "chatty",
    "truncating": "truncated",
    "single": "steady",
    "own_only": "items",
    "shared": "prompts",
    "turns": "baselines",
}
SKIPPED = {
    ("truncating", "truncated"): "what came counts",
    ("single", "steady"): "there is only one response",
    ("data", "imports"): "it has no Python",
}


@pytest.mark.parametrize(("name", "check"), [(name, check) for name in RIGHT for check in RIGHT[name].split()])
def test_what_is_right_or_cannot_be_found_out_is_no_fault(name, check, site):
    """It is left alone, or left out with the reason."""
    found = strangers.result(site, name, check)
    assert found.problems == ()
    if (name, check) in SKIPPED or check not in ("settings", "comparable", "prompts"):
        assert found.skipped == SKIPPED.get((name, check), "")


def test_benchmarks_with_the_same_words_are_both_named(site):
    """Whichever came first would respond for the other, in another way."""
    found = strangers.result(site, "twin", "baselines").problems
    assert {problem.what.partition(":")[0] for problem in found} == {
        "the baseline of good replies to a prompt of twin",
        "the baseline of twin replies to a prompt of good",
    }


def test_a_baseline_runs_as_a_model_does(site):
    """Two items, three responses to each, with the ratings of the lexical judge, and what that was asked."""
    benchmark = load(strangers.entry(site, "judged"))
    settings = pilot_settings(benchmark)
    run = responses.respond(benchmark, settings, "random")
    assert [(trial.item, trial.sample.fields["trial"]) for trial in run.trials] == [
        (item, trial) for item in ("rain", "snow") for trial in range(3)
    ]
    scores = score_trials(benchmark, settings, run.trials, benchmark.scorer(settings)).scores
    assert [score.score for score in scores] == [2.0] * 6
    assert len(run.questions) == 6
    assert all(re.match(r"Question judged: how witty is.* and so on", text, re.DOTALL) for text in run.questions)


CLASS = """from helm_creativity.task_types.word_list.benchmark import WordListBenchmark


class PirateDat(WordListBenchmark):
    extends = "dat"
    {}
"""


@pytest.mark.parametrize(
    ("line", "name", "what"),
    [
        ("templates = ['Arr']", "card", r"templates of PirateDat must be texts .*, got \['Arr'\]"),
        ("settings_type = dict", "card", "must be a dataclass that subclasses Settings, got .*dict"),
        ("templates = {'olson2021': '{{ n'}", "prompts", "a prompt of .* cannot be rendered: TemplateSyntaxError"),
        ("def items(self, settings): return None", "items", "the items of .* cannot be created: TypeError: 'NoneType'"),
    ],
)
def test_a_mistake_in_a_class_is_one_problem(tmp_path, line, name, what):
    """The advice names its file, and none that it has not."""
    outside.install(tmp_path, "pirate_dat", {"pirates.py": CLASS.format(line)}, "pirates")
    with outside.installed(tmp_path):
        found = check("pirate_dat", pilot=False)
    (problem,) = (problem for result in found for problem in result.problems)
    assert Fault(name, {}, what).is_reported([problem])
    assert "pirates" in f"{problem.what} {problem.change}"
    assert {result.skipped for result in found} <= {"", f"cannot be checked before {name} is fixed"}
