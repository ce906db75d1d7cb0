"""The one analysis of text into terms, for the index and for queries."""

from siglum.text.analysis import (
    ANALYZER_VERSION,
    QueryTerm,
    Token,
    analyze_query,
    count_terms,
    list_words,
    query_term,
    tokenize,
)
from siglum.text.folding import Offsets, fold, fold_with_offsets, normalize_with_offsets
from siglum.text.scripts import is_paired, is_unigram
from siglum.text.stemming import UNSTEMMED

__all__ = [
    "ANALYZER_VERSION",
    "UNSTEMMED",
    "Offsets",
    "QueryTerm",
    "Token",
    "analyze_query",
    "count_terms",
    "fold",
    "fold_with_offsets",
    "is_paired",
    "is_unigram",
    "list_words",
    "normalize_with_offsets",
    "query_term",
    "tokenize",
]
