"""Sound as every step here has it: one channel, 16 kHz, and how loud speech in it is."""
import subprocess

import numpy as np

SAMPLE_RATE = 16_000
# The network judges windows of exactly this length: its first layer is normalised over the whole window.
WINDOW = 8 * SAMPLE_RATE
# Who speaks is noted for every 20 ms.
LABEL_HOP = 320


def run_ffmpeg(arguments, data=None):
    """What ffmpeg writes to its output; raises where it fails, so that no voice goes missing unseen."""
    done = subprocess.run(["ffmpeg", "-v", "error", *arguments], input=data, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"ffmpeg {' '.join(map(str, arguments))}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def decode(data, input_options=()):
    """int16 samples at 16 kHz of `data`, the bytes of a sound file; raw formats need `input_options`."""
    raw = ["-ar", str(SAMPLE_RATE), "-ac", "1", "-f", "s16le", "-"]
    return np.frombuffer(run_ffmpeg([*input_options, "-i", "-", *raw], data), np.int16)


def decode_unsigned(data, rate):
    """int16 samples at 16 kHz of 8-bit unsigned `data`, as old games keep their speech."""
    samples = ((np.frombuffer(data, np.uint8).astype(np.int16) - 128) * 256).astype("<i2")
    return decode(samples.tobytes(), ["-f", "s16le", "-ar", str(rate), "-ac", "1"])


def frame_powers(sound):
    whole = len(sound) // LABEL_HOP * LABEL_HOP
    return (sound[:whole].reshape(-1, LABEL_HOP) ** 2).mean(1)


def speech_level(sound):
    """Amplitude (root mean square) of the louder half of the frames: pauses do not make a voice quieter."""
    powers = frame_powers(sound)
    if len(powers) == 0:
        return 1e-4
    return float(np.sqrt(np.sort(powers)[-max(1, len(powers) // 2):].mean())) + 1e-6


def drop_silences(samples):
    """int16 `samples` without silences over about a quarter of a second, so that a piece cut anywhere is speech."""
    sound = samples.astype(np.float32) / 32768
    powers = frame_powers(sound)
    loudest_third = np.sort(powers)[-max(1, len(powers) // 3):].mean()
    heard = powers > loudest_third * 10 ** (-34 / 10)
    near_heard = np.convolve(heard, np.ones(9), "same") > 0
    kept = sound[: len(powers) * LABEL_HOP].reshape(-1, LABEL_HOP)[near_heard].reshape(-1)
    return (kept * 32767).astype(np.int16)


def mark_speech(sound):
    """For every 20 ms of one voice alone: does it speak? Gaps up to 0.36 s inside speech count as speech."""
    speaks = frame_powers(sound) > speech_level(sound) ** 2 * 10 ** (-25 / 10)
    spoken = np.flatnonzero(speaks)
    for before, after in zip(spoken[:-1], spoken[1:]):
        if after - before <= 18:
            speaks[before:after] = True
    return speaks


def change_spectrum(sound, change):
    """`sound` after `change(spectrum, frequencies in Hz)`."""
    frequencies = np.fft.rfftfreq(len(sound), 1 / SAMPLE_RATE)
    return np.fft.irfft(change(np.fft.rfft(sound), frequencies), len(sound)).astype(np.float32)


def convolve(sound, response):
    """`sound` in a room of this `response`, cut to the sound's own length."""
    size = 1 << (len(sound) + len(response) - 1).bit_length()
    product = np.fft.rfft(sound, size) * np.fft.rfft(response, size)
    return np.fft.irfft(product, size)[: len(sound)].astype(np.float32)
