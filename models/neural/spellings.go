package neural

import (
	"bytes"
	"encoding/json"
	"sort"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/models/truecase"
)

// spellings are those of truecase.Spellings, by their lower case. Those of a file are found in it as it lies, since there are many and a
// text needs few.
type spellings struct {
	text     []byte            // of a file: an object of JSON, as Marshal writes it
	at       []int32           // where words begin in text, ascending as the words are: those without escapes
	forms    map[string]string // the others
	acronyms bool              // there are acronyms among them: networks of before have none
}

// learned returns spellings that are in no file.
func learned(forms map[string]string) *spellings {
	s := &spellings{forms: forms}
	for _, form := range forms {
		s.acronyms = s.acronyms || truecase.Of(form) == truecase.Upper
	}
	return s
}

// readSpellings reads an object of JSON whose members are text.
func readSpellings(section []byte) (*spellings, error) {
	if s := indexed(section); s != nil {
		return s, nil
	}
	var forms map[string]string
	if err := json.Unmarshal(section, &forms); err != nil {
		return nil, err
	}
	return learned(forms), nil
}

// indexed returns what Marshal has written, nil where a text is anything else.
func indexed(text []byte) *spellings {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' || !utf8.Valid(text) {
		return nil
	}
	s := &spellings{text: text, at: make([]int32, 0, bytes.Count(text, []byte{':'})), forms: make(map[string]string)}
	last := []byte{}
	for i := 1; i < len(text)-1; {
		key, next, plain := quoted(text, i)
		if next == 0 || text[next] != ':' {
			return nil
		}
		form, end, plainForm := quoted(text, next+1)
		if end == 0 || text[end] != ',' && end != len(text)-1 || text[end] == ',' && end == len(text)-2 {
			return nil
		}
		if plain && plainForm {
			if len(s.at) > 0 && bytes.Compare(last, key) >= 0 {
				return nil
			}
			last, s.at = key, append(s.at, int32(i+1))
			s.acronyms = s.acronyms || truecase.Of(string(form)) == truecase.Upper
		} else if !s.escaped(text[i:next], text[next+1:end]) {
			return nil
		}
		i = end + 1
	}
	for word := range s.forms {
		if _, twice := s.listed(word); twice {
			return nil
		}
	}
	return s
}

// escaped takes up a word with a form of which one has escapes.
func (s *spellings) escaped(key, value []byte) bool {
	var word, form string
	if json.Unmarshal(key, &word) != nil || json.Unmarshal(value, &form) != nil {
		return false
	}
	_, twice := s.forms[word]
	s.forms[word] = form
	s.acronyms = s.acronyms || truecase.Of(form) == truecase.Upper
	return !twice
}

// quoted returns the string of JSON that begins at a place, where what follows it is, and whether it has no escapes; 0: there is none.
func quoted(text []byte, at int) (inside []byte, next int, plain bool) {
	if text[at] != '"' {
		return nil, 0, false
	}
	plain = true
	for i := at + 1; i < len(text)-1; i++ {
		switch c := text[i]; {
		case c == '"':
			return text[at+1 : i], i + 1, plain
		case c == '\\':
			plain = false
			i++
		case c < ' ':
			return nil, 0, false
		}
	}
	return nil, 0, false
}

// Lookup returns how a word in lower case is spelled.
func (s *spellings) Lookup(word string) (form string, ok bool) {
	if form, ok = s.listed(word); ok {
		return form, true
	}
	form, ok = s.forms[word]
	return form, ok
}

// listed returns a form that stands in the text without escapes.
func (s *spellings) listed(word string) (string, bool) {
	i := sort.Search(len(s.at), func(i int) bool { return string(s.word(i)) >= word })
	if i == len(s.at) {
		return "", false
	}
	key := s.word(i)
	if string(key) != word {
		return "", false
	}
	form, _, _ := quoted(s.text, int(s.at[i])+len(key)+len(`":`))
	return string(form), true
}

// word returns a word of the list.
func (s *spellings) word(i int) []byte {
	rest := s.text[s.at[i]:]
	return rest[:bytes.IndexByte(rest, '"')]
}

// all returns the spellings by the lower case.
func (s *spellings) all() map[string]string {
	if s.text == nil {
		return s.forms
	}
	var out map[string]string
	if err := json.Unmarshal(s.text, &out); err != nil {
		panic(err) // it has been read
	}
	return out
}
