"""Words of alternate uses: this package's, and stand-ins for the files that have the authors'."""

from pathlib import Path

from support.authors_files import program, put_stand_in

from helm_creativity.benchmark.loading import get_benchmark


def own_words(protocol):
    """The setting that asks this package's words, where the protocol has any."""
    return {"prompts": "own"} if get_benchmark("aut").settings_type(protocol).has_own_prompts else {}


TAIL = '+ (" " + self.addition_specs if self.addition_specs else ""))'
MCTB = program(
    line_1="class SimpleAlternativesUseTask:",
    line_43="    def get_AUT_prompt(self, object_name):",
    line_45="        self.addition_specs += (",
    line_46='            " No dull ones.")',
    line_51="        usual = (",
    line_52='            f"Name {self.n_uses} uses of a {object_name}, "',
    line_53=f'            f"{{self.n_uses}} lines." {TAIL}',
    line_59="        return [",
    **{f"line_{line - 1}": "(" for line in (61, 66, 71, 76, 81)},
    **{
        f"line_{line}": f'f"Form {form}: {{self.n_uses}} uses of a {{object_name.upper()}}." {TAIL},'
        for form, line in enumerate((61, 66, 71, 76, 81), start=1)
    },
    line_84="        ]",
    line_87="    def get_AUT_prompt_judge(self, object_name, use_description):",
    line_88="        return f'A use of a {object_name.upper()}, 10-50: \"{use_description}. A number.'",
)
ITEMS = program(
    line_31='CAP_AUT_PROMPTS = ["BRICK", "TABLE"]',
    line_49="class CapAutScenario:",
    line_51="    def get_instances(self, output_path):",
    line_55="        prompt = (",
    line_56='            "Some uses.\\n\\n" f"{N_IDEAS_MIN} to {N_IDEAS_MAX} for a {obj}.")',
    line_65='        return dict(prompt=prompt, id=f"aut_{prompt_id}_rep{rep}")',
)
INSTRUCTIONS = (
    "# Title\n\n```text\n"
    + program(
        line_1="def build_prompt(task, prompt_id, item, condition):",
        line_2='    if task == "AUT":',
        line_3='        if condition == "creative":',
        line_4="            return (",
        line_5='                f"Odd uses: {item}\\n\\n" "Three.")',
        line_10="        return (",
        line_11='            f"Handy uses: {item}\\n\\n" "Three.")',
    )
    + "```\n"
)
FILES = {
    "mctb2025-aut": MCTB,
    "agc-human-items-aut": ITEMS,
    "agc2026-instructions": INSTRUCTIONS,
    "agc2026-rubric-aut": "# Title\n\n```text\nRate the uses, 10-50.\n```\n",
    "agc2026-gate": "# Title\n\n```text\n{task_description} {prompt_label}: {response}\nVALID or INVALID?\n```\n",
}
"""Of the same structure as the authors', by their names."""


def put_authors_words() -> list[Path]:
    """Puts the stand-ins where the files would lie."""
    return [put_stand_in(name, text) for name, text in FILES.items()]
