"""Scores: of perfect responses, of none, refused, truncated, in the middle of chatter, and again; the ceiling."""

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.conformance import scoring

GRADE = 'return ResponseGrade(100.0 if parsed == fields["opposite"] else 0.0, {"letters": float(len(parsed))})'
LENGTH = 'return ResponseGrade(float(len(parsed)), {"letters": float(len(parsed))})'
PARSE = "return parse_word(text)"
RUN = 'return {"right": float(sum(score.score == 100.0 for score in scores))}'
IMPORT = "from helm_creativity.text.single import parse_word\n"
OWN_SCORE = """\
from helm_creativity.core.types import FailureReason, SampleScore
from helm_creativity.text.response import unanswered
from helm_creativity.text.single import parse_word
"""
METHOD = "    def parse(self"
SETS = "SETS = {"
WORDS = ', "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"'
RESPONSE = 'Response(fields["opposite"], "stop")'
BASELINE = 'return baseline.nearest([found["word"]], 1)[0] if found else None'
SOLVED = (
    "from helm_creativity.core.prompts import match_prompt",
    "from strangers.NAME.benchmark import SETS\n\nfrom helm_creativity.core.prompts import match_prompt",
    BASELINE,
    'return SETS["own"].get(found["word"]) if found else None',
)


def scorer(*edits):
    """Edits of the benchmark."""
    return {"benchmark.py": edits}


