#!/usr/bin/env node
// Reads the words of an .lxg image (node layouts fast and packed), as formats/lxg.md describes it; Node.js and browsers.
// lxg.mjs FILE prints all words, a line each; lxg.mjs FILE - prints the lines of standard input that are words.
const check = (right, problem) => { if (!right) throw new Error(problem); };
const little = (bytes, at, size, of = Number) => // an integer of some bytes
  bytes.subarray(at, at + size).reduceRight((sum, byte) => sum * of(256) + of(byte), of(0));
const crc32 = bytes => ~bytes.reduce((sum, byte) => {
  for (let bit = 0, mixed = sum ^ byte; ; mixed = (mixed >>> 1) ^ (mixed & 1 && 0xedb88320)) if (bit++ === 8) return mixed;
}, -1) >>> 0;

/** The alphabet and the DAWG of an image. */
export class Lexicon {
  /** @param {Uint8Array} data the bytes of the file */
  constructor(data) {
    check(data.length >= 64 && String.fromCharCode(...data.subarray(0, 8)) === '\x89LXG\r\n\x1a\n', 'not an .lxg image');
    const [version, length, sections] = [little(data, 8, 2), little(data, 16, 8), little(data, 44, 4)];
    const table = 64 + 64 * sections;
    check(version === 1 && length === data.length && sections <= 64 && table <= length, 'another version, or cut short');
    const header = Uint8Array.from(data.subarray(0, table)).fill(0, 48, 52);
    check(crc32(header) === little(data, 48, 4), 'the header is damaged');
    [this.longest, this.labels, this.arcs, this.nodes] = [little(data, 40, 4), null, null, new Map()];
    for (let entry = 64; entry < table; entry += 64) {
      const [kind, layout] = [little(data, entry, 2), little(data, entry + 2, 2)];
      const [at, size] = [little(data, entry + 8, 8), little(data, entry + 16, 8)];
      const whole = data.subarray(at, at + Math.ceil(size / 64) * 64);
      check(table <= at && at + size <= length && crc32(whole) === little(data, entry + 4, 4), 'a section is damaged');
      const read = kind === 1 ? this.readAlphabet : { 1: this.readFast, 5: this.readPacked }[layout];
      check(kind !== 2 || read, 'the DAWG is neither fast nor packed');
      if (kind <= 2) read.call(this, data.subarray(at, at + size), data.subarray(entry + 24, entry + 64));
    }
    check(this.labels && this.arcs, 'no alphabet, or no DAWG');
  }
  readAlphabet(section) {
    let at = 1;
    const take = size => { check((at += size) <= section.length, 'cut short'); return section.subarray(at - size, at); };
    const integer = () => little(take(2), 0, 2);
    const text = () => new TextDecoder().decode(take(integer()));
    const several = read => Array.from({ length: integer() }, read);
    [this.case, this.labels, this.spelt] = [section[0], [''], new Map(), text(), text()]; // without name and title
    this.render = word => new TextDecoder().decode(Uint8Array.from(word));
    if (this.case === 2) return;
    this.render = word => word.map(label => this.labels[label]).join('');
    integer(); // blanks
    const replaced = new Map(several(() => [text(), text()]));
    const upper = letter => replaced.get(letter) ?? (this.case === 0 ? letter.toUpperCase() : letter);
    this.fold = word => Array.from(word, upper).join('');
    several(() => {
      const spellings = [text(), text(), ...several(text)];
      spellings.forEach(spelling => this.spelt.set(this.fold(spelling), this.labels.length));
      this.labels.push(spellings[0]);
      take(5); // tiles, points, vowel
    });
    const keys = [...this.spelt.keys()];
    if (keys.some(key => [...key].length > 1)) keys.forEach(key => this.spelt.set(`[${key}]`, this.spelt.get(key)));
    this.most = Math.max(...[...this.spelt.keys()].map(key => [...key].length));
  }
  spell(word) {
    if (this.case === 2) return [...new TextEncoder().encode(word)];
    const [letters, labels] = [[...this.fold(word.normalize('NFC'))], []];
    for (let at = 0, size; at < letters.length; at += size) {
      for (size = this.most; size > 0 && !this.spelt.has(letters.slice(at, at + size).join('')); size--);
      if (size === 0) return [];
      labels.push(this.spelt.get(letters.slice(at, at + size).join('')));
    }
    return labels;
  }
  readFast(section, parameters) {
    const [slot, mask, rowBits, childBits] = parameters;
    const [rows, slots, row] = [little(parameters, 8, 8), little(parameters, 16, 8), childBits ? mask : 2 * mask];
    check(section.length === rows * row + slots * slot, 'the DAWG is cut short');
    const low = (node, bits) => node & (1n << BigInt(bits)) - 1n;
    const at = (place, size) => little(section, place, size, BigInt);
    this.root = little(parameters, 24, 8, BigInt);
    this.arcs = function* (node) {
      const rest = node >> BigInt(childBits);
      const [place, base] = [Number(low(rest, rowBits)) * row, Number(rest >> BigInt(rowBits))];
      const [child, accept] = [childBits ? low(node, childBits) : at(place, mask), at(place + row - mask, mask)];
      for (let label = 0, left = child | accept; left; label++, left >>= 1n) {
        const leads = child >> BigInt(label) & 1n;
        check(place < rows * row && (!leads || base + label < slots), 'a node is out of range');
        const to = leads ? at(rows * row + (base + label) * slot, slot) : null;
        if (left & 1n) yield [label, accept >> BigInt(label) & 1n, to];
      }
    };
  }
  readPacked(section, parameters) {
    const [width, bits, , , , least, sample, block] = parameters;
    const [size, nodes] = [little(parameters, 8, 8), little(parameters, 16, 8)];
    const counts = [24, 28, 32, 36].map(at => little(parameters, at, 4));
    let at = 0;
    const integers = (count, bits) => {
      const data = section.subarray(at, at += Math.ceil(count * bits / 8));
      check(count <= 8 * section.length && bits <= 32 && at <= section.length, 'the DAWG is cut short');
      const integer = bit => Math.floor(little(data, bit >> 3, 5) / 2 ** (bit & 7)) % 2 ** bits;
      return Array.from({ length: count }, (_, index) => integer(index * bits));
    };
    const ranked = count =>
      integers(Math.ceil(count / 256) * 288, 1).filter((_, bit) => bit % 288 >= 32).slice(0, count);
    const ones = list => list.reduce((sum, bit) => sum + bit, 0);
    const [last, , tree] = [ranked(size), integers(Math.ceil(nodes / 64), sample || 32), ranked(size)];
    const [leads, chains] = [ranked(size - ones(tree)).values(), []];
    for (const table of [0, 1, 2].filter(table => parameters[2 + table])) {
      const [goesOn, width] = [ranked(counts[table]).values(), parameters[2 + table] - 1];
      const [picks, targets] = [integers(counts[table] - counts[table + 1], width), integers(2 ** width, bits)];
      chains.push([goesOn, picks.map(pick => targets[pick]).values()]);
    }
    const [others, blocks] = [integers(counts[3], bits).values(), block ? ranked(Math.ceil(size / 2 ** block)) : [1]];
    const marks = integers(block ? ones(blocks) * 2 ** block : size, 1).values();
    const accepts = last.map((_, arc) => (blocks[block && arc >> block] ? marks.next().value : 0));
    const [labels, starts] = [integers(size, width), last.flatMap((end, arc) => (end ? [arc + 1] : [])).values()];
    const other = () => (chains.find(([goesOn]) => !goesOn.next().value)?.[1] ?? others).next().value;
    const targets = tree.map(isTree => (isTree ? starts.next().value : leads.next().value ? other() : null));
    this.root = 0;
    this.arcs = function* (node) {
      for (; node < size; node = last[node] ? size : node + 1) yield [labels[node] + least, accepts[node], targets[node]];
    };
  }
  node(place) { // its arcs by label
    const arcs = this.nodes.get(place) ?? new Map(Array.from(this.arcs(place), ([label, ...arc]) => [label, arc]));
    this.nodes.set(place, arcs);
    return arcs;
  }
  has(word) {
    const step = ([, place], label) => (place === null ? [0, null] : this.node(place).get(label) ?? [0, null]);
    return Boolean(Number(this.spell(word).reduce(step, [0, this.root])[0]));
  }
  * words(place = this.root, path = []) {
    check(path.length < this.longest || this.node(place).size === 0, 'a word is longer than the image says');
    for (const [label, [accepts, to]] of this.node(place)) {
      const word = [...path, label];
      if (accepts) yield this.render(word);
      if (to !== null) yield* this.words(to, word);
    }
  }
}
if (globalThis.process?.argv[1]?.endsWith('lxg.mjs')) {
  const [fs, [path, given]] = [await import('node:fs'), process.argv.slice(2)];
  try {
    const lexicon = new Lexicon(fs.readFileSync(path));
    const found = given ? fs.readFileSync(0, 'utf8').split('\n').filter(line => lexicon.has(line)) : lexicon.words();
    fs.writeSync(1, [...found, ''].join('\n'));
  } catch (error) {
    process.exitCode = console.error(`error: ${path}: ${error.message}`) ?? 1;
  }
}
