"""Signatures: what moves a score is in them."""

import pytest
from support import strangers
from support.strangers import Fault

SIGNED = "prompts=prompts_of(items), items=items)"
BENCHMARK = "@benchmark(OppositesScenario, OppositesMetric, temp=0.0)\n"
HEAD = 'items: str = "own"):'
CHECKED = 'return {"items": arguments.one_of("items", items, SETS)}'
STRICT = (
    HEAD,
    HEAD.replace("):", ", strict: str = 'no'):"),
    CHECKED,
    CHECKED.replace("}", ", 'strict': arguments.one_of('strict', strict, ['no', 'yes'])}"),
)
PROMISED = """
@run_spec_function("creativity_NAME")
def promised(**given):
    from dataclasses import replace
    spec = opposites(**given)
    (metric,) = spec.metric_specs
    return replace(spec, metric_specs=[replace(metric, args={**metric.args, "signature": SIGNATURE})])
"""


def promising(signature):
    """A run spec function that promises another signature."""
    return {
        "run_spec.py": (
            "from helm_creativity.hosting import Arguments, benchmark",
            "import inspect\nfrom helm.benchmark.run_spec import _REGISTERED_RUN_SPEC_FUNCTIONS, run_spec_function\n"
            "from helm_creativity.hosting import Arguments, benchmark",
            CHECKED,
            f"{CHECKED}\n\n\ndel _REGISTERED_RUN_SPEC_FUNCTIONS['creativity_NAME']\n"
            f"{PROMISED.replace('SIGNATURE', signature)}\n\npromised.__signature__ = inspect.signature(opposites)",
        )
    }


FAULTS = {
    "none": Fault(promising("''"), "promises no signature, so that nobody can tell", "give the metric signature="),
    "another": Fault(
        promising("'another|card:1-A'"),
        r"promises the signature 'another\|card:1-A', and the metric's scorer has 'another\|protocol:first",
        "take both from one place",
    ),
    "unsigned": Fault(
        {"run_spec.py": STRICT},
        "the pilot's run entry and strict=yes ask or score differently under one signature",
        "put strict into the scorer's signature",
    ),
    "same_prompts": Fault(
        {"scorer.py": (SIGNED, 'prompts="6@sha256:0")')},
        "the pilot's run entry and items=more ask or score differently under one signature",
        "put items into the scorer's signature",
    ),
}
OTHERS = {
    "signed": {
        "run_spec.py": STRICT,
        "scorer.py": (
            "def __init__(self, items)",
            "def __init__(self, items, strict)",
            "items=items)",
            "items=items, strict=strict)",
        ),
        "metric.py": ('self.settings["items"]', 'self.settings["items"], self.settings["strict"]'),
    }
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_a_signature_lacks_is_told(name, site):
    """Each fault once, with the argument that is to be put there."""
    assert FAULTS[name].is_told("signature", found := strangers.problems(site, name, "signature")), found


@pytest.mark.parametrize("name", ["good", "signed"])
def test_good_signatures_are_left_alone(name, site):
    """Temperature, limit and instruction stand beside them."""
    assert strangers.problems(site, name, "signature") == []
