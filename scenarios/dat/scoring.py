"""Divergent Association Task.

Formula (Schapiro et al. 2026, eq. 1, after Olson et al. 2021)::

    DAT(w_1..w_n) = 100 / (n(n-1)) · Σ_{i≠j} (1 - cos(w_i, w_j))

Units and bounds: see ``helm_creativity.task_types.word_list.scoring``. Human means lie near 78 under GloVe 840B.

Which words count is the rule of the authors' program (Olson et al. 2021, ``dat.py``), kept in
``helm_creativity.lexicon.lexicon``: cleaned, looked up, unique, the first seven. The program does not check that a
word is a noun, or singular, or not a name; nor does the score.

Where a program differs from its paper:

* Olson et al. 2021: the paper asks for nouns; the program scores any word of its dictionary that has a vector.
* Schapiro et al. 2026: eq. 1 is over the n words of a response; the program scores the first seven valid ones.
* Multimodal Creative Thinking Benchmark 2025: the report speaks of all words; the program scores up to the first
twelve.
"""

from helm_creativity.task_types.word_list.scoring import mean_distance as dat
from helm_creativity.task_types.word_list.scoring import mean_distances as dat_of_lists

__all__ = ["dat", "dat_of_lists"]
