"""The type-token ratios that the authors' program gives 110 seeds of each of 30 models."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Difference, Recipe, Recomputed, github_file
from helm_creativity.results.recomputing import POOL, SCORES, PrintedValidity, stat_scores, validity_claims
from helm_creativity.scenarios.pace.measure import LONGEST, type_token_ratio

CHECKSUMS = {
    "claude-3-haiku": "8fa012a4771c15a23252d3742cc9db0be59942e61a4d47dde12fdf6cacc8012d",
    "claude-3-sonnet": "7e1094f43d0ecebc8782d8b60f44512efc6c0acbe76e8315964408cedcf2c0aa",
    "claude-3.5-sonnet": "5f26d51a9540abe816cf496ae655a7c39a1b747c0fe731cea8dd540f892d2f35",
    "claude-3.7-sonnet": "f6ece73c5000eba6844c7b2427ad0f1d030a6042b420d1c138f8d92745b13e50",
    "deepseek-chat-v3-0324": "e9c7a4303bc4052061966addd8fd3f82758f0a49cd57c18c1af21538728cca8e",
    "deepseek-r1": "99d9cff2facae0f8b6fbd3a0c258f8670c7981d23a9cb37ff924d8be4fcd4cb8",
    "deepseek-v3": "66ba7477804d9bd58360b601f44be118e79e33e55ee8cd7a5a88676d61f873bc",
    "gemini-2.0-flash-001": "275c7ca2f114330a1b03faa164fbc4144c7b85213c316bce06accec3967a09e3",
    "gemini-2.5-pro-preview-03-25": "a0b306ba72eae6f60dfc540c4208ab5389affd38902cb78c41887e03159eed78",
    "gemma-2-27b-it": "241f2ed070999ac78a6883ca8b7084ef766e34140f3b7d4c9550002f01035ece",
    "gemma-3-27b-it": "8210d35d166fa73bda652513b794ce9645eadd5795ec2574be4459976362d6f7",
    "gpt-3.5-turbo-0125": "086ba1829b0d8ad5569555356a00cd94c3a5823eac7b54cd3796a42c4956d14d",
    "gpt-3.5-turbo-1106": "9fd42e68cca6972425e31de405177c82792d48661733aed1c30a97f055f5f66f",
    "gpt-4.1-2025-04-14": "ba3ea3392c1929d3fc3e95089b5ca0c7d8a8fc3b4df07a0b56b9a6cb80881808",
    "gpt-4.1-nano": "dc6be468568f3b00d5d1f90bc6c1dce764e5a10982f5c9f1a24aa8fba69083ec",
    "gpt-4o-mini-2024-07-18": "e6c956c3d72917e168838e22537101e119bba5bcdfa29088080eeb226b8ff4c9",
    "hunyuan-standard": "7c49d50e5e43a8971453c02ff166209369e23243ca6b98e51a29864a1251295e",
    "llama-3-70b-instruct": "981f44be8cab4df57081ffe53d49b8885936a13df9328fc169151a7646466bd3",
    "llama-3.1-405b-instruct": "4563a1703973e46a32eaddcc430b9097265bd0301527db1b544623252573901b",
    "llama-3.1-70b-instruct": "71567da5b7ca2c08a7d79ae96fd9e0d796f966f7b83dcd272862b0fac4f15e4d",
    "llama-3.3-70b-instruct": "a56eb66bd869b98dfa6583de264215fcfa00406c8cfffd49942c14ac6a0ec3c0",
    "mistral-large-2407": "00b70f0c6e4b10a659ebd1dd4684bdb983c35c1b694dd1c61f97a8b25d74b29b",
    "mistral-large-2411": "a0b2a93b1278c7290c4176611e54af40fc155da0d9255d9d192a541912c7d6cf",
    "mixtral-8x22b-instruct": "12ff0ff7273fa559987d22c6d0a03ded3391dd58c37237dcbf68a88ced189c3f",
    "o3-mini-2025-01-31": "22046aa76b57aba7ed9cefc23aba81bee73b36c064287c093d9f9fa952edc4d4",
    "qwen-max-2025-01-25": "614eb11ccc0c5846dba00be8edd630860da0ffcc5a785fc89ea523d807154938",
    "qwen2-72b-instruct": "6027f624edfaeb1fbf1947e85136b6cb3e8439742295fdcbcca7297c47de6613",
    "qwen2.5-72b-instruct": "6ef4539dff14069e26080364a0582c333938fd424e9016dd17817a78fc1173ba",
    "qwen3-235b-a22b": "0c29340ad66f7feb822dc602e3719d6a44dbbecc4631bcb234a2e0affab11a2d",
    "yi-lightning": "51d1e7e83cab4cd586ab40cecc05d87c0edc70d2a32820a3d403db55ff037525",
}
"""Of the files of chains, by model."""
PEOPLE = {
    "table": ("drama", "9ce9134c0b5b47e81a07b58bf20d8a2d09f1b9c742784c895ad45dccf4e793ba"),
    "toaster": ("field", "05bc60fe3e07142e51b40f435b59de49d8b27d03260c77729934a4f4e211705c"),
}
"""Files of people's chains and their checksums, by the seed."""
DYNAMICS = "e37a804e76d8c3579c42c78d9a8bec0e371d2b03"
FILES = tuple(
    github_file(
        "ziliang6/PACE",
        "cbffbed71e0f5b951c70f5dc55a025e6100a5ee3",
        f"data/full_associations/association_calculate_{model}.jsonl",
        sha256,
        "Apache-2.0",
    )
    for model, sha256 in CHECKSUMS.items()
)


