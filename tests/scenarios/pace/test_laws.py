"""What holds for every PACE score, whatever the answers, and the signature beside it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pace import REST, STAGE1, note, results, row

from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.scenarios.pace.scorer import CARD, PaceScorer, prompts_of, signature_of

FACETS = {facet.name for facet in CARD.facets if facet.of == "answer"}
WHOLE = results(["dog", *REST])
BUILTIN = PaceScorer("schapiro2026", "builtin", None)


REPLIES = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from([*REST, "dog", "cat", "zzz", "", "rivers", "a river"]), max_size=24).map(results),
    st.builds(dict, text=st.just(WHOLE), finish_reason=st.sampled_from(["stop", "length", "content_filter"])),
    st.builds(dict, text=st.text(max_size=9), failed=st.booleans()),
)
ROWS = st.builds(
    row,
    st.one_of(st.text(max_size=60), st.sampled_from([STAGE1, results(["dog"]), results([])])),
    st.one_of(st.none(), st.lists(REPLIES, max_size=3).map(note)),
)


@settings(deadline=None)
@given(ROWS)
def test_no_text_makes_it_raise(one):
    """Every seed has a score or a reason, and the numbers of its chains agree with it."""
    (outcome,) = BUILTIN.score([one])
    assert (outcome.score is None) != (outcome.unscored is None)
    assert set(outcome.facets) == FACETS
    scored = [distance for distance in outcome.details["chain_distances"] if distance is not None]
    if outcome.score is None:
        assert scored == []
    else:
        assert outcome.score == pytest.approx(np.mean(scored))
        assert outcome.facets["n_chains"] == len(scored)
        assert outcome.facets["chain_failure_rate"] == pytest.approx(1 - len(scored) / 3)


@settings(deadline=None)
@given(st.lists(ROWS, max_size=5))
def test_batches_do_not_matter(rows):
    """A row's outcome does not depend on the rows beside it."""

    def rounded(outcome):
        distances = [None if one is None else round(one, 4) for one in outcome.details["chain_distances"]]
        score = None if outcome.score is None else round(outcome.score, 4)
        return replace(outcome, score=score, details={**outcome.details, "chain_distances": distances})

    alone = [BUILTIN.score([row])[0] for row in rows]
    assert list(map(rounded, BUILTIN.score(rows))) == list(map(rounded, alone))


def test_signature_names_everything_that_moves_the_score(toy):
    """Two settings, two signatures."""
    words = Dictionary("olson2021@sha256:33adcdd06a03", frozenset({"cat"}))
    signatures = {
        signature_of("schapiro2026", toy, None),
        signature_of("schapiro2026", "builtin", None),
        signature_of("schapiro2026", toy, words),
        signature_of("schapiro2026", toy, None, prompts_of("cue_words")),
    }
    assert len(signatures) == 4
    # 50 prompts of stage 1 and the form of stage 2.
    assert "|prompts:51@sha256:" in signature_of("schapiro2026", toy, None, prompts_of("cue_words"))
    assert "|words:10-20 a chain|embedding:toy@sha256:" in signature_of("schapiro2026", toy, None)
    assert signature_of("schapiro2026", toy, None).startswith("pace|protocol:schapiro2026|prompts:not asked here|")
    assert "|dictionary:olson2021@sha256:33adcdd06a03|" in signature_of("schapiro2026", toy, words)
    assert PaceScorer("schapiro2026", toy, words).signature == signature_of("schapiro2026", toy, words)
