package language

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What stands around what is written verbatim, and is no part of it.
const (
	verbatimBefore = "\"'“‘([{<«"
	verbatimAfter  = ".,;:!?…\"'”’)]}>»，。？！；：、"
)

// endings are what the last part of the name of a file or a host is: what is no English word, or hardly ever one.
var endings = set("com net org edu gov mil info biz io ai dev app tv fm eu uk de fr ch nl ca au jp cn ru br " +
	"txt md rst pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv tsv json jsonl xml yaml yml toml ini cfg conf log html htm css scss " +
	"js ts jsx tsx mjs py rb php java kt cpp cc hpp cs rs sql ipynb tex bib lua exe dll dmg iso apk deb rpm jar tgz gz zip rar " +
	"jpg jpeg png gif svg bmp tiff webp heic psd mp3 mp4 m4a wav flac ogg avi mov mkv webm srt vtt ass")

// Verbatim reports whether what stands between blanks, without the punctuation around it, is written as it is
// rather than said as a word: an address of the web or of mail, a file, a path, code, whom or what a message
// mentions (@ann, #garden), an emoji by name (:smile:), a version (v1.2.3). Its letters and the marks beside it mean
// something.
func Verbatim(word string) bool {
	from, n := VerbatimIn(word)
	return n > 0 && from == 0 && n == len(word)
}

// VerbatimIn returns where what is Verbatim stands in a text that has only punctuation around it; n is 0 if there is
// none.
func VerbatimIn(s string) (from, n int) {
	if !strings.ContainsAny(s, ".:/\\@#_()=>&|$!`") {
		return 0, 0 // as most words
	}
	from = len(s) - len(strings.TrimLeft(s, verbatimBefore))
	if k := shortcode(s[from:]); k > 0 && strings.Trim(s[from+k:], verbatimAfter) == "" {
		return from, k
	}
	if k := codeSpan(s[from:]); k > 0 && strings.Trim(s[from+k:], verbatimAfter) == "" {
		return from, k
	}
	core := s[from:]
	for core != "" {
		r, size := utf8.DecodeLastRuneInString(core)
		if !strings.ContainsRune(verbatimAfter, r) || closesInside(core, r) {
			break
		}
		core = core[:len(core)-size]
	}
	if core == "" || !isVerbatim(core) {
		return 0, 0
	}
	return from, len(core)
}

// closesInside reports whether the bracket that a text ends with closes one in it.
func closesInside(s string, r rune) bool {
	for _, pair := range [...]string{"()", "[]", "{}"} {
		if r == rune(pair[1]) {
			return strings.Count(s, pair[:1]) >= strings.Count(s, pair[1:])
		}
	}
	return false
}

// isVerbatim is Verbatim for what has no punctuation behind it.
func isVerbatim(s string) bool {
	switch {
	case strings.Contains(s, "://"), strings.HasPrefix(s, "mailto:"):
		return true
	case isMention(s), isMail(s), isVersion(s), isPath(s), isCode(s):
		return true
	}
	host, rest, _ := strings.Cut(s, "/")
	host, _, _ = strings.Cut(host, ":")
	return isDotted(host) || rest != "" && isDotted(s[strings.LastIndexByte(s, '/')+1:])
}

// isWordChar reports whether a character may stand in an identifier.
func isWordChar(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// isMention reports whether s is "@ann_berg" or "#garden", but not "#1".
func isMention(s string) bool {
	if len(s) < 3 || s[0] != '@' && s[0] != '#' {
		return false
	}
	letters := false
	for i, r := range s[1:] {
		letters = letters || unicode.IsLetter(r)
		if !isWordChar(r) && (i == 0 || r != '.' && r != '-') {
			return false
		}
	}
	return letters
}

// isMail reports whether s is "ann.berg@example.com".
func isMail(s string) bool {
	user, host, ok := strings.Cut(s, "@")
	return ok && user != "" && strings.IndexByte(host, '.') > 0 && strings.IndexFunc(user+host, func(r rune) bool { return !isWordChar(r) && !strings.ContainsRune(".-+%", r) }) < 0
}

// isVersion reports whether s is "v1.2" or "2.0.1-rc1", but not "3.5" or "24.12.2024".
func isVersion(s string) bool {
	digits := strings.TrimLeft(s, "vV")
	named := len(s)-len(digits) == 1
	if !named && len(digits) < len(s) || digits == "" {
		return false
	}
	number := digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789."))]
	rest := digits[len(number):]
	if rest != "" && strings.IndexByte("-+", rest[0]) < 0 {
		return false
	}
	parts := strings.Split(strings.TrimRight(number, "."), ".")
	for _, p := range parts {
		if p == "" {
			return false
		}
	}
	isDate := len(parts) == 3 && !named && len(parts[0]) <= 2 && len(parts[1]) <= 2 && (len(parts[2]) == 2 || len(parts[2]) == 4)
	return named && len(parts) > 1 || len(parts) > 2 && !isDate
}

// isPath reports whether s is "/usr/bin", "./run", `C:\Users`, or has a name of code in a part of it.
func isPath(s string) bool {
	for _, start := range [...]string{"/", "./", "../", "~/", `\\`} {
		if rest, ok := strings.CutPrefix(s, start); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return isWordChar(r) || r == '.'
		}
	}
	if i := strings.IndexByte(s, '\\'); i > 0 && i+1 < len(s) {
		return true
	}
	if !strings.Contains(s, "/") {
		return false
	}
	for part := range strings.SplitSeq(s, "/") {
		if isCode(part) {
			return true
		}
	}
	return false
}

