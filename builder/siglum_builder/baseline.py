"""What an evaluation ranked, as a file that another is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from siglum.render import plain
from siglum.typed import FieldError, read
from siglum_builder.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from siglum_builder.evaluation import Evaluation
    from siglum_builder.golden import Golden

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Baseline:
    """The ranks of an evaluation, from which every score can be had again."""

    format: int
    name: str
    version: str
    digest: str
    """Of the artifact's content."""
    golden: str
    golden_digest: str
    top_k: int
    ranks: dict[str, dict[str, int]]
    """Rank of each relevant page that was found, by question with an answer."""


def save_baseline(file: Path, evaluation: Evaluation) -> None:
    """Write the ranks of an evaluation as JSON; the same evaluation gives the same bytes."""
    found = Baseline(
        FORMAT,
        evaluation.name,
        evaluation.version,
        evaluation.digest,
        evaluation.golden,
        evaluation.golden_digest,
        evaluation.top_k,
        {outcome.id: outcome.ranks for outcome in evaluation.outcomes if outcome.answerable},
    )
    file.write_bytes(orjson.dumps(plain(found), option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n")


def read_baseline(file: Path, golden: Golden, *, top_k: int) -> Baseline:
    """Read what `save_baseline` wrote of the same questions, asked in the same way.

    Raises:
        ConfigError: it is something else, of other questions, or of another number of hits.
    """
    try:
        found = read(Baseline, orjson.loads(file.read_bytes()))
    except (FieldError, orjson.JSONDecodeError) as fault:
        raise ConfigError(f"{file} is not a baseline that --save wrote ({fault})") from None
    if found.format != FORMAT:
        raise ConfigError(f"{file} has format {found.format}, but {FORMAT} is read: save it again")
    if found.golden_digest != golden.digest:
        raise ConfigError(
            f"{file} was saved for other questions ({found.golden}), so the two cannot be compared:"
            " evaluate the former artifact with these questions and --save it"
        )
    if found.top_k != top_k:
        raise ConfigError(f"{file} was saved with --top-k {found.top_k}, this is {top_k}: give the same")
    if not _is_of(found.ranks, golden):
        raise ConfigError(f"{file} was changed since --save wrote it: it ranks what nobody asked for")
    return found


def _is_of(ranks: Mapping[str, Mapping[str, int]], golden: Golden) -> bool:
    """Tell whether exactly the questions with an answer have ranks, and these are of relevant pages."""
    gains = {question.id: question.gains for question in golden.questions if question.gains}
    return ranks.keys() == gains.keys() and all(
        page in gains[key] and rank > 0 for key, found in ranks.items() for page, rank in found.items()
    )
