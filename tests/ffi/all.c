/* Calls every function of lexigraph.h: as it is meant, and with arguments that are wrong. The test runs this under
 * valgrind, so all that the library hands out is freed here. `./all LIST FOLDER` ends with 0, or names the line that
 * failed.
 */
#include <lexigraph.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                            \
    do {                                                                            \
        if (!(condition)) {                                                         \
            fprintf(stderr, "all.c:%d: %s\n", __LINE__, #condition);                \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

/* The last call failed with a message that has this text. */
#define FAILED(text)                                                                \
    do {                                                                            \
        CHECK(error != NULL);                                                       \
        if (!strstr(error, text)) fprintf(stderr, "the message is: %s\n", error);   \
        CHECK(strstr(error, text) != NULL);                                         \
        lexigraph_string_free(error);                                               \
        error = NULL;                                                               \
    } while (0)

#define OPENING "15/15/15/15/15/15/15/6PIT6/15/15/15/15/15/15/15 SITXVQJ/ 0/0 0"
#define ENDGAME \
    "10DHOTI/11WAS1/10LARK1/10ON2D/7D2R3A/7UT1I1A1I/4V2PECCAVIS/3GIBBER1ANI1y/" \
    "4G2RAG1YO2/4OH2TI1ONE1/3YUM2OP1N1L1/3ER2SIS1E1F1/1JEWs1LED3FIZ/OE4EX5NE/MU1QANAT6E LRTT/UOE 357/342 0"
static const char NOT_UTF8[] = "q\xff\xfe";
static char *error;

/* The words of a list, with a blank after each. */
static const char *joined(lexigraph_words *words) {
    static char text[4096];
    CHECK(words != NULL && error == NULL);
    text[0] = 0;
    for (size_t i = 0; i < lexigraph_words_count(words); i++) {
        strcat(strcat(text, lexigraph_words_get(words, i)), " ");
    }
    CHECK(lexigraph_words_get(words, lexigraph_words_count(words)) == NULL);
    lexigraph_words_free(words);
    return text;
}

static const char *found(const lexigraph_lexicon *lexicon, uint32_t question, const char *text) {
    return joined(lexigraph_find(lexicon, question, text, &error));
}

static void versions(void) {
    CHECK(lexigraph_abi_version() == LEXIGRAPH_ABI_VERSION);
    CHECK(strchr(lexigraph_version(), '.') != NULL);
}

static lexigraph_lexicon *small(void) {
    const char *words[] = {"pit", "spit", "pits", "it", "tip"};
    lexigraph_lexicon *lexicon = lexigraph_compile(words, 5, NULL, &error);
    CHECK(lexicon != NULL && error == NULL && lexigraph_count(lexicon) == 5);
    return lexicon;
}

static void opening(const char *list, const char *folder) {
    char file[1024];
    lexigraph_lexicon *lexicon = lexigraph_open(list, NULL, &error);
    CHECK(lexicon != NULL && error == NULL && lexigraph_count(lexicon) == 12);
    /* Saved and opened again, from the file and from bytes, and in another program's format. */
    const char *names[] = {"words.lxg", "words.kwg"};
    for (int i = 0; i < 2; i++) {
        snprintf(file, sizeof file, "%s/%s", folder, names[i]);
        CHECK(lexigraph_save(lexicon, file, &error) == 0 && error == NULL);
        lexigraph_lexicon *again = lexigraph_open(file, NULL, &error);
        CHECK(again != NULL && lexigraph_count(again) == 12);
        lexigraph_close(again);
    }
    uint8_t *bytes = NULL;
    size_t length = 0;
    CHECK(lexigraph_convert(lexicon, "kwg", &bytes, &length, &error) == 0 && length > 0);
    lexigraph_lexicon *again = lexigraph_open_bytes(bytes, length, "words.kwg", "english", &error);
    CHECK(again != NULL && lexigraph_count(again) == 12);
    lexigraph_close(again);
    lexigraph_bytes_free(bytes, length);
    CHECK(lexigraph_convert(lexicon, "nothing", &bytes, &length, &error) == -1);
    FAILED("no format is called 'nothing'");
    CHECK(lexigraph_convert(lexicon, "kwg", NULL, &length, &error) == -1);
    FAILED("bytes: a null pointer");
    snprintf(file, sizeof file, "%s/absent/words.lxg", folder);
    CHECK(lexigraph_save(lexicon, file, &error) == -1);
    FAILED("absent");
    CHECK(lexigraph_save(lexicon, "", &error) == -1);
    FAILED("file: empty");
    lexigraph_close(lexicon);

    CHECK(lexigraph_open("/absent/words.txt", NULL, &error) == NULL);
    FAILED("/absent/words.txt");
    CHECK(lexigraph_open(NULL, NULL, &error) == NULL);
    FAILED("file: a null pointer");
    CHECK(lexigraph_open(list, "klingonese", &error) == NULL);
    FAILED("klingonese");
    CHECK(lexigraph_open(list, "absent.toml", &error) == NULL);
    FAILED("absent.toml");
    lexicon = lexigraph_open(list, "auto", &error);
    CHECK(lexicon != NULL && lexigraph_count(lexicon) == 12);
    lexigraph_close(lexicon);
    CHECK(lexigraph_open_bytes((const uint8_t *)"a\n1b2\n", 6, "mine.txt", NULL, &error) == NULL);
    FAILED("mine.txt:2");
    CHECK(lexigraph_open_bytes(NULL, 1, NULL, NULL, &error) == NULL);
    FAILED("bytes: a null pointer");
    CHECK(lexigraph_open_bytes((const uint8_t *)"", (size_t)-1, NULL, NULL, &error) == NULL);
    FAILED("no possible length");
    CHECK(lexigraph_open_bundled("enabel", &error) == NULL);
    FAILED("enabel");
    CHECK(lexigraph_open_bundled(NOT_UTF8, &error) == NULL);
    FAILED("name: not UTF-8 at byte 2");
    CHECK(lexigraph_open_bundled("enabel", NULL) == NULL); /* nobody wants the message */

    const char *wrong[] = {"pit", "p1t"}, *absent[] = {"pit", NULL}, *cyrillic[] = {"\xd0\xb4\xd0\xb0"};
    CHECK(lexigraph_compile(wrong, 2, NULL, &error) == NULL);
    FAILED("p1t");
    CHECK(lexigraph_compile(absent, 2, NULL, &error) == NULL);
    FAILED("words: a null pointer");
    CHECK(lexigraph_compile(wrong, (size_t)-1, NULL, &error) == NULL);
    FAILED("no possible length");
    lexicon = lexigraph_compile(cyrillic, 1, "auto", &error);
    CHECK(lexicon != NULL && lexigraph_contains(lexicon, cyrillic[0], &error) == 1);
    lexigraph_close(lexicon);
    lexicon = lexigraph_compile(NULL, 0, NULL, &error);
    CHECK(lexicon != NULL && lexigraph_count(lexicon) == 0);
    lexigraph_close(lexicon);
    CHECK(lexigraph_count(NULL) == 0);
}

/* A callback that counts, and stops at a number. */
struct counter { int64_t calls, most; };

static int counted(const char *text, void *data) {
    struct counter *counter = data;
    CHECK(text[0] != 0);
    return ++counter->calls == counter->most ? 7 : 0;
}

static void words(void) {
    lexigraph_lexicon *lexicon = small();
    CHECK(lexigraph_contains(lexicon, "Spit", &error) == 1 && error == NULL);
    CHECK(lexigraph_contains(lexicon, "spot", &error) == 0 && error == NULL);
    CHECK(lexigraph_contains(lexicon, "", &error) == 0 && lexigraph_contains(lexicon, "4", NULL) == 0);
    CHECK(lexigraph_contains(lexicon, NOT_UTF8, &error) == -1);
    FAILED("word: not UTF-8");
    CHECK(lexigraph_contains(NULL, "pit", &error) == -1);
    FAILED("lexicon: a null pointer");
    CHECK(lexigraph_contains(lexicon, NULL, &error) == -1);
    FAILED("word: a null pointer");

    const char *asked[] = {"pit", "pat", "tip"};
    uint8_t answers[3] = {9, 9, 9};
    CHECK(lexigraph_contains_all(lexicon, asked, 3, answers, &error) == 2);
    CHECK(answers[0] == 1 && answers[1] == 0 && answers[2] == 1);
    CHECK(lexigraph_contains_all(lexicon, asked, 3, NULL, &error) == -1);
    FAILED("found: a null pointer");
    CHECK(lexigraph_contains_all(lexicon, NULL, 0, NULL, &error) == 0 && error == NULL);

    CHECK(!strcmp(found(lexicon, LEXIGRAPH_ALL, NULL), "IT PIT PITS SPIT TIP "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_ANAGRAMS, "pti"), "PIT TIP "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_SUBANAGRAMS, "pti"), "IT PIT TIP "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_PATTERN, "*it"), "IT PIT SPIT "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_SEARCH, "length:4"), "PITS SPIT "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_COMPLETE, "pi"), "PIT PITS "));
    CHECK(!strcmp(found(lexicon, LEXIGRAPH_COMPLETE, "z"), ""));
    CHECK(lexigraph_find(lexicon, LEXIGRAPH_PATTERN, "c[ab", &error) == NULL);
    FAILED("(column 2)");
    CHECK(lexigraph_find(lexicon, LEXIGRAPH_SEARCH, "length:", &error) == NULL);
    FAILED("expected a number or a range");
    CHECK(lexigraph_find(lexicon, 77, "pit", &error) == NULL);
    FAILED("77 is no question");
    CHECK(lexigraph_find(lexicon, LEXIGRAPH_ANAGRAMS, NULL, &error) == NULL);
    FAILED("text: a null pointer");

    struct counter all = {0, -1}, two = {0, 2};
    CHECK(lexigraph_each(lexicon, LEXIGRAPH_ALL, NULL, counted, &all, &error) == 5 && all.calls == 5);
    CHECK(lexigraph_each(lexicon, LEXIGRAPH_ALL, NULL, counted, &two, &error) == 2 && two.calls == 2);
    two.calls = 0;
    CHECK(lexigraph_each(lexicon, LEXIGRAPH_SEARCH, "length:2-9", counted, &two, &error) == 2 && two.calls == 2);
    CHECK(lexigraph_each(lexicon, LEXIGRAPH_ALL, NULL, NULL, NULL, &error) == -1);
    FAILED("each: a null pointer");

    lexigraph_words *near = lexigraph_near(lexicon, "pit", 1, &error);
    CHECK(lexigraph_words_distance(near, 0) == 0 && lexigraph_words_distance(near, 1) == 1);
    CHECK(lexigraph_words_distance(near, 4) == -1 && lexigraph_words_distance(NULL, 0) == -1);
    CHECK(!strcmp(joined(near), "PIT IT PITS SPIT "));
    CHECK(lexigraph_words_count(NULL) == 0 && lexigraph_words_get(NULL, 0) == NULL);
    lexigraph_words_free(lexigraph_near(lexicon, "pit", UINT32_MAX, &error));
    CHECK(error == NULL && lexigraph_near(lexicon, "p1t", 1, &error) == NULL);
    FAILED("p1t");

    lexigraph_words *front = NULL, *back = NULL;
    CHECK(lexigraph_hooks(lexicon, "pit", &front, &back, &error) == LEXIGRAPH_INNER_FRONT);
    CHECK(!strcmp(joined(front), "S ") && !strcmp(joined(back), "S "));
    CHECK(lexigraph_hooks(lexicon, "pits", &front, &back, &error) == LEXIGRAPH_INNER_BACK);
    lexigraph_words_free(front);
    lexigraph_words_free(back);
    CHECK(lexigraph_hooks(lexicon, "pit", &front, NULL, &error) == -1);
    FAILED("back: a null pointer");

    CHECK(lexigraph_rank(lexicon, "pits", &error) == 3 && lexigraph_rank(lexicon, "pat", &error) == 0);
    CHECK(lexigraph_rank(lexicon, "p1t", &error) == -1);
    FAILED("p1t");
    char *word = lexigraph_word(lexicon, 3, &error);
    CHECK(word != NULL && !strcmp(word, "PITS"));
    lexigraph_string_free(word);
    CHECK(lexigraph_word(lexicon, 0, &error) == NULL && lexigraph_word(lexicon, 6, &error) == NULL && error == NULL);
    CHECK(lexigraph_word(NULL, 1, &error) == NULL);
    FAILED("lexicon: a null pointer");
    lexigraph_close(lexicon);
}

