"""Ask a sentence encoder for the vectors of texts; the only program here that needs a model."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import click
import numpy as np
import orjson

BATCH = 32
SAVED_AFTER = 1024
TOKENS = 80
"""Of a text that are read: twice as many texts of half the length taught as much."""


@click.command()
@click.argument("texts", type=click.Path(exists=True, path_type=Path))
@click.argument("model", type=click.Path(exists=True, path_type=Path))
@click.option("-o", "output", required=True, type=click.Path(path_type=Path))
@click.option("--limit", default=20_000, show_default=True, help="Texts, from the first.")
def main(texts: Path, model: Path, output: Path, limit: int) -> None:
    """Write the vectors that the encoder in the folder MODEL gives to the English of TEXTS.

    Needs transformers and torch.
    """
    wanted = [orjson.loads(line)[2] for line in texts.read_bytes().splitlines()[:limit]]
    encode, parts = _encoder(model), []
    for start in range(0, len(wanted), SAVED_AFTER):
        parts.append(encode(wanted[start : start + SAVED_AFTER]))
        np.save(output, np.concatenate(parts).astype(np.float16))
        click.echo(f"{start + len(parts[-1])} of {len(wanted)}")


def _encoder(folder: Path) -> Any:
    torch, transformers = import_module("torch"), import_module("transformers")
    torch.set_num_threads(1)
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()

    def encode(texts: list[str]) -> Any:
        """Return the mean of each text's token vectors, of length 1; texts of like length go together."""
        tokens = tokenizer(texts, truncation=True, max_length=TOKENS)["input_ids"]
        order = sorted(range(len(tokens)), key=lambda number: len(tokens[number]))
        vectors = np.zeros((len(tokens), model.config.hidden_size), dtype=np.float32)
        with torch.inference_mode():
            for start in range(0, len(order), BATCH):
                some = order[start : start + BATCH]
                padded = tokenizer.pad({"input_ids": [tokens[n] for n in some]}, return_tensors="pt")
                mask = padded["attention_mask"].unsqueeze(-1).float()
                mean = (model(**padded)[0] * mask).sum(1) / mask.sum(1)
                vectors[some] = torch.nn.functional.normalize(mean, dim=1).numpy()
        return vectors

    return encode


if __name__ == "__main__":
    main()
