"""
Makes one file of speech for each voice: `python3 voices.py PACKAGES VOICES [MORE]`. PACKAGES is the folder into which
the Debian packages were unpacked (`python3 voices.py --packages` prints their names); VOICES gets one int16 array a
voice (NAME.npy, 16 kHz). MORE may hold further recordings, one voice each. Whoever reads the recordings that the
network is measured on must not be among them.
"""
import re
import subprocess
import sys
import tempfile
import wave
from collections import defaultdict
from pathlib import Path

import numpy as np

from archives import read_queen, read_sky
from sound import SAMPLE_RATE, decode, decode_unsigned, drop_silences

PACKAGES = (
    "asterisk-core-sounds-en-wav asterisk-core-sounds-fr-wav asterisk-core-sounds-it-wav asterisk-core-sounds-ru-wav "
    "asterisk-prompt-es-co asterisk-prompt-fr-armelle asterisk-prompt-it-menardi-wav beneath-a-steel-sky drascula "
    "fillets-ng-data-nl flight-of-the-amazon-queen klettres-data"
).split()
# The folder of the one voice that each package of telephone prompts has.
PROMPTS = {
    "prompts-en": "en_US_f_Allison",
    "prompts-fr": "fr_CA_f_June",
    "prompts-it": "it_IT_m_Carlo",
    "prompts-ru": "ru_RU_f_IvrvoiceRU",
    "prompts-es-co": "es",
    "prompts-fr-armelle": "fr",
    "prompts-it-menardi": "it_IT_f_Menardi",
}
NO_SPEECH = re.compile(r"tone|beep|music|silence|monkey|weasel|ring|scream|binaural|conf(bridge)?-(enter|leave|join)")
FLITE_VOICES = ("kal16", "awb", "rms", "slt")
# In these an earlier network heard several voices at once where one should be.
IMPURE = {"queen-61", "queen-62", "drascula-B"}
# A voice with less says too little; one with more would only cost memory.
LEAST_SECONDS, MOST_SECONDS = 8, 900


def gather_queen(root):
    """By the first two signs of a line's name; a character with under 12 lines is left out."""
    lines = defaultdict(list)
    for name, data in read_queen((root / "scummvm/flight-of-the-amazon-queen/queen.1c").read_bytes()):
        if re.match(r"\d\d....P", name):
            lines[f"queen-{name[:2]}"].append(data)
        elif re.match(r"\d\d....J|JO", name):
            lines["queen-Joe"].append(data)
    lines["queen-Joe"] = lines["queen-Joe"][::3][:400]
    return {name: decode(b"".join(parts), ["-f", "mp3"]) for name, parts in lines.items() if len(parts) >= 12}


def gather_drascula(root):
    """By the letters before the number in a file's name; files without letters are the hero's."""
    files = defaultdict(list)
    for path in sorted((root / "scummvm/drascula/en").iterdir()):
        if named := re.match(r"([A-Z]*)\d+\.ALS$", path.name.upper()):
            files[f"drascula-{named[1] or 'hero'}"].append(path)
    files["drascula-hero"] = files["drascula-hero"][:300]
    return {name: decode_unsigned(b"".join(p.read_bytes() for p in paths), 11025) for name, paths in files.items()}


def gather_sky(root, lines_a_group=180):
    """The archive does not say who speaks: lines in their order, so that a group has the few voices of one scene."""
    folder = root / "scummvm/beneath-a-steel-sky"
    lines = sorted(read_sky((folder / "sky.dnr").read_bytes(), (folder / "sky.dsk").read_bytes()), key=lambda l: l[0])
    pause = bytes([128]) * 1100
    groups = {}
    for first in range(0, len(lines), lines_a_group):
        data = b"".join(line.tobytes() + pause for _, line in lines[first : first + lines_a_group])
        groups[f"sky-{first // lines_a_group:02d}"] = decode_unsigned(data, 11025)
    return groups


