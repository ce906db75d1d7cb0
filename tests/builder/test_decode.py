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


CHINESE = "# 安装说明\n\n请先下载安装包，然后在终端中运行以下命令。如果遇到问题，请查看日志文件。\n"
TRADITIONAL = "# 安裝說明\n\n請先下載安裝包，然後在終端中執行以下命令。如果遇到問題，請查看日誌檔案。\n"
KOREAN = "# 설치 안내\n\n먼저 설치 파일을 다운로드한 다음 터미널에서 명령을 실행합니다.\n"


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


@pytest.mark.parametrize("text", JAPANESE)
def test_japanese_of_seven_bits_is_read_by_its_escape_sequences(tmp_path: Path, text: str) -> None:
    found = decoded(tmp_path, text.encode("iso2022_jp"))
    assert (found.text, found.lossy) == (text, False)
    assert "ISO 2022" in found.notices[0].reason


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("ｱｲｳ と 丂\n", "iso2022_jp_ext"), (KOREAN, "iso2022_kr"), ("设置\n", "iso2022_jp_2")],
)
def test_each_kind_of_escape_sequences_is_known(tmp_path: Path, text: str, encoding: str) -> None:
    assert decoded(tmp_path, text.encode(encoding)).text == text


def test_characters_of_vendors_do_not_spoil_japanese_of_seven_bits(tmp_path: Path) -> None:
    data = "検索@の手引き\n".encode("iso2022_jp").replace(b"@", b"\x1b$B\x2d\x21\x2d\x6a\x7c\x62\x1b(B")
    found = decoded(tmp_path, data)
    assert (found.text, found.lossy) == ("検索①㈱髙の手引き\n", False)
    assert "ISO 2022" in found.notices[0].reason


def test_escape_sequences_of_a_terminal_stay_as_they_are(tmp_path: Path) -> None:
    for text in ("\x1b[31mred\x1b[0m\n", "\x1b$ and \x1b$B!\n", "\x1b$B@_Dj\x1b(B é\n"):
        found = decoded(tmp_path, text.encode())
        assert (found.text, found.notices) == (text, ())


@pytest.mark.parametrize(
    ("text", "encoding", "read_as"),
    [
        (CHINESE, "gbk", "gb18030"),
        (CHINESE, "gb2312", "gb18030"),
        (TRADITIONAL, "big5", "big5"),
        (KOREAN, "euc_kr", "cp949"),
    ],
)
def test_chinese_and_korean_are_not_taken_for_japanese(
    tmp_path: Path, text: str, encoding: str, read_as: str
) -> None:
    file = written(tmp_path, text.encode(encoding))
    found = read(file, DEFAULTS)
    assert isinstance(found, Notice)
    assert f"{read_as}: add that to `encodings`" in found.reason
    for encodings in ((*DEFAULTS.encodings, encoding), (read_as, *DEFAULTS.encodings)):
        found = read(file, DocumentsConfig(encodings=encodings))
        assert isinstance(found, Decoded)
        assert (found.text, found.encoding) == (text, read_as)
        assert found.notices


def test_japanese_is_not_taken_for_chinese_or_korean(tmp_path: Path) -> None:
    encodings = (*DEFAULTS.encodings, "gb18030", "big5", "euc_kr")
    names = "北海道 青森県 岩手県 宮城県 秋田県 山形県 福島県 茨城県 栃木県 群馬県 埼玉県 千葉県 東京都\n"
    for text in (*JAPANESE[:1], names, "目次 第一章 総則 第二章 定義 第三章 設定 第四章 操作\n"):
        for encoding in ("shift_jis", "euc_jp"):
            found = read(written(tmp_path, text.encode(encoding)), DocumentsConfig(encodings=encodings))
            assert isinstance(found, Decoded)
            assert (found.text, found.encoding) == (text, encoding)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<?xml version="1.0" encoding="ISO-8859-5"?>\n<p>{}</p>\n', "iso8859-5"),
        ('<!DOCTYPE html>\n<html><head>\n<meta charset="windows-1251">\n{}\n', "cp1251"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">\n{}\n', "koi8-r"),
        ("#!/usr/bin/python\n# -*- coding: cp866 -*-\nname = '{}'\n", "cp866"),
        ("// vim: set fileencoding=koi8-u :\n// {}\n", "koi8-u"),
    ],
)
def test_what_the_first_lines_declare_goes_before_any_guess(tmp_path: Path, head: str, encoding: str) -> None:
    text = head.format("прочитай меня")
    found = decoded(tmp_path, text.encode(encoding))
    assert (found.text, found.encoding, found.notices) == (text, encoding, ())
    assert decoded(tmp_path, text.encode()).text == text, "what is UTF-8 stays so"


@pytest.mark.parametrize("name", ["idna", "nonsense", "hex", "utf-16", "\xff", "utf-8"])
def test_a_declaration_of_no_encoding_of_files_is_passed_over(tmp_path: Path, name: str) -> None:
    data = f"# coding: {name}\n# un été à Paris\n".encode("cp1252")
    assert "été" in decoded(tmp_path, data).text


@pytest.mark.parametrize(
    "text", ["It’s all plain text, said once.\n", "One café among many words.\n", "# 設定\nplain words\n"]
)
@pytest.mark.parametrize("bad", [b"\xe9", b"\xff", b"\x92", b"\x81"])
def test_bad_bytes_in_what_is_else_utf8_cost_only_themselves(tmp_path: Path, text: str, bad: bytes) -> None:
    text += "Only words of ASCII follow.\n" * 3
    found = decoded(tmp_path, text.encode() + bad + b" and the end\n")
    assert (found.encoding, found.lossy) == ("utf-8", True)
    assert found.text.startswith(text)
    assert "U+FFFD" in found.notices[0].reason


def test_no_letter_of_a_stray_byte_stands_inside_a_word(tmp_path: Path) -> None:
    found = decoded(tmp_path, b"Plain words, one of them to\xc0rn by a stray byte.\n")
    assert (found.encoding, found.lossy) == ("utf-8", True)


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
