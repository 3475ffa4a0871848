"""A mistake is one problem, with advice that names a file that is there; what follows from it waits."""

import pytest
from support import outside, strangers
from support.strangers import Fault

from helm_creativity.testing import check
from helm_creativity.testing.runner import check_entries

SNOW = "- {id: snow, kind: weather, what: snow}\n"


def items(old, new, what, check="items"):
    """A benchmark without code whose items are edited."""
    return Fault(check, {"items/own.yaml": (old, new)}, what, kind="thoughts")


def prompt(old, new, what):
    """The same with an edited template."""
    return Fault("prompts", {"prompts/ask.j2": (old, new)}, what, kind="thoughts")


def card(old, new, what, check="card"):
    """The same with an edited card."""
    return Fault(check, {"card.yaml": (old, new)}, what, kind="thoughts")


IDS = "must be a list of mappings that each have an id, got"
ASKS = """        replies = yield from ask(RUBRIC, remark=response.text, tone=settings.tone)
        return None, replies.values("wit")"""
PLAIN = """        return OppositesScorer(self.card, settings)

    def follow_up(self, trial, settings):
        return trial.sample"""


def code(edits, what, kind="remarks", check="baselines"):
    """A benchmark with code that is edited."""
    return Fault(check, {"benchmark.py": edits}, what, kind=kind)


FAULTS = {
    "no_generator": code((ASKS, "        return None, []"), "returned tuple, which is no generator for the item rain$"),
    "plain": code(
        ("        return OppositesScorer(self.card, settings)", PLAIN),
        "returned Sample, which is no generator for the item hot$",
        kind="opposites",
    ),
    "no_step": code(
        ("yield from ask", "yield ask"), "yielded <generator object ask .* which is not a step: yield from"
    ),
    "no_coverage": Fault(
        "submetrics", {"card.yaml": ("judge_coverage, ", "")}, "has no submetric judge_coverage", kind="remarks"
    ),
    "attribute": card(
        "{one}", "{one.two}", "baseline_response of strangers.attribute raises KeyError: 'one'", "baselines"
    ),
    "no_items": Fault("items", {"items/own.yaml": None}, "cannot read no_items/items/own.yaml", 1, "thoughts"),
    "one_id": items("id: snow", "id: rain", "items with the same id: rain$"),
    "norway": items("id: snow", "id: no", f"{IDS} {{'id': False, .*}}: put its id in quotes, YAML .* False$"),
    "mapping": items("- {id: rain", "rain: {id: rain", "items/own.yaml is not valid YAML"),
    "none": Fault("items", {"items/own.yaml": "[]"}, "none has no items", 1, "thoughts"),
    "no_field": items(SNOW, "- {id: snow}\n", "'what' is undefined .prompts/ask.j2, line 2", check="prompts"),
    "no_prompt": Fault("prompts", {"prompts/ask.j2": None}, "TemplateNotFound: .*ask.j2", 1, "thoughts"),
    "other_prompt": card(
        "template: ask", "template: aks", "cannot be rendered: TemplateNotFound: .*aks.j2", check="prompts"
    ),
    "variable": prompt("{{ what }}", "{{ waht }}", "'waht' is undefined .prompts/ask.j2, line 2"),
    "syntax": prompt("{{ what }}", "{{ what }", "TemplateSyntaxError: .*line 2"),
    "task_type": card("task_type: rated\n", "task_type: rate\n", "got task_type: 'rate': write task_type: "),
    "no_dataclass": Fault(
        "card",
        {"benchmark.py": ("@dataclass(frozen=True)\n", "")},
        "OppositesSettings is no dataclass and declares items: write @dataclass.frozen=True. above it",
    ),
    "no_settings_type": Fault(
        "card",
        {"benchmark.py": ("    settings_type = OppositesSettings\n", "")},
        "Opposites is written for OppositesSettings, and settings_type is Settings: name OppositesSettings there",
    ),
    "truth": items("what: snow", "what: no", r"the field what of the item snow is read as False \(bool\)"),
    "no_baseline": card(
        'baseline:\n  ask: "{one} and so on"\n', "", "the random baseline has no reply to 2 of 2", check="baselines"
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_mistake_is_one_problem(site, name):
    """Of all checks; those that need what is wrong say for what they wait."""
    found = strangers.results(site, name)
    assert FAULTS[name].is_reported([problem for result in found for problem in result.problems])
    waiting = {result.skipped for result in found if "before" in result.skipped}
    assert waiting <= {f"cannot be checked before {FAULTS[name].check} is fixed"}
    assert waiting or FAULTS[name].check in ("baselines", "submetrics")


def test_a_mistake_is_one_problem_through_helm_too(site):
    """The run that has no score, or no stats of judges, for that reason is not reported again."""
    names = ("plain", "no_generator", "no_coverage", "truth")
    found = list(check_entries([strangers.entry(site, name) for name in names]))
    for name in names:
        problems = [problem for result in found if result.benchmark == name for problem in result.problems]
        assert FAULTS[name].is_reported(problems), problems
    assert all(result.skipped for result in found if result.benchmark == "no_coverage" and result.check == "pilot")


CLASS = """from helm_creativity.task_types.word_list.benchmark import WordListBenchmark


class PirateDat(WordListBenchmark):
    extends = "dat"
    {}
"""
CLASSES = {
    "templates = ['Arr']": ("card", r"templates of PirateDat must be texts by the names of prompts, got \['Arr'\]"),
    "settings_type = dict": (
        "card",
        "settings_type of PirateDat must be a dataclass that subclasses Settings, got .*dict",
    ),
    "templates = {'olson2021': '{{ n'}": (
        "prompts",
        "a prompt of .* cannot be rendered: TemplateSyntaxError",
    ),
    "def items(self, settings): return None": ("items", "the items of .* cannot be created: TypeError: 'NoneType'"),
}


@pytest.mark.parametrize("line", CLASSES)
def test_a_mistake_in_a_class_is_one_problem(tmp_path, line):
    """The advice names its file, and none that it has not."""
    outside.install(tmp_path, "pirate_dat", {"pirates.py": CLASS.format(line)}, "pirates")
    with outside.installed(tmp_path):
        found = check("pirate_dat", pilot=False)
    name, what = CLASSES[line]
    (problem,) = (problem for result in found for problem in result.problems)
    assert Fault(name, {}, what).is_reported([problem])
    assert "pirates" in f"{problem.what} {problem.change}"
    assert {result.skipped for result in found} <= {"", f"cannot be checked before {name} is fixed"}
