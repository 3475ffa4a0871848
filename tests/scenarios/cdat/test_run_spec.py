"""Run entries of the conditional DAT: names, refusals, instances, and the metric that keeps its promise."""

import hashlib

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support.benchmarks import settings_of
from support.cdat import BENCHMARK
from support.tagger import fetched_tagger

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.prompts import render
from helm_creativity.embeddings.builtin.estimates import estimates_signature
from helm_creativity.embeddings.registry import check_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.cdat.benchmark import PROTOCOLS
from helm_creativity.words.cues import CUE_WORDS
from helm_creativity.words.lexicon import find_dictionary

FOLDER = BENCHMARK.folder


def cdat(**arguments):
    """The run spec, under the built-in table and in words that are on every machine by default."""
    words = {"prompts": "own"} if arguments.get("protocol") == "nakajima2026" else {}
    return get_run_spec_function("creativity_cdat")(**{"embedding": "builtin", **words, **arguments})


def key(run_spec):
    """Everything that must agree between two scores that are compared."""
    return run_spec.metric_specs[0].args["comparable"]


def test_the_name_shows_every_setting():
    """In the order of the arguments."""
    assert cdat().name == "creativity_cdat:protocol=schapiro2026,embedding=builtin,dictionary=none,temp=1"
    assert cdat(protocol="nakajima2026", dictionary="wordnet", temp=1.5, max_tokens=64).name == (
        "creativity_cdat:protocol=nakajima2026,prompts=own,embedding=builtin,dictionary=wordnet,temp=1.5,max_tokens=64"
    )


def test_protocols_are_those_of_the_card():
    """And each names its source's embedding."""
    assert set(PROTOCOLS) == set(BENCHMARK.card.protocols)
    assert PROTOCOLS["schapiro2026"].embedding == "sbert-mpnet"
    assert (PROTOCOLS["nakajima2026"].embedding, PROTOCOLS["nakajima2026"].dictionary) == (
        "sbert-minilm",
        "nakajima2026",
    )
    assert {str(protocol.rule) for protocol in PROTOCOLS.values()} == {"7 of 10"}


@pytest.mark.parametrize(("protocol", "embedding"), [("schapiro2026", "mpnet"), ("nakajima2026", "minilm")])
def test_the_papers_encoder_is_the_default(protocol, embedding):
    """It is not on this machine: the message says how to bring it, before anything is paid for."""
    with pytest.raises(BadArguments, match=f"helm-creativity embeddings fetch sbert-{embedding}"):
        get_run_spec_function("creativity_cdat")(protocol=protocol)


def test_nakajimas_nouns_are_the_protocols_default(task_words):
    """With their checksums in the key; without the tagger the message gives the command, and another dictionary.

    Under the built-in table, with which everything runs offline, WordNet's nouns take their place.
    """
    with pytest.raises(BadArguments, match="items fetch nltk-tagger`, or use the dictionary wordnet"):
        cdat(protocol="nakajima2026", embedding=task_words)
    with fetched_tagger():
        words = find_dictionary("nakajima2026").signature
        run_spec = cdat(protocol="nakajima2026", embedding=task_words)
    assert f"|dictionary:{words}|" in key(run_spec)
    assert ",dictionary=nakajima2026," in run_spec.name
    assert "|dictionary:none|" in key(cdat(protocol="schapiro2026", embedding=task_words))
    assert "|dictionary:wordnet-nouns@" in key(cdat(protocol="nakajima2026"))


def test_the_key_names_everything_that_moves_the_score(task_words):
    """Card, prompts, items, vectors, dictionary."""
    promise = key(cdat(embedding=f"builtin+{task_words}"))
    prompts = BENCHMARK.compared(BENCHMARK.settings(embedding="builtin"))["prompts"]
    assert prompts.startswith("50@sha256:")
    table, own = check_embeddings(f"builtin+{task_words}")
    vectors = f"{table}/{estimates_signature()}+{own}"
    assert promise.startswith("cdat|protocol:schapiro2026|")
    for part in (f"prompts:{prompts}", "items:50@sha256:93ef62bf50e0", f"embedding:{vectors}", "dictionary:none"):
        assert f"|{part}|" in promise
    assert promise.endswith("|card:3")
    assert "|prompts:from a file|" in comparable_key(
        BENCHMARK, settings_of(BENCHMARK, embedding=task_words), asked=False
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"dictionary": "mine"},
            "dictionary must be one of olson2021, nakajima2026, wordnet, none, or a file that exists, got 'mine'",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        cdat(**arguments)


def test_one_answer_to_each_cue_by_default():
    """Repeats are trials."""
    assert cdat().adapter_spec.num_trials == 1
    (run_spec,) = construct_run_specs(
        parse_object_spec("creativity_cdat:embedding=builtin,temp=2,num_trials=40,model=creativity/greedy")
    )
    assert (run_spec.adapter_spec.num_trials, run_spec.adapter_spec.temperature) == (40, 2)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_fifty_instances(protocol, tmp_path):
    """One a cue, with the checksum of its prompt."""
    scenario = create_object(cdat(protocol=protocol).scenario_spec)
    instances = scenario.get_instances(str(tmp_path))
    assert [instance.id for instance in instances] == list(CUE_WORDS)
    assert len(set(CUE_WORDS)) == 50
    for instance in instances:
        prompt = render(FOLDER, "schapiro2026", cue=instance.id)
        assert instance.input.text == prompt.text
        assert f'cue word: "{instance.id}". ' in prompt.text
        assert instance.extra_data["cue"] == instance.id
        assert instance.extra_data["prompt_sha256"] == prompt.sha256
        assert (instance.split, instance.references) == ("test", [])


def test_the_prompt_is_the_papers():
    """Appendix E.2, to the letter."""
    text = render(FOLDER, "schapiro2026", cue="rock").text
    assert text == (
        "Please enter 10 words that are as different from each other as possible, in all meanings and uses of the "
        'words, yet semantically associated with the following cue word: "rock". Only use single nouns. Do not use '
        "proper nouns. Do not use the cue word itself or variations of it. Respond with ONLY a JSON array of exactly "
        '10 words, like: ["word1", "word2", "word3", "word4", "word5", "word6", "word7", "word8", "word9", "word10"]'
    )
    assert hashlib.sha256(text.encode()).hexdigest() == render(FOLDER, "schapiro2026", cue="rock").sha256


def test_the_promise_covers_all_prompts():
    """In their order, as they are asked."""
    expected = checksum_prompts(render(FOLDER, "schapiro2026", cue=cue) for cue in CUE_WORDS)
    assert f"|prompts:{expected}|" in key(cdat())


def test_runs_that_must_not_be_averaged_have_scenarios_of_their_own(task_words):
    """HELM averages the runs of a model whose scenarios have equal arguments; temperatures stand in rows."""
    special = [{}, {"protocol": "nakajima2026"}, {"embedding": task_words}, {"dictionary": "wordnet"}]
    assert len({tuple(cdat(**values).scenario_spec.args.items()) for values in special}) == len(special)
    assert cdat(temp=0).scenario_spec.args == cdat().scenario_spec.args
    shown = {"protocol": "schapiro2026", "embedding": "builtin", "dictionary": "none"}
    assert cdat().scenario_spec.args == {"benchmark": "cdat", **shown}


def test_cues_are_looked_up_before_a_request_is_paid_for(toy):
    """A cue without a vector would be found out after all answers had been paid for."""
    with pytest.raises(BadArguments, match=r"toy has no vector for the cues 'anger', 'bell', .* and [0-9]+ more"):
        cdat(embedding=toy, dictionary="none")
