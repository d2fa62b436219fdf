#!/usr/bin/env python3
"""Reads the words of an .lxg image (node layouts fast and packed), as formats/lxg.md describes it.
lxg.py FILE prints all words, a line each; lxg.py FILE - prints the lines of standard input that are words."""
import functools, itertools, re, struct, sys, unicodedata, zlib

def check(right, problem):
    if not right: raise ValueError(problem)
class Lexicon:
    """The alphabet and the DAWG of an image."""
    def __init__(self, data):
        check(len(data) >= 64 and data[:8] == b"\x89LXG\r\n\x1a\n", "not an .lxg image")
        version, length, _, self.letters, self.longest, sections, crc = struct.unpack_from("<H6xQQQIII", data, 8)
        table = 64 + 64 * sections
        check(version == 1 and length == len(data) >= table and sections <= 64, "another version, or cut short")
        check(zlib.crc32(data[:48] + bytes(4) + data[52:table]) == crc, "the header is damaged")
        self.labels, self.arcs = None, None
        self.node = functools.cache(lambda node: {label: (accepts, to) for label, accepts, to in self.arcs(node)})
        for entry in range(64, table, 64):
            kind, layout, crc, at, size, *parameters = struct.unpack_from("<HHIQQ5Q", data, entry)
            end = at + -(-size // 64) * 64
            check(table <= at and end <= length and zlib.crc32(data[at:end]) == crc, "a section is damaged")
            readers = {(1, 0): self.read_alphabet, (2, 1): self.read_fast, (2, 5): self.read_packed}
            check(kind not in (1, 2) or (kind, layout) in readers, "the DAWG is neither fast nor packed")
            readers.get((kind, layout), lambda *_: None)(data[at : at + size], parameters)
        check(self.labels and self.arcs, "no alphabet, or no DAWG")
    def read_alphabet(self, section, _):
        place = iter(section)
        take = lambda size: bytes(next(place) for _ in range(size))
        number = lambda: int.from_bytes(take(2), "little")
        text = lambda: take(number()).decode()
        self.case, _, _, self.labels, self.spelt = take(1)[0], text(), text(), [""], {}  # without name and title
        self.render = lambda word: bytes(word).decode(errors="replace")
        if self.case == 2:
            return
        self.render = lambda word: "".join(self.labels[label] for label in word)
        replaced = {text(): text() for _ in range((number(), number())[1])}  # after the number of blanks
        self.fold = lambda text: "".join(replaced.get(c, c.upper() if self.case == 0 else c) for c in text)
        for label in range(1, number() + 1):
            self.labels.append(text())
            spellings = [self.labels[label], text(), *(text() for _ in range(number()))]
            self.spelt.update((self.fold(spelling), label) for spelling in spellings)
            take(5)  # tiles, points, vowel
        if max(map(len, self.spelt)) > 1:
            self.spelt.update({f"[{key}]": label for key, label in self.spelt.items()})
        longest_first = map(re.escape, sorted(self.spelt, key=len, reverse=True))
        self.pieces = re.compile("|".join([*longest_first, "."]), re.DOTALL)
    def spell(self, word):
        if self.case == 2:
            return list(word.encode())
        labels = map(self.spelt.get, self.pieces.findall(self.fold(unicodedata.normalize("NFC", word))))
        return list(labels)  # None for what is no letter
    def read_fast(self, section, parameters):
        widths, rows, slots, self.root, _ = parameters
        slot, mask, row_bits, child_bits = widths.to_bytes(8, "little")[:4]
        row = mask if child_bits else 2 * mask  # the bytes of a row
        check(len(section) == rows * row + slots * slot, "the DAWG is cut short")
        number = lambda at, size: int.from_bytes(section[at : at + size], "little")
        def arcs(node):
            child, rest = node & (1 << child_bits) - 1, node >> child_bits
            at, base = (rest & (1 << row_bits) - 1) * row, rest >> row_bits
            child, accept = child if child_bits else number(at, mask), number(at + row - mask, mask)
            check(at < rows * row and (not child or base + child.bit_length() <= slots), "a node is out of range")
            for label in range((child | accept).bit_length()):
                if (child | accept) >> label & 1:
                    to = number(rows * row + (base + label) * slot, slot) if child >> label & 1 else None
                    yield label, accept >> label & 1, to
        self.arcs = arcs
    def read_packed(self, section, parameters):
        widths, size, nodes, *pairs = parameters
        width, bits, *tables, first, sample, block = widths.to_bytes(8, "little")
        counts, place = struct.unpack("<4I", struct.pack("<2Q", *pairs)), iter(section)
        check(max(size, nodes, *counts) <= 8 * len(section) and max(tables) <= 21, "the DAWG is cut short")
        def integers(count, bits):
            data = bytes(next(place) for _ in range(-(-count * bits // 8)))[::-1]
            digits = format(int.from_bytes(data, "big"), f"0{8 * len(data)}b")[::-1]
            return [int(digits[at * bits : at * bits + bits][::-1] or "0", 2) for at in range(count)]
        def ranked(count):
            return [bit for at, bit in enumerate(integers(-(-count // 256) * 288, 1)) if at % 288 >= 32][:count]
        last, _, tree = ranked(size), integers(-(-nodes // 64), sample or 32), ranked(size)
        leads, chains = iter(ranked(size - sum(tree))), []
        for index, given, left in zip(tables, counts, counts[1:]):
            if index:
                goes_on, picks = iter(ranked(given)), integers(given - left, index - 1)
                chains.append((goes_on, map(integers(1 << index - 1, bits).__getitem__, picks)))
        others, blocks = iter(integers(counts[3], bits)), ranked(-(-size >> block)) if block else [1] * size
        marks = iter(integers(sum(blocks) << block, 1) if block else integers(size, 1))
        accepts = [next(marks) if blocks[arc >> block] else 0 for arc in range(size)]
        labels, starts = integers(size, width), (arc + 1 for arc in range(size) if last[arc])
        frequent = lambda: (next(picks) for goes_on, picks in chains if not next(goes_on))
        other = lambda: next(itertools.chain(frequent(), others)) if next(leads) else None
        targets = [next(starts) if tree[arc] else other() for arc in range(size)]
        def arcs(node):
            while node < size:
                yield labels[node] + first, accepts[node], targets[node]
                node = size if last[node] else node + 1
        self.root, self.arcs = 0, arcs
    def __contains__(self, word):
        node, accepts = self.root, 0
        for label in self.spell(word):
            accepts, node = (0, None) if node is None else self.node(node).get(label, (0, None))
        return bool(accepts)
    def __iter__(self):
        return self.words(self.root, (), itertools.count())
    def words(self, node, path, steps):
        for label, (accepts, to) in self.node(node).items():
            check(len(path) < self.longest and next(steps) < self.letters, "there are more letters than the image says")
            if accepts:
                yield self.render((*path, label))
            yield from () if to is None else self.words(to, (*path, label), steps)

def main(path, *words):
    try:
        lexicon = Lexicon(open(path, "rb").read())
        asked = (line.decode(errors="replace").rstrip("\r\n") for line in sys.stdin.buffer)
        for word in filter(lexicon.__contains__, asked) if words else lexicon:
            sys.stdout.buffer.write(word.encode() + b"\n")
    except (ValueError, IndexError, RuntimeError, StopIteration, OSError) as error:
        sys.exit(f"error: {path}: {error}")

if __name__ == "__main__": main(*sys.argv[1:])
