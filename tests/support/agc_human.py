"""Stand-ins for the files of AGC-Human: of the same structure, in words of our own."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from support.authors_files import at_lines, put_stand_in

PROMPTS = {"AUT": (5, 11), "Design": (19, 26), "SCTT": (35, 42), "Metaphor": (51, 57), "Story": (65, 70)}
"""Lines of the prompts to be creative and to be effective."""
LISTS = {
    "aut": ("CAP_AUT_PROMPTS", "CapAutScenario", 56, "Several ({N_IDEAS_MIN} to {N_IDEAS_MAX}) for {obj}."),
    "sctt": ("CAP_SCTT_PROMPTS", "CapSCTTScenario", 48, "{stem} Think of {N_IDEAS_MIN} to {N_IDEAS_MAX}."),
    "design": ("CAP_DESIGN_PROMPTS", "CapDesignScenario", 48, "{stem} Think of {N_IDEAS_MIN} to {N_IDEAS_MAX}."),
    "metaphor": ("CAP_METAPHOR_STEMS", "CapMetaphorScenario", 51, "Go on: {stem}"),
    "story": ("CAP_STORY_TRIADS", "CapStoryScenario", 44, "Tell something with {triad}."),
}
"""Name of the list, class, line of the prompt without an instruction, and that prompt."""
ITEMS = {
    "aut": ["CHAIR", "SPOON", "LADDER", "BUCKET", "PENCIL"],
    "sctt": [f"Something odd happens, case {number}. Why?" for number in range(5)],
    "design": [f"Nobody can find the way out of hall {number}." for number in range(5)],
    "metaphor": [f"Hall {number} is" for number in range(10)],
    "story": ["owl, tin, wave", "moth, salt, door", "kite, bread, law", "axe, milk, tune", "bell, sand, name"],
}
COLUMNS = ("entity_type", "entity_id", "task", "prompt_id", "response", "agc_judge_score", "agc_judge_raw")


def instructions() -> str:
    """A function in a fenced block of Markdown, with a text of each task and instruction on its line."""
    body = {1: "def build_prompt(item):"}
    for task, lines in PROMPTS.items():
        for line, how in zip(lines, ("creative", "effective"), strict=True):
            body[line] = f'    {task} = f"{task}, be {how}: {{item}}"'
    return f"# Prompts\n\n```text\n{at_lines({**body, 75: ''})}```\n"


def scenario(short: str) -> str:
    """A list and a class with the prompt on its line."""
    name, kind, line, text = LISTS[short]
    body = {1: f"{name} = {ITEMS[short]!r}", 3: f"class {kind}:", 4: "    def get_instances(self):"}
    return at_lines({**body, line: f'        prompt = f"{text}"'})


@pytest.fixture
def agc_human(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All files but the responses, in a home of the test's own."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    put_stand_in("agc2026-instructions", instructions())
    gate = '```text\nTask: {task_description}\nItem: {prompt_label}\n"{response}"\nSay VALID or INVALID.\n```\n'
    put_stand_in("agc2026-gate", gate)
    for short in LISTS:
        put_stand_in(f"agc-human-items-{short}", scenario(short))
        put_stand_in(f"agc2026-rubric-{short}", f"```text\nHow creative, 10 to 50, at {short}?\n```\n")


def write_responses(path: Path, rows: list[tuple[object, ...]]) -> Path:
    """A file of responses with the authors' columns; the last of them may be left out."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows((*row, "")[: len(COLUMNS)] for row in rows)
    return path
