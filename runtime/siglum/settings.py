"""Every constant of ranking and every default of `search`, as the manifest records them."""

# No postponed annotations here: `typed.read` evaluates them at every open, and text takes longer.

import re
from dataclasses import dataclass
from typing import Annotated, Literal

from siglum.typed import Between

Weight = Annotated[float, Between(0, 100)]
"""0 switches off what it weighs; a hundred times more than anything else is as good as alone."""
Share = Annotated[float, Between(0, 1)]
Coefficient = Annotated[float, Between(-1000, 1000)]
Count = Annotated[int, Between(1, 200)]


@dataclass(frozen=True, slots=True)
class FieldSettings:
    """BM25F: what one field counts (Robertson, Zaragoza & Taylor, CIKM 2004)."""

    weight: Weight
    """Multiplies the term frequency."""
    b: Annotated[float, Between(0, 1)]
    """Length normalisation, 0 (none) to 1 (full)."""


@dataclass(frozen=True, slots=True)
class ConfidenceSettings:
    """Logistic regression of "the corpus answers this", and the levels of its score."""

    intercept: Coefficient = -3.31
    bm25_by_chance: Coefficient = 4.75
    """Of the logarithm of the greatest BM25F over the root of the query's squared idf."""
    bm25_share: Coefficient = -1.2
    """Of the logarithm of the same over the sum of the query's idf."""
    cosine: Coefficient = 2.36
    """Of the greatest cosine."""
    general: Coefficient = 1.92
    """Of the greatest cosine by the prior's vectors, above their background."""
    coverage: Coefficient = 1.85
    """Of the share of the query's idf around the best hit."""
    none_below: Share = 0.2
    low_below: Share = 0.5
    medium_below: Share = 0.8


@dataclass(frozen=True, slots=True)
class ImplementationSettings:
    """`mode="implementation"`: by how much of itself a score is raised, by what the code does."""

    startup: Weight = 0.15
    """Starts the program."""
    registration: Weight = 0.1
    """Registers services, or asks for them."""
    route: Weight = 0.1
    """Routes, endpoints and their handlers."""
    attribute: Weight = 0.05
    """Attributes, decorators and annotations."""
    configuration: Weight = 0.1
    """Settings and where they are read."""
    unasked: Annotated[float, Between(0, 1)] = 0.3
    """The share of each that counts where the query does not ask for it."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """`[search]` of siglum.toml. A request overrides its own parameters; nothing else changes an answer."""

    top_k: Count = 10
    """Hits."""
    snippet_lines: Count = 40
    """Lines shown a hit."""
    min_quality: Annotated[float, Between(0, 1)] = 0.3
    """Least quality of a chunk that is found; the builder's `quality` says what scores low."""
    k1: Annotated[float, Between(0.01, 100)] = 0.9
    """BM25: how slowly further occurrences of a term stop counting; at 0 a score could be 0/0."""
    heading: FieldSettings = FieldSettings(weight=2.0, b=0.5)
    path: FieldSettings = FieldSettings(weight=1.0, b=0.5)
    breadcrumb: FieldSettings = FieldSettings(weight=0.5, b=0.5)
    body: FieldSettings = FieldSettings(weight=1.0, b=0.75)
    function_word_weight: Share = 0.5
    """What `how`, `do`, `the` and the like count beside the other words of a query."""
    page_weight: Weight = 0.1
    """Share in the lexical leg of words that stand elsewhere in the document, against 1 for the chunk's."""
    vector_weight: Weight = 0.65
    """Share of the vector leg of a large corpus in the fused score, against 1 for the lexical leg."""
    vector_half: Annotated[int, Between(0, 1_000_000_000)] = 350
    """Chunks at which it has half of that: a space learnt from few texts says little."""
    fusion: Literal["weighted", "rrf"] = "weighted"
    """How the legs make one score: by their scores, or by reciprocal ranks."""
    prior_weight: Weight = 0.85
    """Share of the prior's vectors, where they know every word of the query and the kind of corpus."""
    feedback_weight: Weight = 0.5
    """Share of the best chunks so far in the query's second vector, against 1 for the query; 0: none."""
    heading_boost: Weight = 0.1
    """Added where all of the query's idf mass stands in the heading, in proportion where some does."""
    path_boost: Weight = 0.05
    """The same for the path."""
    path_phrase_boost: Weight = 0.05
    """Once more for adjacent words of the query that stand side by side in the path. Of 367 files, .87 come
    first for the words of their own name, .80 at 0; nDCG@10 of five golden sets is .763, .764 at 0."""
    wording_boost: Weight = 0.6
    """Added, before the score is scaled back to 0..1, where a chunk has the query's words in their order,
    as that of a pasted message has, by the squared share of it. Of 327 errors pasted whole, changed or cut
    in two, from eight repositories, 281 find their section first, 217 at 0."""
    label_boost: Weight = 0.05
    """The same for the name and labels of the source, where the sources differ in that."""
    phrase_boost: Weight = 1.0
    """Added, before the score is scaled back to 0..1, where a chunk has all quoted phrases of a query, by
    the squared share of their idf mass where it has some. At 1 and above, those that have all come first."""
    symbol_boost: Weight = 1.0
    """Added, before the score is scaled back to 0..1, to a definition that is all the query names; where the
    naming term has only a share of the query's idf mass, that share squared."""
    changelog_weight: Annotated[float, Between(0, 1)] = 0.8
    """By which the score of changelogs and release notes is multiplied: they must not drown guides."""
    test_weight: Annotated[float, Between(0, 1)] = 0.8
    """The same for code that tests, unless the query asks for tests."""
    sample_weight: Annotated[float, Between(0, 1)] = 0.8
    """The same for code that shows other code or helps to test it, unless the query asks for either."""
    code_weight: Annotated[float, Between(0, 1)] = 0.9
    """The same for all code: what explains comes first, save in `mode="implementation"`."""
    min_confidence_ratio: Annotated[float, Between(0, float("inf"))] = 1.5
    """`low_confidence` where the greatest score is less than so many times the mean."""
    mmr: bool = False
    """Trade relevance for variety."""
    mmr_lambda: Share = 0.7
    """What relevance weighs against variety."""
    mmr_same_doc_penalty: Share = 0.0
    """Taken from a hit whose document was picked before."""
    parent_retriever: bool = False
    """Return short hits with the text around them."""
    confidence: ConfidenceSettings = ConfidenceSettings()
    """Whether the corpus answers at all."""
    implementation: ImplementationSettings = ImplementationSettings()


TOOL_PREFIX = re.compile(r"[A-Za-z0-9_-]{0,32}")


@dataclass(frozen=True, slots=True)
class McpSettings:
    """`[mcp]` of siglum.toml: how a server of this artifact presents itself, to be told from others."""

    name: str | None = None
    """Of the server; default: `siglum-` and the artifact's name."""
    tool_prefix: str = ""
    """Stands before each tool's name: letters, digits, `_` and `-`."""
    description: str | None = None
    """What the corpus is, as the end of "find what … says": `the Lantern handbook`."""
    examples: tuple[str, ...] = ()
    """Questions that it answers."""
