"""
Writes the network as one ONNX graph: `python3 export.py network.pt overlap.onnx`. Takes sound (`input_values`, batch x
samples at 16 kHz) and gives chances (`overlap`, batch x frames). Weights are kept as int8 with a scale for each output,
and everything is computed in float. `--float` keeps them as they are, four times as large.
"""
import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import nn

from network import Network
from sound import WINDOW

# Smaller weights are not worth the two extra tensors.
LEAST_VALUES = 20_000


class Chances(nn.Module):
    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, sound):
        return torch.sigmoid(self.network(sound))


def export(network, target):
    axes = {"input_values": {0: "batch", 1: "samples"}, "overlap": {0: "batch", 1: "frames"}}
    torch.onnx.export(
        Chances(network).eval(),
        torch.zeros(1, WINDOW),
        str(target),
        opset_version=14,
        input_names=["input_values"],
        output_names=["overlap"],
        dynamic_axes=axes,
    )


def shrink(model):
    """Turns the large weights of `model` into int8, in place; answers how many."""
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    restored = {}
    added = []
    for node in graph.node:
        if node.op_type not in ("MatMul", "Conv", "Gemm") or node.input[1] not in weights:
            continue
        name = node.input[1]
        values = numpy_helper.to_array(weights[name])
        if values.size <= LEAST_VALUES or values.dtype != np.float32:
            continue
        if name not in restored:
            # MatMul has its outputs last, Conv and Gemm (as torch writes it) first.
            axis = values.ndim - 1 if node.op_type == "MatMul" else 0
            others = tuple(other for other in range(values.ndim) if other != axis)
            scales = (np.abs(values).max(others, keepdims=True) / 127 + 1e-12).astype(np.float32)
            small = np.clip(np.round(values / scales), -127, 127).astype(np.int8)
            parts = {"q": small, "s": scales.reshape(-1), "z": np.zeros(scales.size, np.int8)}
            graph.initializer.remove(weights[name])
            graph.initializer.extend([numpy_helper.from_array(part, f"{name}_{key}") for key, part in parts.items()])
            restored[name] = f"{name}_d"
            inputs = [f"{name}_{key}" for key in parts]
            added.append(helper.make_node("DequantizeLinear", inputs, [restored[name]], axis=axis))
        node.input[1] = restored[name]
    nodes = added + list(graph.node)
    del graph.node[:]
    graph.node.extend(nodes)
    return len(restored)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--float", action="store_true")
    options = parser.parse_args()
    network = Network()
    network.load_state_dict(torch.load(options.network))
    export(network, options.target)
    if not options.float:
        model = onnx.load(str(options.target))
        print(f"{shrink(model)} weights as int8")
        onnx.save(model, str(options.target))
    print(f"{options.target}: {options.target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
