"""Check every citation of a saved conversation against what was handed over and against the corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from siglum.citations.conversations import quotations
from siglum.citations.corpus import Corpus, Missing
from siglum.citations.resolve import cited, resolve, text_of
from siglum.errors import RequestError
from siglum.results.citations import CheckedCitation, CitationCheck

if TYPE_CHECKING:
    from siglum.citations.conversations import Quotation
    from siglum.reader import Reader
    from siglum.results.citations import BlockPlace


def check_conversation(document: object, reader: Reader) -> CitationCheck:
    """Return what became of every citation of a conversation, or of a reply alone.

    Where the search results or documents were saved with it, a citation is resolved by its indices, and
    the text must also stand in the document that they name; else the quotation is sought at the place
    that its `source` names. An unknown type or a bad index is a citation that is not verified.

    Raises:
        RequestError: not a conversation.
        ArtifactDamaged: a file is not what the manifest says.
    """
    with Corpus(reader) as corpus:
        checked = tuple(_checked(quotation, corpus) for quotation in quotations(document))
    return CitationCheck(all(each.verified for each in checked), reader.info, checked)


def _checked(quotation: Quotation, corpus: Corpus) -> CheckedCitation:
    given = quotation.citation.get("cited_text"), quotation.citation.get("source")
    text, source = (value if isinstance(value, str) else None for value in given)
    try:
        source, place = _place(quotation, corpus)
    except (Missing, RequestError) as error:
        return CheckedCitation(quotation.place, text or "", False, source, reason=str(error))
    return CheckedCitation(
        quotation.place, text or "", True, source, place.ref_id, place.path, place.range, place.byte_range
    )


def _place(quotation: Quotation, corpus: Corpus) -> tuple[str, BlockPlace]:
    """Return the source and place of a quotation that stands there."""
    citation, handed = quotation.citation, quotation.handed
    by_source = citation.get("type") == "search_result_location" and not handed.results
    text = text_of(citation)
    if by_source:
        source = citation.get("source")
        if not isinstance(source, str):
            raise Missing("it names no source, and the search results are not in the file")
        return source, corpus.find(source, text)
    found, resolved = cited(handed, citation), resolve(handed, citation)
    if resolved.text != text:
        raise Missing("cited_text is not the text of the blocks that the citation names")
    if not resolved.verified:
        raise Missing("source is not that of the search result that the citation names")
    if found.source is None:
        raise Missing("what it cites names no source, so it cannot be found in the corpus")
    return found.source, corpus.find(found.source, text, whole_document=True)
