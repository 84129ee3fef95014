package numerals

import (
	"fmt"
	"strconv"
	"strings"
)

// halfDayAt returns how "a m" or "pm" at an atom is written, "" where there is no such.
func (t *text) halfDayAt(i int) string {
	if s := lang.HalfDays[t.at(i)]; s != "" {
		if t.at(i+1) == "i" {
			return "" // "at nine am I late"
		}
		return s
	}
	return lang.HalfDays[t.at(i)+" "+t.at(i+1)]
}

// halfDay takes up the half of the day behind a time, and reports whether there is one.
func (t *text) halfDay(x *item, i int) bool {
	half := t.halfDayAt(i)
	if half == "" {
		return false
	}
	if x.end = i + 1; lang.HalfDays[t.at(i)] == "" {
		x.end++
	}
	// What is already written as an abbreviation is kept.
	if w := t.words[t.atoms[i].word].Text; x.end > i+1 || w == strings.ToLower(w) {
		x.edits = append(x.edits, edit{i, x.end, half, false})
	}
	return true
}

// clock reads a time of day.
func (t *text) clock(i int) (item, bool) {
	hour, j := t.below100(i)
	if hour < 1 || hour > 12 {
		return item{}, false
	}
	if _, house := t.house(i); house {
		return item{}, false
	}
	text, minutes := strconv.Itoa(hour), -1
	if lang.Oh[t.at(j)] {
		if d := t.digit(j+1, false); d > 0 {
			minutes, j = d, j+2
		}
	} else if m, end := t.below100(j); m >= 10 && m < 60 {
		minutes, j = m, end
	}
	if minutes >= 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	x := strongly(i, j, text)
	if t.halfDay(&x, j) {
		return x, true
	}
	if minutes < 0 {
		switch {
		case lang.OClock[t.at(j)]:
			if x.end = j + 1; t.style&Short != 0 {
				x.edits = []edit{{i, x.end, text + ":00", false}}
			}
		case t.dayPart(j) && (hour > 1 || t.at(i-1) == lang.At):
		default:
			return item{}, false
		}
		return x, true
	}
	quarter := minutes%15 == 0
	switch {
	case t.counts(j), lang.Scales[t.at(j)] > 0, t.at(j) == lang.Hundred, lang.Sums[t.at(j)] && t.isNumber(j+1): // "that is four, thirty by six"
		return item{}, false
	case lang.ClockBefore[t.at(i-1)], t.dayPart(j), lang.ClockAfter[t.at(j)], t.at(j) == "on" && lang.ClockAfter[t.at(j+1)]:
	case quarter && t.stands(j) && minutes >= 30:
	case t.style&All != 0 && t.alone(i, j):
	default:
		return item{}, false
	}
	x.listed = true
	return x, true
}

// dayPart reports whether "in the morning" or the like is at an atom.
func (t *text) dayPart(i int) bool {
	words := strings.Fields(lang.Within)
	if end, ok := t.says(i, words...); ok {
		return lang.DayParts[t.at(end)]
	}
	return t.at(i) == lang.At && lang.NightParts[t.at(i+1)]
}

// clockParts reads a time of day that is counted from a full hour: "half past ten", "ten to eleven p m".
func (t *text) clockParts(i int) (item, bool) {
	j := i
	if lang.Articles[t.at(j)] && lang.HourParts[t.at(j+1)] > 0 {
		j++
	}
	minutes, named := lang.HourParts[t.at(j)], true
	if minutes > 0 {
		j++
	} else if minutes, j = t.below100(i); minutes == 0 || minutes > 59 || t.isNumber(i-1) {
		return item{}, false
	} else if named = lang.Minutes[t.at(j)]; named {
		j++
	}
	to := lang.ClockTo[t.at(j)]
	if !to && !lang.ClockPast[t.at(j)] || to && lang.HourParts[t.at(j-1)] == 30 || t.ofNumber(i) {
		return item{}, false // "two and a half to three"
	}
	after := t.at(j) != "past"
	hour, end := t.below100(j + 1)
	if hour < 1 || hour > 12 || !named && minutes%5 != 0 {
		return item{}, false
	}
	clock := t.halfDayAt(end) != "" || t.dayPart(end) || lang.OClock[t.at(end)]
	// "Five to ten" may be a range, and "five after ten" anything.
	if !clock && (!t.stands(end) || after && (!named || lang.Minutes[t.at(j-1)] && !lang.ClockBefore[t.at(i-1)])) {
		return item{}, false
	}
	if to {
		minutes = 60 - minutes
		if hour--; hour == 0 {
			hour = 12
		}
	}
	if lang.OClock[t.at(end)] {
		end++
	}
	x := strongly(i, end, fmt.Sprintf("%d:%02d", hour, minutes))
	t.halfDay(&x, end)
	return x, true
}

// ofNumber reports whether a part is that of a number before it: "two and a quarter".
func (t *text) ofNumber(i int) bool {
	if lang.Articles[t.at(i-1)] {
		i--
	}
	return t.at(i-1) == lang.And && t.isNumber(i-2)
}

// title abbreviates a title before a name. "Misses" is one where nothing else is said: "Misses Smith."
func (t *text) title(i int) (item, bool) {
	sign := lang.TitleSigns[t.at(i)]
	if sign == "" || i+1 >= t.to || t.isNumber(i+1) || lang.Closed[t.at(i+1)] || t.at(i) == "misses" && !t.alone(i, i+2) {
		return item{}, false
	}
	return strongly(i, i+1, sign), true
}
