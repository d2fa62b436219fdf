/* Look-ups through the C interface, of the words that ffi.rs has written: `tools/ffi bench` runs both. */
#define _POSIX_C_SOURCE 200809L
#include <lexigraph.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 9, MOST = 1000000 };

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(int argc, char **argv) {
    static char *words[MOST];
    static unsigned char answers[MOST];
    char line[128], *error;
    FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
    lexigraph_lexicon *lexicon = lexigraph_open_bundled("enable", &error);
    if (!file || !lexicon) return fputs("usage: lookups WORDS\n", stderr), 2;
    size_t count = 0;
    while (count < MOST && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        words[count++] = strdup(line);
    }
    double one[ROUNDS], all[ROUNDS];
    long found = 0, found_all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = now();
        found = 0;
        for (size_t i = 0; i < count; i++) found += lexigraph_contains(lexicon, words[i], &error);
        one[round] = (now() - start) / count;
        start = now();
        found_all = lexigraph_contains_all(lexicon, (const char *const *)words, count, answers, &error);
        all[round] = (now() - start) / count;
    }
    qsort(one, ROUNDS, sizeof *one, by_size);
    qsort(all, ROUNDS, sizeof *all, by_size);
    printf("C     %6.1f ns a look-up (least %.1f), %ld of %zu found\n", one[ROUNDS / 2], one[0], found, count);
    printf("C all %6.1f ns a look-up (least %.1f), %ld of %zu found\n", all[ROUNDS / 2], all[0], found_all, count);
    return found != found_all;
}
