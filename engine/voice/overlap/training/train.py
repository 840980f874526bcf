"""
Trains the network: `python3 train.py encoder.pt MIXTURES network.pt`. First the head alone on the encoder as it is,
then the head and the transformer layers; the convolutions before them stay as they are.
"""
import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from encoder import FIRST_FRAME, FRAME_HOP
from network import Network
from sound import LABEL_HOP, WINDOW

# At each step of the second half the average of the weights keeps this much of itself.
AVERAGE_KEEP = 0.98


class Mixtures:
    """All shards of one kind, read from the disk as they are needed."""

    def __init__(self, folder, kind):
        paths = sorted(folder.glob(f"{kind}.*.sound.npy"))
        if not paths:
            raise SystemExit(f"{folder} has no mixtures for {kind}.")
        self.sounds = [np.load(path, mmap_mode="r") for path in paths]
        self.counts = [np.load(str(path).replace(".sound.", ".voices.")) for path in paths]
        self.places = [(shard, row) for shard, sounds in enumerate(self.sounds) for row in range(len(sounds))]

    def read(self, places):
        """Sound (windows, samples), and 1 for each frame of the encoder in which two or more speak."""
        sound = np.stack([self.sounds[shard][row] for shard, row in places]).astype(np.float32) / 32768
        frames = (WINDOW - 2 * FIRST_FRAME) // FRAME_HOP + 1
        at = (FIRST_FRAME + FRAME_HOP * np.arange(frames)) // LABEL_HOP
        overlap = np.stack([self.counts[shard][row][at] > 1 for shard, row in places])
        return torch.tensor(sound), torch.tensor(overlap.astype(np.float32))

    def draw(self, size, rng):
        """Batches without end; each mixture once before any comes again."""
        while True:
            order = rng.permutation(len(self.places))
            for first in range(0, len(order) - size + 1, size):
                yield self.read([self.places[index] for index in order[first : first + size]])


def weigh_frames(overlap):
    """Frames beside a change count for less: where exactly a voice begins and ends is a matter of taste."""
    changes = (overlap[:, 1:] != overlap[:, :-1]).float()
    weights = torch.ones_like(overlap)
    weights[:, 1:] -= 0.6 * F.max_pool1d(changes[:, None], 3, 1, 1)[:, 0]
    return weights


def measure(network, mixtures, most=160, batch=20):
    """Of all overlapped frames the part found, at the thresholds where 95, 90 and 80 % of what is marked is right."""
    network.eval()
    with torch.no_grad():
        places = mixtures.places[:most]
        parts = [mixtures.read(places[first : first + batch]) for first in range(0, len(places), batch)]
        odds = torch.cat([network(sound) for sound, _ in parts]).flatten()
    network.train()
    overlap = torch.cat([overlap for _, overlap in parts]).flatten()
    loss = F.binary_cross_entropy_with_logits(odds, overlap).item()
    found = overlap[odds.argsort(descending=True)].cumsum(0)
    right = found / torch.arange(1, len(found) + 1)
    recalls = [max([0.0, *(found / found[-1])[right > least].tolist()]) for least in (0.95, 0.9, 0.8)]
    return f"loss {loss:.4f}, found at 95/90/80 % right {' '.join(f'{recall:.3f}' for recall in recalls)}"


def fit(network, groups, batches, steps, warm_up, check, is_averaged):
    """
    AdamW over `groups` of (parameters, highest rate): rates rise over `warm_up` steps and fall along a cosine to a
    fiftieth. Ends with the moving average of the weights over the second half where `is_averaged`.
    """
    optimizer = torch.optim.AdamW([{"params": list(group), "lr": rate} for group, rate in groups], weight_decay=0.01)
    average, losses, checked_at = None, [], time.time()
    for step in range(steps):
        part = step / steps
        slope = min(1, (step + 1) / warm_up) * max(0.02, 0.5 * (1 + math.cos(math.pi * part)))
        for group, (_, rate) in zip(optimizer.param_groups, groups):
            group["lr"] = rate * slope
        sound, overlap = next(batches)
        weights = weigh_frames(overlap)
        losses_at = F.binary_cross_entropy_with_logits(network(sound), overlap, reduction="none")
        loss = (losses_at * weights).sum() / weights.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
        if is_averaged and part > 0.5:
            average = average or {name: value.clone() for name, value in network.state_dict().items()}
            for name, value in network.state_dict().items():
                average[name].mul_(AVERAGE_KEEP).add_(value, alpha=1 - AVERAGE_KEEP)
        if time.time() - checked_at > 120:
            print(f"step {step + 1}: trained {np.mean(losses):.4f}; held out {check()}", flush=True)
            losses, checked_at = [], time.time()
    if average:
        network.load_state_dict(average)
    print(f"after {steps} steps: held out {check()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("mixtures", type=Path)
    parser.add_argument("network", type=Path)
    parser.add_argument("--head-steps", type=int, default=37)
    parser.add_argument("--steps", type=int, default=460)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    training, held_out = Mixtures(options.mixtures, "training"), Mixtures(options.mixtures, "validation")
    network = Network()
    network.start_from(options.encoder)

    def check():
        return measure(network, held_out)

    encoder, head = network.encoder, network.head
    encoder.requires_grad_(False)
    fit(network, [(head.parameters(), 2e-3)], training.draw(16, rng), options.head_steps, 1, check, False)
    encoder.layers.requires_grad_(True)
    groups = [(encoder.layers.parameters(), 1e-4), (head.parameters(), 1e-3)]
    fit(network, groups, training.draw(10, rng), options.steps, 60, check, True)
    torch.save(network.state_dict(), options.network)


if __name__ == "__main__":
    main()
