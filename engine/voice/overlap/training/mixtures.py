"""
Lays voices over each other: `python3 mixtures.py VOICES MIXTURES --kind training --shards 16 --seed 1`. Writes shards
of 300 windows of 8 s (KIND.SEED.SHARD.sound.npy, int16) and how many voices speak in each 20 ms of them (….voices.npy).
The kind `validation` takes other voices, none of which is trained on.
"""
import argparse
from pathlib import Path

import numpy as np

import rooms
from layouts import pick_layout
from sound import LABEL_HOP, SAMPLE_RATE, WINDOW, convolve, mark_speech, speech_level

VALIDATION_VOICES = (
    "queen-08 queen-12 queen-24 queen-29 queen-33 queen-35 queen-53 queen-57 queen-75 drascula-VB drascula-E "
    "letters-fr letters-de prompts-fr-armelle"
).split()
# Compression goes over this many windows at once: a file of 8 s would be mostly its beginning and end.
BLOCK = 50


def read_voices(folder, kind):
    paths = sorted(folder.glob("*.npy"))
    wanted = [path for path in paths if (path.stem in VALIDATION_VOICES) == (kind == "validation")]
    if len(wanted) < 3:
        raise SystemExit(f"{folder} has {len(wanted)} voices for {kind}; at least 3 are needed.")
    return {path.stem: np.load(path, mmap_mode="r") for path in wanted}


def weigh(name, samples):
    """How often a voice is taken: under a minute less; synthetic voices and single letters seldom."""
    weight = min(1, len(samples) / SAMPLE_RATE / 60) ** 0.5
    return weight * (0.3 if name.startswith("flite-") else 0.6 if name.startswith("letters-") else 1)


class Mixer:
    def __init__(self, voices, rng):
        self.voices, self.rng = voices, rng
        weights = np.array([weigh(*voice) for voice in voices.items()])
        self.names, self.chances = list(voices), weights / weights.sum()

    def cut(self, name, length, speed):
        """A piece of a voice from anywhere in it, `length` samples or fewer, faster and higher by `speed`."""
        samples = self.voices[name]
        # Lengths with small factors only, which a Fourier transform does quickly.
        wanted = max(250, round(length * speed / 250) * 250)
        if len(samples) > wanted:
            start = self.rng.integers(0, len(samples) - wanted)
            samples = samples[start : start + wanted]
        sound = samples.astype(np.float32) / 32768
        if speed != 1:
            count = round(len(sound) / speed)
            sound = np.fft.irfft(np.fft.rfft(sound)[: count // 2 + 1], count).astype(np.float32) * (count / len(sound))
        return sound[:length]

    def say(self, name, turn, speed, gain_db):
        """What is said in a turn, at a set level and without clicks at its ends; None where it would be too short."""
        length = min(turn.length, WINDOW - turn.start)
        sound = self.cut(name, length, speed) if length >= SAMPLE_RATE // 10 else np.zeros(0)
        if len(sound) < SAMPLE_RATE // 20:
            return None
        sound = sound / speech_level(sound) * 10 ** (gain_db / 20)
        fade = min(SAMPLE_RATE // 100, len(sound) // 2)
        sound[:fade] *= np.linspace(0, 1, fade)
        sound[-fade:] *= np.linspace(1, 0, fade)
        return sound

    def mix(self):
        """One window (float32, at most 1) and how many voices speak in each 20 ms of it."""
        rng = self.rng
        names = rng.choice(self.names, 3, replace=False, p=self.chances)
        speeds = [rng.uniform(0.85, 1.18) if rng.random() < 0.6 else 1.0 for _ in names]
        apart_db = 9 if rng.random() < 0.5 else 4
        gains_db = [0, rng.uniform(-apart_db, apart_db), rng.uniform(-5, 5)]
        responses = rooms.make_rooms(rng, 3)
        window = np.zeros(WINDOW, np.float32)
        speaking = np.zeros((3, WINDOW // LABEL_HOP), bool)
        for turn in pick_layout(rng):
            who = turn.voice
            said = self.say(names[who], turn, speeds[who], gains_db[who])
            if said is None:
                continue
            # Who speaks is told by the voice itself, before the room makes it ring on.
            spoken = mark_speech(said)
            first = round(turn.start / LABEL_HOP)
            room_left = speaking.shape[1] - first
            speaking[who, first : first + len(spoken)] |= spoken[:room_left]
            if responses[who] is not None:
                said = convolve(np.concatenate([said, np.zeros(rooms.TAIL, np.float32)]), responses[who])
            heard = said[: WINDOW - turn.start]
            window[turn.start : turn.start + len(heard)] += heard
        return self.spoil(window), speaking.sum(0).astype(np.uint8)

    def spoil(self, window):
        rng = self.rng
        if rng.random() < 0.85:
            window = window + rooms.make_noise(rng)
        if rng.random() < 0.07:
            window = window + rooms.make_music(rng)
        if rng.random() < 0.06:
            window = window + rooms.make_bursts(rng)
        if rng.random() < 0.3:
            window = rooms.narrow_band(rng, window)
        return np.clip(window * 10 ** (-rng.uniform(18, 40) / 20), -1, 1).astype(np.float32)


def write_shard(voices, target, kind, seed, shard, count):
    rng = np.random.default_rng([seed, shard])
    mixer = Mixer(voices, rng)
    sounds, counts = [], []
    for first in range(0, count, BLOCK):
        mixed = [mixer.mix() for _ in range(min(BLOCK, count - first))]
        block = np.stack([window for window, _ in mixed])
        if kind == "training" and rng.random() < 0.2:
            block = rooms.compress(rng, block)
        sounds.append((block * 32767).round().clip(-32768, 32767).astype(np.int16))
        counts.append(np.stack([voices_at for _, voices_at in mixed]))
    name = f"{kind}.{seed}.{shard:03d}"
    counts = np.concatenate(counts)
    np.save(target / f"{name}.voices.npy", counts)
    np.save(target / f"{name}.sound.npy", np.concatenate(sounds))
    print(f"{name}: {(counts > 1).mean():.1%} overlap, {(counts == 1).mean():.1%} one voice", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("voices", type=Path)
    parser.add_argument("mixtures", type=Path)
    parser.add_argument("--kind", choices=["training", "validation"], default="training")
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--windows", type=int, default=300, help="in each shard")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.mixtures.mkdir(parents=True, exist_ok=True)
    voices = read_voices(options.voices, options.kind)
    for shard in range(options.shards):
        write_shard(voices, options.mixtures, options.kind, options.seed, shard, options.windows)


if __name__ == "__main__":
    main()
