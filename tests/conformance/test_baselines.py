"""Baselines: they respond to every prompt of the benchmark and to no other's, and to judges' questions likewise."""

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.conformance import baselines
from helm_creativity.conformance.loading import load, pilot_settings

FOUND = 'found = unrender(Path(__file__).parent, "ask", prompt, word=hole("word"))'
RESPOND = 'return baseline.nearest([found["word"]], 1)[0] if found else None'
RATE = 'return "2" if unrender(HERE, "wit", prompt, **holes) else None'
RATED = '"2" if unrender(HERE, "wit", prompt, **holes) else None'
METHOD = "    def scorer(self, settings):"


def baseline(old, new, what, change, times=1):
    """An edited baseline."""
    return Fault("baselines", {"reference.py": (old, new)}, what, change, times)


def judge(edits, what, change):
    """An edited benchmark with judges."""
    return Fault("baselines", edits, what, change, kind="remarks")


def rating(new, what, change):
    """An edited lexical judge."""
    return judge({"reference.py": (RATE, new)}, what, change)


def method(text):
    """A benchmark with judges that overrides a method."""
    return {"benchmark.py": (METHOD, f"    {text}\n\n{METHOD}")}


FAULTS = {
    "silent": baseline(
        RESPOND,
        'return baseline.nearest([found["word"]], 1)[0] if found and "war" not in prompt else None',
        'the (random|greedy) baseline has no reply to 1 of 6 prompts, \'Task silent: what is the opposite of "war"',
        "recognise items with KeyedBenchmark.entry_in",
        times=2,
    ),
    "blank": baseline(
        RESPOND,
        'return " " if found and "war" in prompt else "x" if found else None',
        "the (random|greedy) baseline has no reply to 1 of 6 prompts",
        "recognise items",
        times=2,
    ),
    "whole": baseline(
        RESPOND,
        'return "x" if prompt.startswith("Task") and found else None',
        "behind an instruction the prompt is not recognised: 'Be creative",
        "find the prompt behind other text, as entry_in and unrender do",
    ),
    "talkative": baseline(
        FOUND,
        FOUND + ' or {"word": "word"}',
        "(baseline_response replies to 'What is the capital|talkative replies to prompts of data, good, judged: 'Task)",
        "(recognise items with KeyedBenchmark.entry_in|let talkative recognise its own words only)",
        times=2,
    ),
    "raising": baseline(
        RESPOND,
        "return baseline.nearest(found['stem'], 1)[0]",
        "baseline_response of strangers.raising ends in KeyError: 'stem' for 'Task raising",
        r"mend baseline_response\(prompt, baseline\)",
    ),
    "no_rating": judge(
        {"reference.py": ("def baseline_rating", "def another_name")},
        "judges are asked, and reference.py has no baseline_rating.prompt.: '",
        r"write baseline_rating\(prompt\) -> str \| None",
    ),
    "silent_judge": rating(
        "return None",
        r"the lexical judge has no reply to \d+ of \d+ prompts, '",
        "recognise items .*, other prompts with unrender",
    ),
    "talkative_judge": rating(
        f"return ({RATED}) or '10'",
        "baseline_rating replies to 'What is the capital of France",
        "recognise items",
    ),
    "other_judge": judge(
        {
            "reference.py": (RATE, f"return '4' if ({RATED}) else None"),
            "prompts/wit.j2": ("Question NAME", "Question judged"),
        },
        "baseline_rating of judged replies '2' to a question of other_judge, whose own replies '4': '",
        "let each recognise its own words only, or give one of the questions other words",
    ),
    "raising_judge": rating(
        f"return ({RATED})[0] + 1", "baseline_rating of .* ends in TypeError", r"mend baseline_rating\(prompt\)"
    ),
    "annotating": judge(
        method("def annotate(self, exchange, settings, memory):\n        raise LookupError('lost')"),
        "annotate ends in LookupError: lost for the item rain",
        "return an annotation for any response",
    ),
    "forgetful": judge(
        method("def memory(self, settings):\n        raise LookupError('lost')"),
        r"memory\(settings\) ends in LookupError: lost",
        "mend it",
    ),
}
OTHERS = {
    "twin": Other({"prompts/ask.j2": ("Task NAME", "Task good"), "card.yaml": ("version: 1-A", "version: 1-B")}),
    "turns": Other(
        method(
            "def judge(self, exchange, settings, memory):\n"
            "        again = exchange.ask_again(1), exchange.ask_model(exchange.prompt), exchange.ask_model('What?')\n"
            "        again += (exchange.continue_with(exchange.sample.response.text, exchange.prompt),)\n"
            "        assert [one.response.failed for one in again] == [False, False, True, False]\n"
            "        assert not exchange.converses('x') and exchange.seats == 1 and exchange.left_out == 0\n"
            "        return super().judge(exchange, settings, memory)"
        ),
        "remarks",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_baselines_is_reported(name, report):
    """Each fault, with a prompt that shows it."""
    assert FAULTS[name].is_reported(found := report(name)), found


@pytest.mark.parametrize("name", ["good", "judged", "data", "turns"])
def test_good_baselines_are_left_alone(name, site):
    """Each responds to its own; what asks the model further gets responses, too."""
    found = strangers.result(site, name, "baselines")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")


def test_benchmarks_with_the_same_words_are_both_named(site):
    """Whichever came first would respond for the other."""
    found = strangers.result(site, "twin", "baselines").problems
    assert [problem.what.partition(":")[0] for problem in found] == [
        "the baseline of good replies to a prompt of twin",
        "the baseline of twin replies to a prompt of good",
    ]
    assert found[0].change == "let good recognise its own words only, or give one of the prompts other words"


def test_a_benchmark_with_problems_of_its_own_is_no_fault_of_others(site, monkeypatch):
    """It is remarked that nothing was compared with it; one that cannot be loaded is left out."""
    entries = tuple(strangers.entry(site, name) for name in ("raising", "gone"))
    monkeypatch.setattr(baselines, "list_entries", lambda: entries)
    found = strangers.result(site, "good", "baselines")
    assert found.problems == ()
    (remark,) = found.remarks
    assert remark.startswith(
        "not compared with raising, which has problems: baseline_response of strangers.raising ends"
    )


def test_a_baseline_runs_as_a_model_does(site):
    """Two items, three responses to each, with the ratings of the lexical judge, and what that was asked."""
    benchmark = load(strangers.entry(site, "judged"))
    run = baselines.respond(benchmark, pilot_settings(benchmark), "random")
    assert run.items == ["rain"] * 3 + ["snow"] * 3
    assert [sample.fields["trial"] for sample in run.samples] == [0, 1, 2] * 2
    assert [one.score for one in benchmark.scorer(pilot_settings(benchmark)).score(run.samples)] == [2.0] * 6
    assert len(run.asked.questions) == 6
    assert all(one.startswith("Question judged: how witty is") and " and so on" in one for one in run.asked.questions)
