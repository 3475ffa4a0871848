"""The anchor banks, the noun pools, rows of files, and how the baselines respond."""

import hashlib
import json
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from support.benchmarks import settings_of
from support.drat import BENCHMARK, GOOD, scorer_under

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.lexicon.word_files import CUE_WORDS
from helm_creativity.scenarios.drat import draw
from helm_creativity.scenarios.drat.benchmark import (
    BANKS,
    ITEMS,
    DratSettings,
    anchor_sets,
    bank_label,
    pool_label,
    pool_signature,
    pool_words,
)

reply_to = partial(baseline_response, BENCHMARK)
# SHA-256 of the files, which were compared with the print (Schapiro et al. 2026, appendix F.3) once, row by row.
DIGESTS = {
    "scientific": "cf5e9d27b583e3bb4956fd4a1c5a530d505ee2c240c5523ce790d509b50ea09a",
    "conceptnet": "a79acfb27302106c49838b039a2357a66d3ecefa940f0c388181ad7c430c124c",
}


def test_sets_are_as_printed():
    """Byte by byte, and two to look at; in print, spaces part columns too, and anchors of two words have one."""
    assert {bank: hashlib.sha256((ITEMS / f"{bank}.csv").read_bytes()).hexdigest() for bank in BANKS} == DIGESTS
    assert anchor_sets("scientific", 4)["scientific-08"] == ("immune system", "friction", "supply chain", "axiom")
    assert anchor_sets("conceptnet", 4)["conceptnet-22"] == ("ant", "hope", "voting algorithm", "information")


def test_the_pools():
    """The paper's is the cue words, with which its Figure 8 comes out; that of nouns is drawn once and for all."""
    assert DratSettings(protocol="schapiro2026").pool == "cue_words"
    assert pool_words("cue_words") == CUE_WORDS
    nouns = pool_words("nouns")
    assert sorted(nouns) == list(builtin().nouns)
    places = np.array([builtin().nouns.index(noun) for noun in nouns[:1000:10]]) / len(builtin().nouns)
    assert 0.4 < places.mean() < 0.6
    assert pool_signature("nouns") == "nouns@sha256:3daf9b13b75f/1000"
    assert pool_signature("cue_words") == "cue_words@sha256:29dcf9ad0f55/50"


def test_a_pool_from_a_file(tmp_path):
    """One word per line, each once; its name has the checksum of the words, wherever the file lies."""
    paths = [tmp_path / name / "my pool.txt" for name in "xyz"]
    for path, words in zip(paths, [[*CUE_WORDS[:12], CUE_WORDS[0]], CUE_WORDS[:12], CUE_WORDS[1:12]], strict=True):
        path.parent.mkdir()
        path.write_text("# mine\n\n" + "\n".join(words) + "\n")
    assert pool_words(str(paths[0])) == CUE_WORDS[:12]
    digest = hashlib.sha256("\n".join(CUE_WORDS[:12]).encode()).hexdigest()[:12]
    assert pool_signature(str(paths[0])) == f"my-pool@sha256:{digest}/12"
    labels = [pool_label(str(path)) for path in paths]
    assert labels[0] == labels[1] == f"my-pool@{digest}" != labels[2]


def test_drawn_sets_obey_the_rule_of_the_paper(tmp_path):
    """Any two of a set are less similar than .20, no word is in two sets, and a file of them is a bank."""
    settings = draw.AnchorDrawSettings(sets=20, seed="2026-11")
    records = draw.draw_items(settings).records
    words = [word for record in records for word in record["anchors"]]
    assert len(set(words)) == len(words) == 80
    vectors, _ = load_embeddings("builtin")[0].embed(words)
    unit = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).reshape(20, 4, -1)
    similar = unit @ unit.transpose(0, 2, 1) - 2 * np.eye(4)
    assert similar.max() < 0.2
    assert draw.draw_items(settings).records == records != draw.draw_items(replace(settings, seed="2")).records
    path = tmp_path / "drawn.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    assert list(anchor_sets(str(path), 3).values()) == [tuple(record["anchors"][:3]) for record in records]
    label = bank_label(str(path))
    assert label.startswith("drawn@")
    path.write_text(f"{json.dumps(records[0])}\n")
    assert bank_label(str(path)) != label
    with pytest.raises(BadArguments, match=r"expected 5,000 anchor sets, .*: ask for fewer with --sets"):
        draw.draw_items(draw.AnchorDrawSettings(sets=5000))
    with pytest.raises(BadArguments, match="or a file of `draw drat`, got 'drawm'"):
        settings_of(BENCHMARK, items="drawm")


@pytest.mark.parametrize("given", [{"words": GOOD}, {"response": "river"}], ids=list)
@pytest.mark.parametrize(
    "anchors", [["Heartbeat ", "supply chain"], "heartbeat; Supply chain", '["heartbeat", "supply chain"]']
)
def test_anchors_of_a_row(anchors, given):
    """A list, or text as spreadsheets have it; capitals and spaces around do not matter."""
    sample = sample_in_row(BENCHMARK, {"anchors": anchors, **given}, settings_of(BENCHMARK))
    assert sample.fields["anchors"] == ["heartbeat", "supply chain"]


def prompt_of(anchors):
    return render(BENCHMARK.folder, "schapiro2026_own", anchors=anchors).text


@pytest.mark.parametrize("bank", BANKS)
def test_the_greedy_baseline_knows_the_threshold(bank):
    """All of its words are relevant; random nouns mostly collapse, and one in ten of them is relevant by chance."""
    sets, scores = list(anchor_sets(bank, 4).values()), {}
    for strategy, make in CHOOSERS.items():
        replies = [reply_to(prompt_of(anchors), make("builtin", i)) for i, anchors in enumerate(sets)]
        rows = [Sample(Response(reply), {"anchors": anchors}) for reply, anchors in zip(replies, sets, strict=True)]
        scores[strategy] = scorer_under().score(rows)
    assert {score.submetrics["survivors"] for score in scores["greedy"]} == {10}
    assert all(one.score > other.score for one, other in zip(scores["greedy"], scores["random"], strict=True))
    assert sum(score.submetrics["relevance_collapse_rate"] for score in scores["random"]) > 15
    assert reply_to(prompt_of(["heart", "engine", "wave", "fire", "moss"]), CHOOSERS["greedy"]("builtin", 0)) is None


def test_the_threshold_is_that_of_the_scorer_under_word_vectors_too(tmp_path):
    """Anchors of two words are the sum of them: what the greedy baseline names is above the scorer's threshold."""
    words = dict.fromkeys([*CUE_WORDS, "engine", "immune", "system", "supply", "chain", *builtin().nouns[::40]])
    rows = np.random.default_rng(2).normal(size=(len(words), 6))
    path = tmp_path / "words.txt"
    path.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in zip(words, rows, strict=True)))
    anchors = ["heart", "immune system", "supply chain"]
    reply = reply_to(prompt_of(anchors), CHOOSERS["greedy"](str(path), 0))
    (score,) = scorer_under(str(path)).score([Sample(Response(reply), {"anchors": anchors})])
    assert score.submetrics["survivors"] == 10
