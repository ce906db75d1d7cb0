"""How bytes become text: what is read as what, what is told, what is skipped."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.config import DocumentsConfig
from siglum_builder.decode import decode, read
from siglum_builder.model import Decoded, Notice, SourceFile

if TYPE_CHECKING:
    from pathlib import Path

DEFAULTS = DocumentsConfig()

JAPANESE = (
    "# 設定\n\n設定ファイルを開き、値を変更します。\n",
    "設定\n",
    "`from app import Response` や `from app.responses` の使用\n",
    "### `yield` と `except` を伴う依存関係、技術詳細 { #dependencies-with-yield }\n",
    "* `POST`: データの作成\n* `GET`: データの読み取り\n",
    "/// note | 技術詳細\n",
    "- A社のX線\n- 第2章\n",
    "English first. " * 40 + "\n\n最後に日本語。\n",
)

WESTERN = (
    "# Café menü\n\nnaïve résumé\n",
    "Le prénom déjà donné à l’été\n",
    "Übergrößenträger in Zürich\n",
    "El niño comió piñas – São Paulo é ótimo\n",
    "“quoted” and ‘single’ — it’s 5€\n",
    "«bonjour» 20 °C, ½ cup, © 2020\n",
    "coração não é\n",
)


def written(folder: Path, data: bytes) -> SourceFile:
    (folder / "a.md").write_bytes(data)
    return SourceFile("docs", "a.md", "a.md", folder / "a.md")


def decoded(folder: Path, data: bytes) -> Decoded:
    found = read(written(folder, data), DEFAULTS)
    assert isinstance(found, Decoded), found
    return found


def skipped(folder: Path, data: bytes) -> Notice:
    found = read(written(folder, data), DEFAULTS)
    assert isinstance(found, Notice), found
    return found


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\x00\x00", "utf-32-le"),
        (b"\x00\x00\xfe\xff", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(
    tmp_path: Path, mark: bytes, encoding: str
) -> None:
    text = "# 見出し\r\n\r\n😀\n"
    data = mark + text.encode(encoding)
    found = decoded(tmp_path, data)
    assert (found.text, found.encoding, found.lossy, found.notices) == (text, encoding, False, ())
    assert (found.sha256, found.size) == (hashlib.sha256(data).hexdigest(), len(data))


def test_an_empty_file_is_an_empty_text(tmp_path: Path) -> None:
    assert decoded(tmp_path, b"").text == ""


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp"])
@pytest.mark.parametrize("text", JAPANESE)
def test_japanese_is_read_in_the_encoding_that_it_was_written_in(
    tmp_path: Path, text: str, encoding: str
) -> None:
    found = decoded(tmp_path, text.encode(encoding))
    assert (found.text, found.encoding) == (text, encoding)
    assert encoding in found.notices[0].reason


@pytest.mark.parametrize("text", WESTERN)
def test_western_text_is_not_taken_for_japanese(tmp_path: Path, text: str) -> None:
    found = decoded(tmp_path, text.encode("cp1252"))
    assert (found.text, found.encoding) == (text, "cp1252")


def test_characters_of_vendors_are_read_beside_those_of_the_standard(tmp_path: Path) -> None:
    text = "手順①と手順②を行います。\n"
    assert decoded(tmp_path, text.encode("cp932")).text == text
    assert decoded(tmp_path, text.encode("euc_jis_2004")).text == text


def test_only_configured_encodings_are_tried(tmp_path: Path) -> None:
    file = written(tmp_path, "прочитай меня, пожалуйста\n".encode("cp1251"))
    found = read(file, DocumentsConfig(encodings=("cp1251", "cp1252")))
    assert isinstance(found, Decoded)
    assert found.text == "прочитай меня, пожалуйста\n"
    assert isinstance(read(file, DocumentsConfig(encodings=("shift_jis", "euc_jp"))), Notice)
    assert isinstance(read(file, DocumentsConfig(encodings=())), Notice)


def test_utf8_with_a_fault_stays_utf8_and_is_told_by_line(tmp_path: Path) -> None:
    text = "日本語の文書です。\n" * 40
    data = text.encode() + b"\xe6\x97\n" + "終わり\n".encode()
    found = decoded(tmp_path, data)
    assert found.text == text + "\ufffd\n終わり\n"
    assert (found.lossy, found.encoding, found.notices[0].line) == (True, "utf-8", 41)


def test_a_few_stray_bytes_cost_themselves_even_in_a_small_file(tmp_path: Path) -> None:
    found = decoded(tmp_path, b"# Bad\n\nok \xff\xfe\xc3( more papaya, and so on\n")
    assert found.lossy
    assert "papaya" in found.text


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(128, 256)) * 4,
        b"\xff" * 40,
        "日本語".encode() * 30 + b"\xff\xfe " * 100,
        b"\xff\xfe" + b"\x00\xd8" * 20,
    ],
)
def test_what_no_encoding_explains_is_skipped_with_a_reason(tmp_path: Path, data: bytes) -> None:
    assert "is skipped" in skipped(tmp_path, data).reason


@pytest.mark.parametrize(
    "data",
    [b"a\n\nb\0c\n", b"\xff\xfe" + "a\r\n\nb\0".encode("utf-16-le"), "a\n\n\0é".encode("cp1252")],
)
def test_a_nul_makes_a_file_binary(tmp_path: Path, data: bytes) -> None:
    notice = skipped(tmp_path, data)
    assert "binary" in notice.reason
    assert notice.line == 3


def test_a_large_file_is_skipped_by_its_size(tmp_path: Path) -> None:
    file = written(tmp_path, b"x" * 11)
    found = read(file, DocumentsConfig(max_bytes=10))
    assert isinstance(found, Notice)
    assert "11 bytes" in found.reason
    assert isinstance(read(file, DocumentsConfig(max_bytes=11)), Decoded)


def test_what_changed_since_the_walk_is_a_notice(tmp_path: Path) -> None:
    for name in ("gone", "folder", "pipe"):
        file = SourceFile("docs", name, name, tmp_path / name)
        if name == "folder":
            file.location.mkdir()
        if name == "pipe":
            os.mkfifo(file.location)
        assert isinstance(read(file, DEFAULTS), Notice)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_text_without_nul_or_a_reason(data: bytes) -> None:
    found = decode(data, DEFAULTS.encodings)
    again = decode(data, DEFAULTS.encodings)
    assert found == again
    if not isinstance(found, tuple):
        assert "\0" not in found.text
        assert found.text.encode().decode() == found.text


@given(st.text())
def test_every_text_without_nul_survives(text: str) -> None:
    data = text.encode()
    found = decode(data, DEFAULTS.encodings)
    if "\0" in text:
        assert isinstance(found, tuple)
    elif not text.startswith("\ufeff"):
        assert not isinstance(found, tuple)
        assert found.text == text