def reference(*edits):
    """Edits of the reference responses."""
    return {"reference.py": edits}


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
PARSING = "derive the scorer from ResponseScorer, or call parsing.response.unanswered"
FAULTS = {
    "low": Fault(
        "reference",
        scorer(GRADE, GRADE.replace('fields["opposite"]', '"cold"')),
        "5 of 6 reference responses score below CEILING = 100; that to dark scores 0",
        "fix reference.py if its response or CEILING is wrong; fix the item if nothing reaches the ceiling, otherwise",
    ),
    "unread": Fault(
        "reference",
        scorer(PARSE, "return None if 'light' in text else parse_word(text)"),
        "1 of 6 reference responses have no score; that to dark is unparsable",
        "fix reference.py if its response is not perfect, otherwise fix what parses it",
    ),
    "infinite": Fault(
        "reference",
        scorer(GRADE, GRADE.replace("float(len(parsed))", "float('nan')")),
        "letters of the response to hot is nan, which HELM cannot keep",
        "return None for an undefined number",
    ),
    "raises": Fault(
        "reference",
        scorer(GRADE, "raise LookupError('no such word')"),
        r"the scorer raises LookupError: no such word \(benchmark.py, line \d+\) over 6 responses",
        r"fix it there; whatever a response contains, score\(found\) has a SampleScore for it",
    ),
    "too_few": Fault(
        "reference",
        scores("return super().score(samples[1:])"),
        "5 scores for 6 responses",
        "return one SampleScore per response",
    ),
    "too_many": Fault(
        "reference",
        scores("return [*super().score(samples), SampleScore(100.0, None, {'letters': None})]"),
        "7 scores for 6 responses",
        "return one SampleScore per response",
    ),
    "no_scorer": Fault(
        "reference",
        scorer("return OppositesScorer(self.card, settings)", "return 1 / 0"),
        r"scorer\(settings\) raises ZeroDivisionError",
        r"fix scorer\(settings\)",
    ),
    "no_ceiling": Fault(
        "reference",
        reference("CEILING = 100.0\n", ""),
        "CEILING must be a number .* got None",
        "fix reference.py: CEILING",
    ),
    "no_pilot": Fault(
        "reference",
        reference("CEILING =", "PILOT = 7\nCEILING ="),
        "PILOT must be settings by name, got 7",
        "write PILOT = ",
    ),
    "no_sample": Fault(
        "reference",
        reference("return Sample(", "return ("),
        "must return a Sample with a Response, got ",
        "fix reference.py",
    ),
    "failing": Fault(
        "reference",
        reference('fields["opposite"]', 'fields["answer"]'),
        r"reference_response\(fields\) raises KeyError: 'answer' for the item hot, with the fields \['annotations', '",
        "a perfect response to any item",
    ),
    "no_reference": Fault(
        "reference",
        {"reference.py": None},
        "there is no reference.py in strangers.no_reference",
        "write reference.py; it has CEILING",
    ),
    "no_import": Fault(
        "reference",
        reference("from pathlib", "import nothing_like_it\nfrom pathlib"),
        "strangers.no_import.reference cannot be imported: ModuleNotFoundError",
        "fix reference.py",
    ),
    "floor": Fault(
        "reference",
        ceiling(0.0),
        "nothing that was tried scores below CEILING = 0: neither responses of the baselines nor reference responses",
        "responses at the upper end of the score, and CEILING be what the least of them scores",
    ),
    "loose": Fault(
        "reference",
        ceiling(60.0),
        "CEILING = 60 is far below every reference response, of which the least scores 100; the lowest .* scores 0$",
        "write CEILING = 100, or a little less",
    ),
    "worst": Fault(
        "reference",
        ceiling(0.0, RESPONSE, 'Response("nothing", "stop")'),
        "nothing that was tried scores below CEILING = 0|1 of 6 responses of the greedy baseline score more .* 100",
        "upper end of the score|respond as well",
        times=2,
    ),
    "beaten": Fault(
        "reference",
        {**ceiling(4.0, RESPONSE, 'Response("snow", "stop")'), **scorer(GRADE, LENGTH)},
        r"\d of 6 responses of the (random|greedy) baseline score more than the reference responses; that to \w+ "
        r"scores \d+, the reference response 4",
        "respond as well and raise CEILING, or fix the scorer",
    ),
    "solved": Fault(
        "reference",
        {**reference(*SOLVED), **scorer(WORDS, "")},
        "nothing that was tried scores below CEILING = 100",
        "upper end of the score",
    ),
    "zero": Fault(
        "empty", reasons("None"), "a response without text, to hot, scores 100; expected no score, as empty", PARSING
    ),
    "taken": Fault("refused", reasons("None"), "a refusal, to hot, scores 100; expected no score, as refused", PARSING),
    "unparsable": Fault(
        "refused",
        reasons("FailureReason.UNPARSABLE if ' ' in sample.response.text else None"),
        "a refusal, to hot, is unparsable; expected no score, as refused",
        PARSING,
    ),
    "whole": Fault(
        "truncated",
        reasons("None"),
        "a reference response truncated at the token limit, to hot, scores 100; expected no score, as truncated",
        PARSING,
    ),
    "cut": Fault(
        "prompt_truncated",
        reasons("None"),
        "a reference response to a prompt that was cut, to hot, scores 100; expected no score, as prompt_truncated",
        PARSING,
    ),
    "literal": Fault(
        "chatty",
        scorer(PARSE, "return text.strip()"),
        "with '.*(Here is my answer|Let me know if you would like more).*' (before|behind) it, 6 of 6 responses get "
        "a different score; that to hot scores 0, before scores 100",
        'say why in reference.py: CHATTER = "..."',
        times=2,
    ),
    "thoughtful": Fault(
        "chatty",
        FORGETFUL,
        "with reasoning before it, 6 of 6 responses get a different score; that to hot is unparsable, before scores "
        "100",
        "parse responses with helm_creativity.text",
    ),
    "excused": Fault(
        "chatty",
        {**FORGETFUL, **reference("CEILING =", 'CHATTER = "all is said"\nCEILING =')},
        "with reasoning before it",
        "parse responses",
    ),
    "random": Fault(
        "steady",
        counting(GRADE, "return ResponseGrade(float(next(NUMBERS)))"),
        "(a second time|in reverse order), 6 of 6 responses get a different score; that to hot scores",
        "seed all random draws, keep no state between responses",
        times=2,
    ),
    "random_for_wrong_ones": Fault(
        "steady",
        counting(GRADE, GRADE.replace(" 0.0", " float(next(NUMBERS))")),
        "(a second time|in reverse order), 6 of 6 reference responses to other items get a different score",
        "seed all random draws, keep no state between responses",
        times=2,
    ),
    "ordered": Fault(
        "steady",
        scores("return [SampleScore(float(i), None, {'letters': None}) for i, sample in enumerate(samples)]"),
        "in reverse order, 6 of 6 responses get a different score; that to hot scores 5, before scores 0",
        "make no score depend on other samples",
    ),
    "run": Fault(
        "steady",
        counting(RUN, 'return {"right": float(next(NUMBERS))}'),
        "score_run returns a different value of right the second time",
        "seed all random draws in score_run",
    ),
    "never_given": Fault(
        "submetrics",
        scores("return [SampleScore(100.0, None) for sample in samples]"),
        "card.yaml has a submetric letters of a response, which the scorer's scores never have",
        "give letters there, None where it is undefined, or take it off the card",
    ),
    "not_on_card": Fault(
        "submetrics",
        scorer('{"letters": float(len(parsed))}', '{"letters": 1.0, "vowels": 1.0}'),
        "the scorer's scores have vowels, which is no submetric of a response in card.yaml",
        r"describe vowels under submetrics \(name, title, short_title, description\), or put it into the details",
    ),
    "run_never": Fault(
        "submetrics",
        scorer(RUN, "return {}"),
        "a submetric right of the run, which the scorer's score_run never has",
        "give right there",
    ),
    "run_not": Fault(
        "submetrics",
        scorer(RUN, 'return {"right": 1.0, "left": None}'),
        "the scorer's score_run has left, which is no submetric of the run in card.yaml",
        r"describe left under submetrics \(name, title, short_title, description, of: run\)$",
    ),
    "run_raises": Fault(
        "submetrics",
        scorer(RUN, "1 / 0"),
        "the scorer's score_run raises ZeroDivisionError",
        r"fix score_run\(found, scores\)",
    ),
    "same_name": Fault(
        "submetrics",
        {
            **scorer(RUN, 'return {"right": 1.0, "letters_se": 1.0}'),
            "card.yaml": (
                "deviations:",
                "  - {name: letters_se, title: Again, short_title: Again, description: Again., of: run}\ndeviations:",
            ),
        },
        "stats of the run cannot be made: two stats of the run have the same name: letters_se",
        "rename the submetric",
    ),
}
OTHERS = {
    "open": Other(
        {**reference("CEILING =", 'CHATTER = "all of it"\nCEILING ='), **scorer(PARSE, "return text.split()[0]")}
    ),
    "truncating": Other({**reference("CEILING =", 'TRUNCATED = "what came counts"\nCEILING ='), **reasons("None")}),
    "bare": Other(reference('"stop"), fields)', '"stop"), {})')),
    "single": Other(scorer(WORDS, "")),
    "forgotten": Other(scorer('{"letters": float(len(parsed))}', "{}")),
    "near": Other(ceiling(67.0)),
    "played": Other(reference(*SOLVED)),
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
    ("name", "check", "remarks", "skipped"),
    [
        *(("good", check, (), "") for check in ("reference", "empty", "refused", "truncated", "prompt_truncated")),
        *(("good", check, (), "") for check in ("chatty", "steady")),
        ("good", "submetrics", (), ""),
        ("open", "chatty", ("words around a response count, reasoning aside: all of it",), ""),
        ("truncating", "truncated", (), "what came counts"),
        ("bare", "reference", (), ""),
        ("single", "steady", (), "there is only one response"),
        ("forgotten", "submetrics", ("no reference response has a number for letters",), ""),
        *((name, "reference", (), "") for name in ("near", "played", "uneven")),
        (
            "lost",
            "reference",
            (
                "CEILING was not compared with the baselines, which have problems: baseline_response of strangers.lost "
                "raises LookupError: lost for 'Task lost: what is the opposite of \"hot\"? Answer with one word.'",
            ),
            "",
        ),
        (
            "silent",
            "reference",
            ("only the reference responses have a score, so nothing was compared with CEILING",),
            "",
        ),
    ],
)
def test_what_is_right_or_cannot_be_found_out_is_no_fault(name, check, remarks, skipped, site):
    """It is left alone or remarked."""
    found = strangers.result(site, name, check)
    assert (found.problems, found.remarks, found.skipped) == ((), remarks, skipped)


def test_of_many_responses_the_first_are_scored(site, monkeypatch):
    """And the others counted."""
    monkeypatch.setattr(scoring, "MOST", 4)
    found = strangers.result(site, "good", "reference")
    assert (found.problems, found.remarks) == ((), ("the last 2 of 6 reference responses were left out",))
