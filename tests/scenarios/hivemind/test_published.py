"""Numbers that the papers print, which agree with one another and with the formulas."""

import numpy as np
import pytest

from helm_creativity.scenarios.hivemind.scoring import dissimilarities, prompt_similarity

MIDDLES = np.arange(0.95, 0, -0.1)
ANSWERS = 50

# Jiang et al. 2025, Table 6 (prompts, of 100, by the bin of their mean similarity, 0.9 to 1.0 first) and the diagonal
# of Table 7 (in percent); Schapiro et al. 2026, Table 4 ("Hivemind diversity").
PRINTED = {
    "gpt-4o-2024-11-20": ([51, 36, 10, 1, 2, 0, 0, 0, 0, 0], 88.2, 0.12),
    "gpt-4o-mini-2024-07-18": ([53, 34, 9, 4, 0, 0, 0, 0, 0, 0], 88.3, 0.11),
    "gpt-4-turbo-2024-04-09": ([38, 44, 11, 5, 1, 0, 1, 0, 0, 0], 85.9, 0.14),
    "claude-3-5-haiku-20241022": ([56, 33, 7, 3, 1, 0, 0, 0, 0, 0], 89.1, 0.11),
    "claude-3-haiku-20240307": ([48, 33, 15, 2, 1, 0, 1, 0, 0, 0], 86.9, 0.13),
    "deepseek-ai/DeepSeek-V3": ([42, 39, 13, 3, 0, 3, 0, 0, 0, 0], 86.3, 0.14),
    "meta-llama/Llama-3.1-8B-Instruct": ([19, 52, 14, 5, 6, 1, 2, 1, 0, 0], 80.7, 0.19),
    "meta-llama/Llama-3.1-70B-Instruct": ([23, 44, 23, 5, 2, 2, 0, 1, 0, 0], 82.3, 0.18),
    "meta-llama/Llama-3.2-3B-Instruct": ([20, 44, 20, 5, 5, 2, 2, 2, 0, 0], 79.9, 0.20),
    "meta-llama/Llama-3.3-70B-Instruct": ([51, 30, 12, 4, 1, 1, 1, 0, 0, 0], 87.1, 0.13),
}


def of_bins(prompts):
    """Eq. 30 of Schapiro et al. 2026: one minus the mean of the bins' middles."""
    assert sum(prompts) == 100
    return 1 - np.dot(prompts, MIDDLES) / 100


def of_diagonal(percent):
    """One minus the mean over pairs, from a mean over all n² ordered pairs with each answer's 1 to itself."""
    # n² m = n + n(n-1) s, so s = (n m - 1) / (n - 1).
    return 1 - (ANSWERS * percent / 100 - 1) / (ANSWERS - 1)


@pytest.mark.parametrize("model", PRINTED)
def test_diversity_of_one_paper_is_the_complement_of_the_bins_of_the_other(model):
    """To the two decimals that are printed."""
    prompts, _, diversity = PRINTED[model]
    assert abs(of_bins(prompts) - diversity) <= 0.005 + 1e-9


@pytest.mark.parametrize("model", PRINTED)
def test_the_diagonal_agrees_once_no_answer_is_paired_with_itself(model):
    """Within what bins of a tenth leave open; as it is printed it lies above, by (1 - s)/50."""
    prompts, percent, _ = PRINTED[model]
    assert abs(of_diagonal(percent) - of_bins(prompts)) < 0.006
    assert of_diagonal(percent) - (1 - percent / 100) == pytest.approx(of_diagonal(percent) / ANSWERS)


def test_seventy_nine_percent_of_prompts_are_not_what_the_average_row_says():
    """Section 3 prints 79 % above 0.8 for the models of Figure 4; over all models of Table 6 it is 70 %."""
    average = [33.65, 36.47, 16.29, 7.46, 3.00, 1.54, 1.13, 0.43, 0.04, 0.00]
    assert sum(average[:2]) == pytest.approx(70.12)
    assert 1 - np.dot(average, MIDDLES) / 100 == pytest.approx(0.171, abs=5e-4)


def test_the_programs_diagonal_follows_from_ours():
    """A mean over all ordered pairs, as the authors' program takes it, from the mean over pairs."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=(7, 5))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    ours = prompt_similarity(np.ones((1, 7), int), x, range(7))[0][0, 0]
    assert 100 * (1 - ours) == pytest.approx(dissimilarities(x).mean())
    assert (x @ x.T).mean() == pytest.approx(ours + (1 - ours) / 7)
