// Words and plays from Go, with cgo: go build words.go
//
//	./words check qat qzt        the words that are in the lexicon
//	./words anagram retains      the words that letters make
//	./words plays 'CGP'          the best three plays of a position
package main

// #cgo pkg-config: lexigraph
// #include <lexigraph.h>
// #include <stdlib.h>
import "C"

import (
	"encoding/json"
	"fmt"
	"os"
	"unsafe"
)

// The message of the library, which this frees. Errors are not kept in the thread, so goroutines may move.
func fail(message *C.char) {
	defer C.lexigraph_string_free(message)
	fmt.Fprintln(os.Stderr, "words:", C.GoString(message))
	os.Exit(2)
}

// Calls `use` with a Go string as C reads it.
func with(text string, use func(*C.char)) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	use(c)
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: words check WORD... | anagram LETTERS | plays POSITION")
		os.Exit(2)
	}
	var problem *C.char
	var lexicon *C.lexigraph_lexicon
	with("enable", func(name *C.char) { lexicon = C.lexigraph_open_bundled(name, &problem) })
	if lexicon == nil {
		fail(problem)
	}
	found := false
	switch os.Args[1] {
	case "check":
		found = check(lexicon, os.Args[2:])
	case "anagram":
		found = anagram(lexicon, os.Args[2])
	case "plays":
		found = plays(lexicon, os.Args[2])
	}
	if !found {
		os.Exit(1)
	}
}

func check(lexicon *C.lexigraph_lexicon, words []string) bool {
	all := true
	for _, word := range words {
		with(word, func(text *C.char) {
			if C.lexigraph_contains(lexicon, text, nil) == 1 {
				fmt.Println(word)
			} else {
				all = false
			}
		})
	}
	return all
}

func anagram(lexicon *C.lexigraph_lexicon, letters string) bool {
	var problem *C.char
	var words *C.lexigraph_words
	with(letters, func(text *C.char) { words = C.lexigraph_find(lexicon, C.LEXIGRAPH_ANAGRAMS, text, &problem) })
	if words == nil {
		fail(problem)
	}
	defer C.lexigraph_words_free(words)
	count := C.lexigraph_words_count(words)
	for i := C.size_t(0); i < count; i++ {
		fmt.Println(C.GoString(C.lexigraph_words_get(words, i)))
	}
	return count > 0
}

// Every question of the server can be asked in JSON.
func plays(lexicon *C.lexigraph_lexicon, position string) bool {
	var problem, text *C.char
	api := C.lexigraph_api_new()
	defer C.lexigraph_api_free(api)
	with("enable", func(name *C.char) {
		if C.lexigraph_api_add(api, name, lexicon, nil, &problem) < 0 {
			fail(problem)
		}
	})
	asked := map[string]any{"position": map[string]string{"text": position}, "sort": "equity", "limit": 3}
	request, _ := json.Marshal(asked)
	with("position/plays", func(question *C.char) {
		with(string(request), func(request *C.char) {
			text = C.lexigraph_ask(api, question, request, nil, nil, &problem)
		})
	})
	if text == nil {
		fail(problem)
	}
	defer C.lexigraph_string_free(text)
	var answer struct {
		Plays []struct {
			Notation string
			Score    int
			Equity   float64
		}
	}
	if err := json.Unmarshal([]byte(C.GoString(text)), &answer); err != nil {
		panic(err)
	}
	for _, play := range answer.Plays {
		fmt.Printf("%s %d %.3f\n", play.Notation, play.Score, play.Equity)
	}
	return len(answer.Plays) > 0
}
