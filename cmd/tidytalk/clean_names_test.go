package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// nameLines is how many lines testdata/names.txt has, at least; mostStrays how many words that are no names may have a capital
// there ("the Committee").
const (
	nameLines  = 300
	mostStrays = 1
)

// caption returns a line as a format has it that says who speaks.
func caption(format string, n int, label, text string) string {
	at := func(s int) string { return fmt.Sprintf("00:%02d:%02d", s/60, s%60) }
	switch format {
	case "voices":
		return fmt.Sprintf("%s.000 --> %s.500\n<v %s>%s\n\n", at(3*n), at(3*n+2), label, text)
	case "vtt":
		return fmt.Sprintf("%s.000 --> %s.500\n%s: %s\n\n", at(3*n), at(3*n+2), label, text)
	case "srt":
		return fmt.Sprintf("%d\n%s,000 --> %s,500\n%s: %s\n\n", n+1, at(3*n), at(3*n+2), label, text)
	case "brackets":
		return fmt.Sprintf("[%s] %s: %s\n", at(3*n), label, text)
	case "labels":
		return label + ": " + text + "\n"
	}
	return text + "\n"
}

// TestNamesAreRight writes 300 lines with names from the labels of speakers, in several formats, and from vocabularies, as their
// writer has them. What opens a sentence depends on where the models see one.
func TestNamesAreRight(t *testing.T) {
	lines, right, strays := 0, 0, 0
	blocks := strings.Split("\n"+strings.TrimSpace(readText(t, filepath.Join("testdata", "names.txt"))), "\n= ")
	for _, block := range blocks[1:] {
		head, rest, _ := strings.Cut(block, "\n")
		format, names, _ := strings.Cut(head, " ")
		want := strings.Split(rest, "\n")
		var in strings.Builder
		extension := map[string]string{"voices": "vtt", "vtt": "vtt", "srt": "srt"}[format]
		if extension == "vtt" {
			in.WriteString("WEBVTT\n\n")
		}
		for n, line := range want {
			label, text, found := strings.Cut(line, ": ")
			if !found {
				label, text = "", line
			}
			want[n] = text
			in.WriteString(caption(format, n, label, strings.ToLower(text)))
		}
		args := []string{"clean", "--language", "en", "--remove", "none", "--to", "text"}
		if names != "" {
			args = append(args, "--vocabulary", vocabularyFile(t, strings.Split(names, ", ")...))
		}
		if extension != "" {
			args = append(args, "--from", extension)
		}
		got := strings.Fields(output(t, in.String(), args...))
		lines += len(want)
		for _, line := range want {
			ok := true
			var at []string
			for _, w := range strings.Fields(line) {
				for len(got) > 0 && !strings.EqualFold(bareWord(got[0]), bareWord(w)) {
					got = got[1:] // labels and times
				}
				if len(got) == 0 {
					t.Fatalf("%s: words of %q are missing", head, line)
				}
				at = append(at, got[0])
				same := bareWord(got[0]) == bareWord(w)
				opens := len(at) == 1 || strings.HasSuffix(at[len(at)-2], ".") || strings.HasSuffix(at[len(at)-2], "?")
				if w == strings.ToLower(w) && !isIn(w, names) {
					if !same && !opens {
						strays++
						t.Logf("%s: a stray capital: %q in %q", head, got[0], line)
					}
				} else {
					ok = ok && same
				}
				got = got[1:]
			}
			if right++; !ok {
				right--
				t.Errorf("%s: %q is written %q", head, line, strings.Join(at, " "))
			}
		}
	}
	if lines < nameLines {
		t.Errorf("%d lines, not %d", lines, nameLines)
	}
	if strays > mostStrays {
		t.Errorf("%d stray capitals", strays)
	}
	t.Logf("%d of %d lines are right", right, lines)
}

// isIn reports whether a word of a vocabulary is a word.
func isIn(word, names string) bool {
	return strings.Contains(" "+strings.ReplaceAll(names, ",", " ")+" ", " "+word+" ")
}

// bareWord returns a word without the marks around it.
func bareWord(w string) string { return strings.Trim(w, ".,?!:;[]()\"") }
