/* Reads the words of an .lxg image (node layouts fast and packed), as formats/lxg.md describes it. C99, no library.
 * lxg FILE prints all words, a line each; lxg FILE - prints the lines of standard input that are words.
 * Letters are read as they stand in the file, in either case; there are no tables of Unicode here. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uint64_t u64;
typedef struct { u64 at, bits, ranked, next; } part; /* integers of some bits; ranked: in blocks of 36 bytes */
typedef struct { u64 label, accepts, last, target; } arc;
static const u64 END = UINT64_MAX; /* the target of an arc that leads to no node */
static uint8_t *data, path[256];
static u64 length, letters_left, longest, bytes, letters, letter[256]; /* `letter`: their places in the file */
static u64 root, arcs, slot, mask, row_bits, child_bits, row, rows, slots, graph;
static arc *packed; /* the arcs of a packed graph; NULL for a fast one */

static void check(int right, const char *problem) {
    if (!right) fprintf(stderr, "error: %s\n", problem), exit(1);
}
static u64 number(u64 at, u64 size) { /* the integer of some bytes of the file */
    check(at <= length && size <= length - at, "a part is outside of the file");
    u64 sum = 0;
    while (size--) sum = sum << 8 | data[at + size];
    return sum;
}
static u64 low(u64 value, u64 bits) { return value & (((u64)1 << bits) - 1); }
static u64 bit(u64 at, u64 index) { return number(at + index / 8, 1) >> index % 8 & 1; }
static u64 crc32(u64 at, u64 size) {
    uint32_t crc = UINT32_MAX;
    for (u64 index = 0; index < 8 * size; index++) crc = crc >> 1 ^ ((crc ^ bit(at, index)) & 1 ? 0xEDB88320 : 0);
    return (uint32_t)~crc;
}
static u64 after(u64 at, u64 texts) { /* the place after some texts */
    while (texts--) at += 2 + number(at, 2);
    return at;
}
static void read_alphabet(u64 at) {
    bytes = number(at, 1) == 2, letters = 255;
    if (bytes) return;
    at = after(at + 1, 2) + 4; /* case, name, title; number of blanks, number of replacements */
    at = after(at, 2 * number(at - 2, 2));
    letters = number(at, 2), at += 2;
    check(letters < 256, "there are too many letters");
    for (u64 label = 1; label <= letters; label++) {
        letter[label] = at, at = after(at, 2) + 2;
        at = after(at, number(at - 2, 2)) + 5; /* tiles in the bag, points, vowel */
    }
}
static u64 match(u64 at, const uint8_t *word, u64 rest) { /* the size of a letter's longest text that begins a word */
    u64 best = 0, texts = 2 + number(after(at, 2), 2);
    for (u64 text = 0; text < texts; text++, at = after(at, 1)) {
        if (text == 2) at += 2; /* the number of other texts is before them */
        u64 size = number(at, 2);
        if (size > best && size <= rest && !memcmp(word, data + at + 2, size)) best = size;
    }
    return best;
}
static u64 get(const part *of, u64 index) {
    u64 bit = index * of->bits + (of->ranked ? index / 256 * 32 + 32 : 0);
    return low(number(of->at + bit / 8, (bit % 8 + of->bits + 7) / 8) >> bit % 8, of->bits);
}
static u64 next(part *of) { return get(of, of->next++); }
static u64 ones(part of, u64 count) {
    u64 sum = 0;
    while (count--) sum += next(&of);
    return sum;
}
static part take(u64 *at, u64 count, u64 bits, u64 ranked) { /* the next part of a section */
    part taken = {*at, bits, ranked, 0};
    *at += ranked ? (count + 255) / 256 * 36 : (count * bits + 7) / 8;
    return taken;
}
static void read_packed(u64 entry, u64 at, u64 end) {
    const uint8_t *p = data + entry + 24;
    u64 size = number(entry + 32, 8), nodes = number(entry + 40, 8), start = 0, accepting = 1;
    u64 block = p[7], count = block ? (size + low(END, block)) >> block : 0;
    check(size <= 8 * length && nodes <= size && p[0] <= 32 && p[1] <= 32 && block < 8, "the DAWG is cut short");
    part last = take(&at, size, 1, 1), starts = last, more[3], picks[3], table[3];
    take(&at, (nodes + 63) / 64, p[6] ? p[6] : 32, 0); /* the samples, which save time and are not used here */
    part tree = take(&at, size, 1, 1), leads = take(&at, size - ones(tree, size), 1, 1);
    for (int each = 0; each < 3; each++) {
        u64 width = p[2 + each], given = number(entry + 48 + 4 * each, 4), left = number(entry + 52 + 4 * each, 4);
        check(width <= 21 && left <= given && (width || left == given), "a target table is wrong");
        if (width == 0) continue;
        more[each] = take(&at, given, 1, 1);
        picks[each] = take(&at, given - left, width - 1, 0);
        table[each] = take(&at, (u64)1 << (width - 1), p[1], 0);
    }
    part positions = take(&at, number(entry + 60, 4), p[1], 0), blocks = take(&at, count, 1, 1);
    part accepts = take(&at, block ? ones(blocks, count) << block : size, 1, 0), labels = take(&at, size, p[0], 0);
    packed = calloc(size + 1, sizeof *packed);
    check(packed && at + 8 == end, "the DAWG is cut short");
    for (arcs = 0; arcs < size; arcs++) {
        if (block && low(arcs, block) == 0) accepting = next(&blocks);
        arc read = {next(&labels) + p[5], accepting ? next(&accepts) : 0, next(&last), END};
        int each = 0;
        if (next(&tree)) {
            while (start < size && !next(&starts)) start++;
            read.target = ++start;
        } else if (next(&leads)) {
            while (each < 3 && (p[2 + each] == 0 || next(&more[each]))) each++;
            read.target = each < 3 ? get(&table[each], next(&picks[each])) : next(&positions);
        }
        check(read.target < size || read.target == END, "a target is out of range");
        packed[arcs] = read;
    }
}
static arc find(u64 node, u64 label) { /* the arc with a label; one that neither accepts nor leads on for none */
    arc found = {label, 0, 0, END};
    for (u64 at = node; packed && at < arcs; at++) {
        if (packed[at].label == label) return packed[at];
        if (packed[at].last) break;
    }
    if (packed || label >= 8 * mask) return found;
    u64 rest = node >> child_bits, at = graph + low(rest, row_bits) * row, place = (rest >> row_bits) + label;
    u64 leads = child_bits ? low(node, child_bits) >> label & 1 : bit(at, label);
    check(low(rest, row_bits) < rows && (!leads || place < slots), "a node is out of range");
    found.accepts = bit(at + row - mask, label);
    if (leads) found.target = number(graph + rows * row + place * slot, slot);
    return found;
}
static int is_word(const uint8_t *word, u64 size) {
    arc at = {0, 0, 0, root};
    for (u64 label, best; size && at.target != END; word += best, size -= best) {
        best = bytes, label = *word;
        for (u64 each = 1; each <= letters && !bytes; each++) {
            u64 matched = match(letter[each], word, size);
            if (matched > best) best = matched, label = each;
        }
        if (best == 0) return 0;
        at = find(at.target, label);
    }
    return size == 0 && at.accepts;
}
static void print_words(u64 node, u64 depth) {
    for (u64 label = 1; label <= letters; label++) {
        arc found = find(node, label);
        if (!found.accepts && found.target == END) continue;
        check(depth < longest && letters_left-- > 0, "there are more letters than the image says");
        path[depth] = (uint8_t)label;
        for (u64 at = 0; found.accepts && at <= depth; at++) {
            if (bytes) putchar(path[at]);
            else fwrite(data + letter[path[at]] + 2, 1, number(letter[path[at]], 2), stdout);
        }
        if (found.accepts) putchar('\n');
        if (found.target != END) print_words(found.target, depth + 1);
    }
}
int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    check(file && !fseek(file, 0, SEEK_END), "the file cannot be opened");
    length = (u64)ftell(file), data = calloc(length + 1, 1), rewind(file);
    check(data && fread(data, 1, length, file) == length, "the file cannot be read");
    u64 table = 64 + 64 * number(44, 4), crc = number(48, 4), seen = 0;
    check(!memcmp(data, "\x89LXG\r\n\x1a\n", 8) && number(8, 2) == 1, "not an .lxg image of version 1");
    check(number(16, 8) == length && table <= 65 * 64 && table <= length, "the file is cut short");
    memset(data + 48, 0, 4); /* the checksum is computed as if it were zero */
    letters_left = number(32, 8), longest = number(40, 4);
    check(crc32(0, table) == crc && longest < 256, "the header is damaged");
    for (u64 entry = 64; entry < table; entry += 64) {
        u64 kind = number(entry, 2), at = number(entry + 8, 8), size = number(entry + 16, 8);
        check(size <= length && crc32(at, (size + 63) / 64 * 64) == number(entry + 4, 4), "a section is damaged");
        if (kind == 1) read_alphabet(at);
        if (kind == 1 || kind == 2) seen |= kind;
        if (kind != 2) continue;
        check(data[entry + 2] == 1 || data[entry + 2] == 5, "the DAWG is neither fast nor packed");
        if (data[entry + 2] == 5) { read_packed(entry, at, at + size); continue; }
        slot = data[entry + 24], mask = data[entry + 25], row_bits = data[entry + 26], child_bits = data[entry + 27];
        rows = number(entry + 32, 8), slots = number(entry + 40, 8), root = number(entry + 48, 8), graph = at;
        row = child_bits ? mask : 2 * mask;
        check(rows <= size && slots <= size && row_bits + child_bits < 64 && slot <= 8, "the DAWG is cut short");
        check(rows * row + slots * slot == size, "the DAWG is cut short");
    }
    check(seen == 3, "no alphabet, or no DAWG");
    if (count == 2) print_words(root, 0);
    static uint8_t line[1 << 16];
    for (int next = count == 2 ? EOF : getchar(); next != EOF; next = getchar()) {
        u64 size = 0;
        for (; next != EOF && next != '\n'; next = getchar()) if (size < sizeof line) line[size++] = (uint8_t)next;
        if (size && line[size - 1] == '\r') size--;
        if (size < sizeof line && is_word(line, size)) fwrite(line, 1, size, stdout), putchar('\n');
    }
}
