"""The form for people, as text; ``tests/pages`` fills it in."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from helm.benchmark.runner import downsample_eval_instances
from helm.benchmark.scenarios.scenario import TEST_SPLIT
from support.pages import Tree, colours, contrast

from helm_creativity.cli import main
from helm_creativity.core.loading import get_benchmark, load_benchmark
from helm_creativity.core.registry import list_entries
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.helm_plugin.scenario import CreativityScenario
from helm_creativity.people.form import FormItem, FormTask, PeopleForm, form_task, render_form

HOSTILE = '</script><script>alert("x")</script><!--<b>&amp;\u2028'


def data_of(page):
    """What is embedded in a page."""
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


@pytest.mark.parametrize("entry", list_entries(), ids=lambda entry: entry.name)
def test_every_benchmark_that_asks_once_has_a_form_in_the_words_of_a_run(entry):
    """Judges and embeddings need not be here; where words of authors are missing, the error says how to get them."""
    benchmark, asked, refused = load_benchmark(entry), 0, []
    for protocol, words in product(entry.card.protocols, ({}, {"prompts": "own"})):
        try:
            task = form_task(benchmark, {"protocol": protocol, **words})
        except CreativityError as error:
            refused.append(str(error))
        else:
            items = benchmark.items(benchmark.settings_type(protocol=protocol, **words))
            assert task.items == [(item.id, item.prompt.text) for item in items]
            asked += 1
    assert asked or entry.name == "pace"
    reasons = ("helm-creativity items fetch", "no argument 'prompts'", "a model is asked follow-ups")
    assert [message for message in refused if not any(reason in message for reason in reasons)] == []


def test_it_asks_what_a_run_asks():
    """Instruction and items of ``helm-run --max-eval-instances``, and the checksum that stands in a run's key."""
    rat = get_benchmark("rat")
    task = form_task(rat, {"instruction": "creative", "num_trials": 2}, 7)
    settings = rat.settings(instruction="creative")
    instances = CreativityScenario("rat", **settings.titles).get_instances("")
    before = settings.before_prompts.text
    assert before
    drawn = downsample_eval_instances(instances, 7, [TEST_SPLIT])
    assert {(item.id, item.prompt) for item in task.items} == {
        (instance.id, f"{before}\n\n{instance.input.text}") for instance in drawn
    }
    assert task.prompts == rat.compared(settings)["prompts"]
    assert rat.settings(**task.settings) == settings
    assert PeopleForm([task]).responses == 14


@pytest.mark.parametrize(
    ("name", "args", "message"),
    [
        ("pace", {}, "creativity_pace: a model is asked follow-ups to each response"),
        ("create", {"form": "iterative"}, "a model is asked follow-ups to each response"),
        (
            "rat",
            {"item": "own", "protocol": "x"},
            r"no argument 'item'; did you mean 'items'\?.*protocol must be one of",
        ),
        ("rat", {"items": "x"}, "creativity_rat: items must be one of"),
        ("rat", {"num_trials": 0}, "num_trials must be a whole number of at least 1, got 0"),
    ],
)
def test_what_a_page_cannot_ask_is_refused_with_the_reason(name, args, message):
    """Further turns, and arguments that a run would refuse."""
    with pytest.raises(BadArguments, match=message):
        form_task(get_benchmark(name), args)


def test_a_benchmark_is_in_a_form_once():
    """The file would not say to which settings a response belongs."""
    task = form_task(get_benchmark("rat"), {}, 1)
    with pytest.raises(BadArguments, match="rat is in the form twice"):
        render_form(PeopleForm([task, task]))


def test_a_page_holds_no_answers():
    """Of an item it has id and prompt."""
    data = data_of(render_form(PeopleForm([form_task(get_benchmark("rat"), {})])))
    assert {name for item in data["benchmarks"][0]["items"] for name in item} == {"id", "prompt"}


