package training

import (
	"fmt"
	"os"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// DefaultHoldOut keeps enough to see whether what was tuned holds elsewhere, and leaves
// most to tune to.
const DefaultHoldOut = 5

func holdOutFlag() cli.Flag {
	return &cli.StringFlag{Name: "hold-out", Aliases: []string{"held-out"}, Value: strconv.Itoa(DefaultHoldOut),
		Usage: "keep `WHAT` out of tuning, and score it: a number N for every N-th conversation, a share such as 0.1 of the conversations, or a labelled token TSV of its own; 0 keeps nothing out"}
}

// HoldOut says what is kept out of tuning.
type HoldOut struct {
	Every int     // every so many-th conversation; 0: none
	share float64 // of the conversations; 0: none
	file  string  // a corpus of its own
}

// parseHoldOut reads --hold-out.
func parseHoldOut(s string) (HoldOut, error) {
	if n, err := strconv.Atoi(s); err == nil {
		if n == 0 || n >= 2 {
			return HoldOut{Every: n}, nil
		}
		return HoldOut{}, usage.Errorf("--hold-out: every %d. conversation cannot be held out: use 2 or more, or 0 to hold out none", n)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		if f > 0 && f < 1 {
			return HoldOut{share: f}, nil
		}
		return HoldOut{}, usage.Errorf("--hold-out: the share %s is not between 0 and 1", s)
	}
	if info, err := os.Stat(s); err != nil || info.IsDir() {
		return HoldOut{}, usage.Errorf("--hold-out takes a number of conversations, a share of them, or a labelled token TSV: %q is none of them, and no file", s)
	}
	return HoldOut{file: s}, nil
}

// of reports whether the k-th conversation, from 0, is held out.
func (h HoldOut) of(k int) bool {
	switch {
	case h.Every > 0:
		return k%h.Every == h.Every-1
	case h.share > 0:
		return int(float64(k+1)*h.share) > int(float64(k)*h.share)
	}
	return false
}

// String says what is held out.
func (h HoldOut) String() string {
	switch {
	case h.file != "":
		return h.file + ", held out"
	case h.Every > 0:
		return fmt.Sprintf("every %s conversation, held out", ordinal(h.Every))
	}
	return fmt.Sprintf("a share of %g of the conversations, held out", h.share)
}

func ordinal(n int) string {
	end := "th"
	if n%100/10 != 1 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return strconv.Itoa(n) + end
}

// Split parts items by their conversations: those to tune to, and those held out. Items of
// no conversation are taken one by one, each as a conversation of its own.
func Split[T any](h HoldOut, items []T, conv func(*T) int) (rest, held []T) {
	number := make(map[int]int)
	alone := 0
	for i := range items {
		k := alone
		if c := conv(&items[i]); c <= 0 {
			alone++
		} else {
			if _, ok := number[c]; !ok {
				number[c] = len(number)
			}
			k = number[c]
		}
		if h.of(k) {
			held = append(held, items[i])
		} else {
			rest = append(rest, items[i])
		}
	}
	return rest, held
}
