"""The public functions: open an artifact, and ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar, Unpack

from siglum import content, search
from siglum.parameters import (
    ContentParameters,
    FlowParameters,
    GuideParameters,
    RelatedParameters,
    SearchParameters,
)
from siglum.requests import read_request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from siglum.artifact.manifest import Manifest
    from siglum.parameters import (
        AnswerFormat,
        FilterOptions,
        Mode,
        Preference,
        SearchMode,
        Signal,
        Sort,
        Style,
    )
    from siglum.reader import Reader
    from siglum.results import (
        ContentResponse,
        DiagnosticsResponse,
        Document,
        FlowResponse,
        GuideResponse,
        RelatedResponse,
        SearchResponse,
        TopicsResponse,
    )

T = TypeVar("T")


class Library:
    """An opened artifact, or several as one. A context manager; any thread may call every method."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the files."""
        self._reader.close()

    @property
    def manifest(self) -> Manifest:
        """What is inside, and how it was made."""
        return self._reader.manifest

    @property
    def versions(self) -> tuple[str, ...]:
        """The version of each artifact that is open."""
        return tuple(part.manifest.version for part in self._reader.parts)

    def search(  # noqa: PLR0913 - one argument a parameter of the tool
        self,
        query: str,
        *,
        top_k: int | None = None,
        snippet_lines: int | None = None,
        mode: SearchMode | None = None,
        sort: Sort | None = None,
        offset: int | None = None,
        min_confidence_ratio: float | None = None,
        mmr: bool | None = None,
        mmr_lambda: float | None = None,
        mmr_same_doc_penalty: float | None = None,
        parent_retriever: bool | None = None,
        max_tokens: int | None = None,
        format: AnswerFormat | None = None,
        explain: bool | None = None,
        **filters: Unpack[FilterOptions],
    ) -> SearchResponse:
        """Return the sections and definitions that answer `query`, best first.

        Args:
            query: words, identifiers or symbols in any language; at most 4,096 bytes. Any term may
                match; rarer and more matching terms rank higher. `"a phrase"` is sought verbatim and what
                has it comes first; `-word` and `-"a phrase"` exclude. Nothing is a syntax error. Empty: no
                results.
            top_k: how many hits, 1..200; default from the artifact (10).
            snippet_lines: lines shown a hit, 1..200; default from the artifact (40).
            mode: `implementation` looks for how something is built.
            sort: `date` orders the hits by date, newest first.
            offset: hits to skip, 0..10,000, for further pages of the same ranking.
            min_confidence_ratio: `low_confidence` where the greatest score is less than so many times the
                mean; 0 turns it off; default from the artifact (1.5), as for the four below.
            mmr: order the hits by maximal marginal relevance.
            mmr_lambda: what relevance weighs against variety, 0..1.
            mmr_same_doc_penalty: taken from a hit whose document was picked before, 0..1.
            parent_retriever: return short hits with the text around them.
            max_tokens: budget for the text of all hits, in estimated tokens; none by default.
            format: `search_result` gives the hits as `to_search_results` does, in `search_results`.
            explain: say of each hit which terms matched, its ranks and scores in the legs, and its boosts.
            filters: which texts may answer, each of:
                category: the document's category, exactly.
                topic: the document's topic, exactly.
                path_globs: patterns over the path inside its source; `*` stops at `/`, `**` does not, `!`
                    excludes.
                tags_any: tags of which the document has one; code has `code` and `lang:<name>`.
                tags_all: tags that the document has, all of them.
                date_from: not older: `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or RFC 3339. With either bound a
                    document without a date does not pass.
                date_to: not newer; a partial date means its last moment.
                extensions: file endings, with or without the dot.
                sources: names or labels of sources, or names of opened artifacts.
                min_quality: least quality of a chunk, 0..1; default from the artifact (0.3).
                include_low_quality: the same as `min_quality` 0.

        Numbers outside their range are clamped and named in `warnings`.

        Raises:
            RequestError: a wrong type, a pattern or date that cannot be read, a query that is too long.
            ArtifactDamaged: a file is not what the manifest says.
        """
        request, warnings = self._request(
            SearchParameters,
            query=query,
            top_k=top_k,
            snippet_lines=snippet_lines,
            mode=mode,
            sort=sort,
            offset=offset,
            min_confidence_ratio=min_confidence_ratio,
            mmr=mmr,
            mmr_lambda=mmr_lambda,
            mmr_same_doc_penalty=mmr_same_doc_penalty,
            parent_retriever=parent_retriever,
            max_tokens=max_tokens,
            format=format,
            explain=explain,
            **filters,
        )
        response = search.search(self._reader, request, warnings=warnings)
        if request.format == "default":
            return response
        from siglum.citations.search_results import as_blocks  # nor does one that shows its hits

        return as_blocks(response)

    def get_content(
        self,
        ref_id: str,
        mode: Mode | None = None,
        *,
        snippet_lines: int | None = None,
        max_lines: int | None = None,
    ) -> ContentResponse:
        """Return the section, code or file that `ref_id` names, as it was at build time.

        Args:
            ref_id: `md:<path>#<slug>`, `code:<path>@L<line>` or `file:<path>`.
            mode: `snippet` gives the first lines of a section, or the definition or window around a
                line of code; `full` the whole section or file. A file is given whole in both.
                `multi_range` gives the parts that matter for a flow, each headed by its lines: items,
                labelled steps and headings; of code the anchor, signatures, routes, calls and returns.
            snippet_lines: lines of a snippet, 1..200; default from the artifact (40).
            max_lines: lines of a whole section or file, 1..5000; a window around a code ref's line;
                of all parts together.

        What was left out is said in `truncated` and `reason`.

        Raises:
            RefError: malformed, or nothing of that name; the message names the nearest refs.
            ArtifactDamaged: a file is not what the manifest says.
        """
        request, warnings = self._request(
            ContentParameters, ref_id=ref_id, mode=mode, snippet_lines=snippet_lines, max_lines=max_lines
        )
        return content.get_content(self._reader, request, warnings=warnings)

    def expand_related(
        self,
        seeds: Sequence[str],
        *,
        budget: int | None = None,
        depth: int | None = None,
        signals: Sequence[Signal] | None = None,
        snippet_lines: int | None = None,
        mode: SearchMode | None = None,
        **filters: Unpack[FilterOptions],
    ) -> RelatedResponse:
        """Return what belongs together with the seeds, best first, each with its reasons.

        Args:
            seeds: refs of any kind, 1 to 32; `file:` stands for the whole document.
            budget: results at most, 1..200 (30).
            depth: 1..3; 2 also takes what is related to the best of what is found.
            signals: which may speak for a result: links, imports, token_overlap, similarity,
                path_proximity, same_file, framework_links; default all, the last in mode
                `implementation` only. Proximity supports nothing alone, unless asked for alone.
            snippet_lines: lines of text a result, 0..200; 0 returns none.
            mode: `implementation` also follows what frameworks tie together.
            filters: as in `search`.

        Seeds that name nothing are in `skipped`. Numbers outside their range are clamped and named in
        `warnings`.

        Raises:
            RefError: no seed names anything.
            RequestError: a wrong type, no or too many seeds.
        """
        from siglum.related import expand_related  # a search does not need it

        request, warnings = self._request(
            RelatedParameters,
            seeds=seeds,
            budget=budget,
            depth=depth,
            signals=signals,
            snippet_lines=snippet_lines or 0,  # the artifact's default is that of `search`
            mode=mode,
            **filters,
        )
        return expand_related(self._reader, request, warnings=warnings)

    def summarize_flow(
        self,
        topic: str | None = None,
        seeds: Sequence[str] | None = None,
        *,
        sources: Sequence[str] | None = None,
        style: Style | None = None,
        max_steps: int | None = None,
    ) -> FlowResponse:
        """Return refs as an ordered list of steps, in the words of the corpus.

        A section gives its numbered steps, else labelled ones (`Step 1:`, `手順1`), else bullets, else
        headings, else paragraphs; a document, or a section of several headings, a step a heading; code a
        step a definition.

        Args:
            topic: narrows to what speaks of it; without `seeds` it is searched for.
            seeds: refs of any kind, at most 64; the flow has their order. One that does not resolve is
                named in `skipped`.
            sources: as in `search`; refs of others are left out.
            style: `brief`, `default` or `detailed`: how much text and how many operations a step keeps.
            max_steps: steps at most, 1..50; default 12.

        Each fallback is named in `assumptions`. No usable ref is not an error.

        Raises:
            RequestError: a wrong type, or too many seeds.
            ArtifactDamaged: a file is not what the manifest says.
        """
        from siglum.flow import summarize_flow

        request, warnings = self._request(
            FlowParameters, topic=topic, seeds=seeds, sources=sources, style=style, max_steps=max_steps
        )
        return summarize_flow(self._reader, request, warnings=warnings)

    def guide_implementation(
        self,
        topic: str,
        framework: str | None = None,
        *,
        language: str | None = None,
        preference: Preference | None = None,
        max_refs: int | None = None,
    ) -> GuideResponse:
        """Return a guide whose every sentence comes from a ref that it names.

        Args:
            topic: what is to be built.
            framework: added to the query.
            language: programming language of the samples.
            preference: `balanced`, `docs` or `samples`: of what most refs are.
            max_refs: supporting refs at most, 2..12; default 6.

        No gap is filled: what is missing is said in `assumptions`, and a topic that the corpus does not
        cover gives an empty guide with the confidence `none`.

        Raises:
            RequestError: a wrong type, or a query over 4,096 bytes.
            ArtifactDamaged: a file is not what the manifest says.
        """
        from siglum.guide import guide_implementation

        request, warnings = self._request(
            GuideParameters,
            topic=topic,
            framework=framework,
            language=language,
            preference=preference,
            max_refs=max_refs,
        )
        return guide_implementation(self._reader, request, warnings=warnings)

    def diagnostics(self) -> DiagnosticsResponse:
        """Return which runtime serves which artifact, with counts and whatever is amiss."""
        from siglum.diagnostics import diagnostics

        return diagnostics(self._reader)

    def list_topics(self) -> TopicsResponse:
        """Return the categories, topics, tags and sources, with their documents and newest dates."""
        from siglum.topics import list_topics

        return list_topics(self._reader)

    def documents(self) -> tuple[Document, ...]:
        """Return every document, in path order."""
        return content.documents(self._reader)

    def _request(self, parameters: type[T], /, **given: object) -> tuple[T, tuple[str, ...]]:
        """Return the effective parameters of a call, and warnings."""
        return read_request(parameters, given, defaults=self._reader.manifest.search)
