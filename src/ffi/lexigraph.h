/* lexigraph for C: word graphs, questions about words, and plays of crossword board games.
 *
 * This file is made by cbindgen from src/ffi; `tools/ffi header` makes it anew. docs/c.md has examples.
 *
 * Texts are UTF-8 and end with a NUL. Letters may be of either case. Answers come in collation order. Each pointer that
 * you pass is NULL, or comes from this library and has not been freed, or points to a text or an array of your own that
 * is as long as you say.
 *
 * Errors. A function that can fail takes `char **error` as its last argument and says what it returns on failure. It
 * sets *error to NULL if it succeeds, and otherwise to a message that you free with lexigraph_string_free. Pass NULL if
 * you do not want the message. A null pointer, text that is not UTF-8 and an impossible length are errors. So is a mistake
 * inside the library, after which the process goes on; only memory that has run out ends it.
 *
 * Ownership. You free what a function returns, each kind with its own function: lexigraph_close, lexigraph_words_free,
 * lexigraph_api_free, lexigraph_string_free, lexigraph_bytes_free. All of these accept NULL. A `const` pointer that is
 * returned or passed to a callback belongs to the library: do not free it. The library copies what you pass to it and
 * keeps none of your pointers, with one exception: lexigraph_api_add takes over a lexicon.
 *
 * Threads. Several threads may use the same lexicon, list or API at once. lexigraph_api_add, and every function that
 * frees, must have its object to itself. Errors are not kept in the thread.
 *
 * Callbacks run on the thread that called the function, and stop it by returning a value other than 0. They may call
 * the library, but not free what the running function uses, and no exception or longjmp may leave them.
 */

#ifndef LEXIGRAPH_H
#define LEXIGRAPH_H

#include <stddef.h>
#include <stdint.h>

/* Words that can be asked for. */
typedef struct lexigraph_lexicon lexigraph_lexicon;

/* Lexicons by name, and questions about them in JSON. */
typedef struct lexigraph_api lexigraph_api;

/*
 The version of this interface. It grows when a program that was compiled for an older one could no longer run; new
 functions do not change it.
 */
#define LEXIGRAPH_ABI_VERSION 1

/*
 lexigraph_hooks: a word is left when the first letter is taken off.
 */
#define LEXIGRAPH_INNER_FRONT 1

/*
 lexigraph_hooks: a word is left when the last letter is taken off.
 */
#define LEXIGRAPH_INNER_BACK 2

/*
 lexigraph_find: all words; the text is NULL.
 */
#define LEXIGRAPH_ALL 0

/*
 lexigraph_find: the words that use all of the letters: "aeinrst?". `?` is a blank, `*` any letters, `[abc]` one of
 a set.
 */
#define LEXIGRAPH_ANAGRAMS 1

/*
 lexigraph_find: the words that use some or all of the letters, as on a rack.
 */
#define LEXIGRAPH_SUBANAGRAMS 2

/*
 lexigraph_find: the words of a pattern: "c?t*s". `?` is any letter, `*` any letters, `[abc]` one of a set.
 */
#define LEXIGRAPH_PATTERN 3

/*
 lexigraph_find: the words that meet conditions: "length:7 and probability:1-100 and not hook:back".
 */
#define LEXIGRAPH_SEARCH 4

/*
 lexigraph_find: the words that begin with the text.
 */
#define LEXIGRAPH_COMPLETE 5

/*
 lexigraph_plays: by score.
 */
#define LEXIGRAPH_BY_SCORE 0

/*
 lexigraph_plays: by static equity, exchanges and a pass among them.
 */
#define LEXIGRAPH_BY_EQUITY 1

/*
 A list of words.
 */
typedef struct lexigraph_words lexigraph_words;

/*
 Takes a word, which is valid during the call. Ends the search by returning a value other than 0.
 */
typedef int (*lexigraph_word_fn)(const char *word, void *data);

/*
 Takes the progress of a question as JSON, which has the form of its answer and is valid during the call. Ends the
 question by returning a value other than 0: the answer is then what has been found so far.
 */
typedef int (*lexigraph_progress_fn)(const char *json, void *data);

/*
 A play; by equity, also an exchange or a pass. The texts are valid during the call.
 */
typedef struct {
  /*
   The move: "8D (MOLD)S", "-ABC" for an exchange, "-" for a pass.
   */
  const char *notation;
  /*
   The main word, with blanks in lower case; empty if no tiles are laid.
   */
  const char *word;
  /*
   The tiles laid, in order, or the tiles exchanged.
   */
  const char *tiles;
  /*
   The tiles that stay on the rack.
   */
  const char *leave;
  /*
   The row of the first square of the word, from 1; 0 if no tiles are laid.
   */
  uint32_t row;
  /*
   The column of the first square of the word, from 1; 0 if no tiles are laid.
   */
  uint32_t column;
  /*
   1 if the word reads downwards, else 0.
   */
  int down;
  /*
   The score in points.
   */
  int32_t score;
  /*
   The static equity in points.
   */
  double equity;
} lexigraph_play;

