"""Settings: refused where they are wrong, in the run's name, and compared where they move a score."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.conformance.settings import KNOWN, WRONG, values_to_try, wrong_values
from helm_creativity.core.registry import find_entry
from helm_creativity.core.settings import Option, parse_value
from helm_creativity.errors import BadArguments

ITEMS = '    items: str = option("own", "which words", choices=SETS, named=True)\n'
SCORER = "class OppositesScorer"
GRADE = 'ResponseGrade(100.0 if parsed == fields["opposite"]'
FIELDS = '"opposite": opposite})'
FIRST = "from dataclasses import dataclass\n"


def more(*fields, reads="", methods="", edits=(), pilot=""):
    """A benchmark with further fields and methods of its settings, and a scorer that reads them."""
    body = "".join(f"    {field}\n" for field in fields) + methods
    changes = [ITEMS, ITEMS + body, *edits]
    if reads:
        changes += [GRADE, f'ResponseGrade(100.0 if parsed == fields["opposite"] and {reads}']
    found = {"benchmark.py": tuple(changes)}
    if pilot:
        found["reference.py"] = ("CEILING =", f"PILOT = {pilot}\nCEILING =")
    return found


LEAST = 'least: int = option(1, "fewest letters", low=1, high=9)'
COMPARED = """
    def compared(self, asked=True):
        return {name: value for name, value in super().compared(asked).items() if name != "least"}
