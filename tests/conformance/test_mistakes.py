"""A mistake is one problem, with advice that names a file that is there; what follows from it waits."""

import pytest
from support import outside, strangers
from support.strangers import Fault, Other

from helm_creativity.conformance import check
from helm_creativity.conformance.running import check_entries

SNOW = "- {id: snow, kind: weather, what: snow}\n"
TASK = "Task NAME: what do you think of {{ what }}?"


def items(old, new, what, change, check="items"):
    """A benchmark without code whose items are edited."""
    return Fault(check, {"items/own.yaml": (old, new)}, what, change, kind="thoughts")


def prompt(old, new, what, change):
    """The same with an edited template."""
    return Fault("prompts", {"prompts/ask.j2": (old, new)}, what, change, kind="thoughts")


def card(old, new, what, change, check="card"):
    """The same with an edited card."""
    return Fault(check, {"card.yaml": (old, new)}, what, change, kind="thoughts")


IDS = "must be a list of mappings that each have an id, got"
ASKS = """        replies = yield from ask(RUBRIC, remark=response.text, tone=settings.tone)
        return None, replies.values("wit")"""
PLAIN = """        return OppositesScorer(self.card, settings)

    def follow_up(self, trial, settings):
        return trial.sample"""
YIELD = r"^write yield from before ask\(\.\.\.\) and turn"


def code(edits, what, change=YIELD, kind="remarks", check="baselines"):
    """A benchmark with code that is edited."""
    return Fault(check, {"benchmark.py": edits}, what, change, kind=kind)


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
        "submetrics",
        {"card.yaml": ("judge_coverage, ", "")},
        "has no submetric judge_coverage",
        "^write judge_coverage under submetrics, and",
        kind="remarks",
    ),
    "variable_of_prompt": card("{one}", "{what}", "{what} is a variable of the prompt", "{one} and", "baselines"),
    "no_place": card("{one}", "{}", "ask: {} is not the name of a place", "{one} and", "baselines"),
    "attribute": card("{one}", "{one.two}", "ask: {one.two} is not the name of a place", "{one} and", "baselines"),
    "brace": card("{one}", "{one", "'{one and so on' cannot be filled: expected '}'", "{one} and", "baselines"),
    "unused": card(
        "  ask: ", "  aks: a {one}\n  ask: ", "there is no prompt aks$", "^use the name of a template", "baselines"
    ),
    "no_items": Fault(
        "items", {"items/own.yaml": None}, "cannot read no_items/items/own.yaml", "^write items/own.yaml", 1, "thoughts"
    ),
    "one_id": items("id: snow", "id: rain", "items with the same id: rain$", "^fix items/own.yaml$"),
    "norway": items(
        "id: snow", "id: no", f"{IDS} {{'id': False, .*}}: put its id in quotes, YAML .* False$", "^fix it"
    ),
    "affirmed": items(
        "id: snow", "id: yes", f"{IDS} {{'id': True, .*}}: put its id in quotes, YAML reads .* True$", "^fix it"
    ),
    "zero": items("id: snow", "id: 0", f"{IDS} {{'id': 0, .*}}: put its id in quotes, YAML reads it as 0$", "^fix it"),
    "without_id": items("id: snow, ", "", rf"{IDS} {{'kind': 'weather', .*}}$", "^fix items/own.yaml$"),
    "mapping": items("- {id: rain", "rain: {id: rain", "items/own.yaml is not valid YAML", "^fix items/own.yaml$"),
    "none": Fault(
        "items",
        {"items/own.yaml": "[]"},
        "none has no items",
        "^write the first one into items/own.yaml$",
        1,
        "thoughts",
    ),
    "no_kind": card(
        "template: ask",
        'template: "{sort}"',
        "cannot be created: KeyError: 'sort'",
        "own.yaml, or what card",
        check="items",
    ),
    "no_field": items(
        SNOW, "- {id: snow}\n", "'what' is undefined .prompts/ask.j2, line 2", "a field of that name", check="prompts"
    ),
    "no_prompt": Fault(
        "prompts", {"prompts/ask.j2": None}, "ask.j2 is rendered", "^write prompts/ask.j2$", 1, "thoughts"
    ),
    "other_prompt": card(
        "template: ask",
        "template: aks",
        "prompts/aks.j2 is rendered, and .* has no such file",
        "^write prompts/aks.j2, or name one that there is: ask$",
        check="prompts",
    ),
    "variable": prompt(
        "{{ what }}", "{{ waht }}", "'waht' is undefined .prompts/ask.j2, line 2", "a field of that name"
    ),
    "syntax": prompt("{{ what }}", "{{ what }", "prompts/ask.j2, line 2, is not a valid", "^fix that line$"),
    "blank": prompt(TASK, "", "the prompt ask is empty for the item rain", "^write what the model is asked$"),
    "family": card(
        "family: rated\n", "family: rate\n", "got family: 'rate': write family: rated or", "^fix .*/card.yaml$"
    ),
    "no_family": card("family: rated\n", "", "of data: write family: rated or", "^fix .*/no_family/card.yaml$"),
    "no_dataclass": Fault(
        "card",
        {"benchmark.py": ("@dataclass(frozen=True)\n", "")},
        "OppositesSettings is no dataclass and declares items: write @dataclass.frozen=True. above it",
        "^fix benchmark.py$",
    ),
    "no_settings_type": Fault(
        "card",
        {"benchmark.py": ("    settings_type = OppositesSettings\n", "")},
        "Opposites is written for OppositesSettings, and settings_type is Settings: name OppositesSettings there",
        "^fix benchmark.py$",
    ),
    **{
        f"answer_{kind}": Fault(
            "items",
            {
                "benchmark.py": (
                    '"dark": "light"',
                    f'"dark": {value}',
                    'parsed == fields["opposite"]',
                    'parsed == fields["opposite"].casefold()',
                ),
                "reference.py": ('fields["opposite"]', response),
            },
            f"the field opposite of the item dark is read as {read}, and raises AttributeError: '{kind}' object",
            "^put it in quotes if it is a text",
        )
        for kind, value, read, response in [
            ("bool", "True", r"True \(bool\)", 'fields["opposite"].lower()'),
            ("int", "12", r"12 \(int\)", 'fields["opposite"] if fields["word"] != "dark" else "light"'),
            ("list", "[1]", r"\[1\] \(list\)", 'fields["opposite"] if fields["word"] != "dark" else "light"'),
            ("NoneType", "None", "nothing", 'fields["opposite"] if fields["word"] != "dark" else "light"'),
        ]
    },
    "no_name": card("template: ask\n", "", "family is rated, and it names no template", "^write template: NAME"),
    "no_baseline": card(
        'baseline:\n  ask: "{one} and so on"\n',
        "",
        "the random baseline has no reply to 2 of 2",
        "^write under baseline in card.yaml",
        check="baselines",
    ),
    "other_baseline": card(
        "  ask: ",
        "  aks: ",
        "the random baseline has no reply to 2 of 2",
        "^write under baseline in card.yaml",
        check="baselines",
    ),
}
OTHERS = {"truth": Other({"items/own.yaml": ("what: snow", "what: no")}, "thoughts")}


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
    names = ("plain", "no_generator", "no_coverage", "answer_bool")
    found = list(check_entries([strangers.entry(site, name) for name in names]))
    for name in names:
        problems = [problem for result in found if result.benchmark == name for problem in result.problems]
        assert FAULTS[name].is_reported(problems), problems
    assert all(result.skipped for result in found if result.benchmark == "no_coverage" and result.check == "pilot")


