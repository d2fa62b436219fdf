// Reads the words of an .lxg image (node layouts fast and packed), as formats/lxg.md describes it; Node and browsers.
// lxg.mjs FILE prints all words, a line each; lxg.mjs FILE - prints the lines of standard input that are words.
const check = (right, problem) => { if (!right) throw new Error(problem); };
const decode = bytes => new TextDecoder().decode(Uint8Array.from(bytes));
const times = (length, make = Number) => Array.from({ length }, (_, index) => make(index));
const little = (bytes, at, size, type = Number) => // the integer of some bytes
  bytes.subarray(at, at + size).reduceRight((sum, byte) => sum * type(256) + type(byte), type(0));
const crcOfByte = times(256, byte => times(8).reduce(crc => (crc >>> 1) ^ (crc & 1 && 0xedb88320), byte));
const crc32 = bytes => ~bytes.reduce((crc, byte) => crcOfByte[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;
/** The alphabet and the DAWG of an image, which is a Uint8Array. */
export class Lexicon {
  constructor(data) {
    check(little(data, 0, 8, BigInt) === 0x0a1a0a0d47584c89n, 'not an .lxg image');
    const [version, length, table] = [little(data, 8, 2), little(data, 16, 8), 64 + 64 * little(data, 44, 4)];
    check(version === 1 && length === data.length && length >= table && table < 5000, 'another version, or cut short');
    const header = Uint8Array.from(data.subarray(0, table)).fill(0, 48, 52);
    check(crc32(header) === little(data, 48, 4), 'the header is damaged');
    [this.letters, this.longest, this.nodes] = [little(data, 32, 8), little(data, 40, 4), new Map()];
    for (let entry = 64; entry < table; entry += 64) {
      const [kind, layout, at, size] = [0, 2, 8, 16].map(from => little(data, entry + from, from < 8 ? 2 : 8));
      const crc = crc32(data.subarray(at, at + 64 * Math.ceil(size / 64)));
      check(table <= at && at + size <= length && crc === little(data, entry + 4, 4), 'a section is damaged');
      const read = kind === 1 ? this.readAlphabet : { 1: this.readFast, 5: this.readPacked }[layout];
      check(kind !== 2 || read, 'the DAWG is neither fast nor packed');
      if (kind <= 2) read.call(this, data.subarray(at, at + size), data.subarray(entry + 24, entry + 64));
    }
    check(this.labels && this.arcs, 'no alphabet, or no DAWG');
  }
  readAlphabet(section) {
    let at = 1;
    const number = () => little(section, (at += 2) - 2, 2);
    const text = (size = number()) => decode(section.subarray(at, at += size));
    [this.case, this.labels, this.texts] = [section[0], [''], new Map(), text(), text(), number()]; // name to blanks
    if (this.case === 2) return;
    const replacements = new Map(times(number(), () => [text(), text()]));
    const fold = letter => replacements.get(letter) ?? (this.case === 0 ? letter.toUpperCase() : letter);
    this.fold = word => [...word].map(fold).join('');
    for (let letters = number(); letters--; at += 5) { // tiles in the bag, points, vowel
      const texts = [text(), text(), ...times(number(), () => text())];
      texts.forEach(each => this.texts.set(this.fold(each), this.labels.length));
      this.labels.push(texts[0]);
    }
    check(at <= section.length, 'the alphabet is cut short');
    const brackets = [...this.texts.keys()].some(text => [...text].length > 1) ? [...this.texts] : [];
    brackets.forEach(([text, label]) => this.texts.set(`[${text}]`, label));
    const longestFirst = [...this.texts.keys()].sort((one, other) => other.length - one.length);
    const patterns = longestFirst.map(text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    this.pieces = new RegExp([...patterns, '.'].join('|'), 'gsu');
  }
  spell(word) { // the labels of a word, undefined for what is no letter
    if (this.case === 2) return [...new TextEncoder().encode(word)];
    return (this.fold(word.normalize('NFC')).match(this.pieces) ?? []).map(piece => this.texts.get(piece));
  }
  render(labels) { return this.case === 2 ? decode(labels) : labels.map(label => this.labels[label]).join(''); }
  readFast(section, parameters) {
    const [slot, mask, rowBits, childBits] = parameters;
    const [rows, slots, row] = [little(parameters, 8, 8), little(parameters, 16, 8), childBits ? mask : 2 * mask];
    const at = (place, size) => little(section, place, size, BigInt);
    const has = (set, label) => (set >> BigInt(label) & 1n) === 1n;
    check(section.length === rows * row + slots * slot, 'the DAWG is cut short');
    this.root = little(parameters, 24, 8, BigInt);
    this.arcs = node => {
      const rest = node >> BigInt(childBits);
      const [place, base] = [Number(BigInt.asUintN(rowBits, rest)) * row, Number(rest >> BigInt(rowBits))];
      const child = childBits ? BigInt.asUintN(childBits, node) : at(place, mask);
      const [accept, target] = [at(place + row - mask, mask), label => at(rows * row + (base + label) * slot, slot)];
      check(place < rows * row && (!child || base + child.toString(2).length <= slots), 'a node is out of range');
      const arc = label => [label, [has(accept, label), has(child, label) ? target(label) : null]];
      return times(8 * mask).filter(label => has(child | accept, label)).map(arc);
    };
  }
  readPacked(section, parameters) {
    const [width, bits, , , , least, sample, block] = parameters;
    const [size, nodes, ...counts] = [8, 16, 24, 28, 32, 36].map(at => little(parameters, at, at < 24 ? 8 : 4));
    let at = 0;
    const integers = (count, bits) => { // the next part of the section
      const data = section.subarray(at, at += Math.ceil(count * bits / 8));
      check(count <= 8 * section.length && bits <= 32 && at <= section.length, 'the DAWG is cut short');
      const integer = bit => Math.floor(little(data, Math.floor(bit / 8), 5) / 2 ** (bit % 8)) % 2 ** bits;
      return times(count, index => integer(index * bits));
    };
    const ranked = count => integers(Math.ceil(count / 256) * 288, 1).filter((_, at) => at % 288 >= 32).slice(0, count);
    const [last, , tree] = [ranked(size), integers(Math.ceil(nodes / 64), sample || 32), ranked(size)];
    const [leads, chain] = [ranked(size - tree.filter(Number).length).values(), []];
    for (const table of [0, 1, 2].filter(table => parameters[2 + table])) {
      const [goesOn, width] = [ranked(counts[table]).values(), parameters[2 + table] - 1];
      const [picks, targets] = [integers(counts[table] - counts[table + 1], width), integers(2 ** width, bits)];
      chain.push({ goesOn, found: picks.map(pick => targets[pick]).values() });
    }
    const [others, blocks] = [integers(counts[3], bits).values(), block ? ranked(Math.ceil(size / 2 ** block)) : [1]];
    const marks = integers(block ? blocks.filter(Number).length * 2 ** block : size, 1).values();
    const [labels, starts] = [integers(size, width), last.flatMap((end, arc) => (end ? [arc + 1] : [])).values()];
    const other = () => (chain.find(({ goesOn }) => !goesOn.next().value)?.found ?? others).next().value;
    const targets = tree.map(isTree => (isTree ? starts.next().value : leads.next().value ? other() : null));
    check(targets.every(target => target === null || target < size), 'a target is out of range');
    const accepts = arc => Boolean(blocks[block && arc >> block] && marks.next().value);
    const arcs = labels.map((label, arc) => [label + least, [accepts(arc), targets[arc]]]);
    [this.root, this.arcs] = [0, node => arcs.slice(node, last.indexOf(1, node) + 1)];
  }
  node(place) { return this.nodes.get(place) ?? this.nodes.set(place, new Map(this.arcs(place))).get(place); }
  has(word) {
    const step = ([, node], label) => (node !== null && this.node(node).get(label)) || [false, null];
    return this.spell(word).reduce(step, [false, this.root])[0];
  }
  * words(node = this.root, path = [], steps = { left: this.letters }) {
    for (const [label, [accepts, to]] of this.node(node)) {
      check(path.length < this.longest && steps.left-- > 0, 'there are more letters than the image says');
      if (accepts) yield this.render([...path, label]);
      if (to !== null) yield* this.words(to, [...path, label], steps);
    }
  }
}
if (globalThis.process?.argv[1]?.endsWith('lxg.mjs')) {
  const [fs, [path, given]] = [await import('node:fs'), process.argv.slice(2)];
  try {
    const lexicon = new Lexicon(fs.readFileSync(path));
    const found = given ? fs.readFileSync(0, 'utf8').split(/\r?\n/).filter(line => lexicon.has(line)) : lexicon.words();
    fs.writeFileSync(1, [...found, ''].join('\n'));
  } catch (error) { process.exitCode = console.error(`error: ${path}: ${error.message}`) ?? 1; }
}
