"""Benchmarks that ask their authors' words, read from the authors' files; here from stand-ins of the same structure."""

import hashlib
import json

import pytest
from support.aut import FILES as AUT_FILES
from support.authors_files import program, put_stand_in, use_real_files

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import all_prompts
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response
from helm_creativity.errors import BadArguments
from helm_creativity.judges.readings import read_one
from helm_creativity.scenarios.aut.benchmark import ONE_USE
from helm_creativity.scenarios.aut.items import object_names

TONGUES = [
    *("Arabic", "Chinese", "Czech", "Dutch", "English", "French", "German", "Italian", "Japanese", "Korean"),
    *("Portuguese", "Spanish"),
]
KINDS = ("edible", "tools", "money", "sound")
MARKED_IN_SOURCE = '\\n\\nAnswer after **Final Idea:**"'
PROMPTS = {
    "idea_prompt": {
        "description": 'An idea on "{{keywords}}".',
        "fallback_description": 'Once more, an idea on "{{keywords}}".',
    },
    "critic_prompt": {"description": "Analyse it, then rate it from 1 to 10 as JSON."},
    "fluency_critic_prompt": {"description": 'On "{{keyword}}":\n# One\n{{A}}\n# Two\n{{B}}\nA, B, C or D?'},
}
FILES = {
    "liveideabench-prompts-json": json.dumps(PROMPTS),
    "liveideabench-llm": program(
        line_1="class IdeaLLM:",
        line_2="    def generate_idea(self, prompt, fallback_prompt=None):",
        line_303=f'        prompt = prompt + "{MARKED_IN_SOURCE}',
        line_305=f'        fallback_prompt = fallback_prompt + "{MARKED_IN_SOURCE}',
        line_375="class CriticLLM:",
        line_376="    def critique_idea(self, idea, prompt=None):",
        line_377='        """Rates it."""',
        line_389='        prompt = "The idea:\\n\\n" + idea',
    ),
    "macgyver-prompt": program(
        line_1="if __name__ == '__main__':",
        line_2="\tfor row in rows:",
        line_3="        instruction_vanilla = f'Solve it, or say that it cannot be solved.'",
        line_4='        text = f"{row}\\n\\n{instruction_vanilla}"',
    ),
    "schapiro2026-drat": program(
        line_1="def drat_prompt(anchors):",
        line_58="    bridge_clause = (",
        line_59='        f"close to both {anchor_str}"',
        line_60="        if len(anchors) == 2",
        line_61='        else f"close to all of {anchor_str}"',
        line_62="    )",
        line_66="    return (",
        line_67='        f"Give 10 words, {bridge_clause}.\\n\\n"',
        line_68='        f"Use no anchor."',
        line_69="    )",
    ),
    "nakajima2026-prompt": program(
        line_28="def generate_response(cue):",
        line_29="    text = f'Ten words on “{cue}.”'",
        line_30='    print(f"Asking about {cue}")',
    ),
    "mctb2025-dat": program(
        line_1="class DivergentAssociationTest:",
        line_2="    def __init__(self):",
        line_3="        self.prompts = [",
        **{
            f"line_{line}": f'(f"Form {number}: {{str(self.n_words)}} nouns." + " " + self.addition_specs),'
            for number, line in ((2, 41), (3, 44), (4, 47), (5, 51))
        },
        line_52="        ]",
    ),
    "mctb2025-hard-dat": program(
        line_1="class HardDivergentAssociationTest:",
        line_2="    def set_prompt(self, letter, words):",
        line_35="        self.prompt = (",
        line_36='            f"Write {str(self.n_words)} words with {letter}, far from "',
        line_37='            f"these {self.given_words} and with {letter}:")',
        line_38='        self.prompt += "\\n".join(words)',
    ),
    "mctb2025-sdat": "class SyntheticDivergentAssociationTest:\n    def __init__(self):\n        self.prompts = {\n"
    + "".join(f'"{name}":\n(f"{name}: {{str(self.n_words)}} words." + " "),\n' for name in TONGUES)
    + "        }\n",
    "mctb2025-sdat-constraints": "".join(
        f"language_constraints_{kind} = {{{', '.join(f'{name!r}: {name + kind!r}' for name in TONGUES)}}}\n"
        for kind in KINDS
    ),
}


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """An empty home."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))


@pytest.fixture
def stand_ins(fresh):
    for name, text in FILES.items():
        put_stand_in(name, text)


def settings_of(name, **values):
    """Benchmark and settings, with a judge or an embedding where there is one."""
    benchmark = get_benchmark(name)
    usual = {"judges": "creativity/lexical-judge", "embedding": "builtin", "design": "all", "dictionary": "wordnet"}
    known = {field: value for field, value in usual.items() if hasattr(benchmark.settings_type, field)}
    return benchmark, benchmark.settings(**known, **values)


IDEAS_2026 = {"protocol": "ruan2026", "form": "reasoning"}
MCTB, NAKAJIMA = {"protocol": "mctb2025"}, {"protocol": "nakajima2026"}
SDAT = {"items": "en", "asked": 25}
MARK = "\n\nAnswer after **Final Idea:**"
THREE, FOUR = '"heart", "engine", and "marketplace', '"heart", "engine", "marketplace", and "equation'


def reply_to(benchmark, prompt):
    """Of the random baseline, to a prompt with something before it."""
    return baseline_response(benchmark, f"Be creative.\n\n{prompt.text}", CHOOSERS["random"]("builtin", 1))


@pytest.mark.parametrize(
    ("name", "values", "place", "text", "said"),
    [
        ("live_idea_bench", IDEAS_2026, 0, 'An idea on "{0.id}".{2}', "**Final Idea:** Measure"),
        ("macgyver", {}, 0, "{0.fields[problem]}\n\nSolve it, or say that it cannot be solved.", "Step1: Use"),
        ("drat", {"k": 2}, 0, 'Give 10 words, close to both "heart" and "engine".\n\nUse no anchor.', 10),
        ("drat", {"k": 3}, 0, f'Give 10 words, close to all of {THREE}".\n\nUse no anchor.', 10),
        ("drat", {"k": 4}, 0, f'Give 10 words, close to all of {FOUR}".\n\nUse no anchor.', 10),
        ("cdat", NAKAJIMA, 0, "Ten words on “{0.id}.”", 10),
        *[("dat", MCTB, place, f"Form {place + 1}: 20 nouns.", 20) for place in range(1, 5)],
        ("hard_dat", {"letters": "b"}, 0, "Write 25 words with b, far from these 20 and with b:{1}", 25),
        ("sdat", {**SDAT, "constraint": "under_ten_dollars"}, 0, "English: 25 words. Englishmoney", 25),
        ("sdat", SDAT, 0, "English: 25 words.", 25),
    ],
)
def test_the_authors_words_are_asked_and_answered(stand_ins, name, values, place, text, said):
    """With as many words as are asked for, or in a sentence."""
    benchmark, settings = settings_of(name, **values)
    item = list(benchmark.items(settings))[place]
    assert item.prompt.text == text.format(item, "\n".join(item.fields.get("given", ())), MARK)
    reply = reply_to(benchmark, item.prompt)
    words = json.loads(reply) if reply.startswith("[") else reply.split("\n")
    assert len(words) == said if isinstance(said, int) else reply.startswith(said)


@pytest.mark.parametrize("protocol", ["ruan2024", "ruan2026"])
@pytest.mark.parametrize(("form", "mark", "said"), [("plain", "", ""), ("reasoning", MARK, "**Final Idea:** ")])
def test_live_idea_bench_asks_again_in_the_authors_words(stand_ins, protocol, form, mark, said):
    benchmark, settings = settings_of("live_idea_bench", protocol=protocol, form=form)
    *_, fallback = all_prompts(benchmark, settings)
    assert fallback.text == f'Once more, an idea on "KEYWORD".{mark}'
    assert reply_to(benchmark, fallback).startswith(f"{said}Measure KEYWORD with")


def test_the_critics_of_ruan2026_are_the_programs(stand_ins):
    """What an idea holds is no hole of theirs, and the ratings behind an analysis count."""
    benchmark, settings = settings_of("live_idea_bench", protocol="ruan2026")
    critic, fluency = benchmark.rubrics(settings)
    assert [form.text for rubric in (critic, fluency) for form in rubric.forms()] == [
        "Analyse it, then rate it from 1 to 10 as JSON.",
        "The idea:\n\nIDEA",
        'On "KEYWORD":\n# One\nIDEA_A\n# Two\nIDEA_B\nA, B, C or D?',
    ]
    question = critic.question(idea="An idea with {{A}}.")
    ratings = '{"originality": 7, "feasibility": 6, "clarity": 8}'
    reply = f"Originality would be 3 for most. Feasible within 2 years.\n\n```json\n{ratings}```"
    found = [
        read_one(critic, Response(text, "stop"), question.rated)
        for text in (reply, lexical_rating(benchmark, question.user))
    ]
    assert {name: rating.value for name, rating in found[0].items()} == json.loads(ratings)
    assert found[1].keys() == found[0].keys()
    assert all(rating.value is not None for rating in found[1].values())
    assert critic.schema(question) is None
    pair = fluency.question(keyword="k", idea_a="about {{B}}", idea_b="same").user
    assert "about {{B}}" in pair
    assert lexical_rating(benchmark, pair) in "ABCD"


@pytest.mark.parametrize(
    ("name", "values", "fetched"),
    [
        *[("live_idea_bench", values, "liveideabench-prompts") for values in ({}, {"protocol": "ruan2026"})],
        *[("macgyver", {}, "macgyver-prompt"), ("drat", {}, "schapiro2026-drat")],
        *[("cdat", NAKAJIMA, "nakajima2026-prompt"), ("dat", MCTB, "mctb2025-prompts")],
        *[("hard_dat", {}, "mctb2025-prompts"), ("sdat", {"items": "en"}, "mctb2025-prompts")],
    ],
)
def test_without_the_files_one_command_is_named(fresh, name, values, fetched):
    with pytest.raises(BadArguments, match=f"`helm-creativity fetch {fetched}`, or use prompts=own"):
        list(all_prompts(*settings_of(name, **values)))
    benchmark, settings = settings_of(name, prompts="own", **values)
    assert any(prompt.id.endswith("_own") for prompt in all_prompts(benchmark, settings))


@pytest.mark.parametrize(("name", "protocol"), [("cdat", "schapiro2026"), ("dat", "olson2021")])
def test_a_printed_prompt_has_no_other(fresh, name, protocol):
    with pytest.raises(BadArguments, match=f"prompts=own: protocol {protocol} is asked in the words that its paper"):
        settings_of(name, prompts="own")


@pytest.mark.parametrize(
    ("name", "values", "checksum"),
    [
        ("live_idea_bench", {}, "217@sha256:906eafa0baaa"),
        ("live_idea_bench", IDEAS_2026, "217@sha256:c9da58f6e8aa"),
        *[("macgyver", {}, "80@sha256:d22bbaf63ff5"), ("cdat", NAKAJIMA, "50@sha256:495b73f4d3da")],
        *[("drat", {}, "30@sha256:91f4b545fae8"), ("drat", {"k": 2}, "30@sha256:ecf57c49b073")],
        ("hard_dat", {}, "21@sha256:e37b4a54e985"),
    ],
)
def test_all_real_prompts(monkeypatch, name, values, checksum):
    use_real_files(monkeypatch, *FILES)
    assert checksum_prompts(all_prompts(*settings_of(name, **values))) == checksum


VARIED = ["2cb4f472de03", "7f68fc09949b", "7f5953edd2e7", "f6d6b1b1b1e8", "88ee7ba4f5c9"]
FORMS_OF_DAT = ["89da607cb86d", "4225271403e8", "518278fb3e7e", "1fb0428609c6"]


@pytest.mark.parametrize(
    ("name", "values", "checksums"),
    [
        *[("aut", MCTB, ["c431400cb8ba"]), ("aut", {**MCTB, "uses": 20, "form": "varied"}, VARIED)],
        ("aut", {"protocol": "agc2026", "instruction": "neutral"}, ["7fe8f70b2c2e"]),
        ("aut", {"protocol": "agc2026", "instruction": "creative"}, ["d9b8ef9df154"]),
        ("aut", {"protocol": "agc2026", "instruction": "effective"}, ["63762c438754"]),
        *[("dat", MCTB, FORMS_OF_DAT), ("sdat", {"items": "en", "constraint": "tool"}, ["082fd482f5a4"])],
    ],
)
def test_some_real_prompts(monkeypatch, name, values, checksums):
    use_real_files(monkeypatch, *(AUT_FILES if name == "aut" else FILES))
    found = [prompt.sha256[:12] for prompt in all_prompts(*settings_of(name, **values))]
    assert [checksum for checksum in found if checksum in checksums] == checksums


def test_the_real_questions_to_judges(monkeypatch):
    use_real_files(monkeypatch, *FILES, *AUT_FILES)
    benchmark, settings = settings_of("live_idea_bench", protocol="ruan2026")
    critic, fluency = benchmark.rubrics(settings)
    pair = fluency.question(keyword="KEYWORD", idea_a="FIRST", idea_b="SECOND").user
    of_use = ONE_USE.question(**object_names("a brick"), use="doorstop").user
    checksums = [form.sha256 for form in critic.forms()]
    checksums += [hashlib.sha256(text.encode()).hexdigest() for text in (pair, of_use)]
    assert [sha[:12] for sha in checksums] == ["eb9d0abf2fe5", "cb225c43a360", "295a31a690e2", "0ba65d8f5bde"]
