package formats

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Plain text is what looks like it. Anything can be read as text, and cleaning would damage what is none: so a
// file that nobody has said to be text is refused where its name or its first lines say that it is
// something else.

// foreign names what files are by their extensions that no format has: no transcripts, or such as
// are not read.
var foreign = [...]struct{ title, extensions string }{
	{"program source", "asm awk bas bash bat c cc cgi clj coffee cpp cs css cxx d dart el elm erl ex exs f f90 fs go gradle groovy h hh hpp hs hxx ino java jl js jsx kt lisp lua m4 mjs ml nim pas php pl pm ps1 py pyi r rb rkt rs sass scala scm scss sh sql svelte swift tcl ts tsx v vb vhd vim vue zig zsh"},
	{"a notebook", "ipynb rmd"},
	{"settings", "cfg conf env ini lock plist properties reg toml yaml yml"},
	{"a patch", "diff patch"},
	{"a web page", "asp aspx htm html jsp mht mhtml xhtml"},
	{"XML", "atom coma dtd kml opml pfsx etf rss svg xml xsd xsl xslt xspf"},
	{"a document for typesetting", "bib sty tex latex typ"},
	{"a text with pages, which is not read", "doc dot pages pdf ps epub wpd"},
	{"a spreadsheet", "numbers xls xlsb"},
	{"slides", "key odp ppt pptx"},
	{"a table", "dsv psv tab"},
	{"an edit decision list", "ale edl fcpxml otio"},
	{"subtitles of a kind that is not read", "890 aqt asc cap cip dks idx itr jss mks pac pjs psb rt sbt sup tts ult usf xas"},
	{"labels of speech sounds", "lab mlf phn uem wrd"},
	{"a sound file", "aac aif aiff amr flac m4a mp3 oga ogg opus wav wma"},
	{"a film", "avi flv m4v mkv mov mp4 mpeg mpg mxf webm wmv"},
	{"a picture", "bmp gif heic ico jpeg jpg png tif tiff webp"},
	{"an archive", "7z bz2 gz jar rar tar tgz whl xz zip zst"},
}

// foreignTitle returns what files of a name are, "" where nothing is known of its extension, or a format
// has it.
func foreignTitle(name string) string {
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")
	if extension == "" || InFolders(name) {
		return ""
	}
	for _, x := range foreign {
		for known := range strings.FieldsSeq(x.extensions) {
			if extension == known {
				return x.title
			}
		}
	}
	return ""
}

// checkIsText refuses a file that would be read as plain text because it is of no other format, and does not
// look like it.
func (f *File) checkIsText() error {
	if of := byExtension(f.Name); InFolders(f.Name) && !slices.ContainsFunc(of, func(d *declaration) bool { return d.format == Text }) {
		var titles []string
		for _, d := range of {
			titles = append(titles, d.title)
		}
		return f.errorLine(0, "this is none of %s, which files of this extension are: name its format", strings.Join(titles, ", "))
	}
	if strings.EqualFold(filepath.Ext(f.Name), ".rttm") || isRTTM(f.text) {
		return f.errorLine(0, "this is RTTM, which says who speaks when, and no words: give it with --speakers to the transcript of the same recording")
	}
	what, at := foreignTitle(f.Name), 0
	if what != "" {
		what += ", by its extension"
	} else {
		what, at = unlikeText(f.text)
	}
	if what == "" {
		return nil
	}
	if what == aTable {
		return f.errorLine(at, "this looks like a table without names of columns: cleaned as plain text it would be damaged. 'tidytalk formats guess %s' proposes a --map; or say --from text if it is plain text after all", f.Name)
	}
	return f.errorLine(at, "this looks like %s, which is no transcript that is read: cleaned as plain text it would be damaged. Export it in another format, or say --from text if it is plain text after all", what)
}

// aTable is what a text is that looks like a table.
const aTable = "a table"

// isTableOfText reports whether a file that would be plain text looks like a table.
func (f *File) isTableOfText() bool {
	if foreignTitle(f.Name) != "" {
		return false
	}
	what, _ := unlikeText(f.text)
	return what == aTable
}

// Shares of the lines with words or numbers, as their inverses: of text from which one is read as plain text no
// more, and from which people are told.
const (
	foreignShare = 5
	oddShare     = 10
)

