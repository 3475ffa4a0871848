"""Run entries of the DRAT: names, refusals, instances, and the metric that keeps its promise."""

from types import SimpleNamespace

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support.drat import BENCHMARK, GOOD

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.prompts import render
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.drat.benchmark import pool_label
from helm_creativity.scenarios.drat.items import anchor_sets
from helm_creativity.words.cues import CUE_WORDS

FOLDER = BENCHMARK.folder
STANDARD = "protocol=schapiro2026,items=scientific,k=4"


def drat(**arguments):
    """The DRAT's run spec, under the built-in table by default."""
    return get_run_spec_function("creativity_drat")(**{"prompts": "own", "embedding": "builtin", **arguments})


def key(run_spec):
    """Everything that must agree between two scores that are compared."""
    return run_spec.metric_specs[0].args["comparable"]


@pytest.fixture
def pool(tmp_path):
    """A pool of the user's own."""
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(CUE_WORDS[:20]))
    return path


def test_the_name_shows_what_was_chosen():
    """Paper's settings are left out."""
    assert drat().name == f"creativity_drat:{STANDARD},prompts=own,embedding=builtin,dictionary=none,temp=1"
    chosen = drat(items="conceptnet", k=2, utility="avg", quantile=0.7, n_min=2, temp=0.5, max_tokens=64)
    assert chosen.name == (
        "creativity_drat:protocol=schapiro2026,items=conceptnet,k=2,utility=avg,quantile=0.7,n_min=2,prompts=own,"
        "embedding=builtin,dictionary=none,temp=0.5,max_tokens=64"
    )


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        *[("items", "conceptnet"), ("k", 2), ("k", 3), ("utility", "min"), ("utility", "avg"), ("quantile", 0.5)],
        *[("quantile", 0), ("quantile", 1), ("n_min", 2), ("n_min", 10), ("pool", "nouns"), ("temp", 0)],
        *[("max_tokens", 64), ("dictionary", "wordnet")],
    ],
)
def test_every_argument_is_in_the_name(argument, value):
    """As the user wrote it."""
    assert f"{argument}={value}" in drat(**{argument: value}).name.partition(":")[2].split(",")


def test_runs_that_must_not_be_averaged_have_scenarios_of_their_own(task_words, pool):
    """HELM averages the runs of a model whose scenarios have equal arguments; temperatures may be."""
    special = [{}, {"items": "conceptnet"}, {"k": 2}, {"utility": "min"}, {"quantile": 0.8}, {"n_min": 4}]
    special += [{"pool": "nouns"}, {"pool": str(pool)}, {"embedding": task_words}, {"dictionary": "wordnet"}]
    titles = {tuple(drat(**values).scenario_spec.args.items()) for values in special}
    assert len(titles) == len(special)
    assert drat(temp=0).scenario_spec.args == drat().scenario_spec.args
    standard = {"benchmark": "drat", "protocol": "schapiro2026", "items": "scientific", "k": 4, "prompts": "own"}
    assert drat().scenario_spec.args == {**standard, "embedding": "builtin", "dictionary": "none"}


def test_a_pool_of_ones_own_is_known_by_name_and_checksum(pool, tmp_path):
    """Not by its path, which is this machine's."""
    run_spec = drat(pool=str(pool))
    label = pool_label(str(pool))
    assert label.startswith("mine@")
    assert f",pool={label}," in run_spec.name
    assert str(tmp_path) not in run_spec.name
    assert f"|pool:mine@sha256:{label[5:]}/20|" in key(run_spec)
    pool.write_text("\n".join(CUE_WORDS[:21]))
    assert drat(pool=str(pool)).name != run_spec.name


def test_a_long_file_name_is_refused_by_the_length_of_the_runs_name(tmp_path):
    """A folder's name has 255 bytes, of which HELM needs some."""
    path = tmp_path / f"{'x' * 150}.txt"
    path.write_text("\n".join(CUE_WORDS))
    with pytest.raises(BadArguments, match="bytes long, at most 160"):
        drat(pool=str(path))


def test_the_papers_ablations_have_names_that_fit():
    """All at once, under the paper's encoder, at a temperature of two digits."""
    name = drat(items="conceptnet", k=2, utility="min", quantile=0.95, n_min=10, temp=1.25).name
    assert len(name.replace("=builtin", "=sbert-mpnet").replace("=own", "=authors")) <= 160


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pool": "cues"}, "pool must be one of cue_words, nouns, or a file with one word per line: .*cues"),
        ({"pool": 7}, "pool must be one of cue_words, nouns, or a file with one word per line"),
        (
            {"dictionary": "mine"},
            "dictionary must be .*, wordnet, none, or a file that exists, got 'mine'",
        ),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        drat(**arguments)


