"""Scores: of perfect responses, of none, refused, truncated, in the middle of chatter, and again; the ceiling."""

import pytest
from support import strangers
from support.strangers import Fault, Other

GRADE = 'return ResponseGrade(100.0 if parsed == fields["opposite"] else 0.0, {"letters": float(len(parsed))})'
LENGTH = 'return ResponseGrade(float(len(parsed)), {"letters": float(len(parsed))})'
PARSE = "return parse_word(text)"
RUN = 'return {"right": float(sum(score.score == 100.0 for score in scores))}'
IMPORT = "from helm_creativity.parsing.single import parse_word\n"
OWN_SCORE = """\
from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.single import parse_word
"""
METHOD = "    def parse(self"
SETS = "SETS = {"
WORDS = ', "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"'
RESPONSE = 'Response(fields["opposite"], "stop")'
BASELINE = 'return baseline.nearest([found["word"]], 1)[0] if found else None'


def scorer(*edits):
    """Edits of the benchmark."""
    return {"benchmark.py": edits}


def reference(*edits):
    """Edits of the reference responses."""
    return {"baseline.py": edits}


def ceiling(value, *edits):
    """Another ceiling, and other edits of the reference responses."""
    return reference("CEILING = 100.0", f"CEILING = {value}", *edits)


def scores(*lines):
    """A scorer that does without the base's ``score``."""
    body = "\n        ".join(["def score(self, samples):", *lines])
    return scorer(IMPORT, OWN_SCORE, METHOD, f"    {body}\n\n{METHOD}")


def reasons(reason):
    """The same, where ``reason`` is the failure reason of a sample, and 100 points everything else."""
    return scores(
        "found = []",
        "for sample in samples:",
        f"    reason = {reason}",
        "    found.append(SampleScore(None if reason else 100.0, reason, {'letters': None}))",
        "return found",
    )


def counting(old, new):
    """A benchmark that counts."""
    return scorer(
        SETS, f"NUMBERS = itertools.count()\n{SETS}", "from dataclasses", "import itertools\nfrom dataclasses", old, new
    )


FORGETFUL = reasons(
    "unanswered(sample.response) or (FailureReason.UNPARSABLE if 'think' in sample.response.text else None)"
)
FAULTS = {
    "low": Fault(
        "reference",
        scorer(GRADE, GRADE.replace('fields["opposite"]', '"cold"')),
        "5 of 6 reference responses score below CEILING = 100; that to dark 0",
    ),
    "infinite": Fault(
        "submetrics",
        scorer(GRADE, GRADE.replace("float(len(parsed))", "float('nan')")),
        "letters of some responses is no finite number, which HELM cannot keep",
    ),
    "raises": Fault(
        "reference",
        scorer(GRADE, "raise LookupError('no such word')"),
        r"the scorer raises LookupError: no such word \(benchmark.py, line \d+\)",
    ),
    "too_few": Fault("reference", scores("return super().score(samples[1:])"), "5 scores for 6 responses"),
    "no_ceiling": Fault("reference", reference("CEILING = 100.0\n", ""), "CEILING must be a number .* got None"),
    "floor": Fault(
        "reference",
        ceiling(0.0),
        "nothing that was tried scores below CEILING = 0$",
    ),
    "loose": Fault(
        "reference",
        ceiling(60.0),
        "CEILING = 60 is far below every reference response, of which the least scores 100$",
    ),
    "beaten": Fault(
        "reference",
        {**ceiling(4.0, RESPONSE, 'Response("snow", "stop")'), **scorer(GRADE, LENGTH)},
        r"\d responses of the (random|greedy) baseline score more than the reference responses; that to \w+ \d+",
    ),
    "zero": Fault("empty", reasons("None"), "such a response, to hot, scores 100; expected empty"),
    "taken": Fault("refused", reasons("None"), "such a response, to hot, scores 100; expected refused"),
    "whole": Fault(
        "truncated",
        reasons("None"),
        "such a response, to hot, scores 100; expected truncated",
    ),
    "cut": Fault(
        "prompt_truncated",
        reasons("None"),
        "such a response, to hot, scores 100; expected prompt_truncated",
    ),
    "literal": Fault(
        "chatty",
        scorer(PARSE, "return text.strip()"),
        "with '.*(Here is my answer|Let me know if you would like more).*' (before|behind) it, 6 of 6 responses get "
        "a different score; that to hot scores 0, before scores 100",
        times=2,
    ),
    "thoughtful": Fault(
        "chatty",
        FORGETFUL,
        "with reasoning before it, 6 of 6 responses get a different score; that to hot is unparsable, before scores "
        "100",
    ),
    "random": Fault(
        "steady",
        counting(GRADE, "return ResponseGrade(float(next(NUMBERS)))"),
        "(a second time|in reverse order), 6 of 6 responses get a different score; that to hot scores",
        times=2,
    ),
    "ordered": Fault(
        "steady",
        scores("return [SampleScore(float(i), None, {'letters': None}) for i, sample in enumerate(samples)]"),
        "in reverse order, 6 of 6 responses get a different score; that to hot scores 5, before scores 0",
    ),
    "run": Fault(
        "steady",
        counting(RUN, 'return {"right": float(next(NUMBERS))}'),
        "score_run returns a different value of right the second time",
    ),
    "never_given": Fault(
        "submetrics",
        scores("return [SampleScore(100.0, None) for sample in samples]"),
        "card.yaml has a submetric letters .of: answer., which the scorer's scores never have",
    ),
    "not_on_card": Fault(
        "submetrics",
        scorer('{"letters": float(len(parsed))}', '{"letters": 1.0, "vowels": 1.0}'),
        "the scorer's scores have vowels, which is no submetric .of: answer. in card.yaml",
    ),
}
OTHERS = {
    "open": Other(
        {**reference("CEILING =", 'CHATTER = "all of it"\nCEILING ='), **scorer(PARSE, "return text.split()[0]")}
    ),
    "truncating": Other({**reference("CEILING =", 'TRUNCATED = "what came counts"\nCEILING ='), **reasons("None")}),
    "single": Other(scorer(WORDS, "")),
    # Right responses score 3 to 5 points, others none: 3 is the least of them, and more than a third below the most.
    "uneven": Other({**ceiling(3.0), **scorer("ResponseGrade(100.0 if", "ResponseGrade(float(len(parsed)) if")}),
    "lost": Other(reference(BASELINE, "raise LookupError('lost')")),
    "silent": Other({**reference(BASELINE, "return None"), **scorer(WORDS, "")}),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_scores_is_reported(name, report):
    """Each fault by its check, with a response that shows it."""
    assert FAULTS[name].is_reported(found := report(name)), found


@pytest.mark.parametrize(
    ("name", "check", "skipped"),
    [
        *(("good", check, "") for check in ("reference", "empty", "refused", "truncated", "prompt_truncated")),
        *(("good", check, "") for check in ("chatty", "steady", "submetrics")),
        ("open", "chatty", ""),
        ("truncating", "truncated", "what came counts"),
        ("single", "steady", "there is only one response"),
        *((name, "reference", "") for name in ("uneven", "lost", "silent")),
    ],
)
def test_what_is_right_or_cannot_be_found_out_is_no_fault(name, check, skipped, site):
    """It is left alone, or left out with the reason."""
    found = strangers.result(site, name, check)
    assert (found.problems, found.skipped) == ((), skipped)
