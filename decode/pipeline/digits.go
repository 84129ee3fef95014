package pipeline

import "github.com/tidytalk/tidytalk/data"

// leastDigits is how many digits, said one at a time, are a number that is dictated.
const leastDigits = 3

// keepDigits takes back that some digits of a number are removed that is said a digit at a time, and others are not. A
// repair takes all of it, and digits that come again are no repetition: of "four seven two no wait four seven three" the
// second number is whole. A pause is between the groups of a number: of "five five five um one two one two" all is kept.
// One that is said twice is left to the models.
func keepDigits(words []data.Token, decisions []data.Decision) {
	digit := func(i int) bool { return i < len(decisions) && isDigit(words[i].Text) }
	repaired := func(i int) bool { return (decisions[i].Why|decisions[i].Would)&data.Repairs != 0 }
	var run []int // the digits
	for from := 0; from < len(decisions); from++ {
		if !digit(from) {
			continue
		}
		n, pause := 0, 0 // digits that are repaired; where the digits behind the first pause begin
		run = run[:0]
		for ; from < len(decisions); from++ {
			switch {
			case digit(from):
				if run = append(run, from); repaired(from) {
					n++
				}
				continue
			case decisions[from].Kind == data.FilledPause && digit(from+1):
				if pause == 0 {
					pause = len(run)
				}
				continue
			}
			break
		}
		switch same := func(i, k int) bool { return words[run[i]].Text == words[run[k]].Text }; {
		case len(run) < leastDigits, n == 0, n == len(run), saidTwice(run, same, repaired):
		case pause > 0 && n == pause && len(run) == 2*pause && same(0, pause): // "four seven two uh four seven three"
		default:
			for _, i := range run {
				kept(&decisions[i])
			}
		}
	}
}

// saidTwice reports whether digits are a number that comes again, of which the first one is repaired.
func saidTwice(run []int, same func(i, k int) bool, repaired func(word int) bool) bool {
	n := len(run) / 2
	if len(run)%2 != 0 || n < leastDigits {
		return false
	}
	for i := range n {
		if !same(i, n+i) || !repaired(run[i]) || repaired(run[n+i]) {
			return false
		}
	}
	return true
}

// isDigit reports whether a word says one digit.
func isDigit(word string) bool {
	n, small := lang.Numerals.Small[word]
	return small && n < 10 || lang.Numerals.Oh[word] || len(word) == 1 && word[0] >= '0' && word[0] <= '9'
}
