"""Run names: every argument that changes a result is in them, and what cannot be is refused."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking.running import verdicts
from helm_creativity.rooms import find_room

PLAIN = """\
from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.errors import BadArguments
from helm_creativity.hosting import Sampling, adapter, creativity_run_spec
from strangers.NAME.metric import OppositesMetric
from strangers.NAME.scenario import OppositesScenario
from strangers.NAME.scorer import SETS


@run_spec_function("creativity_NAME")
def NAME(items="own", protocol="first", **unknown):
    if unknown:
        raise BadArguments(f"unknown: {', '.join(unknown)}")
    if items not in SETS or protocol != "first":
        raise BadArguments(f"items={items} or protocol={protocol} cannot be")
    args = {"items": items}
    spec = creativity_run_spec(
        group="creativity_NAME", named=args, scenario=OppositesScenario, scenario_args=args,
        metric=OppositesMetric, metric_args=args, adapter_spec=adapter(Sampling(0.0, 100), 1),
    )
    return spec
"""
"""A run spec function that ``benchmark`` does not help to write."""
HEAD = 'def opposites(arguments: Arguments, items: str = "own"):'
CHECKED = 'return {"items": arguments.one_of("items", items, SETS)}'


def run_spec(*edits):
    """Edits of the run spec."""
    return {"run_spec.py": edits}


def argument(text, *lines):
    """A run spec function with a further argument, checked and handed on by the lines."""
    imports = "from helm_creativity.hosting import Arguments, benchmark"
    more = f"from helm_creativity.embeddings.registry import require_embeddings\n{imports}, Chosen"
    body = "\n    ".join(["items = arguments.one_of('items', items, SETS)", *lines])
    return run_spec(imports, more, HEAD, HEAD.replace("):", f", {text}):"), CHECKED, body)


def plain(*edits):
    """A run spec function of the older form, edited."""
    text = PLAIN
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert old in text
        text = text.replace(old, new)
    return {"run_spec.py": text}


FAULTS = {
    "not_named": Fault(
        plain("named=args", "named={}"),
        "the pilot's run entry and items=more do different things under one name, creativity_not_named:",
        "put items into the run's name",
    ),
    "unmade": Fault(
        plain(
            "from strangers.NAME.metric import OppositesMetric\n",
            "class OppositesMetric:\n    def __init__(self, nothing): pass\n",
        ),
        "the metric of creativity_unmade:items=own cannot be made: TypeError: .*unexpected keyword",
        "let its constructor take what the run spec gives it",
    ),
    "rounded": Fault(
        argument(
            "share: float = 0.25",
            "share = arguments.number('share', share, 0, 1)",
            "return Chosen({'items': items, 'share': share}, {'items': items, 'share': round(share, 1)})",
        ),
        r"share=0\.5 and share=0\.501 do different things under one name",
        "put share into the run's name, exactly as given",
    ),
    "idle": Fault(
        argument("pace: str = 'slow'", "arguments.one_of('pace', pace, ['slow', 'fast'])", "return {'items': items}"),
        "the argument pace takes several values and changes nothing",
        "return pace, checked, from opposites for scenario or scorer to use, or leave it out",
    ),
    "unchecked": Fault(
        argument("pace: str = 'slow'", "return {'items': items, 'pace': pace}"),
        "pace=no-such-value is taken as if it were right",
        "check it with Arguments",
    ),
    "past_bounds": Fault(
        argument(
            "n: int = 1",
            "n = arguments.whole('n', n, 1, 9) if isinstance(n, str) else n",
            "arguments.whole('n', min(n, 9), 1, 9)",
            "return {'items': items, 'n': n}",
        ),
        "n=10 is taken as if it were right",
        "check it with Arguments",
    ),
    "other_error": Fault(
        plain("items not in SETS or", "not SETS[items] or"),
        "items=2 ends in KeyError: 2",
        "check every argument with Arguments",
    ),
    "vague": Fault(
        plain('f"items={items} or', 'f"something is wrong" if items not in SETS else f"'),
        "items=no-such-value is refused with words that do not name items: something is wrong",
        "name the argument, what is allowed",
    ),
    "crash": Fault(
        argument(
            "form: str = 'a'",
            "form = arguments.one_of('form', form, ['a', 'b'])",
            "return {'items': items, 'form': {'a': 1}[form] if form != 'b' or not arguments.refused else 1}",
        ),
        "form='b' ends in KeyError: 'b'",
        "check every argument with Arguments",
    ),
    "unknown": Fault(
        plain("    if unknown:\n        raise BadArguments(f\"unknown: {', '.join(unknown)}\")\n", ""),
        "no_such_argument=no-such-value is taken as if it were right",
        r"take \*\*unknown and call arguments.none_of",
    ),
    "not_keyword": Fault(
        plain(", **unknown):", "):\n    unknown = ()"),
        "no_such_argument=no-such-value ends in TypeError",
        "use @benchmark",
    ),
    "helms_own": Fault(
        argument(
            "stop: str = 'a'",
            "stop = arguments.one_of('stop', stop, ['a', 'b'])",
            "return {'items': items, 'stop': stop}",
        ),
        "HELM takes the argument stop for itself and never hands it on",
        "call it otherwise .* leave it out of opposites",
    ),
    "no_default": Fault(
        {**plain('items="own"', "items"), "oracle.py": ("TOP =", 'PILOT = {"items": "own"}\nTOP =')},
        "the argument items has no default",
        "give it one",
    ),
    "other_group": Fault(
        plain(
            "    return spec",
            "    from dataclasses import replace\n    return replace(spec, groups=['creativity_rat'])",
        ),
        r"has groups \['creativity_rat'\], so that helm-summarize does not find",
        r"make it groups=\['creativity_other_group'\]",
    ),
    "other_head": Fault(
        plain(
            "    return spec",
            "    from dataclasses import replace\n    return replace(spec, name=f'opposites:items={items}')",
        ),
        "the run's name 'opposites:items=own' does not begin with creativity_other_head",
        "begin it with creativity_other_head:",
    ),
    "long": Fault(
        plain(
            "    return spec",
            "    from dataclasses import replace\n    return replace(spec, name=spec.name + 'x' * 150)",
        ),
        r"name is \d+ bytes long, at most 160: creativity_long:items=ownxxx",
        "shorten what it shows",
    ),
    "unregistered": Fault(
        run_spec("@benchmark(OppositesScenario, OppositesMetric, temp=0.0)\n", ""),
        "HELM knows no run spec 'creativity_unregistered', and strangers.unregistered.run_spec can be imported",
        "register it there: @benchmark",
    ),
    "failing": Fault(
        run_spec("from helm_creativity.hosting", "import nothing_like_it\nfrom helm_creativity.hosting"),
        "strangers.failing.run_spec cannot be imported: ModuleNotFoundError: No module named 'nothing_like_it'",
        "mend strangers.failing.run_spec",
    ),
    "refused": Fault(
        argument(
            "pace: str = ''", "pace = arguments.one_of('pace', pace, ['slow'])", "return {'items': items, 'pace': pace}"
        ),
        "the run entry creativity_refused is refused: BadArguments: .*: pace must be one of slow, got ''",
        "let oracle.py say in PILOT",
    ),
    "no_metric": Fault(
        {"metric.py": None, **plain("from strangers.NAME.metric import OppositesMetric\n", "OppositesMetric = dict\n")},
        "expected one ResponseMetric in creativity_no_metric:items=own, got dict",
        "a subclass of helm_creativity.hosting.ResponseMetric",
    ),
    "no_embedding": Fault(
        argument(
            "embedding: str = ''",
            "arguments.check(lambda: require_embeddings(embedding), None)",
            "return Chosen({'items': items, 'embedding': embedding}, {'items': items})",
        ),
        "the run entry says embedding=builtin, and the run's name does not: creativity_no_embedding:",
        "put embedding into the run's name",
    ),
}
OTHERS = {
    "plain": plain(),
    "embedded": argument(
        "embedding: str = ''",
        "arguments.check(lambda: require_embeddings(embedding), None)",
        "return {'items': items, 'embedding': embedding}",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_names_and_arguments_is_told(name, site):
    """Each fault once, with what to do."""
    assert FAULTS[name].is_told("name", found := strangers.problems(site, name, "name")), found


@pytest.mark.parametrize("name", ["good", "plain"])
def test_good_names_are_left_alone(name, site):
    """Those that ``benchmark`` makes, and others."""
    assert strangers.problems(site, name, "name") == []


def test_what_could_not_be_varied_is_told(site):
    """It is no fault of the benchmark that this machine has one embedding only."""
    found = strangers.verdict(site, "embedded", "name")
    assert found.problems == ()
    assert found.remarks == ("embedding was not varied: no other value of it is known to be on this machine",)


def test_an_argument_that_needs_another_one_is_varied_beside_it(site):
    """A seed matters to a design that draws, and to no other."""
    (found,) = verdicts([find_room("metaphor")], only=["name"])
    assert (found.problems, found.remarks) == ((), ())


def test_a_broken_run_spec_is_told_once(site):
    """By the check of names; all others say where to look."""
    found = {one.check: one for one in verdicts([strangers.room(site, "refused")], pilot=False)}
    told = {check for check, one in found.items() if one.problems}
    assert told == {"name"}
    for check in ("items", "prompts", "oracle", "steady", "facets", "baselines"):
        assert found[check].skipped == "cannot be told before name is mended"
    assert found["imports"].skipped == ""
