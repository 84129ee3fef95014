package transcript

import "strings"

// IsMasked reports whether a token stands for a word that is not there to read: a service has
// put "***" in its place. Nobody knows whether that was a filler, or repeated what was said
// before.
func IsMasked(token string) bool {
	_, n := masked(token)
	return n > 0 && n == len(token)
}

// masked returns where in what stands between blanks the word is, if it is masked and has
// only punctuation around it; n is 0 if not.
func masked(s string) (from, n int) {
	const signs, around = "*#_", ".,;:!?…\"'“”‘’()[]{}«»"
	from = len(s) - len(strings.TrimLeft(s, around))
	core := strings.TrimRight(s[from:], around)
	if len(core) < 2 || strings.IndexByte(signs, core[0]) < 0 || strings.Trim(core, core[:1]) != "" {
		return 0, 0
	}
	return from, len(core)
}
