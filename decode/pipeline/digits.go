package pipeline

import "github.com/tidytalk/tidytalk/data"

// leastDigits is how many digits, said one at a time, are a number that is dictated.
const leastDigits = 3

// keepDigits takes back that some digits of a number are removed that is said a digit at a time, and others are not. A
// repair takes all of it, and digits that come again are no repetition: of "four seven two no wait four seven three" the
// second number is whole. One that is said twice is left to the models.
func keepDigits(words []data.Token, decisions []data.Decision) {
	repaired := func(i int) bool { return (decisions[i].Why|decisions[i].Would)&data.Repairs != 0 }
	for from := 0; from < len(decisions); {
		to, n := from, 0
		for ; to < len(decisions) && isDigit(words[to].Text); to++ {
			if repaired(to) {
				n++
			}
		}
		if to-from >= leastDigits && n > 0 && n < to-from && !saidTwice(words[from:to], func(i int) bool { return repaired(from + i) }) {
			for i := from; i < to; i++ {
				kept(&decisions[i])
			}
		}
		from = max(to, from+1)
	}
}

// saidTwice reports whether digits are a number that comes again, of which the first one is repaired.
func saidTwice(digits []data.Token, repaired func(i int) bool) bool {
	n := len(digits) / 2
	if len(digits)%2 != 0 || n < leastDigits {
		return false
	}
	for i := range n {
		if digits[i].Text != digits[n+i].Text || !repaired(i) || repaired(n+i) {
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
