"""Baselines: they respond to every prompt of the benchmark and to no other's, and to judges' questions likewise."""

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.judges.scoring import score_trials
from helm_creativity.testing import responses
from helm_creativity.testing.loading import load, pilot_settings

FOUND = 'found = match_prompt(Path(__file__).parent, "ask", prompt, word=placeholder("word"))'
RESPOND = 'return baseline.nearest([found["word"]], 1)[0] if found else None'
RATE = 'return "2"'


def baseline(old, new, what, times=1):
    """An edited baseline."""
    return Fault("baselines", {"baseline.py": (old, new)}, what, times)


def judge(edits, what):
    """An edited benchmark with judges."""
    return Fault("baselines", edits, what, kind="remarks")


def rating(new, what):
    """An edited lexical judge."""
    return judge({"baseline.py": (RATE, new)}, what)


FAULTS = {
    "silent": baseline(
        RESPOND,
        'return baseline.nearest([found["word"]], 1)[0] if found and "war" not in prompt else None',
        'the random baseline has no reply to 1 of 6 prompts, \'Task silent: what is the opposite of "war"',
    ),
    "whole": baseline(
        RESPOND,
        'return "x" if prompt.startswith("Task") and found else None',
        "after an instruction the random baseline has no reply to 1 of 1 prompts, 'Be creative",
    ),
    "talkative": baseline(
        FOUND,
        FOUND + ' or {"word": "word"}',
        "talkative replies to a prompt of",
        times=3,
    ),
    "silent_judge": rating('return ""', r"the lexical judge has no reply to \d+ of \d+ prompts, '"),
    "breaking_off": judge(
        {
            "benchmark.py": (
                "        if reason := unanswered(response):",
                "        raise LookupError('lost')\n        if reason := 0:",
            )
        },
        "follow_up raises LookupError: lost for the item rain",
    ),
}
SAME_WORDS = {"prompts/ask.j2": ("Task NAME", "Task good"), "card.yaml": ("version: 1-A", "version: 1-B")}
OTHERS = {
    "copied": Other(SAME_WORDS),
    "twin": Other({**SAME_WORDS, "baseline.py": ("1)[0]", "2)[1]")}),
    "turns": Other(
        {
            "benchmark.py": (
                "import ask\n",
                "import ask, draw_again, go_on, turn\n",
                "        replies = yield",
                "        again = yield from draw_again(1)\n"
                "        known = yield from turn('ask', what='rain')\n"
                "        unknown = yield from turn('wit', remark='What?', tone='plain')\n"
                "        further = yield from go_on('ask', what='snow')\n"
                "        some = again, known, unknown, further\n"
                "        assert [answer.response.failed for answer in some] == [False, False, True, False]\n"
                "        replies = yield",
            )
        },
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
    assert (found.problems, found.skipped) == ((), "")


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
    assert [trial.item for trial in run.trials] == ["rain"] * 3 + ["snow"] * 3
    assert [trial.sample.fields["trial"] for trial in run.trials] == [0, 1, 2] * 2
    scores = score_trials(benchmark, settings, run.trials, benchmark.scorer(settings)).scores
    assert [score.score for score in scores] == [2.0] * 6
    assert len(run.questions) == 6
    assert all(
        question.startswith("Question judged: how witty is") and " and so on" in question for question in run.questions
    )