// unlikeText returns what a text is by its first lines if it is no plain text, and where that is seen; "": it
// may be plain text.
func unlikeText(text string) (what string, at int) {
	at = len(text) - len(strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n"))
	start := text[at:]
	switch {
	case strings.HasPrefix(start, "#!"):
		return "a script", at
	case isXML(start):
		return "XML or HTML" + rootOf(start), at
	case strings.HasPrefix(start, "{\\rtf"):
		return "RTF", at
	case isJSON(start):
		return "JSON", at
	}
	codes, first, lines, by := codeLines(text)
	if codes*foreignShare < lines || codes < min(2, lines) {
		return "", 0
	}
	return by, first
}

// warnOfCodes tells people that a file which is read as plain text has many lines that look like
// codes.
func (f *File) warnOfCodes() {
	if codes, first, lines, by := codeLines(f.text); codes > 1 && codes*oddShare > lines {
		f.warn(first, "%d of the first %d lines look like %s rather than like what is said: as plain text they are cleaned, too", codes, lines, by)
	}
}

// isXML reports whether a text starts with a declaration of XML or HTML, or is one element.
func isXML(start string) bool {
	if len(start) < 4 || start[0] != '<' {
		return false
	}
	head := strings.ToLower(start[:min(len(start), 9)])
	if head[:2] == "<?" || head == "<!doctype" || strings.HasPrefix(head, "<!--") {
		return true
	}
	n := strings.IndexAny(start, " \t\r\n/>")
	if n < 2 || !isNameOfXML(start[1:n]) {
		return false
	}
	if end := strings.TrimRight(start, " \t\r\n"); strings.HasSuffix(end, "</"+start[1:n]+">") && strings.Count(end, "<") > 4 {
		return !inlineTags[strings.ToLower(start[1:n])] || strings.EqualFold(start[1:n], "html")
	}
	// With an attribute it is none of the tags that texts have for what is no speech.
	end := strings.IndexByte(start, '>')
	return end > 0 && strings.Contains(start[n:end], `="`) && !inlineTags[strings.ToLower(start[1:n])]
}

var firstElement = lazy.Regexp(`<([A-Za-z_][\w:.-]*)`)

// rootOf says what the root element of XML is called.
func rootOf(start string) string {
	if m := firstElement().FindStringSubmatch(start[:min(len(start), headSize)]); m != nil {
		return fmt.Sprintf(" (its first element is %s)", m[1])
	}
	return ""
}

func isNameOfXML(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.:", r)
	}) < 0
}

// isJSON reports whether a text is a value of JSON, or begins like an object or a list of them, so that
// it may be one that was cut off.
func isJSON(start string) bool {
	if start == "" || start[0] != '{' && start[0] != '[' {
		return false
	}
	inside := strings.TrimLeft(start[1:], " \t\r\n")
	switch {
	case start[0] == '{' && strings.HasPrefix(inside, `"`) && strings.Contains(inside[:min(len(inside), headSize)], `":`):
		return true
	case start[0] == '[' && (strings.HasPrefix(inside, `{"`) || strings.HasPrefix(inside, `["`) || listOfStrings().MatchString(inside)):
		return true
	}
	return json.Valid([]byte(start))
}

var listOfStrings = lazy.Regexp(`^"[^"\n]*"\s*,\s*"`)

// codeLines counts the first lines that look like codes, and all; it returns where the first of them
// is, and what most of them look like.
func codeLines(text string) (codes, first, lines int, by string) {
	const most = 400 // lines that are looked at
	counts := make([]int, len(codeKinds))
	text, cut := text[:min(len(text), headSize)], len(text) > headSize
	columns, tables := -1, 0
	at := 0
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		if cut && at == len(text) && lines > 0 || lines == most {
			break
		}
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		lines++
		if n := cells(line); lines == 1 {
			columns = n
		} else if n == columns {
			tables++
		}
		for k := range codeKinds {
			if codeKinds[k].is(line) {
				if codes == 0 {
					first = start
				}
				counts[k]++
				codes++
				break
			}
		}
	}
	if tables++; lines > 2 && columns > 2 && tables*10 >= lines*9 && tables > codes {
		return tables, 0, lines, aTable
	}
	if codes > 0 {
		k := 0
		for i, n := range counts {
			if n > counts[k] {
				k = i
			}
		}
		by = codeKinds[k].title
	}
	return codes, first, lines, by
}