def test_whatever_is_in_it_stays_text():
    """Names, prompts and the consent text come from outside; no script but the page's own may run."""
    task = FormTask(HOSTILE, {HOSTILE: HOSTILE}, 1, HOSTILE, [FormItem(HOSTILE, HOSTILE)])
    form = PeopleForm([task], name=HOSTILE, consent=HOSTILE)
    page = render_form(form)
    tree = Tree(page)
    assert tree.tags.count("script") == 2
    assert len(tree.ids) == len(set(tree.ids))
    assert {**data_of(page), "key": None} == {**form.data, "key": None}
    assert '</script><script>alert("x")</script>' in tree.text
    policy = tree.all("meta")[2]["content"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert policy.endswith("'; base-uri 'none'; form-action 'none'")
    assert "://" not in page
    assert "url(" not in page
    assert not [
        name for _, attributes in tree.elements for name in attributes if name.startswith("on") or name == "src"
    ]


def test_nothing_says_that_it_is_about_creativity():
    """That would be an instruction, which a model does not get."""
    page = render_form(PeopleForm([form_task(get_benchmark("rat"), {}, 1)]))
    shown = re.sub(r"<head>.*?</head>|<details.*?</details>|<script.*?</script>", "", page, flags=re.DOTALL)
    assert "Begin" in shown
    assert "creativ" not in shown.lower()
    assert "Remote" not in shown


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_frames_can_be_seen(dark):
    """At least 4.5 to 1 for text and 3 to 1 for frames and what has the focus, by WCAG 2.2."""
    (style,) = Tree(render_form(PeopleForm([form_task(get_benchmark("rat"), {}, 1)]))).styles
    colour = colours(style.split("@media (prefers-color-scheme: dark)")[dark])
    for ground in ("paper", "card", "wash"):
        assert all(contrast(colour[name], colour[ground]) >= 4.5 for name in ("text", "soft", "bad", "line"))
        assert contrast(colour["focus"], colour[ground]) >= 3
    assert contrast(colour["on"], colour["line"]) >= 4.5


def test_forms_that_differ_do_not_share_what_a_browser_keeps():
    """And the same form, made again, finds it."""
    task = form_task(get_benchmark("rat"), {}, 1)
    keys = [data_of(render_form(PeopleForm([task], name=name)))["key"] for name in ("a", "a", "b")]
    assert keys[0] == keys[1] != keys[2]


def test_the_command_writes_a_page(tmp_path, capsys):
    """From run entries, as helm-run takes them."""
    consent, page = tmp_path / "consent.txt", tmp_path / "form.html"
    consent.write_text("You may stop\nat any time.\n", "utf-8")
    args = ["--items", "2", "--minutes", "1.5", "--name", "Study 1", "--consent", str(consent), "--out", str(page)]
    assert main(["people", "form", "creativity_rat:num_trials=2", "creativity_dat", *args]) == 0
    assert capsys.readouterr().out == f"{page} asks for 5 responses; open it in a browser\n"
    data = data_of(page.read_text("utf-8"))
    assert (data["name"], data["minutes"], data["consent"]) == ("Study 1", 1.5, "You may stop\nat any time.")
    assert [
        (benchmark["benchmark"], benchmark["trials"], len(benchmark["items"])) for benchmark in data["benchmarks"]
    ] == [
        ("rat", 2, 2),
        ("dat", 1, 1),
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["creativity_rta"], "there is no benchmark 'creativity_rta'.*did you mean 'rat'"),
        (["creativity_rat:a"], "expected a run entry, such as .*: Expected <key>=<value>, got 'a'"),
        (["creativity_rat", "--consent", "missing"], "cannot read missing"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, capsys, args, message):
    """In one line, and writes nothing."""
    assert main(["people", "form", *args, "--out", str(tmp_path / "form.html")]) == 2
    assert re.search(message, capsys.readouterr().err)
    assert list(tmp_path.iterdir()) == []