def test_a_truth_value_in_a_prompt_is_named(site):
    """It changes the prompts, and therefore their checksum, too."""
    result = strangers.result(site, "truth", "items")
    first, second = result.problems
    assert first.what == "the prompt of the item snow has the word False, since its what is read as False"
    assert first.change == "put the value of what in quotes: YAML reads no, yes, on and off as truth values"
    assert "checksum" in second.what


CLASS = """from helm_creativity.scenarios.dat.benchmark import Dat


class PirateDat(Dat):
    {}
"""
CLASSES = {
    "templates = ['Arr']": ("card", r"templates of PirateDat must be texts by the names of prompts, got \['Arr'\]"),
    "templates = None": ("card", "templates of PirateDat must be texts by the names of prompts, got nothing"),
    "templates = {'olson2021': 7}": ("card", r"templates of .* must be texts .*, got {'olson2021': 7}"),
    "settings_type = dict": (
        "card",
        "settings_type of PirateDat must be a dataclass that subclasses Settings, got .*dict",
    ),
    "templates = {'olson2021': '{{ n'}": (
        "prompts",
        r"line 1 of templates\['olson2021'\] in pirates.py is not a valid",
    ),
    "def items(self): return []": ("items", r"the items of .* cannot be created: TypeError: PirateDat.items\(\) takes"),
    "def items(self, settings): return None": ("items", "the items of .* cannot be created: TypeError: 'NoneType'"),
}


def test_a_class_that_extends_data_of_another_family_is_refused(tmp_path):
    """It would ask other words than its parent does."""
    text = "from helm_creativity.families.rated.benchmark import RatedBenchmark\n\n\n"
    text += "class Verses(RatedBenchmark):\n    extends = 'metaphor'\n"
    outside.install(tmp_path, "verses", {"verses.py": text}, "verses")
    with outside.installed(tmp_path):
        problems = [problem for result in check("verses", pilot=False) for problem in result.problems]
    what = r"^Verses extends metaphor and is no subclass of its class: write class Verses\(AuthorsRatedBenchmark\), of "
    assert Fault("card", {}, what, "fix verses.py").is_reported(problems)


@pytest.mark.parametrize("line", CLASSES)
def test_a_mistake_in_a_class_is_one_problem(tmp_path, line):
    """The advice names its file, and none that it has not."""
    outside.install(tmp_path, "pirate_dat", {"pirates.py": CLASS.format(line)}, "pirates")
    with outside.installed(tmp_path):
        found = check("pirate_dat", pilot=False)
    name, what = CLASSES[line]
    (problem,) = (problem for result in found for problem in result.problems)
    assert Fault(name, {}, what, "").is_reported([problem])
    assert "pirates.py" in f"{problem.what} {problem.change}"
    assert "reference.py" not in problem.change
    assert {result.skipped for result in found} <= {"", f"cannot be checked before {name} is fixed"}


def test_changes_that_are_no_mapping_are_named(tmp_path, caplog):
    """By whatever lists benchmarks."""
    outside.install(tmp_path, "pirate_dat", {"pirates.py": CLASS.format("changes = ['title']")}, "pirates")
    with outside.installed(tmp_path):
        check("dat", only=["imports"])
    assert r"changes of pirates.PirateDat must be values by the names of a card's keys, got ['title']" in caplog.text
