"""Reads the speech out of the archives of two old games."""
import struct

import numpy as np


def read_queen(data):
    """(name, bytes of an MP3 file) of each line spoken in Flight of the Amazon Queen's archive `queen.1c`."""
    (count,) = struct.unpack(">H", data[13:15])
    for index in range(count):
        entry = data[15 + 21 * index : 36 + 21 * index]
        name = entry[:12].rstrip(b"\0").decode("latin1")
        offset, size = struct.unpack(">II", entry[13:21])
        if name.endswith(".SB"):
            yield name, data[offset : offset + size]


def read_sky(directory, disk):
    """
    (number, 8-bit unsigned sound at 11025 Hz) of each line spoken in Beneath a Steel Sky, by its files `sky.dnr`
    (where everything lies) and `sky.dsk`.
    """
    (count,) = struct.unpack("<I", directory[:4])
    for index in range(count):
        entry = directory[4 + 8 * index : 12 + 8 * index]
        number = int.from_bytes(entry[:2], "little")
        place = int.from_bytes(entry[2:5], "little")
        size = int.from_bytes(entry[5:8], "little") & 0x3FFFFF
        # Lines spoken have these numbers; the shortest are sighs and clicks.
        if not 50_000 <= number < 60_000 or size < 3000:
            continue
        in_paragraphs = bool(place >> 23)
        offset = (place & 0x7FFFFF) << (4 if in_paragraphs else 0)
        # 22 bytes tell the game how to play it.
        yield number, unpack_rnc(disk[offset + 22 : offset + size])


class BitReader:
    """Bits from the lowest upward, taken two bytes at a time, as Rob Northen's compression writes them."""

    def __init__(self, data, at):
        self.data, self.at, self.held, self.count = data, at, 0, 0

    def fill(self, count):
        while self.count < count:
            self.held |= int.from_bytes(self.data[self.at : self.at + 2], "little") << self.count
            self.at += 2
            self.count += 16

    def take(self, count):
        self.fill(count)
        value = self.held & ((1 << count) - 1)
        self.held >>= count
        self.count -= count
        return value

    def take_bytes(self, count):
        """Plain bytes begin after the last pair that was begun: pairs not begun are given back."""
        unused = self.count // 16
        self.at -= 2 * unused
        self.count -= 16 * unused
        self.held &= (1 << self.count) - 1
        taken = self.data[self.at : self.at + count]
        self.at += count
        return taken


class CodeTable:
    """Canonical prefix codes of up to 16 values; a value over 1 says how many bits of the number follow."""

    def __init__(self, bits):
        lengths = [bits.take(4) for _ in range(min(16, bits.take(5)))]
        self.longest = max(lengths, default=0)
        self.entries = [None] * (1 << self.longest)
        code = 0
        for length in range(1, self.longest + 1):
            for value, own in enumerate(lengths):
                if own != length:
                    continue
                reversed_code = int(format(code, f"0{length}b")[::-1], 2)
                for at in range(reversed_code, len(self.entries), 1 << length):
                    self.entries[at] = (value, length)
                code += 1
            code <<= 1

    def read(self, bits):
        bits.fill(16)
        entry = self.entries[bits.held & (len(self.entries) - 1)]
        if entry is None:
            raise ValueError("The packed data has a code that is in no table.")
        value, length = entry
        bits.take(length)
        return value if value < 2 else bits.take(value - 1) | (1 << (value - 1))


def unpack_rnc(data):
    """The bytes in `data`, packed by Rob Northen's method 1; raises ValueError where they are not."""
    if data[:4] != b"RNC\1":
        raise ValueError("The data is not packed by Rob Northen's method 1.")
    size = int.from_bytes(data[4:8], "big")
    bits = BitReader(data, 18)
    bits.take(2)
    out = bytearray()
    for _ in range(data[17]):
        raw, distances, lengths = CodeTable(bits), CodeTable(bits), CodeTable(bits)
        steps = bits.take(16)
        for step in range(steps):
            out += bits.take_bytes(count) if (count := raw.read(bits)) else b""
            if step == steps - 1:
                break
            distance, length = distances.read(bits) + 1, lengths.read(bits) + 2
            if distance > len(out):
                raise ValueError("The packed data points before its own beginning.")
            # What is copied may run into what it writes: then it repeats.
            piece = bytes(out[-distance:])
            out += (piece * (length // distance + 1))[:length]
    if len(out) != size:
        raise ValueError(f"The packed data holds {len(out)} bytes instead of {size}.")
    return np.frombuffer(bytes(out), np.uint8)
