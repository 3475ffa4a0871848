"""What holds for every PACE score, whatever the responses, and the key beside it."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pace import REST, STAGE1, note, pace_scorer, results, row

from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.io.files import file_sha256

PACE = get_benchmark("pace")
CARD = PACE.card

SUBMETRICS = {submetric.name for submetric in CARD.submetrics if submetric.of == "answer"}
WHOLE = results(["dog", *REST])
BUILTIN = pace_scorer()


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
def test_no_chain_makes_it_raise(one):
    """Every seed has a score or a reason, and the numbers of its chains agree with it."""
    (sample_score,) = BUILTIN.score([one])
    assert (sample_score.score is None) != (sample_score.failure_reason is None)
    assert set(sample_score.submetrics) == SUBMETRICS
    scored = [distance for distance in sample_score.details["chain_distances"] if distance is not None]
    if sample_score.score is None:
        assert scored == []
    else:
        assert sample_score.score == pytest.approx(np.mean(scored))
        assert sample_score.submetrics["n_chains"] == len(scored)
        assert sample_score.submetrics["chain_failure_rate"] == pytest.approx(1 - len(scored) / 3)


@settings(deadline=None)
@given(st.lists(ROWS, max_size=5))
def test_chains_beside_others_do_not_matter(rows):
    """A row's outcome does not depend on the rows beside it."""

    def rounded(sample_score):
        distances = [
            None if distance is None else round(distance, 4) for distance in sample_score.details["chain_distances"]
        ]
        score = None if sample_score.score is None else round(sample_score.score, 4)
        return replace(sample_score, score=score, details={**sample_score.details, "chain_distances": distances})

    alone = [BUILTIN.score([row])[0] for row in rows]
    assert list(map(rounded, BUILTIN.score(rows))) == list(map(rounded, alone))


def test_the_key_names_everything_that_moves_the_score(toy, tmp_path):
    """Two settings, two keys."""
    path = tmp_path / "words.txt"
    path.write_text("cat\n")

    def key(embedding, dictionary="none", asked=False):
        return comparable_key(PACE, PACE.settings(embedding=embedding, dictionary=str(dictionary)), asked)

    assert len({key(toy), key("builtin"), key(toy, path), key(toy, asked=True)}) == 4
    # 50 prompts of stage 1 and the form of stage 2.
    assert "|prompts:51@sha256:" in key(toy, asked=True)
    assert "|words:10-20 per chain|" in key(toy)
    assert "|embedding:toy@sha256:" in key(toy)
    assert key(toy).startswith("pace|protocol:schapiro2026|prompts:from a file|")
    assert f"|dictionary:words@sha256:{file_sha256(path)[:12]}|" in key(toy, path)
