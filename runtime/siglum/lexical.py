"""The lexical leg: BM25F over the postings.

Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004: the
fields' frequencies are weighted and length-normalised, then summed, and only the sum saturates.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.rows import Ints, Postings
    from siglum.settings import FieldSettings, SearchSettings

Floats = NDArray[np.float64]


class Impact(NamedTuple):
    """A term's postings with what BM25F needs of them, whatever the query."""

    chunks: Ints
    saturated: Floats
    """Of each, 0..1: its frequency over the fields, weighted and length-normalised, over itself and k1."""
    in_heading: Ints
    """Those of the chunks whose heading has the term."""
    in_path: Ints

    @property
    def nbytes(self) -> int:
        """What it takes in memory."""
        return sum(array.nbytes for array in self)


class WeightedTerm(NamedTuple):
    """An index term of the query and what it counts beside the others."""

    impact: Impact
    weight: float


class LexicalScores(NamedTuple):
    """One entry a chunk."""

    score: Floats
    """BM25F, 0 where no term occurs."""
    heading: Floats
    """Idf mass of the query that stands in the heading."""
    path: Floats
    """The same in the path."""
    mass: float
    """The query's idf mass, more than any score."""

    def shares(self, at: Ints) -> tuple[Floats, Floats]:
        """Return of the chunks `at` the share of the mass that stands in heading and path, 0..1."""
        whole = self.mass or 1.0
        return self.heading[at] / whole, self.path[at] / whole


def normalisers(lengths: Sequence[Ints], settings: SearchSettings) -> tuple[Floats, ...]:
    """Return, a field, what each chunk's term frequency is multiplied with: weight over length norm."""
    return tuple(_normaliser(length, field) for length, field in zip(lengths, _fields(settings), strict=True))


def _fields(settings: SearchSettings) -> tuple[FieldSettings, ...]:
    return settings.heading, settings.path, settings.breadcrumb, settings.body


def _normaliser(length: Ints, field: FieldSettings) -> Floats:
    total = int(length.sum())
    if total == 0:
        return np.full(len(length), field.weight)
    relative = length.astype(np.float64) * (len(length) / total)
    divisor = 1.0 - field.b + field.b * relative
    divisor[length == 0] = 1.0  # an empty field has nothing to multiply, but 0 · ∞ would not be 0
    return np.float64(field.weight) / divisor


def inverse_document_frequency(count: int, total: int) -> float:
    """Return ln(1 + (N − df + ½)/(df + ½)), positive for every term.

    Rounded to 2⁻²⁰, so that the last bit of a platform's logarithm decides nothing, and at least that,
    so that a term of every chunk of a huge corpus still counts.
    """
    return max(1, round(math.log1p((total - count + 0.5) / (count + 0.5)) * 2**20)) / 2**20


def impact(postings: Postings, norms: Sequence[Floats], *, k1: float) -> Impact:
    """Return a term's impact; `norms` is what `normalisers` gave."""
    chunks = postings.chunks.astype(np.int64)
    frequency = np.zeros(len(chunks))
    having = []
    for counts, norm in zip(postings.fields[:-1], norms, strict=False):
        at = np.flatnonzero(counts > 0)  # few: names are short
        having.append(found := chunks[at])
        frequency[at] += counts[at] * norm[found]
    frequency += postings.fields[-1] * norms[-1][chunks]
    return Impact(chunks, frequency / (k1 + frequency), *having[:2])


def score(terms: Sequence[WeightedTerm], *, total: int) -> LexicalScores:
    """Return BM25F of every one of `total` chunks for the query's terms; sums run in the order of `terms`."""
    scores, heading, path = np.zeros(total), np.zeros(total), np.zeros(total)
    mass = 0.0
    for (chunks, saturated, in_heading, in_path), weight in terms:
        idf = weight * inverse_document_frequency(len(chunks), total)
        scores[chunks] += idf * saturated
        heading[in_heading] += idf
        path[in_path] += idf
        mass += idf
    return LexicalScores(scores, heading, path, mass)
