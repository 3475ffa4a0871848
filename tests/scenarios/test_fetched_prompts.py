"""LiveIdeaBench, MacGyver, the DRAT and the conditional DAT ask their authors' words, read from their files."""

import hashlib
import json

import pytest
from support.authors_files import put_stand_in, use_real_files

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.benchmark.base import all_prompts
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response
from helm_creativity.errors import BadArguments
from helm_creativity.judges.readings import read_one

PROMPTS = json.dumps(
    {
        "idea_prompt": {
            "description": 'An idea on "{{keywords}}".',
            "fallback_description": 'Once more, an idea on "{{keywords}}".',
        },
        "critic_prompt": {"description": "Analyse it, then rate it from 1 to 10 as JSON."},
        "fluency_critic_prompt": {"description": 'On "{{keyword}}":\n# One\n{{A}}\n# Two\n{{B}}\nA, B, C or D?'},
    }
)


def program(lines):
    """Source with lines at the numbers at which they are known to stand."""
    return "\n".join(lines.get(number, "") for number in range(1, max(lines) + 1)) + "\n"


LLM = program(
    {
        1: "class IdeaLLM:",
        2: "    def generate_idea(self, prompt, fallback_prompt=None):",
        303: '        prompt = prompt + "\\n\\nAnswer after **Final Idea:**"',
        305: '        fallback_prompt = fallback_prompt + "\\n\\nAnswer after **Final Idea:**"',
        375: "class CriticLLM:",
        376: "    def critique_idea(self, idea, prompt=None):",
        377: '        """Rates it."""',
        389: '        prompt = "The idea:\\n\\n" + idea',
    }
)
MACGYVER = program(
    {
        1: "if __name__ == '__main__':",
        2: "\tfor row in rows:",
        3: "        instruction_vanilla = f'Solve it, or say that it cannot be solved.'",
        4: '        text = f"{row}\\n\\n{instruction_vanilla}"',
    }
)
DRAT = program(
    {
        1: "def drat_prompt(anchors):",
        58: "    bridge_clause = (",
        59: '        f"close to both {anchor_str}"',
        60: "        if len(anchors) == 2",
        61: '        else f"close to all of {anchor_str}"',
        62: "    )",
        66: "    return (",
        67: '        f"Give 10 words, {bridge_clause}.\\n\\n"',
        68: '        f"Use no anchor."',
        69: "    )",
    }
)
CDAT = program(
    {
        28: "def generate_response(cue):",
        29: "    text = f'Ten words on “{cue}.”'",
        30: '    print(f"Asking about {cue}")',
    }
)
FILES = {
    "liveideabench-prompts-json": PROMPTS,
    "liveideabench-llm": LLM,
    "macgyver-prompt": MACGYVER,
    "schapiro2026-drat": DRAT,
    "nakajima2026-prompt": CDAT,
}


class Words:
    """A baseline that says what it was asked for."""

    def unrelated(self, n, spelt=None, meaning=None, unlike=()):
        return [*unlike, *"abc"][-3:]