// cells returns how many cells a line of a table has: what commas, semicolons, bars or tabs without a blank
// behind them part, of which most are short.
func cells(line string) int {
	most := 0
	for _, by := range csvDelimiters {
		if strings.IndexByte(line, byte(by)) < 0 {
			continue
		}
		n, spaced, quoted := 1, 0, false
		for i, r := range line {
			if quoted = quoted != (r == '"'); r == by && !quoted {
				n++
				if next, _ := utf8.DecodeRuneInString(line[i+1:]); next == ' ' && by != '\t' && by != '|' {
					spaced++
				}
			}
		}
		if spaced*4 < n {
			most = max(most, n)
		}
	}
	return most
}

// codeKinds are the kinds of lines that nobody speaks.
var codeKinds = [...]struct {
	title string
	is    func(line string) bool
}{
	{"markup", markupLine},
	{"subtitles or another format with times or frames", timedLine},
	{"a table of numbers", numberLine},
	{"codes", hexLine},
	{"program source or settings", sourceLine},
}

var (
	tagWithAttribute = lazy.Regexp(`^</?[A-Za-z][\w:.-]*(\s[^<>]*="[^<>]*)?/?>`)
	// timeCode is a time to the second, or finer, or a frame in braces or brackets.
	timeCode  = lazy.Regexp(`^(\d+:\d\d:\d\d([:;.,]\d+)?|\d+:\d\d[.,]\d+|\d+[.,]\d{2,}|\{\d+\}|\[\d+\])[\s,;/>\-{\[|]*`)
	number    = lazy.Regexp(`^[-+]?\d+([.,]\d+)?$`)
	statement = lazy.Regexp(`[{}]$|\);$|=.*;$|^[\w.\[\]"']+\s*(=|:=|\+=)\s*\S|^\s*#include|^\s*(import|package|using|namespace|public|private|static|const|let|var|func|function|return)\b.*[;{]$|^\s*(def|class)\s\w+.*:$|=>|==|!=|&&|\|\||\w\(\)|::|/\*|\*/`)
)

// markupLine reports whether a line is made of tags that are not those of texts.
func markupLine(line string) bool {
	if line[0] != '<' {
		return false
	}
	if strings.HasPrefix(line, "<?") || strings.HasPrefix(line, "<!") {
		return true
	}
	n := len(tagWithAttribute().FindString(line))
	if n == 0 {
		return false
	}
	if _, inline := htmlTag(line); inline > 0 {
		return false
	}
	// A tag alone may be a note: <laughter>.
	return strings.HasPrefix(line, "</") || strings.Contains(line[:n], "=") || strings.Contains(line[n:], "</")
}

// timedLine reports whether a line starts with two times, or frames.
func timedLine(line string) bool {
	if strings.IndexByte("0123456789{[", line[0]) < 0 {
		return false
	}
	for range 2 {
		n := len(timeCode().FindString(line))
		if n == 0 {
			return false
		}
		line = line[n:]
	}
	return true
}

// numberLine reports whether a line has cells that tabs part, the half of them numbers or more: the number
// of a line in front of what is said is none.
func numberLine(line string) bool {
	if strings.IndexByte(line, '\t') < 0 {
		return false
	}
	n, numbers, fractions := 0, 0, 0
	for cell := range strings.SplitSeq(line, "\t") {
		n++
		if cell = strings.TrimSpace(cell); number().MatchString(cell) {
			numbers++
			if strings.ContainsAny(cell, ".,") {
				fractions++
			}
		}
	}
	return numbers*2 >= n && numbers+fractions > 1
}

// hexLine reports whether nearly all of a line are groups of four hexadecimal digits, as captions of television
// are.
func hexLine(line string) bool {
	const groupSize = 4
	fields, groups, digits := 0, 0, 0
	for x := range strings.FieldsSeq(line) {
		fields++
		if len(x) != groupSize || strings.Trim(x, "0123456789abcdefABCDEF") != "" {
			continue
		}
		groups++
		if strings.ContainsAny(x, "0123456789") {
			digits++
		}
	}
	return groups >= 3 && digits*3 >= groups && groups*10 >= fields*7
}

// sourceLine reports whether a line is a statement of a program, or of settings.
func sourceLine(line string) bool {
	// Most of what is said has none of the signs, and needs no more than a look.
	if len(line) > 2 && strings.Trim(line, line[:1]) == "" {
		return false // a rule
	}
	signs := strings.ContainsAny(line, "{};=#&|*") || strings.HasSuffix(line, ":") || strings.Contains(line, "::") || strings.Contains(line, "()")
	return signs && statement().MatchString(line)
}
