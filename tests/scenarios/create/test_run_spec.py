"""Run entries of CREATE: names, settings, refusals, items."""

import itertools

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import create_object, parse_object_spec
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.core.benchmark import comparable_key, settings_in_run
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm_plugin.run_spec import run_name
from helm_creativity.scenarios.create.benchmark import FORMS, PROTOCOLS, first_prompt
from helm_creativity.scenarios.create.items import read_own

CREATE = get_benchmark("create")
GROUP = CREATE.card.group
LEXICAL = "creativity/lexical-judge"
LONG = [f"{name}-with-a-long-name-2026-01-01" for name in ("first", "second", "third")]


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two", "three"])


@pytest.fixture
def queries(tmp_path):
    """A file of two queries."""
    path = tmp_path / "mine.jsonl"
    path.write_text(
        '{"query": "Ada to whom?", "entity_a": "Ada Lovelace", "rel_b": "occupation", "entity_b": "engineer"}\n'
        '{"query": "And Alan?", "entity_a": "Alan Turing", "rel_b": "child", "entity_b": "Lord Byron"}\n'
    )
    return str(path)


def create(**arguments):
    """The run spec, under the built-in table and by the lexical judge by default."""
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", "judges": LEXICAL, **arguments})


def test_the_name_shows_the_settings(stops, queries):
    """What is not as usual beside what always stands there."""
    assert create().name == (
        f"{GROUP}:protocol=wadhwa2026,embedding=builtin,judges=lexical-judge-6c2f57be,design=all,temp=0.7"
    )
    asked = create(form="resample", responses=5, items=queries, embedding=stops, temp=1).name
    assert asked.startswith(f"{GROUP}:protocol=wadhwa2026,form=resample,responses=5,items=mine@")
    assert f",embedding={stops},judges=" in asked
    assert asked.endswith(",temp=1")
    assert create(max_tokens=333).name.endswith(",temp=0.7,max_tokens=333")
    judged = {"judges": "chat/one+chat/two", "design": "draw=1", "seed": 7, "judge_temp": 0.5, "judge_max_tokens": 99}
    name = create(protocol="wadhwa2026_code", embedding=stops, **judged).name
    assert name.startswith(f"{GROUP}:protocol=wadhwa2026_code,embedding={stops},judges=one+two-")
    assert ",design=draw1,seed=7,judge_temp=0.5,judge_max_tokens=99,temp=0.7" in name
    assert create(instruction="creative").name.endswith(",instruction=creative,temp=0.7")
    titles = create(form="resample", responses=4).scenario_spec.args
    assert (titles["form"], titles["responses"]) == ("resample", 4)


def test_a_name_with_three_judges_fits_a_folder(monkeypatch):
    """In the forms of the paper, behind an instruction, with the paper's embedding and the authors' queries."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", LONG, host="provider")
    judges = "+".join(f"provider/{name}" for name in LONG)
    for form, protocol in itertools.product(FORMS, PROTOCOLS):
        arguments = {
            "protocol": protocol,
            "form": form,
            "embedding": "sbert-minilm",
            "judges": judges,
        }
        more = {"items": "official@0123456", "design": "draw=2", "instruction": "effective"}
        name = run_name(CREATE, CREATE.settings_type(**{"protocol": "wadhwa2026", **arguments, **more}))
        assert len(name.encode()) <= 160
        assert "embedding" not in name
        assert ("form" in name) == (form != "original")
        assert ",items=official@0123456,judges=3judges-" in name


def test_users_queries_are_other_items(stops, queries):
    """In the name, in the key and on HELM's pages; and the metric scores with them."""
    own, users = create(embedding=stops, form="iterative"), create(embedding=stops, form="iterative", items=queries)
    assert own.name != users.name
    assert own.scenario_spec.args != users.scenario_spec.args
    metric = create_object(users.metric_specs[0])
    key = users.metric_specs[0].args["comparable"]
    assert comparable_key(CREATE, metric.settings) == metric.comparable == key != own.metric_specs[0].args["comparable"]


