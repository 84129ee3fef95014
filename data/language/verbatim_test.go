package language

import "testing"

// TestVerbatim tells what is written as it is from words that look a little like it.
func TestVerbatim(t *testing.T) {
	for _, s := range []string{
		"https://example.com/a_(b)?c=d#e", "http://localhost:8080/um", "www.example.org", "mailto:ann@example.com", "ftp://x.y/z",
		"ann.berg+x@mail.example.co.uk", "@ann_berg", "#garden", "#24hours", ":thumbs_up:", ":+1:", "notes.txt", "um.js", "REPORT.PDF", "my-file_2.docx",
		"example.com", "tidytalk.io/docs", "example.com:8080/x", "/usr/local/bin", "./run.sh", "../x", "~/notes", `C:\Users\bo\notes.txt`, `\\server\share`,
		"snake_case", "__init__", "MAX_SIZE", "doc.run()", "getAll()", "std::string", "a->next", "x==y", "v1.2.3", "2.0.1-rc1", "10.0.0.255", "v2.0", "`npm install um`", "src/my_file", "docs/read.md",
	} {
		if !Verbatim(s) {
			t.Errorf("%s is a word", s)
		}
	}
	for _, s := range []string{
		"", "word", "U.S.", "e.g.", "a.m.", "3.5", "3,000", "24/7", "and/or", "he/she/they", "24.12.2024", "1.5.24", "#1", "@", "5:30", "full-time", "o'clock", "rock&roll", "AT&T", "Yes.No", "house.Then", "end.but",
		"uh_huh", "i_b_m", "_really_", "____", "***", "f***", "I--I", "word...", "A.B.C", "1:2:3", "(laughs)", "yes()", "-->", "a@b", "km/h", "c'mon", "x_y", "50%", "$3.50", "s.o.s", "``so''", "don`t", "->", ":)", "10:30:15.5",
	} {
		if Verbatim(s) {
			t.Errorf("%s is no word", s)
		}
	}
	for _, c := range []struct{ chunk, want string }{
		{"(https://example.com/a),", "https://example.com/a"}, {"“notes.txt”", "notes.txt"}, {"example.com.", "example.com"}, {":smile:.", ":smile:"}, {"`a b`,", "`a b`"}, {"@ann:", "@ann"},
		{"www.example.org/a_(b).", "www.example.org/a_(b)"}, {"so,", ""}, {"a.b—c.com", ""},
	} {
		from, n := VerbatimIn(c.chunk)
		if got := c.chunk[from : from+n]; got != c.want {
			t.Errorf("%s: %q, want %q", c.chunk, got, c.want)
		}
	}
	for word, want := range map[string]bool{"iPhone": true, "eBay": true, "a/b": true, "snake_case": true, "word": false, "Word": false, "WORD": false, "I'm": false, "": false} {
		if KeepsCase(word) != want {
			t.Errorf("%s keeps its case: %v", word, !want)
		}
	}
}
