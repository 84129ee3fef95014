package language

import "fmt"

// commands are what somebody says who dictates English, but for deletions.
var commands = []Command{
	{Words: "comma", Mark: ","}, {Words: "period", Mark: "."}, {Words: "full stop", Mark: "."}, {Words: "question mark", Mark: "?"},
	{Words: "exclamation mark", Mark: "!"}, {Words: "exclamation point", Mark: "!"}, {Words: "colon", Mark: ":"}, {Words: "semicolon", Mark: ";"}, {Words: "semi colon", Mark: ";"},
	{Words: "dash", Mark: " –"}, {Words: "em dash", Mark: " –"}, {Words: "ellipsis", Mark: "..."}, {Words: "dot dot dot", Mark: "..."},
	{Words: "open quote", Lead: `"`}, {Words: "open quotes", Lead: `"`}, {Words: "begin quote", Lead: `"`}, {Words: "close quote", Mark: `"`}, {Words: "close quotes", Mark: `"`}, {Words: "end quote", Mark: `"`}, {Words: "unquote", Mark: `"`},
	{Words: "open parenthesis", Lead: "("}, {Words: "open paren", Lead: "("}, {Words: "open bracket", Lead: "("}, {Words: "close parenthesis", Mark: ")"}, {Words: "close paren", Mark: ")"}, {Words: "close bracket", Mark: ")"},
	{Words: "new line", Lines: 1}, {Words: "newline", Lines: 1}, {Words: "next line", Lines: 1}, {Words: "new paragraph", Lines: 2}, {Words: "next paragraph", Lines: 2},
	{Words: "scratch that|strike that|delete that|erase that", Scratch: true},
	{Words: "undo that|undo last|undo the last command", Undo: true}, {Words: "redo that", Redo: true},
	{Words: "cap|capital", First: true}, {Words: "no caps", None: true}, {Words: "all caps", All: true},
	{Words: "caps on|begin caps|start caps", First: true, Through: true}, {Words: "all caps on|begin all caps|start all caps", All: true, Through: true},
	{Words: "caps off|end caps|stop caps|all caps off|end all caps|stop all caps", Off: true},
}

// deletions returns the commands that take back some of the last words or sentences: "delete the last two words".
func deletions() (out []Command) {
	for n, numbers := range [][]string{{""}, {"two "}, {"three "}, {"four "}, {"five "}} {
		for _, number := range numbers {
			add := func(noun string, words, sentences int) {
				if n > 0 {
					noun += "s"
				}
				all := ""
				for _, verb := range []string{"delete", "erase", "remove", "scratch"} {
					for _, which := range []string{"last", "the last", "previous", "the previous"} {
						all += fmt.Sprintf("|%s %s %s%s", verb, which, number, noun)
					}
				}
				out = append(out, Command{Words: all[1:], TakesWords: words, TakesSentences: sentences})
			}
			add("word", n+1, 0)
			add("sentence", 0, n+1)
		}
	}
	return out
}

// letters are the names of letters, of the spelling alphabet of radio talk, and of what else a word is spelled with.
var letters = map[string]string{
	"alpha": "a", "alfa": "a", "bravo": "b", "charlie": "c", "delta": "d", "echo": "e", "foxtrot": "f", "golf": "g", "hotel": "h", "india": "i", "juliet": "j", "juliett": "j",
	"kilo": "k", "lima": "l", "mike": "m", "november": "n", "oscar": "o", "papa": "p", "quebec": "q", "romeo": "r", "sierra": "s", "tango": "t", "uniform": "u", "victor": "v",
	"whiskey": "w", "whisky": "w", "xray": "x", "x-ray": "x", "yankee": "y", "zulu": "z", "zed": "z", "hyphen": "-", "apostrophe": "'",
	"zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
}
