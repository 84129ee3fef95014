"""Writes an encoder as safetensors, and the pieces that it reads, for `tidytalk bundle set --encoder FILE --pieces FILE`.

usage: export.py MODEL.pt TOKENIZER.json OUT.safetensors OUT.pieces
"""
import json
import struct
import sys

import torch

from encoder import LABELS


def write(path, tensors, metadata):
    header, at, blobs = {"__metadata__": metadata}, 0, []
    for name, t in tensors.items():
        b = t.detach().to(torch.float32).contiguous().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(t.shape), "data_offsets": [at, at + len(b)]}
        at += len(b)
        blobs.append(b)
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(head)) + head + b"".join(blobs))


def main(model, tokenizer, weights, pieces):
    m = torch.load(model, weights_only=False, map_location="cpu").float().eval()
    write(weights, m.state_dict(), {"heads": str(m.layers[0].heads), **{f"labels.{k}": " ".join(v) for k, v in LABELS.items()}})
    numbers = json.load(open(tokenizer, encoding="utf-8"))["model"]["vocab"]
    with open(pieces, "w", encoding="utf-8", newline="\n") as f:
        f.writelines(p + "\n" for p in sorted(numbers, key=numbers.get))


if __name__ == "__main__":
    main(*sys.argv[1:])