struct best { int plays, most; char notation[32]; };

static int played(const lexigraph_play *play, void *data) {
    struct best *best = data;
    if (best->plays++ == 0) {
        CHECK(strlen(play->notation) < sizeof best->notation && strlen(play->word) > 1);
        CHECK(play->row == 7 && play->column == 7 && play->down == 1 && play->score == 8);
        CHECK(!strcmp(play->tiles, "SIT") && !strcmp(play->leave, "JQVX") && play->equity < play->score);
        strcpy(best->notation, play->notation);
    }
    return best->plays == best->most;
}

static void api(void) {
    lexigraph_api *api = lexigraph_api_new();
    CHECK(api != NULL && lexigraph_api_lexicon(api, "small") == NULL);
    CHECK(lexigraph_plays(api, OPENING, LEXIGRAPH_BY_SCORE, 1, played, NULL, &error) == -1);
    FAILED("there is no lexicon");
    lexigraph_lexicon *lexicon = lexigraph_open_bundled("enable", &error);
    CHECK(lexicon != NULL && lexigraph_count(lexicon) == 172823);
    CHECK(lexigraph_api_add(api, "enable", lexicon, "/absent.klv2", &error) == -1);
    FAILED("absent.klv2");
    CHECK(lexigraph_api_add(NULL, "enable", lexicon, NULL, &error) == -1);
    FAILED("api: a null pointer");
    CHECK(lexigraph_api_add(api, "enable", NULL, NULL, &error) == -1);
    FAILED("lexicon: a null pointer");
    lexigraph_lexicon *first = small(), *other = small();
    CHECK(lexigraph_api_add(api, "small", first, NULL, &error) == 0 && error == NULL); /* it is taken over */
    CHECK(lexigraph_api_add(api, "small", other, NULL, &error) == -1); /* it is not */
    FAILED("name of another lexicon");
    lexigraph_close(other);
    CHECK(lexigraph_api_add(api, "enable", lexicon, NULL, &error) == 0);
    CHECK(lexigraph_count(lexigraph_api_lexicon(api, "small")) == 5 && lexigraph_api_lexicon(api, NULL) == NULL);

    char *answer = lexigraph_questions(&error);
    CHECK(answer != NULL && strstr(answer, "\"position/plays\"") != NULL);
    lexigraph_string_free(answer);
    answer = lexigraph_ask(api, "words/judge", "{\"words\": [\"pit\", \"tip\"]}", NULL, NULL, &error);
    CHECK(answer != NULL && error == NULL && strstr(answer, "\"acceptable\":true") != NULL);
    lexigraph_string_free(answer);
    answer = lexigraph_ask(api, "shelf/lexicons", NULL, NULL, NULL, &error);
    CHECK(answer != NULL && strstr(answer, "\"small\"") != NULL);
    lexigraph_string_free(answer);
    CHECK(lexigraph_ask(api, "words/judge", "{\"words\": 7}", NULL, NULL, &error) == NULL);
    FAILED("\"kind\":\"malformed\"");
    CHECK(lexigraph_ask(api, "words/pattern", "{\"pattern\": \"c[ab\"}", NULL, NULL, &error) == NULL);
    FAILED("\"field\":\"pattern\",\"column\":2");
    CHECK(lexigraph_ask(api, "words/none", "{}", NULL, NULL, &error) == NULL);
    FAILED("\"kind\":\"unknown-question\"");
    CHECK(lexigraph_ask(api, NULL, "{}", NULL, NULL, &error) == NULL);
    FAILED("\"message\":\"question: a null pointer\"");
    CHECK(lexigraph_ask(NULL, "words/judge", NOT_UTF8, NULL, NULL, &error) == NULL);
    FAILED("api: a null pointer");

    /* A question that tells its progress, and is ended by it. */
    struct counter all = {0, -1}, once = {0, 1};
    char request[1024];
    snprintf(request, sizeof request, "{\"position\": {\"text\": \"%s\", \"lexicon\": \"enable\"}}", ENDGAME);
    answer = lexigraph_ask(api, "position/endgame", request, counted, &all, &error);
    CHECK(answer != NULL && error == NULL && all.calls > 1 && strstr(answer, "\"line\":[{") != NULL);
    lexigraph_string_free(answer);
    answer = lexigraph_ask(api, "position/endgame", request, counted, &once, &error);
    CHECK(answer != NULL && error == NULL && once.calls == 1 && strstr(answer, "\"exact\":false") != NULL);
    lexigraph_string_free(answer);

    struct best best = {0, -1, ""};
    CHECK(lexigraph_plays(api, OPENING, LEXIGRAPH_BY_SCORE, 0, played, &best, &error) == 9 && best.plays == 9);
    best.plays = 0;
    CHECK(lexigraph_plays(api, OPENING, LEXIGRAPH_BY_SCORE, 5, played, &best, &error) == 5 && best.plays == 5);
    best.plays = 0, best.most = 2;
    CHECK(lexigraph_plays(api, OPENING, LEXIGRAPH_BY_SCORE, 0, played, &best, &error) == 2 && best.plays == 2);
    CHECK(lexigraph_plays(api, OPENING, 9, 0, played, &best, &error) == -1);
    FAILED("9 is no order");
    CHECK(lexigraph_plays(api, "nonsense", LEXIGRAPH_BY_EQUITY, 0, played, &best, &error) == -1);
    CHECK(error != NULL);
    lexigraph_string_free(error);
    CHECK(lexigraph_plays(api, OPENING, LEXIGRAPH_BY_SCORE, 0, NULL, NULL, &error) == -1);
    FAILED("each: a null pointer");
    lexigraph_api_free(api);
}

static void *asks(void *lexicon) {
    for (int i = 0; i < 200; i++) {
        char *mine;
        CHECK(lexigraph_contains(lexicon, "pits", &mine) == 1 && mine == NULL);
        CHECK(lexigraph_contains(lexicon, NOT_UTF8, &mine) == -1 && mine != NULL);
        lexigraph_string_free(mine);
        lexigraph_words_free(lexigraph_find(lexicon, LEXIGRAPH_ANAGRAMS, "pit?", &mine));
    }
    return NULL;
}

static void threads(void) {
    pthread_t thread[4];
    lexigraph_lexicon *lexicon = small();
    for (int i = 0; i < 4; i++) CHECK(pthread_create(&thread[i], NULL, asks, lexicon) == 0);
    for (int i = 0; i < 4; i++) CHECK(pthread_join(thread[i], NULL) == 0);
    lexigraph_close(lexicon);
}

int main(int argc, char **argv) {
    CHECK(argc == 3);
    versions();
    opening(argv[1], argv[2]);
    words();
    api();
    threads();
    lexigraph_close(NULL);
    lexigraph_words_free(NULL);
    lexigraph_api_free(NULL);
    lexigraph_string_free(NULL);
    lexigraph_bytes_free(NULL, 0);
    return 0;
}
