package chinese

import "strconv"

// digits are the values of the characters for digits.
var digits = map[rune]int{
	'零': 0, '〇': 0, '○': 0, '一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '两': 2, '兩': 2, '幺': 1,
}

// tens are the powers of ten below ten thousand that have a character.
var tens = map[rune]int{'十': 10, '百': 100, '千': 1000}

// myriads are those above.
var myriads = map[rune]int{'万': 1e4, '萬': 1e4, '亿': 1e8, '億': 1e8}

// isNumeral reports whether a character is one of those that numbers are written with.
func isNumeral(r rune) bool {
	_, digit := digits[r]
	return digit || tens[r] > 0 || myriads[r] > 0
}

// number is a cardinal.
type number struct {
	value    int
	hundreds int  // of millions: 亿
	wan      int  // of ten thousands, below 亿
	rest     int  // below 10,000
	bare     bool // one and a unit: 一百
}

// cardinal reads all of a run of characters as a cardinal. One digit is one; several, without units, are not.
func cardinal(run []rune) (number, bool) {
	var n number
	yi := split(run, 1e8)
	if yi >= 0 {
		v, ok := lower(run[:yi])
		if !ok || v == 0 {
			return n, false
		}
		n.hundreds = v
	}
	ok := n.readLow(run[yi+1:], yi >= 0)
	n.value = n.hundreds*1e8 + n.wan*1e4 + n.rest
	n.bare = len(run) == 2 && digits[run[0]] == 1
	return n, ok
}

// readLow reads what is below 亿, which stands before it if inside.
func (n *number) readLow(run []rune, inside bool) (ok bool) {
	if inside && len(run) == 1 {
		n.wan, ok = small(run[0]) // 一亿二
		n.wan *= 1000
		return ok
	}
	wan := split(run, 1e4)
	if wan >= 0 {
		if n.wan, ok = section(skipZero(run[:wan], inside)); !ok || n.wan == 0 {
			return false
		}
	}
	low := run[wan+1:]
	switch {
	case len(low) == 0:
		return inside || wan >= 0
	case wan >= 0 && len(low) == 1:
		n.rest, ok = small(low[0]) // 三万五
		n.rest *= 1000
	default:
		n.rest, ok = section(skipZero(low, inside || wan >= 0))
	}
	return ok
}

// lower reads what stands before 亿: up to 9999, or so many 万 ("三万亿").
func lower(run []rune) (int, bool) {
	if at := split(run, 1e4); at >= 0 {
		if at != len(run)-1 {
			return 0, false
		}
		v, ok := section(run[:at])
		return v * 1e4, ok
	}
	return section(run)
}

// split returns where the last character of a unit stands, -1 where there is none.
func split(run []rune, unit int) int {
	for i := len(run) - 1; i >= 0; i-- {
		if myriads[run[i]] == unit {
			return i
		}
	}
	return -1
}

// skipZero leaves out the 零 that stands where a unit is missing.
func skipZero(run []rune, inside bool) []rune {
	if d, ok := digit(run, 0); inside && ok && d == 0 && len(run) > 1 {
		return run[1:]
	}
	return run
}

// section reads a number below ten thousand: units go down, 零 stands where one is missing, the last unit may be left out
// ("三百五"), and so may be the one before 十.
func section(run []rune) (int, bool) {
	if d, ok := digit(run, 0); ok && len(run) == 1 {
		return d, true
	}
	total, last, zero := 0, 10000, false
	for i := 0; i < len(run); {
		d, ok := digit(run, i)
		switch {
		case ok && d == 0:
			if zero || last == 10000 || last == 10 {
				return 0, false
			}
			zero = true
			i++
			continue
		case ok && i+1 < len(run) && tens[run[i+1]] > 0:
			unit := tens[run[i+1]]
			if unit >= last || zero && unit == last/10 {
				return 0, false
			}
			total, last, zero = total+d*unit, unit, false
			i += 2
		case ok && i+1 == len(run) && (last < 10000 || zero):
			if zero {
				return total + d, last > 10
			}
			return total + d*last/10, true
		case !ok && run[i] == '十' && last > 10:
			total, last, zero = total+10, 10, false
			i++
		default:
			return 0, false
		}
	}
	return total, len(run) > 0 && !zero
}

// digit returns the digit of a character, 幺 not among them, which no cardinal has.
func digit(run []rune, i int) (int, bool) {
	if i >= len(run) || run[i] == '幺' {
		return 0, false
	}
	d, ok := digits[run[i]]
	return d, ok
}

// small returns a digit that is not zero.
func small(r rune) (int, bool) {
	d, ok := digit([]rune{r}, 0)
	return d, ok && d > 0
}

// figure returns a number, read of a run, as it is written: see doc.go.
func (n *number) figure(run []rune) string {
	if n.rest > 0 || n.value < 1e4 {
		return strconv.Itoa(n.value)
	}
	wan, yi := unit(run, 1e4), unit(run, 1e8)
	switch {
	case n.hundreds == 0:
		return strconv.Itoa(n.wan) + wan
	case n.wan >= 1000:
		if wan == "" { // 一亿二
			wan = "万"
		}
		return strconv.Itoa(n.hundreds) + yi + strconv.Itoa(n.wan) + wan
	case n.wan > 0:
		return strconv.Itoa(n.value)
	case n.hundreds >= 1e4:
		return strconv.Itoa(n.hundreds/1e4) + wan + yi
	}
	return strconv.Itoa(n.hundreds) + yi
}

// unit returns a unit as it stands in a run, "" where it does not.
func unit(run []rune, of int) string {
	if at := split(run, of); at >= 0 {
		return string(run[at])
	}
	return ""
}

// code returns the digits of a run without units, said one at a time.
func code(run []rune) (string, bool) {
	b := make([]byte, 0, len(run))
	for _, r := range run {
		d, ok := digits[r]
		if !ok || r == '两' || r == '兩' {
			return "", false
		}
		b = append(b, byte('0'+d))
	}
	return string(b), true
}