/*
 Takes a play. Ends the list by returning a value other than 0.
 */
typedef int (*lexigraph_play_fn)(const lexigraph_play *play, void *data);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The LEXIGRAPH_ABI_VERSION of the library that is loaded. A program compares it with that of the header.
 */
uint32_t lexigraph_abi_version(void);

/*
 The version of lexigraph: "0.1.0". Do not free it.
 */
const char *lexigraph_version(void);

/*
 Frees a text that a function returned as `char *`, or an error message.
 */
void lexigraph_string_free(char *text);

/*
 Frees the bytes that lexigraph_convert returned. `length` is the length that it returned.
 */
void lexigraph_bytes_free(uint8_t *bytes, size_t length);

/*
 Frees a list of words.
 */
void lexigraph_words_free(lexigraph_words *words);

/*
 Opens a file: an image of any format, or a word list, plain or compressed, which is compiled in memory. The content
 tells what it is. An image must not be cut short or written over while it is open; replace it by renaming.

 `alphabet` is for files that store none: NULL for English, the name of a bundled alphabet ("spanish"), a .toml file,
 or "auto" for the characters of the file.

 Returns NULL on failure. Free the lexicon with lexigraph_close.
 */
lexigraph_lexicon *lexigraph_open(const char *file,
                                  const char *alphabet,
                                  char **error);

/*
 As lexigraph_open, with the content of a file. The bytes are copied. `name` stands in messages, and its extension
 may tell the format; NULL for none.
 */
lexigraph_lexicon *lexigraph_open_bytes(const uint8_t *bytes,
                                        size_t length,
                                        const char *name,
                                        const char *alphabet,
                                        char **error);

/*
 Opens a lexicon that the library carries: "enable" (ENABLE1, 172,823 English words) or "scowl60".

 Returns NULL on failure. Free the lexicon with lexigraph_close.
 */
lexigraph_lexicon *lexigraph_open_bundled(const char *name, char **error);

/*
 Compiles words, in any order. `alphabet` is as for lexigraph_open.

 Returns NULL on failure. Free the lexicon with lexigraph_close.
 */
lexigraph_lexicon *lexigraph_compile(const char *const *words,
                                     size_t count,
                                     const char *alphabet,
                                     char **error);

/*
 Frees a lexicon. Not for one that an API has taken over.
 */
void lexigraph_close(lexigraph_lexicon *lexicon);

/*
 The number of words; 0 if `lexicon` is NULL.
 */
uint64_t lexigraph_count(const lexigraph_lexicon *lexicon);

/*
 1 if this is a word, 0 if not, -1 on failure. Text with other letters is no word.
 */
int lexigraph_contains(const lexigraph_lexicon *lexicon, const char *word, char **error);

/*
 Looks up several words: sets found[i] to 1 if words[i] is a word, and to 0 if not. Both arrays have `count`
 elements. For languages in which a call to C is slow.

 Returns the number of words found, or -1 on failure; `found` is then unchanged.
 */
int64_t lexigraph_contains_all(const lexigraph_lexicon *lexicon,
                               const char *const *words,
                               size_t count,
                               uint8_t *found,
                               char **error);

/*
 The hooks of some text, which need not be a word: sets *front and *back to the letters that make a word when put
 before and behind it. Free both with lexigraph_words_free.

 Returns the sum of LEXIGRAPH_INNER_FRONT and LEXIGRAPH_INNER_BACK as they apply, or -1 on failure; both lists are
 then unchanged.
 */
int lexigraph_hooks(const lexigraph_lexicon *lexicon,
                    const char *word,
                    lexigraph_words **front,
                    lexigraph_words **back,
                    char **error);

/*
 The number of a word in collation order, from 1; 0 if it is not a word, -1 on failure. Walks over the whole graph:
 one or two milliseconds for 170,000 words.
 */
int64_t lexigraph_rank(const lexigraph_lexicon *lexicon,
                       const char *word,
                       char **error);

/*
 The word with this number in collation order, from 1. Free it with lexigraph_string_free. As slow as lexigraph_rank.

 Returns NULL past the last word and for 0, with *error NULL, and on failure.
 */
char *lexigraph_word(const lexigraph_lexicon *lexicon,
                     uint64_t rank,
                     char **error);

/*
 Writes the lexicon to a file, in the format that its extension names ("words.kwg"), or else in the native one. A
 file of that name is replaced, and the new one appears whole or not at all.

 Returns 0, or -1 on failure.
 */
