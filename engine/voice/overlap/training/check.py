"""
Compares an exported graph with the network in torch: `python3 check.py network.pt overlap.onnx [MIXTURES]`. The graph
runs in the product's own onnxruntime (in Node, after `npm ci`), on held-out mixtures or on noise.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch

from network import Network
from sound import WINDOW
from train import Mixtures

ROOT = Path(__file__).resolve().parents[4]
RUN = """
const ort = require('onnxruntime-node'), fs = require('fs')
const [model, input, output, samples] = process.argv.slice(1)
const bytes = fs.readFileSync(input)
const sound = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
ort.InferenceSession.create(model, { intraOpNumThreads: 1 }).then(async (session) => {
  const tensor = new ort.Tensor('float32', sound, [sound.length / Number(samples), Number(samples)])
  const { overlap } = await session.run({ input_values: tensor })
  fs.writeFileSync(output, Buffer.from(overlap.data.buffer, overlap.data.byteOffset, overlap.data.byteLength))
})
"""


def run_graph(path, sound):
    with tempfile.TemporaryDirectory() as folder:
        given, got = Path(folder) / "in", Path(folder) / "out"
        given.write_bytes(sound.numpy().astype("<f4").tobytes())
        node = ROOT / "node_modules/.bin/node"
        command = [node, "-e", RUN, path.resolve(), given, got, str(sound.shape[1])]
        subprocess.run(command, cwd=ROOT, check=True)
        return np.fromfile(got, "<f4").reshape(len(sound), -1)


def main(weights, graph, mixtures=None):
    network = Network()
    network.load_state_dict(torch.load(weights))
    network.eval()
    if mixtures:
        held_out = Mixtures(mixtures, "validation")
        sound, _ = held_out.read(held_out.places[:3])
    else:
        sound = 0.05 * torch.randn(3, WINDOW, generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        expected = torch.sigmoid(network(sound)).numpy()
    apart = np.abs(run_graph(graph, sound) - expected)
    print(f"{expected.shape[1]} frames; chances differ by at most {apart.max():.1e}, on average {apart.mean():.1e}")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
