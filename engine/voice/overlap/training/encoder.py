"""
Moonshine tiny's encoder in torch: `python3 encoder.py encoder_model.onnx encoder.pt` takes its weights from the ONNX
file (the float one of the npm package @usefulsensors/moonshine-js 0.1.2, dist/model/tiny/float).
"""
import math
import sys

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

WIDTH, HEADS, LAYERS = 288, 8, 6
# Of each head's 36 values these turn with the place in time.
TURNING = 32
# The front end gives a frame for every 384 samples; the middle of the first lies at sample 447.
FRAME_HOP, FIRST_FRAME = 384, 447


class Norm(nn.Module):
    """Layer normalisation with a scale and no offset, which torch 1.13 has no module for."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(WIDTH))

    def forward(self, x):
        return F.layer_norm(x, (WIDTH,), self.weight, None, 1e-5)


def turn(x, cos, sin):
    """Rotary places: neighbouring values of `x` (batch, heads, frames, values) as points turned by their angle."""
    batch, heads, frames, _ = x.shape
    pairs = x[..., :TURNING].reshape(batch, heads, frames, TURNING // 2, 2)
    even, odd = pairs[..., 0], pairs[..., 1]
    turned = torch.stack([even * cos - odd * sin, odd * cos + even * sin], -1)
    return torch.cat([turned.reshape(batch, heads, frames, TURNING), x[..., TURNING:]], -1)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm, self.mlp_norm = Norm(), Norm()
        self.query, self.key, self.value, self.join = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))
        self.widen, self.narrow = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, x, cos, sin):
        batch, frames, _ = x.shape
        normed = self.attention_norm(x)

        def split(linear):
            return linear(normed).view(batch, frames, HEADS, -1).transpose(1, 2)

        query, key = turn(split(self.query), cos, sin), turn(split(self.key), cos, sin)
        attention = torch.softmax(query @ key.transpose(2, 3) / math.sqrt(WIDTH // HEADS), -1)
        x = x + self.join((attention @ split(self.value)).transpose(1, 2).reshape(batch, frames, WIDTH))
        return x + self.narrow(F.gelu(self.widen(self.mlp_norm(x))))


class Encoder(nn.Module):
    """Sound (batch, samples at 16 kHz) into what each layer gives: a list of (batch, frames, 288), front end first."""

    def __init__(self, layers=LAYERS):
        super().__init__()
        self.conv1 = nn.Conv1d(1, WIDTH, 127, 64, bias=False)
        self.group_norm = nn.GroupNorm(1, WIDTH, eps=1e-5)
        self.conv2 = nn.Conv1d(WIDTH, 2 * WIDTH, 7, 3)
        self.conv3 = nn.Conv1d(2 * WIDTH, WIDTH, 3, 2)
        self.layers = nn.ModuleList([Layer() for _ in range(layers)])
        self.register_buffer("speeds", torch.zeros(TURNING // 2))

    def hear(self, sound):
        x = self.group_norm(torch.tanh(self.conv1(sound[:, None])))
        return F.gelu(self.conv3(F.gelu(self.conv2(x)))).transpose(1, 2)

    def forward(self, sound):
        outputs = [self.hear(sound)]
        angles = torch.arange(outputs[0].shape[1], dtype=torch.float32)[:, None] * self.speeds
        cos, sin = angles.cos(), angles.sin()
        for layer in self.layers:
            outputs.append(layer(outputs[-1], cos, sin))
        return outputs


def read_onnx(path):
    """An Encoder with the weights of the ONNX file; raises where a weight is missing or of another shape."""
    graph = onnx.load(path).graph
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            values[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    nodes = {node.name: node for node in graph.node}
    encoder = Encoder()

    def copy(weight, value):
        value = torch.tensor(np.array(value)).float()
        if weight.shape != value.shape:
            raise ValueError(f"{path}: a weight has shape {tuple(value.shape)} instead of {tuple(weight.shape)}.")
        weight.data.copy_(value)

    def second(name):
        """What a node works with: the exporter of that file gave some weights names without meaning."""
        return values[nodes[name].input[1]]

    turning = nodes["/rotary_emb/MatMul"].input[0]
    copy(encoder.speeds, values.get(turning, values.get("/rotary_emb/Cast_1_output_0")).reshape(-1))
    copy(encoder.conv1.weight, values["conv1.weight"])
    copy(encoder.group_norm.weight, second("/groupnorm/Mul").reshape(-1))
    copy(encoder.group_norm.bias, second("/groupnorm/Add").reshape(-1))
    for name in ("conv2", "conv3"):
        copy(getattr(encoder, name).weight, values[f"{name}.weight"])
        copy(getattr(encoder, name).bias, values[f"{name}.bias"])
    for index, layer in enumerate(encoder.layers):
        attention, mlp = f"/layers.{index}/self_attn", f"/layers.{index}/mlp"
        copy(layer.query.weight, second(f"{attention}/q_proj/MatMul").T)
        copy(layer.key.weight, second(f"{attention}/k_proj/MatMul").T)
        copy(layer.value.weight, second(f"{attention}/v_proj/MatMul").T)
        copy(layer.join.weight, second(f"{attention}/dense/MatMul").T)
        copy(layer.widen.weight, second(f"{mlp}/fc1/MatMul").T)
        copy(layer.narrow.weight, second(f"{mlp}/fc2/MatMul").T)
        copy(layer.widen.bias, values[f"layers.{index}.mlp.fc1.bias"])
        copy(layer.narrow.bias, values[f"layers.{index}.mlp.fc2.bias"])
        copy(layer.attention_norm.weight, values[f"layers.{index}.input_layernorm.weight"])
        copy(layer.mlp_norm.weight, values[f"layers.{index}.post_attention_layernorm.weight"])
    return encoder


if __name__ == "__main__":
    source, target = sys.argv[1:]
    torch.save(read_onnx(source).state_dict(), target)
