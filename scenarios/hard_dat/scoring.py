"""Hard Divergent Association Task.

Formula (Multimodal Creative Thinking Benchmark 2025, section HardDAT, in words only; in symbols ours), for new words
w_1..w_n and given words g_1..g_m, which are the texts t_1..t_N of one list, N = n + m::

    HardDAT         = 100 / (N(N-1)) · Σ_{i≠j} (1 - cos(t_i, t_j))
    novelty_within  = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))
    distance_to_given = 100 / (n·m) · Σ_i Σ_j (1 - cos(w_i, g_j))

so that, with ``given`` for the first formula over the given words alone and C(k) = k(k-1)/2 pairs,
C(N)·HardDAT = C(n)·novelty_within + n·m·distance_to_given + C(m)·given.

Units: hundredths of cosine distance. 0 is the same direction throughout, 100 is words each unrelated to all others; at
most 100·N/(N-1) for HardDAT, 100·n/(n-1) for ``novelty_within`` and 200 for ``distance_to_given``. The pairs of given
words (190 of 990 for n = 25 and m = 20) are in the score and equal for all models, which brings models closer together.

Where the program differs from its report: it appends the given words to the end of the list and scores the first
twelve words of it, so that the given words are never scored.

Undefined for fewer than two new words, and without a given word.
"""

from helm_creativity.task_types.word_list.scoring import distances_with_given as hard_dat_of_lists

__all__ = ["hard_dat_of_lists"]
