"""Who speaks when in a window of 8 s."""
from typing import NamedTuple

from sound import SAMPLE_RATE, WINDOW


class Turn(NamedTuple):
    """A turn of voice 0, 1 or 2; start and length in samples."""

    voice: int
    start: int
    length: int


def pick_layout(rng):
    lot = rng.random()
    if lot < 0.16:
        return [Turn(0, 0, WINDOW)]
    if lot < 0.36:
        return take_turns(rng, (0.4, 4), pause_between)
    if lot < 0.66:
        return take_turns(rng, (0.8, 5), interrupt)
    if lot < 0.84:
        return interject(rng)
    if lot < 0.98:
        return talk_together(rng)
    return []


def pause_between(rng, _length):
    return max(0, rng.uniform(-0.1, 0.5))


def interrupt(rng, length):
    """Mostly before the other has ended, but never in the first third of what the other says."""
    lot = rng.random()
    wait = -rng.uniform(0.2, 3) if lot < 0.6 else 0 if lot < 0.75 else rng.uniform(0, 0.5)
    return max(wait, -0.7 * length)


def take_turns(rng, lengths, wait):
    """Turns of two or three voices; `wait` says how many seconds after a turn's end the next begins."""
    voices = (0, 1, 2) if rng.random() < 0.3 else (0, 1)
    turns, voice, start = [], 0, 0
    while start < WINDOW:
        seconds = rng.uniform(*lengths)
        turns.append(Turn(voice, start, int(seconds * SAMPLE_RATE)))
        start += int((seconds + wait(rng, seconds)) * SAMPLE_RATE)
        voice = int(rng.choice([other for other in voices if other != voice]))
    return turns


def interject(rng):
    """One speaks on; the other says something short now and then."""
    turns = [Turn(0, 0, WINDOW)]
    second = rng.uniform(0, 4)
    while second < WINDOW / SAMPLE_RATE - 0.5:
        length = rng.uniform(0.4, 2.5)
        turns.append(Turn(1, int(second * SAMPLE_RATE), int(length * SAMPLE_RATE)))
        second += length + rng.uniform(0.7, 5)
    return turns


def talk_together(rng):
    """One speaks on; the other over at least a second of it."""
    whole = WINDOW / SAMPLE_RATE
    start = rng.uniform(0, 5) if rng.random() < 0.6 else 0
    end = rng.uniform(start + 1, whole) if rng.random() < 0.6 else whole
    return [Turn(0, 0, WINDOW), Turn(1, int(start * SAMPLE_RATE), int((end - start) * SAMPLE_RATE))]