int lexigraph_save(const lexigraph_lexicon *lexicon,
                   const char *file,
                   char **error);

/*
 Sets *bytes and *length to the content of a file in a format: "lxg", "kwg" or another of `lexigraph formats`. Free
 them with lexigraph_bytes_free.

 Returns 0, or -1 on failure; *bytes and *length are then unchanged.
 */
int lexigraph_convert(const lexigraph_lexicon *lexicon,
                      const char *format,
                      uint8_t **bytes,
                      size_t *length,
                      char **error);

/*
 The words that answer a question, as a list. `question` is LEXIGRAPH_ANAGRAMS or another of these constants.

 Returns NULL on failure, and an empty list if there are no answers. Free the list with lexigraph_words_free.
 */
lexigraph_words *lexigraph_find(const lexigraph_lexicon *lexicon,
                                uint32_t question,
                                const char *text,
                                char **error);

/*
 As lexigraph_find, but passes each word to `each` when it is found, with `data`. If `each` returns a value other
 than 0, the search ends.

 Returns the number of words that were passed, or -1 on failure.
 */
int64_t lexigraph_each(const lexigraph_lexicon *lexicon,
                       uint32_t question,
                       const char *text,
                       lexigraph_word_fn each,
                       void *data,
                       char **error);

/*
 The words that at most `distance` edits (letters put in, left out or changed) make of a text, nearest first;
 lexigraph_words_distance tells how far each is.

 Returns NULL on failure. Free the list with lexigraph_words_free.
 */
lexigraph_words *lexigraph_near(const lexigraph_lexicon *lexicon,
                                const char *word,
                                uint32_t distance,
                                char **error);

/*
 The number of words in a list; 0 if it is NULL.
 */
size_t lexigraph_words_count(const lexigraph_words *words);

/*
 The word with this number in a list, from 0; NULL past the last. It belongs to the list.
 */
const char *lexigraph_words_get(const lexigraph_words *words, size_t index);

/*
 The edit distance of the word with this number in a list of lexigraph_near, from 0; -1 past the last and for other
 lists.
 */
int64_t lexigraph_words_distance(const lexigraph_words *words,
                                 size_t index);

/*
 An API without lexicons. Free it with lexigraph_api_free.
 */
lexigraph_api *lexigraph_api_new(void);

/*
 Adds a lexicon under a name, by which questions refer to it. The first one answers questions that name none.

 The API takes the lexicon over: do not use or close it afterwards; lexigraph_api_lexicon lends it. On failure it
 stays yours. `leaves` is a file of leave values; NULL for those that are bundled for the letters of the lexicon.

 Returns 0, or -1 on failure.
 */
int lexigraph_api_add(lexigraph_api *api,
                      const char *name,
                      lexigraph_lexicon *lexicon,
                      const char *leaves,
                      char **error);

/*
 The lexicon with this name, which belongs to the API; NULL if there is none.
 */
const lexigraph_lexicon *lexigraph_api_lexicon(const lexigraph_api *api, const char *name);

/*
 Frees an API and its lexicons.
 */
void lexigraph_api_free(lexigraph_api *api);

/*
 The questions that lexigraph_ask answers, as a JSON list of objects with `name`, `purpose`, `request`, `answer` and
 `progress`. docs/serve.md and the server's /api describe requests and answers.

 Returns NULL on failure. Free the text with lexigraph_string_free.
 */
char *lexigraph_questions(char **error);

/*
 Answers a question, such as "words/anagram" or "position/plays". Request and answer are JSON, as in the server's
 POST /api/QUESTION. A NULL request is an empty one.

 Questions that take long pass their progress to `progress`, with `data`; NULL if you do not want it.

 Returns NULL on failure. *error is then JSON as well: an object with `kind`, `message` and, where they are known,
 `field`, `line` and `column`. Free answer and error with lexigraph_string_free.
 */
char *lexigraph_ask(const lexigraph_api *api,
                    const char *question,
                    const char *request,
                    lexigraph_progress_fn progress,
                    void *data,
                    char **error);

/*
 Passes the best plays of a position to `each`, best first, with `data`. `position` is a CGP, a sheet or a game in
 GCG. `order` is LEXIGRAPH_BY_SCORE or LEXIGRAPH_BY_EQUITY. At most `limit` plays are passed; 0 for as many as there
 are, up to 10,000. The words are those of the first lexicon of the API.

 Returns the number of plays that were passed, or -1 on failure.
 */
int64_t lexigraph_plays(const lexigraph_api *api,
                        const char *position,
                        uint32_t order,
                        size_t limit,
                        lexigraph_play_fn each,
                        void *data,
                        char **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LEXIGRAPH_H */
