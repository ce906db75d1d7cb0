"""The inverted index is what counting by hand gives, and each field of a chunk is counted once."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siglum.text import count_terms
from siglum_builder import postings, scratch
from siglum_builder.count import FIELDS, MAX_COUNT, Counts, count_document
from siglum_builder.model import (
    Chunk,
    Decoded,
    Document,
    Metadata,
    Parsed,
    Section,
    SourceFile,
    Symbol,
)
from siglum_builder.postings import Index, merge

Fields = tuple[dict[str, int], ...]
"""Of one chunk: how often each term occurs in each field."""

words = st.text(st.sampled_from("abé設𝄞～\uffff"), min_size=1, max_size=3)
fields = st.dictionaries(words, st.integers(1, MAX_COUNT), max_size=3)
chunks = st.tuples(*[fields] * FIELDS)
corpora = st.lists(st.lists(chunks, max_size=4), max_size=4)


def _counts(document: list[Fields]) -> Counts:
    """Return the postings of one document, terms in the order of their first occurrence."""
    terms = list(dict.fromkeys(term for chunk in document for field in chunk for term in field))
    rows = [
        (terms.index(term), ordinal, [field.get(term, 0) for field in chunk])
        for ordinal, chunk in enumerate(document)
        for term in dict.fromkeys(term for field in chunk for term in field)
    ]
    return Counts(
        terms=tuple(terms),
        term=array("I", [row[0] for row in rows]),
        chunk=array("I", [row[1] for row in rows]),
        frequency=tuple(array("H", [row[2][field] for row in rows]) for field in range(FIELDS)),
        lengths=tuple(
            array("I", [sum(chunk[field].values()) for chunk in document]) for field in range(FIELDS)
        ),
    )


def _by_hand(corpus: list[list[Fields]]) -> list[tuple[str, int, list[int]]]:
    """Return (term, chunk, frequency by field) in the order of the table."""
    flat = [chunk for document in corpus for chunk in document]
    rows = [
        (term, number, [field.get(term, 0) for field in chunk])
        for number, chunk in enumerate(flat)
        for term in {term for field in chunk for term in field}
    ]
    return sorted(rows, key=lambda row: (row[0].encode(), row[1]))


@given(corpora)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_merged_postings_are_those_of_a_brute_force_count(corpus: list[list[Fields]]) -> None:
    index = merge([_counts(document) for document in corpus])
    found = [
        (index.terms[term], chunk, frequency)
        for term, chunk, frequency in zip(
            index.term.tolist(), index.chunk.tolist(), index.frequency.tolist(), strict=True
        )
    ]
    assert found == _by_hand(corpus)
    assert index.lengths.tolist() == [
        [sum(field.values()) for field in chunk] for document in corpus for chunk in document
    ]
    assert index.chunks == sum(len(document) for document in corpus)


def test_postings_merged_some_at_a_time_are_those_merged_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus: list[list[Fields]] = [
        [({"a": n + 1, f"t{n % 5}": 2}, {}, {}, {"b": 2, f"t{n % 3}": 1})] * 3 for n in range(20)
    ]
    counts = [_counts(document) for document in corpus]
    whole = merge(counts)
    monkeypatch.setattr(postings, "AT_ONCE", 7)
    monkeypatch.setattr(scratch, "FROM", 1)
    parts = merge(counts, tmp_path)
    for name in ("document_frequency", "term", "chunk", "frequency", "lengths", "document"):
        assert np.array_equal(getattr(whole, name), getattr(parts, name)), name
    assert whole.terms == parts.terms


@given(corpora)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_each_terms_postings_begin_where_it_says_and_are_as_many(corpus: list[list[Fields]]) -> None:
    index = merge([_counts(document) for document in corpus])
    terms = index.term.tolist()
    for number, (first, count) in enumerate(
        zip(index.first_posting.tolist(), index.document_frequency.tolist(), strict=True)
    ):
        assert terms[first : first + count] == [number] * terms.count(number)
        assert count > 0


@given(corpora)
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_the_vocabulary_is_sorted_by_its_utf8_bytes_without_repeats(corpus: list[list[Fields]]) -> None:
    terms = merge([_counts(document) for document in corpus]).terms
    encoded = [term.encode() for term in terms]
    assert encoded == sorted(set(encoded))


def test_the_types_are_the_same_for_an_empty_corpus_and_a_full_one() -> None:
    def types(index: Index) -> list[str]:
        arrays = (index.term, index.chunk, index.frequency, index.lengths, index.document_frequency)
        return [str(array.dtype) for array in (*arrays, index.first_posting)]

    full = merge([_counts([({"a": 1}, {}, {}, {"b": 2})])])
    expected = ["uint32", "uint32", "uint16", "uint32", "uint32", "uint64"]
    assert types(merge([])) == types(merge([_counts([])])) == types(full) == expected


TEXT = "# Guide\n\nRun make.\n\n## Setup\n\nrun run\n\n### Deep\n\nend\n"
GUIDE = Section(None, 1, "Guide", "guide", 0, len(TEXT), 1, 11, 9)
SETUP = Section(0, 2, "Setup", "setup", 20, len(TEXT), 5, 11, 30)
DEEP = Section(1, 3, "Deep", "deep", 39, len(TEXT), 9, 11, 49)
CHUNKS = (
    Chunk(0, None, 0, 20, 1, 4),
    Chunk(1, None, 20, 39, 5, 8),
    Chunk(2, None, 39, len(TEXT), 9, 11, context="table head"),
)
DOCUMENT = Document(
    file=SourceFile("docs", "guide/setup.md", "@docs/guide/setup.md", Path("guide/setup.md")),
    kind="docs",
    format="markdown",
    language="en",
    title="Guide",
    metadata=Metadata(description="About building", tags=("ops",), aliases=("Handbook",)),
    decoded=Decoded(TEXT, "0" * 64, len(TEXT), "utf-8", False),
    body_byte=0,
    parsed=Parsed("Guide", (GUIDE, SETUP, DEEP)),
    chunks=CHUNKS,
    notices=(),
)


def _fields(document: Document) -> list[list[Counter[str]]]:
    """Return the counted terms of every chunk, field by field."""
    counts = count_document(document)
    found = [[Counter[str]() for _ in range(FIELDS)] for _ in document.chunks]
    for term, chunk, frequency in zip(
        counts.term, counts.chunk, zip(*counts.frequency, strict=True), strict=True
    ):
        for field, times in enumerate(frequency):
            if times:
                found[chunk][field][counts.terms[term]] += times
    return found


def _of(*texts: str, language: str = "en") -> Counter[str]:
    return sum((Counter(count_terms(text, language)) for text in texts), Counter[str]())


def test_a_chunk_is_counted_by_heading_path_breadcrumb_and_body() -> None:
    about = ("About building", "ops", "Handbook")
    bodies = [TEXT[:20], TEXT[20:39], "table head\n" + TEXT[39:]]
    path = _of("guide/setup.md")
    assert _fields(DOCUMENT) == [
        [_of("Guide"), path, _of("Guide", *about), _of(bodies[0])],
        [_of("Setup"), path, _of("Guide"), _of(bodies[1])],
        [_of("Deep"), path, _of("Guide", "Setup"), _of(bodies[2])],
    ]


def test_lengths_are_the_sums_of_the_counts() -> None:
    lengths = zip(*count_document(DOCUMENT).lengths, strict=True)
    assert [list(row) for row in lengths] == [
        [field.total() for field in chunk] for chunk in _fields(DOCUMENT)
    ]


def test_a_chunk_kept_out_of_the_index_has_no_term_and_no_length_but_keeps_its_number() -> None:
    hidden = replace(DOCUMENT, chunks=(replace(CHUNKS[0], indexed=False), *CHUNKS[1:]))
    first, second, third = _fields(hidden)
    assert first == [Counter()] * FIELDS
    assert [field[0] for field in count_document(hidden).lengths] == [0] * FIELDS
    assert second[2] == _of("Guide", "About building", "ops", "Handbook")
    assert third == _fields(DOCUMENT)[2]


def test_a_definition_is_named_by_its_symbol_under_the_title_alone() -> None:
    symbol = Symbol(None, "size", "Repo.size", "method", "", "", 0, 20, 1, 4, 0, True)
    code = replace(
        DOCUMENT,
        kind="code",
        metadata=Metadata(),
        parsed=Parsed(None, symbols=(symbol,)),
        chunks=(Chunk(None, 0, 0, 20, 1, 4), Chunk(None, None, 20, len(TEXT), 5, 11)),
    )
    inside, outside = _fields(code)
    assert (inside[0], inside[2]) == (_of("Repo.size"), _of("Guide"))
    assert (outside[0], outside[2]) == (Counter(), _of("Guide"))


def test_bytes_not_characters_cut_the_text() -> None:
    text = "設定を変える\n評価\n"
    cut = len("設定を変える\n".encode())
    document = replace(
        DOCUMENT,
        language="ja",
        metadata=Metadata(),
        decoded=replace(DOCUMENT.decoded, text=text),
        parsed=Parsed(None),
        chunks=(Chunk(None, None, 0, cut, 1, 1), Chunk(None, None, cut, len(text.encode()), 2, 2)),
    )
    bodies = [chunk[3] for chunk in _fields(document)]
    assert bodies == [_of("設定を変える\n", language="ja"), _of("評価\n", language="ja")]


@pytest.mark.parametrize("times", [MAX_COUNT, MAX_COUNT + 1, MAX_COUNT + 70_000])
def test_a_count_stops_at_what_the_column_holds_and_the_length_does_not(times: int) -> None:
    text = "a1 " * times
    chunk = Chunk(None, None, 0, len(text), 1, 1)
    counts = count_document(replace(DOCUMENT, decoded=replace(DOCUMENT.decoded, text=text), chunks=(chunk,)))
    number = counts.terms.index("a1")
    assert counts.frequency[3][counts.term.index(number)] == min(times, MAX_COUNT)
    assert counts.lengths[3][0] >= times


def test_the_order_of_documents_only_renumbers_chunks() -> None:
    other = replace(DOCUMENT, chunks=CHUNKS[1:])
    one, two = count_document(DOCUMENT), count_document(other)
    forward, backward = merge([one, two]), merge([two, one])
    assert forward.terms == backward.terms
    assert forward.document_frequency.tolist() == backward.document_frequency.tolist()
    assert forward.lengths.tolist() == [*backward.lengths.tolist()[2:], *backward.lengths.tolist()[:2]]
