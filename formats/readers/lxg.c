/* Reads the words of an .lxg image (node layouts fast and packed), as formats/lxg.md describes it. C99, no library.
 * lxg FILE prints all words, a line each; lxg FILE - prints the lines of standard input that are words.
 * Letters are read as they stand in the file, in either case; there are no tables of Unicode here. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef uint8_t u8;
typedef uint64_t u64;
static const u64 END = ~(u64)0; /* where an arc leads that leads to no node */
static u8 *data, *graph, *cursor, path[256], label_of[4096];
static u64 length, longest, bytes, letters, spellings, packed, root, rows, row, mask, slots, slot, row_bits, child_bits;
static u64 arcs, *labels, *accepts, *last, *target, first[256], spelling[4096], size_of[4096];

static void check(int right, const char *problem) {
    if (!right) fprintf(stderr, "error: %s\n", problem), exit(1);
}
static u64 number(const u8 *at, u64 size) { return size ? at[0] | number(at + 1, size - 1) << 8 : 0; }
static uint32_t crc32(uint32_t crc, const u8 *at, u64 size) {
    for (u64 bit = 0; bit < 8 * size; bit++) {
        if (bit % 8 == 0) crc ^= at[bit / 8];
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return crc;
}
static u8 *text(u8 *at, u64 label) { /* reads a text, a spelling of a letter unless the label is 0; returns what follows */
    u64 size = number(at, 2);
    check(at + 2 + size <= data + length && spellings < 4096, "the alphabet is cut short");
    if (label) spelling[spellings] = at + 2 - data, size_of[spellings] = size, label_of[spellings++] = label;
    return at + 2 + size;
}
static void read_alphabet(u8 *at) {
    bytes = *at == 2;
    at = text(text(at + 1, 0), 0); /* name, title */
    letters = bytes ? 255 : 0;
    if (bytes) return;
    u64 count = number(at + 2, 2); /* replacements, after the number of blanks */
    for (at += 4; count--;) at = text(text(at, 0), 0);
    letters = number(at, 2) & 255, at += 2;
    for (u64 label = 1; label <= letters; label++, at += 5) { /* with number of tiles, points, vowel */
        first[label] = spellings;
        at = text(text(at, label), label);
        count = number(at, 2);
        for (at += 2; count--;) at = text(at, label);
    }
}
static u64 spell(const char *word, u8 *to) { /* the number of letters; 0 if the alphabet cannot spell the word */
    u64 count = 0, best;
    for (u64 at = 0, rest = strlen(word); rest; at += size_of[best], rest -= size_of[best]) {
        if (bytes) return rest <= 255 ? (memcpy(to, word, rest), rest) : 0;
        best = spellings, size_of[best] = 0;
        for (u64 each = 0; each < spellings; each++)
            if (size_of[each] > size_of[best] && size_of[each] <= rest &&
                !memcmp(word + at, data + spelling[each], size_of[each])) best = each;
        if (best == spellings || count == 255) return 0;
        to[count++] = label_of[best];
    }
    return count;
}
static u64 *integers(u64 count, u64 bits) { /* the next integers of a packed graph */
    check(count <= 8 * length && bits <= 32 && cursor + (count * bits + 7) / 8 <= data + length, "cut short");
    u64 *all = calloc(count + 1, sizeof *all);
    check(all != NULL, "no memory");
    for (u64 at = 0; at < count; at++) all[at] = number(cursor + (at * bits >> 3), 5) >> (at * bits & 7) & (((u64)1 << bits) - 1);
    cursor += (count * bits + 7) / 8;
    return all;
}
static u64 *ranked(u64 count) { /* bits in blocks of 36 bytes */
    u64 *all = integers((count + 255) / 256 * 288, 1);
    for (u64 at = 0; at < count; at++) all[at] = all[at / 256 * 288 + 32 + at % 256];
    return all;
}
static void read_packed(const u8 *p) {
    u64 nodes = number(p + 16, 8), others = 0, at_table[3] = {0}, counts[4], *goes_on[3], *picks[3], *frequent[3];
    arcs = number(p + 8, 8), cursor = graph, packed = 1, root = 0;
    check(arcs <= 8 * length && nodes <= arcs + 1 && p[7] < 8, "the graph is cut short");
    for (int at = 0; at < 4; at++) counts[at] = number(p + 24 + 4 * at, 4);
    last = ranked(arcs), integers((nodes + 63) / 64, p[6] ? p[6] : 32);
    u64 *tree = ranked(arcs), next = 0, marked = 0, start = 0;
    for (u64 at = 0; at < arcs; at++) others += !tree[at];
    u64 *leads = ranked(others);
    for (int at = 0; at < 3; at++) {
        check(counts[at + 1] <= counts[at] && p[2 + at] <= 21 && (p[2 + at] || counts[at] == counts[at + 1]), "a count is wrong");
        if (p[2 + at] == 0) continue;
        goes_on[at] = ranked(counts[at]), picks[at] = integers(counts[at] - counts[at + 1], p[2 + at] - 1);
        frequent[at] = integers((u64)1 << (p[2 + at] - 1), p[1]);
    }
    u64 *rest = integers(counts[3], p[1]), blocks = (arcs + ((u64)1 << p[7]) - 1) >> p[7];
    u64 *block = p[7] ? ranked(blocks) : NULL;
    for (u64 at = 0; block && at < blocks; at++) marked += block[at];
    u64 *marks = integers(block ? marked << p[7] : arcs, 1), at_mark = 0, at_rest = 0, at_goes[3] = {0};
    labels = integers(arcs, p[0]), accepts = calloc(arcs + 1, sizeof *accepts), target = calloc(arcs + 1, sizeof *target);
    check(accepts && target, "no memory");
    for (u64 arc = 0; arc < arcs; arc++) {
        labels[arc] += p[5];
        accepts[arc] = !block || block[arc >> p[7]] ? marks[at_mark++] : 0;
        target[arc] = END;
        int table = 0;
        if (tree[arc]) {
            while (start < arcs && !last[start]) start++;
            target[arc] = ++start;
        } else if (leads[next++]) {
            while (table < 3 && (p[2 + table] == 0 || goes_on[table][at_goes[table]++])) table++;
            target[arc] = table == 3 ? rest[at_rest++] : frequent[table][picks[table][at_table[table]++]];
        }
    }
}
static int child(u64 node, u64 label, u64 *to) { /* 1 for an arc with this label, 3 if a word ends with it, 0 for none */
    if (packed) {
        for (u64 arc = node; arc < arcs; arc++) {
            if (labels[arc] == label) return *to = target[arc], accepts[arc] ? 3 : 1;
            if (last[arc]) break;
        }
        return 0;
    }
    u64 rest = node >> child_bits, number_of_row = rest & (((u64)1 << row_bits) - 1), place = (rest >> row_bits) + label;
    u8 *at = graph + number_of_row * row;
    check(number_of_row < rows, "a node is out of range");
    if (label >= 8 * mask) return 0;
    int leads = child_bits ? node >> label & 1 : at[label / 8] >> label % 8 & 1;
    int ends = at[row - mask + label / 8] >> label % 8 & 1;
    check(!leads || place < slots, "a node is out of range");
    *to = leads ? number(graph + rows * row + place * slot, slot) : END;
    return ends ? 3 : leads;
}
static int has(const char *word) {
    u64 node = root, count = spell(word, path);
    int found = 0;
    for (u64 at = 0; at < count; at++)
        if (node == END || !(found = child(node, path[at], &node))) return 0;
    return found == 3;
}
static void words(u64 node, u64 depth) {
    for (u64 label = 1, to; label <= letters; label++) {
        int found = child(node, label, &to);
        if (found) check(depth < longest, "a word is longer than the image says"), path[depth] = (u8)label;
        for (u64 at = 0; found == 3 && at <= depth; at++) {
            if (bytes) putchar(path[at]);
            else fwrite(data + spelling[first[path[at]]], 1, size_of[first[path[at]]], stdout);
        }
        if (found == 3) putchar('\n');
        if (found && to != END) words(to, depth + 1);
    }
}
int main(int count, char **arguments) {
    FILE *file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    check(file && !fseek(file, 0, SEEK_END) && (length = (u64)ftell(file)) >= 64, "no such file, or it is too short");
    data = calloc(length + 64, 1); /* what is read past the end is zero */
    check(data && !fseek(file, 0, SEEK_SET) && fread(data, 1, length, file) == length, "the file cannot be read");
    u64 sections = number(data + 44, 4), table = 64 + 64 * sections, seen = 0;
    check(!memcmp(data, "\x89LXG\r\n\x1a\n", 8) && number(data + 8, 2) == 1, "not an .lxg image of version 1");
    check(number(data + 16, 8) == length && sections <= 64 && table <= length, "the file is cut short");
    uint32_t crc = crc32(crc32(~0u, data, 48), (const u8 *)"\0\0\0", 4);
    check((uint32_t)~crc32(crc, data + 52, table - 52) == number(data + 48, 4), "the header is damaged");
    longest = number(data + 40, 4);
    check(longest < 256, "words are too long");
    for (u8 *entry = data + 64; entry < data + table; entry += 64) {
        u64 kind = number(entry, 2), layout = number(entry + 2, 2), at = number(entry + 8, 8), size = number(entry + 16, 8);
        u64 whole = (size + 63) / 64 * 64;
        check(at >= table && at <= length && size <= length && whole <= length - at, "a section is out of range");
        check((uint32_t)~crc32(~0u, data + at, whole) == number(entry + 4, 4), "a section is damaged");
        if (kind == 1) read_alphabet(data + at);
        if (kind != 2) { seen |= kind == 1; continue; }
        graph = data + at, seen |= 2;
        slot = entry[24], mask = entry[25], row_bits = entry[26], child_bits = entry[27], row = child_bits ? mask : 2 * mask;
        rows = number(entry + 32, 8), slots = number(entry + 40, 8), root = number(entry + 48, 8);
        check(layout == 5 || (layout == 1 && row_bits + child_bits < 64), "the DAWG is neither fast nor packed");
        check(layout == 5 || (rows <= size && slots <= size && rows * row + slots * slot == size), "the DAWG is cut short");
        if (layout == 5) read_packed(entry + 24);
    }
    check(seen == 3, "no alphabet, or no DAWG");
    if (count == 2) return words(root, 0), 0;
    for (char line[1024]; fgets(line, sizeof line, stdin);) {
        line[strcspn(line, "\r\n")] = 0;
        if (has(line)) puts(line);
    }
}
