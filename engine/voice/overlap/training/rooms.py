"""What stands between a voice and a recording: rooms, noise, music, bursts, narrow bands, compression."""
import numpy as np

from sound import SAMPLE_RATE, WINDOW, change_spectrum, run_ffmpeg

# After its end a voice may ring on for this long.
TAIL = int(0.3 * SAMPLE_RATE)


def make_rooms(rng, count):
    """A response for each of `count` voices, which stand in different places; None stands for no room at all."""
    lot = rng.random()
    if lot < 0.8:
        return [make_room(rng) for _ in range(count)]
    if lot < 0.95:
        return [None] * count
    return [make_echo(rng) for _ in range(count)]


def make_room(rng):
    """Noise that fades by 60 dB within 0.2 to 1 s, and the direct sound 6 dB below to 8 dB above it."""
    fade_seconds = rng.uniform(0.2, 1.0)
    times = np.arange(int(fade_seconds * SAMPLE_RATE * 0.8)) / SAMPLE_RATE
    response = rng.standard_normal(len(times)) * np.exp(-6.9 * times / fade_seconds)
    response[: int(rng.uniform(0.001, 0.01) * SAMPLE_RATE)] = 0
    response *= 10 ** (-rng.uniform(-6, 8) / 20) / np.sqrt((response**2).sum())
    response[0] += 1
    return response.astype(np.float32)


def make_echo(rng):
    response = np.zeros(TAIL, np.float32)
    response[0] = 1
    response[rng.integers(500, TAIL)] = 10 ** (-rng.uniform(5, 20) / 20)
    return response


def make_noise(rng):
    """White or falling towards high pitches, 12 to 48 dB below the first voice."""
    noise = rng.standard_normal(WINDOW).astype(np.float32)
    if rng.random() < 0.5:
        slope = rng.uniform(0.2, 1.2)
        noise = change_spectrum(noise, lambda spectrum, _: spectrum * np.linspace(1e-3, 1, len(spectrum)) ** -slope)
    return noise / noise.std() * 10 ** (-rng.uniform(12, 48) / 20)


def make_music(rng):
    """Chords of one to three tones with overtones: several pitches at once that are nobody's voice."""
    times = np.arange(WINDOW) / SAMPLE_RATE
    music = np.zeros(WINDOW, np.float32)
    step = int(rng.uniform(0.3, 1) * SAMPLE_RATE)
    for start in range(0, WINDOW, step):
        for _ in range(rng.integers(1, 4)):
            pitch = 110 * 2 ** (rng.integers(0, 30) / 12)
            phase = 2 * np.pi * pitch * times[start : start + step]
            tone = sum(np.sin(part * phase) / part ** rng.uniform(1, 2) for part in range(1, 6))
            fading = np.exp(-np.arange(len(phase)) / SAMPLE_RATE * rng.uniform(0, 3))
            music[start : start + step] += (tone * fading).astype(np.float32)
    return music / (music.std() + 1e-6) * 10 ** (-rng.uniform(10, 28) / 20)


def make_bursts(rng):
    """Short bursts of noise, four or five a second, as of laughter or clapping."""
    bursts = np.zeros(WINDOW, np.float32)
    length = int(0.12 * SAMPLE_RATE)
    for second in np.arange(rng.uniform(0, 1), rng.uniform(1, 4), rng.uniform(0.18, 0.3)):
        start = int(second * SAMPLE_RATE)
        if start + length < WINDOW:
            bursts[start : start + length] = rng.standard_normal(length) * np.hanning(length) * 0.5
    return bursts


def narrow_band(rng, sound):
    """As a poor microphone hears: low pitches and high ones are weak."""
    top, bottom = rng.uniform(3000, 7500), rng.uniform(50, 250)

    def change(spectrum, frequencies):
        spectrum = spectrum / np.sqrt(1 + (frequencies / top) ** 8)
        return spectrum * (1 - 1 / np.sqrt(1 + (frequencies / bottom) ** 8))

    return change_spectrum(sound, change)


def compress(rng, sounds):
    """`sounds` (windows x samples) through MP3 at 24 to 48 kbit/s, laid back onto where they were."""
    rate = f"{rng.choice([24, 32, 48])}k"
    raw = ["-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1"]
    flat = sounds.reshape(-1)
    data = (flat * 32767).astype("<i2").tobytes()
    packed = run_ffmpeg([*raw, "-i", "-", "-c:a", "libmp3lame", "-b:a", rate, "-f", "matroska", "-"], data)
    heard = np.frombuffer(run_ffmpeg(["-i", "-", *raw, "-"], packed), np.int16).astype(np.float32) / 32768
    lag = find_lag(flat, heard)
    if lag is None:
        # Seldom: where it is compared there is silence. Labels that do not fit would do more harm.
        return sounds
    heard = heard[lag:] if lag >= 0 else np.concatenate([np.zeros(-lag, np.float32), heard])
    heard = np.pad(heard, (0, max(0, len(flat) - len(heard))))[: len(flat)]
    return heard.reshape(sounds.shape)


def find_lag(sent, heard, at=160_000, most=4000):
    """By how many samples `heard` is late; None where no lag of at most `most` samples can be told."""
    length = 65_536
    if min(len(sent), len(heard)) < at + length + 2 * most:
        return None
    size = 4 * length
    piece = np.fft.rfft(sent[at : at + length], size)
    around = np.fft.rfft(heard[at - 2 * most : at + length + 2 * most], size)
    likeness = np.fft.irfft(around * np.conj(piece), size)[: 4 * most]
    lag = int(np.argmax(likeness)) - 2 * most
    return lag if abs(lag) <= most else None