def test_all_problems_are_named_at_once(tmp_path):
    """Also those of files."""
    short = tmp_path / "short.txt"
    short.write_text("\n".join(GOOD[:9]))
    with pytest.raises(BadArguments) as caught:
        drat(items="x", k=9, utility="x", quantile=2, n_min=0, pool=str(short), embedding="x", temp=9)
    message = str(caught.value)
    for part in ("items", "k", "utility", "quantile", "n_min", "temp"):
        assert f"{part} must be" in message
    assert "short.txt has 9 words; a quantile needs at least 10" in message
    assert "unknown embedding 'x'" in message


def test_the_papers_encoder_is_the_default():
    """It is not on this machine: the message says how to bring it, before anything is paid for."""
    with pytest.raises(BadArguments, match="helm-creativity embeddings fetch sbert-mpnet"):
        get_run_spec_function("creativity_drat")()


def test_close_quantiles_have_names_of_their_own():
    """A rounded name would be shared."""
    assert drat(quantile=0.123456789).name != drat(quantile=0.12345678).name


def test_numbers_arrive_from_run_entries():
    """HELM turns texts into numbers."""
    entry = "creativity_drat:prompts=own,embedding=builtin,k=2,quantile=1,n_min=2,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert run_spec.name.startswith("creativity_drat:protocol=schapiro2026,items=scientific,k=2,quantile=1,n_min=2,")
    settings = create_object(run_spec.metric_specs[0]).settings
    assert (settings.k, settings.utility, settings.quantile, settings.n_min) == (2, "max", 1.0, 2)
    assert type(settings.quantile) is float
    assert run_spec.adapter_spec.num_trials == 1


@pytest.mark.parametrize("bank", ["scientific", "conceptnet"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_thirty_instances(bank, k, tmp_path):
    """Each with its anchors and the checksum of its prompt."""
    scenario = create_object(drat(items=bank, k=k, pool="nouns").scenario_spec)
    instances = scenario.get_instances(str(tmp_path))
    sets = anchor_sets(bank, k)
    assert [instance.id for instance in instances] == list(sets)
    for instance in instances:
        anchors = sets[instance.id]
        prompt = render(FOLDER, "schapiro2026_own", anchors=anchors)
        assert instance.input.text == prompt.text
        assert instance.extra_data["anchors"] == list(anchors)
        assert prompt.sha256 in instance.extra_data.values()
        assert instance.split == "test"
        assert instance.references == []


def test_the_prompt_quotes_every_anchor():
    """Figure 8's wording, with the number of anchors."""
    text = render(FOLDER, "schapiro2026_own", anchors=("heartbeat", "supply chain")).text
    assert text.startswith(
        'Given 2 remote anchors: "heartbeat", "supply chain". Generate 10 nouns that are maximally different from each '
        "other and each of which could be metaphorically applied to all of the anchors."
    )
    assert text.endswith('"word9", "word10"]')
    assert "{" not in text


def test_the_promise_covers_all_prompts():
    """In their order, as they are asked."""
    prompts = [render(FOLDER, "schapiro2026_own", anchors=anchors) for anchors in anchor_sets("conceptnet", 3).values()]
    assert f"|prompts:own/{checksum_prompts(prompts)}|" in key(drat(items="conceptnet", k=3))


def test_a_pool_that_changed_since_is_an_error(pool):
    """And not another score under the same name."""
    run_spec = drat(pool=str(pool))
    metric = create_object(run_spec.metric_specs[0])
    pool.write_text("\n".join(CUE_WORDS[:21]))
    state = SimpleNamespace(adapter_spec=run_spec.adapter_spec, request_states=[])
    with pytest.raises(ValueError, match=r"this run promises '.*/20\|.*', but what is installed is '.*/21\|"):
        metric.evaluate(state, None, "", 1)


def test_words_of_the_task_are_looked_up_before_a_request_is_paid_for(toy, task_words, tmp_path):
    """The pool's and the anchors', by name; of the pool of nouns only those that the embedding knows are taken."""
    (tmp_path / "pool.txt").write_text("\n".join([*CUE_WORDS[:10], "qqq"]))
    with pytest.raises(BadArguments, match="tasks has no vector for the noun pool's 'qqq'"):
        drat(embedding=task_words, dictionary="none", pool=str(tmp_path / "pool.txt"))
    with pytest.raises(BadArguments, match=r"toy has no vector for the anchors 'algorithm', .* and [0-9]+ more"):
        drat(embedding=toy, dictionary="none", pool="nouns")
    assert "pool=nouns" in drat(embedding=task_words, dictionary="none", pool="nouns").name