def read_prompt(path):
    """The samples of a prompt at 8 kHz, as bytes; nothing where it is no plain wave file at that rate."""
    try:
        with wave.open(str(path)) as file:
            return file.readframes(file.getnframes()) if file.getframerate() == 8000 else b""
    except (wave.Error, EOFError):
        return b""


def gather_prompts(root):
    voices = {}
    for name, folder in PROMPTS.items():
        paths = sorted(p for p in (root / "asterisk/sounds" / folder).rglob("*") if p.suffix in (".wav", ".gsm"))
        paths = [p for p in paths if not NO_SPEECH.search(p.name) and p.parent.name != "silence"]
        if paths[0].suffix == ".wav":
            data = b"".join(map(read_prompt, paths))
            voices[name] = decode(data, ["-f", "s16le", "-ar", "8000", "-ac", "1"])
        else:
            voices[name] = decode(b"".join(p.read_bytes() for p in paths), ["-f", "gsm", "-ar", "8000"])
    return voices


def decode_files(paths):
    return np.concatenate([decode(path.read_bytes()) for path in paths])


def gather_files(root):
    """The two fish of Fish Fillets in Dutch (small, `m`; big, `v`), and one reader of letters for each language."""
    voices = {}
    spoken = sorted((root / "games/fillets-ng/sound").glob("*/nl/*.ogg"))
    for fish in "mv":
        voices[f"fillets-nl-{fish}"] = decode_files([p for p in spoken if re.match(rf"[^-]+-{fish}[-.]", p.name)][:420])
    for folder in sorted((root / "klettres").iterdir()):
        paths = sorted(folder.glob("*/*.ogg"))
        if len(paths) > 15:
            voices[f"letters-{folder.name}"] = decode_files(paths[:150])
    return voices


def speak_flite(texts=8, words_a_text=24):
    """Four synthetic voices, which read this product's own documents."""
    root = Path(__file__).resolve().parents[4]
    words = " ".join((root / name).read_text() for name in ("README.md", "docs/engine.md", "docs/architecture.md"))
    words = [word for word in re.sub("[`*#]", " ", words).split() if word.rstrip(".,").isalpha()]
    voices = {}
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "said.wav"
        for index, voice in enumerate(FLITE_VOICES):
            parts = []
            for at in range(index * texts * words_a_text, (index + 1) * texts * words_a_text, words_a_text):
                text = " ".join(words[at : at + words_a_text])
                subprocess.run(["flite", "-voice", voice, "-t", text, "-o", said], check=True)
                parts.append(decode(said.read_bytes()))
            voices[f"flite-{voice}"] = np.concatenate(parts)
    return voices


def main(packages, target, more=None):
    target.mkdir(parents=True, exist_ok=True)
    root = packages / "usr/share"
    total = 0
    for gather in (gather_queen, gather_drascula, gather_sky, gather_prompts, gather_files):
        for name, samples in gather(root).items():
            samples = drop_silences(samples)[: MOST_SECONDS * SAMPLE_RATE]
            if name not in IMPURE and len(samples) > LEAST_SECONDS * SAMPLE_RATE:
                total += save(target, name, samples)
    for name, samples in speak_flite().items():
        total += save(target, name, samples)
    for path in sorted(more.iterdir()) if more else []:
        total += save(target, f"more-{path.stem}", decode(path.read_bytes()))
    print(f"{len(list(target.glob('*.npy')))} voices, {total / 3600:.2f} h")


def save(target, name, samples):
    np.save(target / f"{name}.npy", samples)
    print(f"{name}: {len(samples) / SAMPLE_RATE:.1f} s", flush=True)
    return len(samples) / SAMPLE_RATE


if __name__ == "__main__":
    if sys.argv[1:] == ["--packages"]:
        print("\n".join(PACKAGES))
    else:
        main(*map(Path, sys.argv[1:]))