@pytest.fixture
def stand_ins(monkeypatch, tmp_path):
    """Files of the same structure, in an empty home."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    for name, text in FILES.items():
        put_stand_in(name, text)


def settings_of(name, **values):
    """Benchmark and settings, with a judge or an embedding where there is one."""
    benchmark = get_benchmark(name)
    usual = {"judges": "creativity/lexical-judge", "embedding": "builtin", "design": "all", "dictionary": "wordnet"}
    known = {field: value for field, value in usual.items() if hasattr(benchmark.settings_type, field)}
    return benchmark, benchmark.settings(**known, **values)


def first(name, **values):
    """The benchmark and its first item."""
    benchmark, settings = settings_of(name, **values)
    return benchmark, next(iter(benchmark.items(settings)))


@pytest.mark.parametrize("protocol", ["ruan2024", "ruan2026"])
def test_live_idea_bench_asks_again_in_the_authors_words(stand_ins, protocol):
    benchmark, settings = settings_of("live_idea_bench", protocol=protocol)
    *_, fallback = all_prompts(benchmark, settings)
    assert fallback.text == 'Once more, an idea on "KEYWORD".'
    assert baseline_response(benchmark, fallback.text, Words()).startswith("Measure KEYWORD with")
    _, marked = settings_of("live_idea_bench", protocol=protocol, form="reasoning")
    *_, fallback = all_prompts(benchmark, marked)
    assert fallback.text == 'Once more, an idea on "KEYWORD".\n\nAnswer after **Final Idea:**'
    assert baseline_response(benchmark, fallback.text, Words()).startswith("**Final Idea:** Measure KEYWORD with")


def test_ruan2026_is_the_program_whole(stand_ins):
    benchmark, item = first("live_idea_bench", protocol="ruan2026", form="reasoning")
    assert item.prompt.text == f'An idea on "{item.id}".\n\nAnswer after **Final Idea:**'
    _, settings = settings_of("live_idea_bench", protocol="ruan2026")
    assert [form.text for rubric in benchmark.rubrics(settings) for form in rubric.forms()] == [
        "Analyse it, then rate it from 1 to 10 as JSON.",
        "The idea:\n\nIDEA",
        'On "KEYWORD":\n# One\nIDEA_A\n# Two\nIDEA_B\nA, B, C or D?',
    ]
    critic, fluency = benchmark.rubrics(settings)
    question = critic.question(idea="An idea with {{A}}.")
    rated = read_one(critic, Response(lexical_rating(benchmark, question.user), "stop"), question.rated)
    assert rated.keys() == {"originality", "feasibility", "clarity"}
    assert all(rating.value is not None for rating in rated.values())
    pair = fluency.question(keyword="k", idea_a="about {{B}}", idea_b="same")
    assert "about {{B}}" in pair.user
    assert lexical_rating(benchmark, pair.user) in "ABCD"


def test_the_ratings_behind_an_analysis_count(stand_ins):
    benchmark, settings = settings_of("live_idea_bench", protocol="ruan2026")
    critic, _ = benchmark.rubrics(settings)
    found = '{"originality": 7, "feasibility": 6, "clarity": 8}'
    reply = f"Originality would be 3 for most. Feasible within 2 years.\n\n```json\n{found}```"
    assert [rating.value for rating in read_one(critic, Response(reply, "stop"), ()).values()] == [7, 6, 8]
    assert critic.schema(critic.question(idea="x")) is None


def test_macgyver_asks_the_authors_instruction(stand_ins):
    benchmark, item = first("macgyver")
    assert item.prompt.text == f"{item.fields['problem']}\n\nSolve it, or say that it cannot be solved."
    assert baseline_response(benchmark, item.prompt.text, Words()).startswith("Step1: Use")


@pytest.mark.parametrize(
    ("k", "clause"),
    [
        (2, 'both "heart" and "engine"'),
        (3, 'all of "heart", "engine", and "marketplace"'),
        (4, 'all of "heart", "engine", "marketplace", and "equation"'),
    ],
)
def test_drat_lists_the_anchors_as_the_program_does(stand_ins, k, clause):
    benchmark, item = first("drat", k=k)
    assert item.prompt.text == f"Give 10 words, close to {clause}.\n\nUse no anchor."
    assert json.loads(baseline_response(benchmark, item.prompt.text, Words())) == ["a", "b", "c"]


def test_cdat_asks_the_prompt_of_nakajima(stand_ins):
    benchmark, item = first("cdat", protocol="nakajima2026")
    assert item.prompt.text == f"Ten words on “{item.id}.”"
    assert json.loads(baseline_response(benchmark, item.prompt.text, Words())) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("name", "values", "fetched"),
    [
        ("live_idea_bench", {}, "liveideabench-prompts"),
        ("live_idea_bench", {"protocol": "ruan2026"}, "liveideabench-prompts"),
        ("macgyver", {}, "macgyver-prompt"),
        ("drat", {}, "schapiro2026-drat"),
        ("cdat", {"protocol": "nakajima2026"}, "nakajima2026-prompt"),
    ],
)
def test_without_the_files_one_command_is_named(monkeypatch, tmp_path, name, values, fetched):
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path))
    with pytest.raises(BadArguments, match=f"`helm-creativity fetch {fetched}`, or use prompts=own"):
        settings_of(name, **values)
    benchmark, settings = settings_of(name, prompts="own", **values)
    assert any(prompt.id.endswith("_own") for prompt in all_prompts(benchmark, settings))


def test_a_printed_prompt_has_no_other(stand_ins):
    with pytest.raises(BadArguments, match="prompts=own: protocol schapiro2026 is asked in the words that its paper"):
        settings_of("cdat", prompts="own")


@pytest.mark.parametrize(
    ("name", "values", "checksum"),
    [
        ("live_idea_bench", {}, "217@sha256:906eafa0baaa"),
        ("live_idea_bench", {"protocol": "ruan2026", "form": "reasoning"}, "217@sha256:c9da58f6e8aa"),
        ("macgyver", {}, "80@sha256:d22bbaf63ff5"),
        ("drat", {}, "30@sha256:91f4b545fae8"),
        ("drat", {"k": 2}, "30@sha256:ecf57c49b073"),
        ("cdat", {"protocol": "nakajima2026"}, "50@sha256:495b73f4d3da"),
    ],
)
def test_the_real_words(monkeypatch, name, values, checksum):
    use_real_files(monkeypatch, *FILES)
    benchmark, settings = settings_of(name, **values)
    assert checksum_prompts(all_prompts(benchmark, settings)) == checksum


def test_the_real_questions_to_critics(monkeypatch):
    use_real_files(monkeypatch, *FILES)
    benchmark, settings = settings_of("live_idea_bench", protocol="ruan2026")
    critic, fluency = benchmark.rubrics(settings)
    pair = fluency.question(keyword="KEYWORD", idea_a="FIRST", idea_b="SECOND").user
    found = [*(form.sha256 for form in critic.forms()), hashlib.sha256(pair.encode()).hexdigest()]
    assert [checksum[:12] for checksum in found] == ["eb9d0abf2fe5", "cb225c43a360", "295a31a690e2"]