"""


def settings(edits, what, change, **how):
    """A fault of the settings."""
    return Fault("settings", edits, what, change, **how)


FAULTS = {
    "rounded": settings(
        more('share: float = option(0.25, "how much", low=0, high=1, label=lambda share: f"{share:.1f}")'),
        r"share=0\.5 and share=0\.501 are different settings with one run name, creativity_rounded:.*share=0.5",
        "let the label of share be different for different values",
    ),
    "again": settings(
        more(
            'form: str = option("", "how", choices=("own", "more"))',
            methods='    def defaults(self):\n        return {"form": self.items}\n',
            reads="self.settings.form",
        ),
        "the settings of items=more with the usual form, written as arguments and read again, have another form",
        r"let the default of form depend on nothing but the protocol, or give it option\(..., named=True\)",
    ),
    "unused": settings(
        {"benchmark.py": (SCORER, f"class Cold(OppositesSettings):\n    pass\n\n\n{SCORER}")},
        "Opposites takes OppositesSettings, and nothing takes Cold, which stands beside it",
        "write settings_type = Cold in Opposites, or delete Cold",
    ),
    "unchecked": settings(
        more('pace: str = option("slow", "how fast")', reads="self.settings.pace"),
        "pace=no-such-value is accepted",
        "refuse it with BadArguments, which names the setting",
    ),
    "crash": settings(
        more(
            'form: str = option("a", "which", choices=("a", "b"))',
            methods='    def requirements(self, asked):\n        yield ("form",), lambda: {"a": 1}[self.form]\n',
            reads="self.settings.form",
        ),
        "form='b' raises KeyError: 'b'",
        "refuse it with BadArguments",
    ),
    "other_error": settings(
        more(
            'form: str = option("own", "which of own and more")',
            methods='    def requirements(self, asked):\n        yield ("form",), lambda: [SETS[self.form] if self.form'
            ' not in ("which", "and") else 0]\n',
            reads="self.settings.form",
        ),
        "form=no-such-value raises KeyError: 'no-such-value', not BadArguments",
        "refuse it with BadArguments",
    ),
    "vague": settings(
        more(
            'form: str = option("own", "own, more")',
            methods='    def requirements(self, asked):\n        yield ("form",), self.check\n\n'
            "    def check(self):\n        if self.form not in SETS:\n"
            '            raise BadArguments("something is wrong")\n',
            reads="self.settings.form",
            edits=(FIRST, f"{FIRST}from helm_creativity.errors import BadArguments\n"),
        ),
        "form=no-such-value is refused in a message that does not name form: .*something is wrong",
        "name the setting, the allowed values",
    ),
    "helms_own": settings(
        more('stop: str = option("a", "where", choices=("a", "b"))', reads="self.settings.stop"),
        "HELM uses the argument stop itself and never passes it on",
        "rename the field of OppositesSettings",
    ),
    "long": settings(
        more('form: str = option("a", "how", choices=("a", "b"), label=lambda form: form * 150)'),
        r"the run's name would be \d+ bytes long, at most 160: creativity_long:",
        "shorten the labels",
    ),
    "undescribed": Fault(
        "card",
        more('form: str = "a"'),
        "form of OppositesSettings is no option: write form: TYPE = option",
        "fix benchmark.py",
    ),
    "refused": settings(
        more(
            'form: str = option("", "how")',
            methods='    def requirements(self, asked):\n        yield ("form",), self.check\n\n'
            "    def check(self):\n        if self.form not in SETS:\n"
            '            raise BadArguments(f"form must be one of {SETS}, got {self.form!r}")\n',
            edits=(FIRST, f"{FIRST}from helm_creativity.errors import BadArguments\n"),
        ),
        "the run entry creativity_refused is refused: BadArguments: .*: form must be one of .*, got ''",
        "set PILOT: Mapping.* in reference.py",
    ),
    "not_compared": Fault(
        "comparable",
        more(LEAST, reads="len(parsed) >= self.settings.least", methods=COMPARED),
        "least takes several values under one key, though it is compared",
        r"leave least in compared\(settings\)",
    ),
    "moving": Fault(
        "comparable",
        more(LEAST.replace("high=9", "high=9, compared=False"), reads="len(parsed) >= self.settings.least"),
        "least moves what is asked or scored and is not compared",
        "take compared=False out of the option of least",
    ),
    "untitled": Fault(
        "comparable",
        more(LEAST.replace("high=9", "high=9, titled=False"), reads="len(parsed) >= self.settings.least"),
        "HELM's pages would average runs that differ in least alone",
        "take titled=False out of the option of least",
    ),
    "asking": Fault(
        "comparable",
        {
            "benchmark.py": (
                "return OppositesScorer(self.card, settings)\n",
                "return OppositesScorer(self.card, settings)\n\n    def compared(self, settings, asked=True):\n"
                "        found = super().compared(settings, asked)\n"
                '        return {name: found[name] for name in found if name not in ("items", "prompts")}\n',
            )
        },
        "the pilot's run entry and items=more ask differently under one key|items takes several values under one key",
        "put what items changes into compared|leave items in compared",
        times=2,
    ),
    "unsteady": Fault(
        "comparable",
        {
            "benchmark.py": (
                FIRST,
                f"import itertools\n{FIRST}",
                "SETS =",
                "NUMBERS = itertools.count()\nSETS =",
                "return OppositesScorer(self.card, settings)\n",
                "return OppositesScorer(self.card, settings)\n\n"
                "    def compared(self, settings, asked=True):\n"
                '        return {**super().compared(settings, asked), "number": str(next(NUMBERS))}\n',
            )
        },
        "what is compared differs the second time",
        r"let compared\(settings\) depend on nothing but settings and files",
    ),
    "failing": Fault(
        "comparable",
        {
            "benchmark.py": (
                "return OppositesScorer(self.card, settings)\n",
                "return OppositesScorer(self.card, settings)\n\n    def compared(self, settings, asked=True):\n"
                "        return 1 / 0\n",
            )
        },
        r"what is compared of the pilot's run entry cannot be made: ZeroDivisionError: .* \(benchmark.py, line \d+\)",
        r"fix compared\(settings\)",
    ),
}
OTHERS = {
    "pilot": Other({"reference.py": ("CEILING =", 'PILOT = {"items": "more"}\nCEILING =')}),
    "unread": Other(more(LEAST)),
    "read": Other(more(LEAST, reads="len(parsed) >= self.settings.least")),
    "in_run": Other(
        more(LEAST, edits=('{"right": float(', '{"right": self.settings.least + float(')),
    ),
    "asked": Other(more(LEAST, edits=(FIELDS, '"opposite": opposite, "least": settings.least})'))),
    "raising": Other(more(LEAST, reads="1 // max(0, 5 - self.settings.least)")),
    "no_reference": Other({**more(LEAST), "reference.py": None}),
    "provenance": Other(more(LEAST.replace("high=9", "high=9, compared=False"))),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_settings_is_reported(name, report):
    """Each fault, with what to do."""
    assert FAULTS[name].is_reported(found := report(name)), found


@pytest.mark.parametrize("check", ["settings", "comparable"])
@pytest.mark.parametrize("name", ["good", "judged", "data", "pilot", "read", "provenance"])
def test_good_settings_are_left_alone(name, check, site):
    """Those of a family, and others."""
    assert strangers.result(site, name, check).problems == ()


UNREAD = "no item and no score that was tried depends on least: check whether anything reads it"


@pytest.mark.parametrize(
    ("name", "remarks"),
    [
        ("unread", (UNREAD,)),
        ("provenance", (UNREAD,)),
        ("good", ()),
        ("read", ()),
        ("in_run", ()),
        ("asked", ()),
        ("raising", ()),
        ("no_reference", ()),
    ],
)
def test_a_setting_that_nothing_reads_is_remarked(name, remarks, site):
    """Unless scorer or items read it, for a response or the run, or that cannot be found out."""
    found = strangers.result(site, name, "settings")
    assert (found.problems, found.remarks) == ((), remarks)


def test_what_could_not_be_varied_is_remarked():
    """It is no fault of the benchmark that this machine has one embedding only."""
    from helm_creativity.conformance.running import check_entries

    (found,) = check_entries([find_entry("dat")], only=["settings"])
    assert found.problems == ()
    prompts, embedding = found.remarks
    assert prompts.startswith("prompts was not varied: ")
    assert embedding == "embedding was not varied: no other value of it is known to be on this machine"


def test_refused_settings_are_reported_once(site):
    """By the check of settings; all others say where to look."""
    found = {result.check: result for result in strangers.results(site, "refused")}
    assert {check for check, result in found.items() if result.problems} == {"settings"}
    for check in ("items", "prompts", "reference", "steady", "submetrics", "baselines"):
        assert found[check].skipped == "cannot be checked before settings is fixed"
    assert found["imports"].skipped == ""


CARD = SimpleNamespace(
    protocols={"first": "", "second": ""}, items=[SimpleNamespace(name="own"), SimpleNamespace(name="more")]
)


@pytest.mark.parametrize(
    ("name", "option", "kind", "values"),
    [
        ("form", Option("", ("plain", "rich")), str, ["plain", "rich"]),
        ("form", Option("", lambda: ("plain", "rich")), str, ["plain", "rich"]),
        ("letters", Option("", ("a", "b"), several=True), str, ["all", "a", "b"]),
        ("letters", Option("", ("a", "b", "c"), several=True), str, ["all", "a", "b", "c", "a+b"]),
        ("strict", Option(""), bool, [False, True]),
        ("k", Option("", low=2, high=4), int, [2, 3, 4]),
        ("k", Option("", low=1, high=9), int, [1, 5, 6, 9]),
        ("k", Option("", low=3, high=3), int, [3]),
        ("k", Option("", low=3), int, [3, 4, 5, 6]),
        ("k", Option("", (1, 5)), int, [1, 5]),
        ("quantile", Option("", low=0, high=1), float, [0.0, 0.5, 0.501, 1.0]),
        ("pool", Option("cue-words, nouns or a file"), str, ["cue-words", "nouns", "file", "own", "more"]),
        ("protocol", Option(""), str, ["first", "second"]),
        ("design", Option(""), str, ["all", "draw=1", "planned_missing=1"]),
    ],
)
def test_values_to_try(name, option, kind, values):
    """Choices one by one, bounds and something between, what is known of judges, otherwise names in the help."""
    assert values_to_try(name, option, kind, CARD) == values


@given(st.sampled_from([int, float]), st.integers(-1000, 1000), st.integers(0, 1000))
def test_values_within_bounds_are_taken_and_others_refused(kind, low, span):
    """Two of those between are near each other and not equal, wherever there is space."""
    option = Option("", low=low, high=low + span)
    values = values_to_try("n", option, kind, CARD)
    assert [parse_value("n", option, kind, value) for value in values] == values
    assert kind is int or span == 0 or len(set(values)) == 4
    for value in wrong_values(option):
        with pytest.raises(BadArguments, match="n must be a"):
            parse_value("n", option, kind, value)


def test_the_wrong_value_is_nowhere_right():
    """No choice that is known by name."""
    assert WRONG not in {value for values in KNOWN.values() for value in values}
    assert wrong_values(Option("")) == [WRONG]