def test_the_candidate_is_asked_as_in_the_paper():
    """One answer a query, at .7; what resample adds is asked by the annotator."""
    for form in FORMS:
        spec = create(form=form)
        adapter = spec.adapter_spec
        assert (adapter.num_trials, adapter.num_outputs, adapter.temperature) == (1, 1, 0.7)
        (_, annotator) = spec.annotators
        settings = settings_in_run(CREATE, annotator.args)
        assert (settings.judges, settings.design, settings.protocol) == (LEXICAL, "all", "wadhwa2026")
        assert (settings.form, settings.pooled) == (form, 3 if form == "resample" else 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"judges": ""}, "judges must name one or more deployments joined by \\+"),
        ({"judges": "chat/one", "design": "draw=2"}, "design draw2 needs at least 2 judges, got 1"),
        ({"responses": 4}, "responses is for form=resample, got it with form=original"),
        ({"form": "iterative", "responses": 2}, "responses is for form=resample"),
        ({"form": "resample", "responses": 1}, "responses must be a whole number from 2 to 100, got 1"),
        ({"form": "resample", "responses": "many"}, "responses must be a whole number from 2 to 100, got 'many'"),
        ({"items": "mine"}, "mine"),
        ({"items": "nowhere.csv"}, "nowhere.csv"),
        ({"items": "official@xyz"}, "official@xyz"),
        ({"embedding": "glove-840b"}, "embeddings fetch glove-840b"),
        ({"weighted": True}, "weighted"),
        ({"response": 3}, "there is no argument 'response'; did you mean 'responses'"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    """By name, with what is allowed."""
    with pytest.raises(BadArguments, match=message):
        create(**arguments)


def test_problems_of_files_and_forms_are_reported_with_all_others():
    """Those of the judges, the queries and the responses among them."""
    with pytest.raises(BadArguments) as caught:
        create(judges="a/b", protocol="x", form="iterative", responses=2, items="x.csv", temp=9, more=1, design="y")
    for part in ("'a/b'", "protocol must", "responses is for", "x.csv", "temp must", "'more'", "design must"):
        assert part in str(caught.value)


def test_queries_and_embedding_that_are_both_missing_are_both_reported():
    """So that one start is enough."""
    with pytest.raises(BadArguments) as caught:
        create(items="nowhere.csv", embedding="glove-841b")
    assert "nowhere.csv" in str(caught.value)
    assert "glove-841b" in str(caught.value)


def test_every_query_is_an_instance(tmp_path):
    """With what scorer, annotator and design need, and the checksum of its prompt."""
    for form in FORMS:
        instances = create_object(create(form=form).scenario_spec).get_instances(str(tmp_path))
        assert [instance.id for instance in instances] == [query.id for query in read_own()]
        for number, (instance, query) in enumerate(zip(instances, read_own(), strict=True)):
            prompt = first_prompt(form, query.target, query.query)
            assert instance.input.text == prompt.text
            assert instance.extra_data == {
                "query": query.query,
                **query.target._asdict(),
                "relation": query.relation,
                "number": number,
                "prompt_id": prompt.id,
                "prompt_sha256": prompt.sha256,
            }


def test_a_file_of_queries(tmp_path, queries):
    """Its own queries, and a name that shows which; the file's place is in the scenario's arguments alone."""
    spec = create(items=queries)
    instances = create_object(spec.scenario_spec).get_instances(str(tmp_path))
    assert [instance.extra_data["entity_a"] for instance in instances] == ["Ada Lovelace", "Alan Turing"]
    assert "'Alan Turing'" in instances[1].input.text
    assert len({instance.id for instance in instances}) == 2
    assert str(tmp_path) not in spec.name


def test_run_entries_reach_the_function():
    """As HELM parses them."""
    entry = f"{GROUP}:judges={LEXICAL},embedding=builtin,form=resample,responses=4,model=creativity/greedy"
    (run_spec,) = construct_run_specs(parse_object_spec(entry))
    assert (run_spec.adapter_spec.model, run_spec.annotators[1].args["responses"]) == ("creativity/greedy", 4)
    with pytest.raises(BadArguments, match="a model never judges itself"):
        construct_run_specs(parse_object_spec(f"{GROUP}:judges=chat/one,embedding=builtin,model=chat/one"))
