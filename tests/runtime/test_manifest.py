"""A manifest is read back as it was written, or refused: no byte of it may change unnoticed."""

from __future__ import annotations

import json
import tempfile
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from siglum.artifact import FORMAT_VERSION
from siglum.artifact.manifest import (
    MANIFEST,
    EmbedderEntry,
    FileEntry,
    Manifest,
    NoticeEntry,
    SourceEntry,
    canonical,
    read_manifest,
    sealed_bytes,
    settings_bytes,
)
from siglum.errors import ArtifactDamaged, ArtifactError, ArtifactForeign
from siglum.settings import FieldSettings, SearchSettings
from siglum.text import ANALYZER_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

SAMPLE = Manifest(
    format_version=FORMAT_VERSION,
    name="docs",
    version="0123456789abcdef",
    digest="0123456789abcdef" * 4,
    files={"index.duckdb": FileEntry(4096, "ab" * 32), "vectors.usearch": FileEntry(7, "cd" * 32)},
    counts={"documents": 2, "chunks": 9},
    counts_by_format={"markdown": 2},
    counts_by_language={"en": 1, "ja": 1},
    sources=(SourceEntry("docs", "docs", ("v1",), None, 2, "ef" * 32),),
    analyzer_version=ANALYZER_VERSION,
    chunker_version=1,
    languages=("en", "ja"),
    embedder=EmbedderEntry("lsi", 128, "int8", "cos", 0.0625),
    search=SearchSettings(),
    configuration={"chunk": {"max_tokens": 512, "headings": ["設定", None, True, 0.5]}},
    packages={"duckdb": "2.0.1"},
    skipped=(NoticeEntry("a.bin", "it is not text"),),
    notices=(NoticeEntry("b.md", "the date does not parse", 3),),
)

numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=8)
counts = st.dictionaries(words, st.integers(0, 2**53), max_size=3)
notices = st.lists(st.builds(NoticeEntry, words, words, st.none() | st.integers(1, 9)), max_size=2).map(tuple)
weights = st.builds(FieldSettings, weight=st.floats(0, 100), b=st.floats(0, 1))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | numbers | words,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(words, inside, max_size=3),
    max_leaves=6,
)
manifests = st.builds(
    replace,
    st.just(SAMPLE),
    name=words,
    files=st.dictionaries(words, st.builds(FileEntry, st.integers(0, 2**53), words), max_size=2),
    counts=counts,
    counts_by_language=counts,
    sources=st.lists(
        st.builds(
            SourceEntry,
            words,
            words,
            st.lists(words, max_size=2).map(tuple),
            st.none() | words,
            st.integers(0, 9),
            words,
        ),
        max_size=2,
    ).map(tuple),
    languages=st.lists(words, max_size=2).map(tuple),
    embedder=st.builds(EmbedderEntry, words, st.integers(0, 1024), words, words, numbers),
    search=st.builds(
        SearchSettings, k1=st.floats(0.01, 100), heading=weights, body=weights, top_k=st.integers(1, 200)
    ),
    configuration=st.dictionaries(words, json_values, max_size=3),
    packages=st.dictionaries(words, words, max_size=2),
    skipped=notices,
    notices=notices,
)


def _read(raw: bytes) -> Manifest:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / MANIFEST
        path.write_bytes(raw)
        return read_manifest(path)


def _resealed(data: dict[str, object]) -> bytes:
    """Return the bytes of a manifest of these data with the seal that fits them."""
    import hashlib

    return canonical(data | {"seal": hashlib.sha256(canonical(data)).hexdigest()})


def _data(manifest: Manifest = SAMPLE) -> dict[str, object]:
    data: dict[str, object] = json.loads(sealed_bytes(manifest))
    del data["seal"]
    return data


@given(manifests)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_any_manifest_is_read_back_equal_and_written_again_to_the_same_bytes(manifest: Manifest) -> None:
    raw = sealed_bytes(manifest)
    again = _read(raw)
    assert again == manifest
    assert sealed_bytes(again) == raw


