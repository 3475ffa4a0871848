"""Prompts are asked as they are printed, whole and in one spelling, and can be read back."""

import hashlib
from pathlib import Path

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

import helm_creativity.scenarios.create
from helm_creativity.core.prompts import match_prompt, placeholder, render

BENCHMARK = Path(helm_creativity.scenarios.create.__file__).parent
NAMES = {"query": "QUERY?", "entity_a": "ENTITY A", "rel_b": "REL B", "entity_b": "ENTITY B"}
FORMS = ("original", "creative", "verbalized")
QUESTIONS, EXTRACTION = ("strength", "factuality"), "extraction"
# Of the texts with the names above, PATH and TRACE: each was compared with the paper word by word.
CHECKSUMS = {
    "original": "4cb149a9e5c7e34f7687fb5419fea7497e9221189c6527889590fc3dee24598b",
    "creative": "84438bd8d3c8821eb0e54a67b0bae48c4bf67c8d3501d8caa87e5d40d30abd04",
    "verbalized": "ec8bd76ed3d2bd44da056b4bd3ef2c89df19cec0328c56cea57dcfd4e5df620f",
    "iterative": "a60f0fa38a6fea5e5690159952c5d6035252998983d63af2b72140113ccc7f58",
    "strength": "84e3b0b03b7d87a4cf815caca66d57fe5a78137acfad791e2eab994063892a6d",
    "factuality": "29dc2aa918149e00b4e42dcc3595941dc02bcf73fa363baaf687d8751cd32e65",
    "extraction": "f0c7a7e5de3966363c4b61d296d82831eeecb49c0f12229475c506bcac48ae1c",
}
CONFIDENCE = "- For each path, assign a normalized confidence score in [0.0,1.0] representing"
KEYS = "- Each integer key maps to an object with:"
LAST = "Enumerate all distinct valid connection paths that satisfy the above constraints."
values = st.text(st.characters(exclude_categories=["Cs", "Co", "Cc"]) | st.sampled_from("\"'{}\\"), min_size=1).filter(
    lambda text: text == text.strip()
)


def asked(prompt_id, **changes):
    variables = {"path": "PATH"} if prompt_id in QUESTIONS else {"query": NAMES["query"]}
    if prompt_id == EXTRACTION:
        variables = {"trace": "TRACE"}
    if prompt_id in FORMS:
        variables = NAMES
    return render(BENCHMARK, prompt_id, **variables | changes).text


@pytest.mark.parametrize("prompt_id", CHECKSUMS)
def test_no_letter_changes(prompt_id):
    """Another text would be another instrument."""
    assert hashlib.sha256(asked(prompt_id).encode()).hexdigest() == CHECKSUMS[prompt_id]


@pytest.mark.parametrize("prompt_id", FORMS)
def test_the_three_first_prompts_say_the_same(prompt_id):
    """The sentences of E.1 in their order, each on a line."""
    lines = asked(prompt_id).splitlines()
    expected = [
        "Query: QUERY?",
        "Path definition:",
        "- Every path MUST start with the head entity: 'ENTITY A'",
        "- Every path MUST end with a triple whose relationship is 'REL B' and whose tail entity is 'ENTITY B'",
        "Rules and quality constraints:",
        "Deduplication:",
        "- Do not repeat the same triple within a single path.",
        "Coverage and diversity:",
        "- Explore a broad range of relationship types for 'ENTITY A'.",
        "- Include BOTH:",
        "  (a) strong/obvious connections (the first things most people would think of), AND",
        "Relationship quality guidance:",
        "Output requirements (strict):",
        "- Return ONLY a JSON object wrapped in <answer> tags. Do not include any explanatory text.",
        "- The JSON object must use integer keys starting from 1.",
        "- Each triple must be of the form: (head entity, relationship, tail entity).",
        "- Relationship strings must be 1–3 words.",
        "- If no valid path exists, return an empty JSON object.",
        LAST,
    ]
    assert [line for line in lines if line in expected] == expected
    assert set(asked("original").splitlines()) <= set(lines)
    assert not any("non-factual" in line or "&" in line for line in lines)


def test_creative_is_the_sum_that_the_paper_describes():
    """The instruction behind the base prompt and nothing else."""
    added = "- Be creative in the type of relationships explored and generated"
    assert asked("creative") == f"{asked('original')}\n{added}"


def test_verbalized_adds_two_passages():
    """Without them it is the base prompt; the confidence is asked before the output, the keys within."""
    lines = asked("verbalized").splitlines()
    at = lines.index(KEYS)
    assert lines[at - 1] == "- The JSON object must use integer keys starting from 1."
    assert lines[at + 1].startswith("  “path_probability”: a float in the range [0.0, 1.0], rounded to two decimal")
    assert lines[at + 2] == "  “path”: a list of triples of the form (head entity, relationship, tail entity)."
    (confidence,) = (line for line in lines if line.startswith(CONFIDENCE))
    assert lines.index(confidence) < lines.index("Output requirements (strict):")
    kept = [line for line in lines if line not in (confidence, *lines[at : at + 3])]
    assert "\n".join(kept) == asked("original")


