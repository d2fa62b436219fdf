/* Words and plays from C:
 *
 *     cc -o words words.c $(pkg-config --cflags --libs lexigraph)
 *     ./words check qat qzt        the words that are in the lexicon
 *     ./words anagram retains      the words that letters make
 *     ./words plays 'CGP'          the best three plays of a position
 */
#include <lexigraph.h>
#include <stdio.h>
#include <string.h>

/* Prints a message of the library and frees it. */
static int failed(char *error) {
    fprintf(stderr, "words: %s\n", error);
    lexigraph_string_free(error);
    return 2;
}

static int check(const lexigraph_lexicon *lexicon, char **words) {
    int status = 0;
    for (; *words; words++) {
        char *error;
        int found = lexigraph_contains(lexicon, *words, &error);
        if (found < 0) return failed(error);
        if (found) puts(*words);
        else status = 1;
    }
    return status;
}

static int anagram(const lexigraph_lexicon *lexicon, const char *letters) {
    char *error;
    lexigraph_words *found = lexigraph_find(lexicon, LEXIGRAPH_ANAGRAMS, letters, &error);
    if (!found) return failed(error);
    size_t count = lexigraph_words_count(found);
    for (size_t i = 0; i < count; i++) puts(lexigraph_words_get(found, i));
    lexigraph_words_free(found);
    return count == 0;
}

static int show(const lexigraph_play *play, void *data) {
    (void)data;
    printf("%s %d %.3f\n", play->notation, play->score, play->equity);
    return 0; /* go on */
}

/* The API takes the lexicon over and frees it with itself. */
static int plays(lexigraph_lexicon *lexicon, const char *position) {
    char *error;
    lexigraph_api *api = lexigraph_api_new();
    if (lexigraph_api_add(api, "enable", lexicon, NULL, &error) < 0) {
        lexigraph_close(lexicon);
        lexigraph_api_free(api);
        return failed(error);
    }
    int64_t count = lexigraph_plays(api, position, LEXIGRAPH_BY_EQUITY, 3, show, NULL, &error);
    lexigraph_api_free(api);
    return count < 0 ? failed(error) : count == 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return fputs("usage: words check WORD... | anagram LETTERS | plays POSITION\n", stderr), 2;
    char *error;
    lexigraph_lexicon *lexicon = lexigraph_open_bundled("enable", &error);
    if (!lexicon) return failed(error);
    if (!strcmp(argv[1], "plays")) return plays(lexicon, argv[2]);
    int status = !strcmp(argv[1], "check") ? check(lexicon, argv + 2) : anagram(lexicon, argv[2]);
    lexigraph_close(lexicon);
    return status;
}
