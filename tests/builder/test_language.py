"""Rules of language detection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.language import detect


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The server is started with this command, and it does not stop.", "en"),
        ("Der Server wird mit diesem Befehl gestartet und ist nicht zu stoppen.", "de"),
        ("Le serveur est lancé avec cette commande et il ne s'arrête pas dans ce cas.", "fr"),
        ("El servidor se inicia con este comando y no se detiene en la máquina.", "es"),
        ("O servidor não é iniciado com este comando, mas para uma máquina em uso.", "pt"),
        ("Il server non è avviato con questo comando, che si usa per gli altri.", "it"),
        ("De server wordt met dit commando gestart en is niet op het netwerk te zien.", "nl"),
        ("Servern startas inte med det här kommandot, och den är på som ett skydd.", "sv"),
        ("Serwer nie jest uruchamiany i nie działa, że się tak wyrazi, do tego, co jest.", "pl"),
        ("Sunucu bu komut ile başlar ve daha sonra durmaz; en çok bir kez için.", "tr"),
        ("Máy chủ là một trong những phần của hệ thống và không được dừng.", "vi"),
        ("Serverul nu este pornit cu această comandă și se oprește după ce sunt date.", "ro"),
        ("有給休暇を申請するには勤怠画面を開きます。", "ja"),
        ("FastAPI の `Depends` を使う", "ja"),
        ("サーバー", "ja"),
        ("配置检查完成后，流水线部署会自动开始。", "zh"),
        ("서버를 다시 시작합니다.", "ko"),
        ("เริ่มเซิร์ฟเวอร์ใหม่", "th"),
        ("Сервер запускается этой командой, и это её задача.", "ru"),
        ("Сервер запускається цією командою і її не зупинити.", "uk"),
        ("Сървърът се стартира с тази команда и не спира.", "bg"),
        ("Ο διακομιστής ξεκινά με αυτήν την εντολή.", "el"),
        ("إعداد الخادم ثم أعد التشغيل", "ar"),
        ("سرور را با این دستور دوباره راه‌اندازی کنید و پیکربندی", "fa"),
        ("שלום עולם", "he"),
        ("सर्वर को फिर से शुरू करें", "hi"),
    ],
)
def test_a_sentence_tells_its_language(text: str, expected: str) -> None:
    assert detect(text, None) == expected


@pytest.mark.parametrize(
    "text",
    [
        "See [Relationships](xref:core/modeling) for more information on mapping.",
        "For more information on Clippy, see [its documentation][clippy].",
    ],
)
def test_a_short_text_is_not_of_the_language_that_shares_its_few_common_words(text: str) -> None:
    assert detect(text, None) == "en"


@pytest.mark.parametrize(
    "text", ["", "   ", "404", "pip install demo", "Pydantic v1 in v2, I/O in I/O", "```\nthe of and to\n```"]
)
def test_too_little_to_tell_is_und(text: str) -> None:
    assert detect(text, None) == "und"


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_code_is_passed_over(fence: str) -> None:
    code = "for the value in this and that: return it to the caller\n" * 20
    text = f"Der Server ist nicht mit dem Netz verbunden.\n\n{fence}python\n{code}{fence}\n"
    assert detect(text, None) == "de"
    assert detect("Das ist `the value of this and that` nicht und `for it is the one`.", None) == "de"


@pytest.mark.parametrize(
    ("hint", "text", "expected"),
    [
        ("fr", "demo", "fr"),
        ("pt_br", "demo", "pt-BR"),
        ("zh-hans", "配置检查", "zh-Hans"),
        ("ja", "有給休暇", "ja"),
        ("en", "勤怠画面を開きます", "ja"),
        ("ja", "The server is not started by this.", "en"),
        ("not a tag!", "The server is not started by this.", "en"),
        ("und", "The server is not started by this.", "en"),
        ("de", "", "de"),
    ],
)
def test_a_hint_is_believed_unless_the_script_says_otherwise(hint: str, text: str, expected: str) -> None:
    assert detect(text, hint) == expected


@given(st.text(max_size=200), st.none() | st.text(max_size=8))
def test_anything_has_a_language(text: str, hint: str | None) -> None:
    assert detect(text, hint) == detect(text, hint)
    assert detect(text, hint)


@pytest.mark.parametrize("unit", ["`", "<", "](", "`a", "\n```", "a://", "~", " "])
def test_hostile_text_takes_linear_time(unit: str) -> None:
    assert detect(unit * 40_000, None) == "und"
