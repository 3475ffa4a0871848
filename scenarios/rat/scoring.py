"""Remote Associates Test.

Three stems, one word that makes a compound or a common phrase with each of them (Mednick 1962; Schapiro et al. 2026,
section 2.2, "Remote Associates Test (RAT)", prompt in appendix E.5). Convergent thinking: an item has a key, and is
right or wrong.

Score of an answer::

    100   the word is the key of the item, or one of its alternatives
      0   it is another word, or no one word can be found in the answer, which is counted beside
    none  the answer is a refusal, was truncated or did not arrive; counted with its reason

and of a run the mean over scored answers: accuracy in percent, 0 to 100. Words are compared after NFKC and case
folding, without articles, quotes, hyphens and spaces; inflections and synonyms of the key are other words.

Difficulty, where an item has norms, is that of people (Bowden and Jung-Beeman 2003: share solving within 15 seconds,
n = 76): over 64 % ``easy``, 32 to 64 % ``medium``, under 32 % ``hard``. The bounds are ours.

Where we differ from the source: Schapiro et al. use 30 of the 144 items of Bowden and Jung-Beeman and do not name them.
Here ``items=bowden2003`` asks all 144, and the default is 120 items of our own without norms. A refusal and a truncated
answer are unscored, where many programs call them wrong.
"""

from helm_creativity.task_types.answer_key import accuracy

__all__ = ["accuracy"]
