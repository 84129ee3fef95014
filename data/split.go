package data

import "fmt"

// Split is a part of the Switchboard corpus, the field's usual one (Johnson and
// Charniak 2004).
type Split string

// The splits: conversations 2xxx and 3xxx train, 45xx to 49xx development, 40xx
// and 41xx test.
const (
	Train Split = "train"
	Dev   Split = "dev"
	Test  Split = "test"
)

// ParseSplit reads the name of a split.
func ParseSplit(s string) (Split, error) {
	switch p := Split(s); p {
	case Train, Dev, Test:
		return p, nil
	}
	return "", fmt.Errorf("unknown split %q: use train, dev or test", s)
}

// SplitOf returns the split of a conversation, "" if it is in none (42xx to
// 44xx).
func SplitOf(conv int) Split {
	switch h := conv / 100; {
	case h >= 20 && h <= 39:
		return Train
	case h >= 45 && h <= 49:
		return Dev
	case h == 40 || h == 41:
		return Test
	}
	return ""
}
