"""Tokens, stems, irregular forms and the lexicon."""