def _ratios(path: Path) -> Iterator[tuple[float, float | None]]:
    """By seed, the authors' ratio and ours."""
    for line in path.read_text("utf-8").split("\n"):
        if line.strip():
            record = json.loads(line)
            chains = [
                [entry["word"] for entry in chain if isinstance(entry, dict) and "word" in entry]
                for chain in record["output"].values()
            ]
            yield record["calculation"]["ttr"], type_token_ratio(record["cue_word_info"]["seed"], chains)


def equal_ratios(paths: Sequence[Path]) -> Recomputed:
    """How many of the published ratios are equal to ours."""
    found = [pair for path in paths for pair in _ratios(path)]
    equal = sum(ours is not None and math.isclose(theirs, ours, rel_tol=1e-12) for theirs, ours in found)
    return Recomputed(equal, len(found))


def chains(seed: str, paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """Scores of people's chains, of those that have one. Lines between them have distances."""
    with paths[0].open(encoding="latin-1", newline="") as file:
        found = [words for row in csv.reader(file) if (words := _chain(row, seed))]
    return stat_scores("pace", [{"seed": seed, "chains": [words]} for words in found], stat, arguments)


def _chain(row: Sequence[str], seed: str) -> list[str]:
    """The words of a line that begins with the number of a person, from the seed on; none of another line."""
    cells = [cell.strip() for cell in row]
    start = next((place for place in (1, 2) if [cell.lower() for cell in cells[place : place + 1]] == [seed]), 0)
    return [cell for cell in cells[start : start + LONGEST] if cell] if start and cells[0].isdigit() else []


GRAY = "Gray et al. 2019"
RECIPES: Mapping[str, Recipe] = {
    seed: Recipe(
        GRAY,
        (github_file("chene5/dynamics", DYNAMICS, f"dataprocessor/{name}.csv", sha256, "none stated"),),
        partial(chains, seed),
        scores_responses=True,
    )
    for seed, (name, sha256) in PEOPLE.items()
}
CLAIMS: tuple[Claim, ...] = (
    Claim(
        "type-token ratios of 30 models that are equal",
        "Qiu and Hu 2025",
        "their repository, data/full_associations, calculation.ttr of each line",
        "3,300",
        equal_ratios,
        FILES,
        3300,
        Difference("3,293", "seven published ratios keep a first word that is the seed with a capital"),
    ),
    *validity_claims(
        "Table 1",
        "pace_fasttext",
        "PACE (FastText)",
        [
            PrintedValidity("arena_creative_writing", 40, 38, (".79", ".71", POOL), (".29", ".19", POOL)),
            PrintedValidity("eq_bench_creative_writing", 27, 26, (".74", ".76", POOL), (".25", ".27", POOL)),
            PrintedValidity("mazur_creative_writing", 18, 17, (".70", ".73", POOL), (".08", ".11", POOL)),
            PrintedValidity("hivemind_diversity", 21, 21, ("-.28", "-.36", SCORES), (".26", ".09", SCORES)),
            PrintedValidity("novelty_bench_utility", 10, 9, ("-.14", "-.38", POOL), (".07", "-.21", POOL)),
            PrintedValidity("live_idea_bench", 21, 15, (".25", ".10", POOL), (".23", "-.07", POOL)),
        ],
    ),
)
