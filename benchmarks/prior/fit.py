"""Fit a vector to each term, so that the sum of a text's vectors is near to what the teacher says of it."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
import numpy as np
import orjson
import scipy.sparse as sp

from siglum.text import count_terms, is_unigram
from siglum_builder.prior import scaled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DIMENSION = 64
"""nDCG@10 pooled over five documentation sets: 96 and 128 within ±.002 of 64, CoSQA +.008 at 128; bytes a
chunk and a term."""
REGULARISATION = 1.0
"""Of the ridge regression; .3 does as well."""
WORDS = 75
"""Of a text whose terms are counted: about as much as the teacher read."""
LEAST_TEXTS = 8
"""In which a term occurs; at 4 and 6 up to half as many terms more, and nDCG@10 within ±.002."""
MOST_TERMS = 20_000
ITERATIONS = 40
HELD_OUT = 20
"""One text in so many is kept to judge the fit by."""


def matrix(counts: list[dict[str, int]], numbers: dict[str, int], idf: Floats) -> sp.csr_array:
    """Return [texts, terms] of (1 + ln tf) · idf, rows of length 1."""
    entries = [
        (text, numbers[term], (1.0 + math.log(tf)) * idf[numbers[term]])
        for text, terms in enumerate(counts)
        for term, tf in terms.items()
        if term in numbers
    ]
    rows, columns, values = (np.array(part) for part in zip(*entries, strict=True))
    weights = sp.csr_array((values, (rows, columns)), shape=(len(counts), len(numbers)))
    lengths = np.sqrt(np.asarray(weights.multiply(weights).sum(axis=1)).ravel())
    lengths[lengths == 0.0] = 1.0
    return sp.csr_array(sp.diags_array(1.0 / lengths) @ weights)


def principal(vectors: Floats, dimension: int) -> Floats:
    """Return the first principal components of vectors, [columns, dimension]."""
    centred = vectors - vectors.mean(axis=0)
    return np.asarray(np.linalg.eigh(centred.T @ centred)[1][:, ::-1][:, :dimension])


def ridge(texts: sp.csr_array, wanted: Floats) -> Floats:
    """Return W that makes |texts · W − wanted|² + λ |W|² least, by conjugate gradients."""
    transposed = sp.csr_array(texts.T)
    rest = np.asarray(transposed @ wanted)
    found, step, size = np.zeros_like(rest), rest.copy(), (rest * rest).sum(axis=0)
    for _ in range(ITERATIONS):
        moved = transposed @ (texts @ step) + REGULARISATION * step
        length = size / (step * moved).sum(axis=0)
        found += length * step
        rest -= length * moved
        size, former = (rest * rest).sum(axis=0), size
        step = rest + size / former * step
    return found


class Taught(NamedTuple):
    """The terms of texts and what the teacher says of each, less the mean."""

    terms: list[dict[str, int]]
    vectors: Floats


def read(texts: Path, vectors: Path) -> Taught:
    """Read the texts that have vectors, as `texts` or `pairs` and `teach` wrote them."""
    taught = np.load(vectors).astype(np.float64)
    lines = [orjson.loads(line) for line in texts.read_bytes().splitlines()[: len(taught)]]
    terms = [count_terms(" ".join(text.split()[:WORDS]), language) for language, text, _ in lines]
    return Taught(terms, taught - taught.mean(axis=0))


@click.command()
@click.option(
    "--taught",
    "sources",
    multiple=True,
    required=True,
    nargs=2,
    metavar="TEXTS VECTORS",
    type=click.Path(exists=True, path_type=Path),
    help="Texts and their vectors; repeatable.",
)
@click.option("-o", "output", required=True, type=click.Path(path_type=Path))
def main(sources: tuple[tuple[Path, Path], ...], output: Path) -> None:
    """Fit one table to the vectors of all texts, as the other programs wrote them.

    The space is that of the first texts. Translations are of another kind than documentation, and of a
    space of both the English sets have less.
    """
    parts = [read(texts, vectors) for texts, vectors in sources]
    taught = np.concatenate([part.vectors for part in parts]) @ principal(parts[0].vectors, DIMENSION)
    counts = [terms for part in parts for terms in part.terms]
    frequency = Counter(term for terms in counts for term in terms)
    names = [term for term, count in frequency.most_common(MOST_TERMS) if _is_kept(term, count)]
    names.sort(key=str.encode)
    idf = np.array([math.log((len(counts) + 1) / (frequency[name] + 0.5)) for name in names])
    weights = matrix(counts, {name: number for number, name in enumerate(names)}, idf)
    held = np.arange(len(counts)) % HELD_OUT == 0
    learnt = ridge(weights[~held], taught[~held])
    rows, scales = scaled(learnt * idf[:, None])
    np.savez_compressed(
        output, terms=np.frombuffer("\n".join(names).encode(), np.uint8), rows=rows, scales=scales
    )
    click.echo(f"{len(names)} terms of {len(counts)} texts; cosine with the teacher on texts held out:")
    click.echo(f"{_mean_cosine(np.asarray(weights[held] @ learnt), taught[held]):.3f}")


def _is_kept(term: str, count: int) -> bool:
    return count >= LEAST_TEXTS and not is_unigram(term) and any(map(str.isalpha, term))


def _mean_cosine(ours: Floats, theirs: Floats) -> float:
    lengths = np.linalg.norm(ours, axis=1) * np.linalg.norm(theirs, axis=1)
    return float(((ours * theirs).sum(axis=1) / np.maximum(lengths, 1e-9)).mean())


if __name__ == "__main__":
    main()
