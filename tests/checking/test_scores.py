"""Answers: perfect ones, none, refused, cut, in the middle of chatter, and again."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.checking import answers

GRADE = 'return Graded(100.0 if said == fields["opposite"] else 0.0, {"letters": float(len(said))})'
READ = "return parse_word(text)"
RUN = '{"right": float(sum(outcome.score == 100.0 for outcome in outcomes))}'
IMPORT = "from helm_creativity.responses import parse_word\n"
OWN_SCORE = """\
from helm_creativity.responses import Unscored, parse_word, unanswered
from helm_creativity.rooms import Outcome
"""
CLASS = "    def read(self"


def scorer(*edits):
    """Edits of the scorer."""
    return {"scorer.py": edits}


def oracle(*edits):
    """Edits of the oracle."""
    return {"oracle.py": edits}


def scores(*lines):
    """A scorer that does without the base's ``score``."""
    body = "\n        ".join(["def score(self, rows):", *lines])
    return scorer(IMPORT, OWN_SCORE, CLASS, f"    {body}\n\n{CLASS}")


def outcomes(reason):
    """The same, where ``unscored`` is this of an answer and 100 points everything else."""
    return scores(
        "found = []",
        "for row in rows:",
        f"    unscored = {reason}",
        "    found.append(Outcome(None if unscored else 100.0, unscored, {'letters': None}))",
        "return found",
    )


UNANSWERED = "derive the scorer from AnswerScorer, or ask helm_creativity.responses.unanswered"
BY_CHECK = {
    "oracle": {
        "low": Fault(
            scorer(GRADE, GRADE.replace('fields["opposite"]', '"cold"')),
            "5 of 6 perfect answers score below TOP = 100; that to dark scores 0",
            "mend oracle.py if its answer or TOP is wrong, the item if nothing reaches the top, otherwise the scorer",
        ),
        "unread": Fault(
            scorer(READ, "return None if 'light' in text else parse_word(text)"),
            "1 of 6 perfect answers have no score; that to dark is unparsable",
            "mend oracle.py if its answer is not one, otherwise what reads it",
        ),
        "infinite": Fault(
            scorer(GRADE, GRADE.replace("float(len(said))", "float('nan')")),
            "letters of the answer to hot is nan, which HELM cannot keep",
            "give None where a number is undefined",
        ),
        "raises": Fault(
            scorer(GRADE, "raise LookupError('no such word')"),
            r"the scorer ends in LookupError: no such word \(scorer.py, line \d+\) over 6 answers",
            r"mend it there; whatever an answer says, score\(rows\) has an Outcome for it",
        ),
        "too_few": Fault(
            scores("return super().score(rows[1:])"), "5 outcomes for 6 answers", "return one Outcome a row"
        ),
        "no_scorer": Fault(
            {"metric.py": ('self.settings["items"])', 'self.settings["items"]) if self.signature == "" else 1 / 0')},
            "the metric makes no scorer: ZeroDivisionError",
            r"mend its scorer\(\)",
        ),
        "no_top": Fault(oracle("TOP = 100.0\n", ""), "TOP must be a number, .* got None", "mend oracle.py: TOP"),
        "no_pilot": Fault(
            oracle("TOP =", "PILOT = 7\nTOP ="), "PILOT must be arguments by name, got 7", "write PILOT = "
        ),
        "no_row": Fault(oracle("return Row(", "return ("), "must return a Row with an Answer, got ", "mend oracle.py"),
        "failing": Fault(
            oracle('fields["opposite"]', 'fields["answer"]'),
            r"oracle\(fields\) ends in KeyError: 'answer' for the item hot, with the fields \['annotations', 'opp",
            "a perfect answer to any item",
        ),
        "no_oracle": Fault(
            {"oracle.py": None}, "there is no oracle.py in strangers.no_oracle", "write oracle.py; it has TOP"
        ),
        "no_import": Fault(
            oracle("from helm_creativity.rooms", "import nothing_like_it\nfrom helm_creativity.rooms"),
            "strangers.no_import.oracle cannot be imported: ModuleNotFoundError",
            "mend oracle.py",
        ),
    },
    "empty": {
        "zero": Fault(
            outcomes("None"), "an answer without text, to hot, scores 100; expected unscored as empty", UNANSWERED
        ),
    },
    "refused": {
        "taken": Fault(outcomes("None"), "a refusal, to hot, scores 100; expected unscored as refused", UNANSWERED),
        "unparsable": Fault(
            outcomes("Unscored.UNPARSABLE if ' ' in row.answer.text else None"),
            "a refusal, to hot, is unparsable; expected unscored as refused",
            UNANSWERED,
        ),
    },
    "cut": {
        "whole": Fault(
            outcomes("None"),
            "a perfect answer cut at the token limit, to hot, scores 100; expected unscored as truncated",
            UNANSWERED,
        ),
    },
    "chatty": {
        "literal": Fault(
            scorer(READ, "return text.strip()"),
            "with '.*(Here is my answer|Let me know if you would like more).*' (before|behind) it, 6 of 6 answers "
            "score otherwise; that to hot scores 0, bare scores 100",
            'say why in oracle.py: CHATTER = "..."',
            times=2,
        ),
        "thoughtful": Fault(
            outcomes("unanswered(row.answer) or (Unscored.UNPARSABLE if 'think' in row.answer.text else None)"),
            "with thoughts before it, 6 of 6 answers score otherwise; that to hot is unparsable, bare scores 100",
            "read answers with helm_creativity.responses",
        ),
        "excused": Fault(
            {
                **outcomes("unanswered(row.answer) or (Unscored.UNPARSABLE if 'think' in row.answer.text else None)"),
                **oracle("TOP =", 'CHATTER = "all is said"\nTOP ='),
            },
            "with thoughts before it",
            "read answers",
        ),
    },
    "steady": {
        "random": Fault(
            scorer(
                "from pathlib",
                "import itertools\nfrom pathlib",
                GRADE,
                "return Graded(float(next(NUMBERS)))",
                "HERE =",
                "NUMBERS = itertools.count()\nHERE =",
            ),
            "(a second time|in reverse order), 6 of 6 answers are worth something else; that to hot scores",
            "seed whatever draws, keep nothing between answers",
            times=2,
        ),
        "ordered": Fault(
            scores("return [Outcome(float(i), None, {'letters': None}) for i, row in enumerate(rows)]"),
            "in reverse order, 6 of 6 answers are worth something else; that to hot scores 5, bare scores 0",
            "let no score depend on the other rows",
        ),
        "run": Fault(
            scorer(
                "from pathlib",
                "import itertools\nfrom pathlib",
                RUN,
                '{"right": float(next(NUMBERS))}',
                "HERE =",
                "NUMBERS = itertools.count()\nHERE =",
            ),
            "of_run gives another value of right a second time",
            "seed whatever draws in of_run",
        ),
    },
}
FAULTS = {name: fault for faults in BY_CHECK.values() for name, fault in faults.items()}
OTHERS = {
    "open": oracle("TOP =", 'CHATTER = "all is said"\nTOP =') | scorer(READ, "return text.split()[0]"),
    "cutting": oracle("TOP =", 'CUT = "what came counts"\nTOP =') | outcomes("None"),
    "bare": oracle('"stop"), fields)', '"stop"), {})'),
    "single": {"scorer.py": (', "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"', "")},
}


