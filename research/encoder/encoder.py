"""The encoder: BERT's (Devlin et al. 2019) with three heads, begun with the weights of a pretrained one."""
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

LABELS = {  # see models/neural/labels.go and models/truecase
    "dis": "O F E-begin E-inside E-end E-single O-repair".split(),
    "mark": "NONE COMMA NONE/ COMMA/ PERIOD/ QMARK/".split(),
    "case": "lower Title UPPER mixed".split(),
}
EPSILON = 1e-12


class Layer(nn.Module):
    def __init__(self, hidden, inner, heads, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv, self.out, self.ln1 = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden), nn.LayerNorm(hidden, eps=EPSILON)
        self.up, self.down, self.ln2 = nn.Linear(hidden, inner), nn.Linear(inner, hidden), nn.LayerNorm(hidden, eps=EPSILON)

    def forward(self, x, mask):
        b, t, h = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, h // self.heads).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=self.dropout if self.training else 0.0)
        a = self.out(a.transpose(1, 2).reshape(b, t, h))
        x = self.ln1(x + F.dropout(a, self.dropout, self.training))
        return self.ln2(x + F.dropout(self.down(F.gelu(self.up(x))), self.dropout, self.training))


class Encoder(nn.Module):
    def __init__(self, pieces, positions, layers, hidden, inner, heads, dropout=0.1):
        super().__init__()
        self.word, self.pos, self.ln = nn.Embedding(pieces, hidden), nn.Embedding(positions, hidden), nn.LayerNorm(hidden, eps=EPSILON)
        self.layers = nn.ModuleList(Layer(hidden, inner, heads, dropout) for _ in range(layers))
        self.dropout = dropout
        for name, labels in LABELS.items():
            head = nn.Linear(hidden, len(labels))
            nn.init.normal_(head.weight, std=0.02)
            nn.init.zeros_(head.bias)
            setattr(self, name, head)

    def forward(self, ids, mask):
        x = F.dropout(self.ln(self.word(ids) + self.pos.weight[: ids.shape[1]]), self.dropout, self.training)
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return [getattr(self, name)(x) for name in LABELS]


def pretrained(path, heads):
    """Returns an encoder with the weights of an ONNX file of BERT's shape; its positions hold the first type of tokens."""
    graph = onnx.load(path).graph
    w = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in graph.initializer}
    products = [w[n.input[1]] for n in graph.node if n.op_type == "MatMul" and n.input[1] in w]  # q, k, v, out, up, down of each layer
    word, pos = w["embeddings.word_embeddings.weight"], w["embeddings.position_embeddings.weight"]
    m = Encoder(len(word), len(pos), len(products) // 6, word.shape[1], products[4].shape[1], heads)
    with torch.no_grad():
        m.word.weight.copy_(word)
        m.pos.weight.copy_(pos + w["embeddings.token_type_embeddings.weight"][0])
        take(m.ln, w, "embeddings.LayerNorm")
        for i, layer in enumerate(m.layers):
            name = f"encoder.layer.{i}."
            q, k, v, out, up, down = products[6 * i : 6 * i + 6]
            layer.qkv.weight.copy_(torch.cat([q.T, k.T, v.T]))
            layer.qkv.bias.copy_(torch.cat([w[f"{name}attention.self.{x}.bias"] for x in ("query", "key", "value")]))
            for part, weight, bias in ((layer.out, out, "attention.output.dense"), (layer.up, up, "intermediate.dense"), (layer.down, down, "output.dense")):
                part.weight.copy_(weight.T)
                part.bias.copy_(w[f"{name}{bias}.bias"])
            take(layer.ln1, w, name + "attention.output.LayerNorm")
            take(layer.ln2, w, name + "output.LayerNorm")
    return m


def take(norm, weights, name):
    norm.weight.copy_(weights[name + ".weight"])
    norm.bias.copy_(weights[name + ".bias"])
