// Words and plays from Node.js, with the package koffi: npm install koffi, then
// LEXIGRAPH=PREFIX/lib/liblexigraph.so node words.mjs check qat qzt | anagram retains | plays 'CGP'
import process from "node:process";
import koffi from "koffi";

const library = koffi.load(process.env.LEXIGRAPH ?? "liblexigraph.so.1");

// Texts that the caller frees: koffi copies them, and calls this.
const free = library.func("void lexigraph_string_free(void *text)");
koffi.disposable("owned_text", "str", free);
koffi.opaque("lexicon");
koffi.opaque("words");
koffi.opaque("api");

const open = library.func("lexicon *lexigraph_open_bundled(const char *name, _Out_ owned_text *error)");
const close = library.func("void lexigraph_close(lexicon *lexicon)");
const contains = library.func("int lexigraph_contains(lexicon *lexicon, const char *word, _Out_ owned_text *error)");
const find = library.func(
    "words *lexigraph_find(lexicon *lexicon, uint32_t question, const char *text, _Out_ owned_text *error)",
);
const count = library.func("size_t lexigraph_words_count(words *words)");
const get = library.func("const char *lexigraph_words_get(words *words, size_t index)");
const freeWords = library.func("void lexigraph_words_free(words *words)");
const newApi = library.func("api *lexigraph_api_new()");
const add = library.func(
    "int lexigraph_api_add(api *api, const char *name, lexicon *lexicon, void *leaves, _Out_ owned_text *error)",
);
const freeApi = library.func("void lexigraph_api_free(api *api)");
const ask = library.func(
    "owned_text lexigraph_ask(api *api, const char *question, const char *request, " +
        "void *progress, void *data, _Out_ owned_text *error)",
);
const ANAGRAMS = 1;

const error = [null];
const failed = () => new Error(error[0]);

function check(lexicon, words) {
    const found = words.filter((word) => {
        const answer = contains(lexicon, word, error);
        if (answer < 0) throw failed();
        return answer === 1;
    });
    found.forEach((word) => console.log(word));
    return found.length === words.length;
}

function anagram(lexicon, letters) {
    const words = find(lexicon, ANAGRAMS, letters, error);
    if (!words) throw failed();
    const number = count(words);
    for (let i = 0; i < number; i++) console.log(get(words, i));
    freeWords(words);
    return number > 0;
}

// Every question of the server can be asked in JSON. The API takes the lexicon over and frees it with itself.
function plays(lexicon, text) {
    const api = newApi();
    if (add(api, "enable", lexicon, null, error) < 0) throw failed();
    const request = JSON.stringify({ position: { text }, sort: "equity", limit: 3 });
    const answer = ask(api, "position/plays", request, null, null, error);
    freeApi(api);
    if (answer === null) throw failed();
    const { plays } = JSON.parse(answer);
    for (const { notation, score, equity } of plays) console.log(`${notation} ${score} ${equity.toFixed(3)}`);
    return plays.length > 0;
}

const [command, ...rest] = process.argv.slice(2);
try {
    if (rest.length === 0) throw new Error("usage: words check WORD... | anagram LETTERS | plays POSITION");
    const lexicon = open("enable", error);
    if (!lexicon) throw failed();
    const run = { check, anagram, plays }[command];
    process.exitCode = run(lexicon, command === "check" ? rest : rest[0]) ? 0 : 1;
    if (command !== "plays") close(lexicon);
} catch (problem) {
    console.error(`words: ${problem.message}`);
    process.exitCode = 2;
}
