"""Settings: refused where they are wrong, in the run's name, and compared where they move a score."""

from types import SimpleNamespace

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.benchmark.settings import Option
from helm_creativity.testing.settings import values_to_try

ITEMS = '    items: str = option("own", "which words", choices=SETS, named=True)\n'
GRADE = 'ResponseGrade(100.0 if parsed == fields["opposite"]'
FIRST = "from dataclasses import dataclass\n"


def more(*fields, reads="", methods="", edits=(), pilot=""):
    """A benchmark with further fields and methods of its settings, and a scorer that reads them."""
    body = "".join(f"    {field}\n" for field in fields) + methods
    changes = [ITEMS, ITEMS + body, *edits]
    if reads:
        changes += [GRADE, f'ResponseGrade(100.0 if parsed == fields["opposite"] and {reads}']
    found = {"benchmark.py": tuple(changes)}
    if pilot:
        found["baseline.py"] = ("CEILING =", f"PILOT = {pilot}\nCEILING =")
    return found


LEAST = 'least: int = option(1, "fewest letters", low=1, high=9)'
COMPARED = """
    def compared(self, asked=True):
        return {name: value for name, value in super().compared(asked).items() if name != "least"}
"""


def settings(edits, what, **how):
    """A fault of the settings."""
    return Fault("settings", edits, what, **how)


FAULTS = {
    "rounded": settings(
        more('share: float = option(0.25, "how much", low=0, high=1, label=lambda share: f"{share:.1f}")'),
        r"share=0\.5 and share=0\.501 are different settings with one run name, creativity_rounded:.*share=0.5",
    ),
    "unchecked": settings(
        more('pace: str = option("slow", "how fast")', reads="self.settings.pace"), "pace=no-such-value is accepted"
    ),
    "other_error": settings(
        more(
            'form: str = option("own", "which of own and more")',
            methods='    def requirements(self, asked):\n        yield ("form",), lambda: [SETS[self.form] if self.form'
            ' not in ("which", "and") else 0]\n',
            reads="self.settings.form",
        ),
        "form=no-such-value raises KeyError: 'no-such-value', not BadArguments",
    ),
    "helms_own": settings(
        more('stop: str = option("a", "where", choices=("a", "b"))', reads="self.settings.stop"),
        "HELM uses the argument stop itself and never passes it on",
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
    ),
    "not_compared": Fault(
        "comparable",
        more(LEAST, reads="len(parsed) >= self.settings.least", methods=COMPARED),
        "least moves what is asked or scored and is not compared",
    ),
    "moving": Fault(
        "comparable",
        more(LEAST.replace("high=9", "high=9, compared=False"), reads="len(parsed) >= self.settings.least"),
        "least moves what is asked or scored and is not compared",
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
        "items moves what is asked or scored and is not compared",
    ),
}
OTHERS = {
    "pilot": Other({"baseline.py": ("CEILING =", 'PILOT = {"items": "more"}\nCEILING =')}),
    "read": Other(more(LEAST, reads="len(parsed) >= self.settings.least")),
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