@pytest.mark.parametrize(("check", "name"), [(check, name) for check, faults in BY_CHECK.items() for name in faults])
def test_what_is_wrong_with_scores_is_told(check, name, site):
    """Each fault by its check, with an answer that shows it."""
    assert FAULTS[name].is_told(check, found := strangers.problems(site, name, check)), found


@pytest.mark.parametrize("check", BY_CHECK)
def test_good_scores_are_left_alone(check, site):
    """Nothing is said of them."""
    found = strangers.verdict(site, "good", check)
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")


def test_words_around_an_answer_may_belong_to_it(site):
    """Where the oracle says why; thoughts never do."""
    found = strangers.verdict(site, "open", "chatty")
    assert found.problems == ()
    assert found.remarks == ("words around an answer count, thoughts aside: all is said",)


def test_cut_answers_may_count(site):
    """Where the oracle says why."""
    found = strangers.verdict(site, "cutting", "cut")
    assert (found.problems, found.skipped) == ((), "what came counts")


def test_an_oracle_need_not_repeat_the_fields_of_its_item(site):
    """The scorer gets them anyway, as HELM hands them on."""
    assert strangers.problems(site, "bare", "oracle") == []


def test_one_answer_has_no_order(site):
    """So that nothing is said of it."""
    assert strangers.verdict(site, "single", "steady").skipped == "there is one answer only"


def test_of_many_answers_the_first_are_scored(site, monkeypatch):
    """And the others told of."""
    monkeypatch.setattr(answers, "MOST", 4)
    found = strangers.verdict(site, "good", "oracle")
    assert (found.problems, found.remarks) == ((), ("the last 2 of 6 answers were left out",))