def test_the_second_turn_asks_for_the_same_output():
    """The query again, more or different associations, and the output requirements of E.1."""
    first, second = asked("original"), asked("iterative")
    head, _, output = second.partition("Output requirements (strict):")
    assert head.splitlines() == [
        "I am restating the query: QUERY?",
        "",
        "Give me more/different associations than the answers you gave in the previous response. If your previous "
        "response is empty, then try again.",
        "",
    ]
    assert first.endswith(output)
    assert output.count("\n- ") == 5


@pytest.mark.parametrize("prompt_id", QUESTIONS)
def test_judges_see_the_path_last(prompt_id):
    """Once, on a line of its own behind all that describes it."""
    text = asked(prompt_id, path="[('a', 'b', 'c')]")
    assert text.splitlines()[-1] == "Path: [('a', 'b', 'c')]"
    assert text.count("('a', 'b', 'c')") == 1


def test_the_question_about_reasoning_shows_it_last():
    """Between the printed marks, behind both lists that it asks for; it has braces that are single."""
    text = asked(EXTRACTION, trace="Hm.\nAda?")
    assert text.endswith("===== ### 4. Input to process =====\n\n```\nHm.\nAda?\n```")
    assert '{ "relation": ("relation1","relation2",...), "entities": ("entity1","entity2",...) }' in text
    assert [line for line in text.splitlines() if line.startswith('"')] == ['"relation"', '"entities"']
    assert "{ {" not in text


def test_questions_show_the_form_of_the_reply():
    """Braces are single, and sets are written as sets."""
    strength, factuality = asked("strength"), asked("factuality")
    assert '[\n  {\n    "explanation": "string",\n    "judgment": integer\n  },\n  ...\n]' in strength
    assert "    { x | (x, p, o) is true }\n" in strength
    assert "    { y | (s, p, y) is true }\n" in strength
    assert '{\n  "explanation": "string",\n  "judgments": ["hallucinated" | "not hallucinated", ...]\n}' in factuality
    assert "{{" not in strength + factuality
    assert "estimate — FOR EACH TRIPLE — the number" in strength
    assert factuality.count("\n   - ") == 9
    assert factuality.count("\n     - ") == 4


@pytest.mark.parametrize("prompt_id", CHECKSUMS)
def test_every_file_says_where_its_words_are_from(prompt_id):
    """The paper and the number of the prompt; nothing of that is asked."""
    text = (BENCHMARK / "prompts" / f"{prompt_id}.j2").read_text("utf-8")
    assert text.startswith("{# Source: Wadhwa et al. 2026, CREATE, ")
    assert "Wadhwa" not in asked(prompt_id)


def test_there_are_no_other_files():
    """Each prompt is pinned above."""
    assert {path.stem for path in (BENCHMARK / "prompts").iterdir()} == CHECKSUMS.keys()


@given(st.fixed_dictionaries(dict.fromkeys(NAMES, values)))
def test_what_was_filled_in_can_be_read_back(variables):
    """Whatever signs it holds, behind an instruction too."""
    holes = {name: placeholder(name, lines=True) for name in NAMES}
    for form in FORMS:
        text = f"Be brief.\n\n{asked(form, **variables)}"
        assert match_prompt(BENCHMARK, form, text, **holes) == variables
        assert asked(form, **variables).count(variables["query"]) >= 1
    again = asked("iterative", query=variables["query"])
    assert match_prompt(BENCHMARK, "iterative", again, query=placeholder("query", lines=True)) == {
        "query": variables["query"]
    }


@given(values)
def test_a_path_can_be_read_back(path):
    """Of both questions, and of neither as the other."""
    for prompt_id, other in (QUESTIONS, QUESTIONS[::-1]):
        text = asked(prompt_id, path=path)
        assert match_prompt(BENCHMARK, prompt_id, text, path=placeholder("path", lines=True)) == {"path": path}
        assert match_prompt(BENCHMARK, other, text, path=placeholder("path", lines=True)) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_variable_is_an_error(name):
    """And not an empty place in the prompt."""
    for form in FORMS:
        with pytest.raises(jinja2.UndefinedError, match=f"'{name}' is undefined"):
            render(BENCHMARK, form, **{key: value for key, value in NAMES.items() if key != name})
    with pytest.raises(jinja2.UndefinedError, match="'query' is undefined"):
        render(BENCHMARK, "iterative")
    for question in QUESTIONS:
        with pytest.raises(jinja2.UndefinedError, match="'path' is undefined"):
            render(BENCHMARK, question)
    with pytest.raises(jinja2.UndefinedError, match="'trace' is undefined"):
        render(BENCHMARK, EXTRACTION)