def test_the_bytes_are_sorted_indented_utf8_with_one_line_end_at_the_last() -> None:
    raw = sealed_bytes(SAMPLE)
    text = raw.decode()
    assert text == json.dumps(json.loads(text), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    assert "設定" in text


def test_every_changed_byte_is_refused(tmp_path: Path) -> None:
    raw, path = sealed_bytes(SAMPLE), tmp_path / MANIFEST
    for position, byte in enumerate(raw):
        other = byte ^ (0x01, 0x20, 0x80)[position % 3]
        path.write_bytes(raw[:position] + bytes([other]) + raw[position + 1 :])
        with pytest.raises(ArtifactError):
            read_manifest(path)


def test_a_removed_byte_is_refused(tmp_path: Path) -> None:
    raw, path = sealed_bytes(SAMPLE), tmp_path / MANIFEST
    for position in range(0, len(raw), 7):
        path.write_bytes(raw[:position] + raw[position + 1 :])
        with pytest.raises(ArtifactError):
            read_manifest(path)


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    raw, path = sealed_bytes(SAMPLE), tmp_path / MANIFEST
    for length in (*range(0, len(raw), 11), len(raw) - 1):
        path.write_bytes(raw[:length])
        with pytest.raises(ArtifactDamaged):
            read_manifest(path)


@pytest.mark.parametrize(
    "form",
    [
        lambda raw: json.dumps(json.loads(raw)).encode(),
        lambda raw: raw.replace(b"\n", b"\r\n"),
        lambda raw: raw.rstrip(b"\n"),
        lambda raw: raw + b"\n",
        lambda raw: b"\xef\xbb\xbf" + raw,
        lambda raw: json.dumps(json.loads(raw), indent=2, sort_keys=True).encode() + b"\n",
        lambda raw: raw.replace(b'"name": "docs",', b'"name": "docs",\n  "name": "docs",', 1),
    ],
    ids=["compact", "crlf", "no last line end", "two last line ends", "bom", "escaped", "a key twice"],
)
def test_the_same_data_in_another_form_are_refused(form: Callable[[bytes], bytes]) -> None:
    changed = form(sealed_bytes(SAMPLE))
    assert changed != sealed_bytes(SAMPLE)
    with pytest.raises(ArtifactDamaged):
        _read(changed)


@pytest.mark.parametrize(
    "raw",
    [b"", b"null", b"3", b'"text"', b"[]", b"{}", b"\xff\xfe", b"{" * 5000, b'{"format_version": 1}']
    + [
        json.dumps(
            {"format_version": FORMAT_VERSION, "analyzer_version": ANALYZER_VERSION, "x": deep}
        ).encode()
        for deep in (None, json.loads("[" * 400 + "]" * 400), 2**70, "\ud800")
    ],
)
def test_what_is_no_manifest_is_damaged_and_says_how_to_mend_it(raw: bytes) -> None:
    with pytest.raises(ArtifactDamaged, match="run `siglum build` again"):
        _read(raw)


def test_a_missing_manifest_or_a_folder_in_its_place_is_damaged(tmp_path: Path) -> None:
    for path in (tmp_path / MANIFEST, tmp_path):
        with pytest.raises(ArtifactDamaged, match="not a readable manifest"):
            read_manifest(path)


@pytest.mark.parametrize("key", ["format_version", "analyzer_version"])
@pytest.mark.parametrize("value", [0, FORMAT_VERSION + ANALYZER_VERSION + 1, "1", None, [1], 1.5])
def test_another_format_or_analyzer_is_foreign_even_with_a_good_seal(key: str, value: object) -> None:
    with pytest.raises(ArtifactForeign, match="rebuild it with `siglum build`"):
        _read(_resealed(_data() | {key: value}))


@pytest.mark.parametrize(
    "change",
    [
        {"unknown": 1},
        {"name": 3},
        {"files": []},
        {"files": {"index.duckdb": {"size": "4096", "sha256": ""}}},
        {"sources": [{}]},
        {"search": {"top_k": 1.5}},
        {"format_version": True if FORMAT_VERSION == 1 else float(FORMAT_VERSION)},
    ],
)
def test_a_sealed_manifest_of_another_shape_is_damaged(change: dict[str, object]) -> None:
    with pytest.raises(ArtifactDamaged, match="is not a manifest of this format"):
        _read(_resealed(_data() | change))


def test_a_sealed_manifest_without_a_required_key_is_damaged() -> None:
    optional = {"skipped", "notices", "prior", "calibration"}
    for name in sorted(_data().keys() - optional - {"format_version", "analyzer_version"}):
        with pytest.raises(ArtifactDamaged, match=f"`{name}` is missing"):
            _read(_resealed({key: value for key, value in _data().items() if key != name}))


def test_the_settings_leave_out_exactly_the_names_of_bytes_and_packages() -> None:
    covered = json.loads(settings_bytes(SAMPLE)).keys()
    names = {field.name for field in fields(Manifest)}
    assert names - covered == {"version", "digest", "files", "packages"}


def test_the_settings_do_not_change_when_digest_and_files_become_known() -> None:
    draft = replace(SAMPLE, version="", digest="", files={}, packages={})
    assert settings_bytes(draft) == settings_bytes(SAMPLE)
    assert settings_bytes(replace(draft, name="other")) != settings_bytes(SAMPLE)
