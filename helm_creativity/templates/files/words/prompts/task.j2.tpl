{# << written_for >>: it asks for as many words as the rule in benchmark.py has. #}
Name ten English nouns of exactly {{ letters }} letters each that have as little to do with each other as possible.

Write one word per line and nothing else.