// isCode reports whether s is a name as programs have it, or has operators in it: "snake_case", "a->b".
func isCode(s string) bool {
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) }) < 0 {
		return false
	}
	for _, sign := range [...]string{"=>", "->", "==", "!=", "&&", "||"} {
		before, after, ok := strings.Cut(s, sign)
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(after)
		if ok && isWordChar(last) && isWordChar(next) {
			return true
		}
	}
	if strings.Trim(s, "_") == "" || strings.IndexFunc(s, func(r rune) bool { return !isWordChar(r) && r != '.' && r != '-' }) >= 0 {
		return false
	}
	if strings.HasPrefix(s, "__") && strings.HasSuffix(s, "__") {
		return true
	}
	if s[0] == '_' && s[len(s)-1] == '_' {
		return false // "_really_"
	}
	// "i_b_m" and "uh_huh" are words of corpora.
	long := false
	parts := strings.Split(strings.Trim(s, "_"), "_")
	for _, p := range parts {
		long = long || len(p) > 3
	}
	return len(parts) > 1 && long
}

// isDotted reports whether s is the name of a file or a host: "notes.txt", "www.example.com".
func isDotted(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return false
	}
	last := s[i+1:]
	if !strings.HasPrefix(s, "www.") && !(endings[strings.ToLower(last)] && (last == strings.ToLower(last) || last == strings.ToUpper(last))) {
		return false
	}
	for part := range strings.SplitSeq(s[:i], ".") {
		if part == "" || strings.IndexFunc(part, func(r rune) bool { return !isWordChar(r) && r != '-' }) >= 0 {
			return false
		}
	}
	return last != ""
}

// shortcode returns the length of ":smile:" at the start of s, 0 if there is none.
func shortcode(s string) int {
	if len(s) < 3 || s[0] != ':' {
		return 0
	}
	n := strings.IndexByte(s[1:], ':')
	if n < 2 || strings.IndexFunc(s[1:1+n], func(r rune) bool { return r > unicode.MaxASCII || !isWordChar(r) && r != '-' && r != '+' }) >= 0 || strings.Trim(s[1:1+n], "0123456789") == "" {
		return 0
	}
	return n + 2
}

// codeSpan returns the length of what stands between grave accents at the start of s, "`run it`", 0 if there is none.
func codeSpan(s string) int {
	if len(s) < 3 || s[0] != '`' || s[1] == '`' {
		return 0
	}
	n := strings.IndexByte(s[1:], '`')
	if n < 1 || n > longestCode || s[1] == ' ' || s[n] == ' ' {
		return 0
	}
	if r, _ := utf8.DecodeRuneInString(s[n+2:]); isWordChar(r) || r == '`' {
		return 0
	}
	return n + 2
}

// longestCode is the length, in bytes, of the longest stretch between grave accents.
const longestCode = 200

// CodeSpan returns the length of code between grave accents at the start of a line, blanks and all; 0 if there is
// none.
func CodeSpan(s string) int { return codeSpan(s) }

// mixedCase reports whether a word begins small and has capitals.
func mixedCase(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r) && strings.IndexFunc(word, unicode.IsUpper) > 0
}

// KeepsCase reports whether the case of a word means something: it is Verbatim, or begins small and has capitals, as
// "iPhone" does.
func KeepsCase(word string) bool {
	return mixedCase(word) || strings.ContainsAny(word, "@/_") || Verbatim(word)
}
