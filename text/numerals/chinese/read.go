package chinese

import (
	"slices"
	"strings"
)

// read reads a run of numerals, and returns where reading goes on.
func (t *text) read(from, to int) int {
	if end := t.idiom(from, to); end > 0 {
		return max(end, to)
	}
	if isFigure(t.before(from)) || isFigure(t.at(to)) {
		return to
	}
	day := false
	if t.behind(from, t.Weekdays) && !t.ranked(from) {
		_, whole := cardinal(t.chars[from:to])
		week := t.weekday(from)
		if to-from == 1 || week && whole {
			return to // a day, or "周二十点", which is two times
		}
		if week {
			from, day = from+1, true
		}
	}
	if t.named(to) {
		return to
	}
	if t.before(from) == '第' {
		return t.ordinal(from, to)
	}
	for _, read := range []func(int, int, bool) int{t.fraction, t.date, t.clock, t.decimal, t.money, t.score, t.code, t.count} {
		if end := read(from, to, day); end > 0 {
			return end
		}
	}
	t.left = span{from, to}
	return to
}

// named reports whether a number that ends at i is part of a name by what stands behind it: 世, which is not that of 世纪.
func (t *text) named(i int) bool {
	n := t.follows(i, t.Names)
	return n > 0 && t.follows(i, t.Measures) <= n && !t.is(i+n, "界代")
}

// isFigure reports whether a character is of a number in figures.
func isFigure(r rune) bool { return r >= '0' && r <= '9' || r >= '０' && r <= '９' }

// weekday reports whether a word for "day of the week" stands before i, and does not count weeks.
func (t *text) weekday(i int) bool {
	for _, w := range []string{"星期", "礼拜", "禮拜", "周", "週"} {
		n := len([]rune(w))
		if i >= n && string(t.chars[i-n:i]) == w && (i == n || !isNumeral(t.chars[i-n-1])) {
			return true
		}
	}
	return false
}

// ranked reports whether what stands before i is no rank or day after all: "最高", "一周".
func (t *text) ranked(i int) bool {
	r := t.before(i - 1)
	return r != 0 && (strings.ContainsRune("最", r) || isNumeral(r))
}

// ordinal reads what stands behind 第. Up to ten it stays.
func (t *text) ordinal(from, to int) int {
	if n, ok := cardinal(t.chars[from:to]); ok && n.value > 10 && !t.is(to, "几幾点點") {
		t.putNumber(from, to, &n)
	}
	return to
}

// fraction reads "百分之五", "三分之二".
func (t *text) fraction(from, to int, _ bool) int {
	if !t.is(to, "分") || t.at(to+1) != '之' {
		return 0
	}
	text, end := t.amount(to + 2)
	if end == 0 {
		return max(t.next(to+2), to+2)
	}
	if last := t.next(end + 1); t.is(end, "几幾") || t.is(end, "到至") && last > end+1 && !(t.is(last, "分") && t.at(last+1) == '之') {
		return max(last, end)
	}
	switch of := string(t.chars[from:to]); of {
	case "百":
		t.put(from, end, text+"%")
	case "千":
		t.put(from, end, text+"‰")
	default:
		if n, ok := cardinal(t.chars[from:to]); ok && n.value > 1 && n.value < 1e4 && t.before(from) != '又' {
			t.put(from, end, text+"/"+n.figure(t.chars[from:to]))
		}
	}
	return end
}

// amount reads a cardinal or a decimal at i, and returns it in figures, and its end; 0: there is none.
func (t *text) amount(i int) (string, int) {
	to := t.next(i)
	n, ok := cardinal(t.chars[i:to])
	if !ok {
		return "", 0
	}
	if s, end := t.decimals(i, to); end > 0 {
		if t.next(end) > end { // 万
			return "", 0
		}
		return n.figure(t.chars[i:to]) + "." + s, end
	}
	return n.figure(t.chars[i:to]), to
}

// decimals returns the digits behind the 点 at the end of a run, and where they end; 0: there are none.
func (t *text) decimals(from, to int) (string, int) {
	if !t.is(to, "点點") || slices.ContainsFunc(t.chars[from:to], func(r rune) bool { return r == '两' || r == '兩' }) && to-from == 1 {
		return "", 0
	}
	end := to + 1
	for last := t.next(to + 1); end < last; end++ {
		if _, ok := code(t.chars[end : end+1]); !ok || t.chars[end] == '幺' {
			break
		}
	}
	if end == to+1 {
		return "", 0
	}
	s, _ := code(t.chars[to+1 : end])
	return s, end
}

// decimal reads "三点五", "一点二亿": units behind it stay. "三点五分" and "三点零五" may be times.
func (t *text) decimal(from, to int, _ bool) int {
	n, ok := cardinal(t.chars[from:to])
	s, end := t.decimals(from, to)
	if !ok || end == 0 {
		return 0
	}
	last := t.next(end)
	large := last > end && strings.Trim(string(t.chars[end:last]), "百千万萬亿億") == ""
	switch {
	case last > end && !large, t.is(last, "点點滴几幾刻"), t.is(last, "分") && t.at(last+1) != '之':
		return last
	case n.value <= hours && len(s) == 2 && s[0] == '0' && !large && t.follows(last, t.Units) == 0 && t.follows(last, t.Measures) == 0:
		return last
	}
	t.put(from, end, n.figure(t.chars[from:to])+"."+s)
	return last
}

// score reads "三比二".
func (t *text) score(from, to int, _ bool) int {
	end := t.next(to + 1)
	if !t.is(to, "比") || end == to+1 {
		return 0
	}
	a, first := cardinal(t.chars[from:to])
	b, second := cardinal(t.chars[to+1 : end])
	if !first || !second || t.is(end, "点點分几幾") {
		return 0
	}
	t.putNumber(from, to, &a)
	t.putNumber(to+1, end, &b)
	return end
}

// code reads digits that are said one at a time: numbers of telephones, rooms and roads, and years of birth (九零后).
func (t *text) code(from, to int, _ bool) int {
	run := t.chars[from:to]
	s, ok := code(run)
	if !ok || len(s) < 2 || t.is(to, "点點几幾") {
		return 0
	}
	if len(s) == 2 {
		if !t.is(to, "后後") || s[1] != '0' && s[1] != '5' || about(s) {
			return 0
		}
	} else if counting(s) || len(s) == 3 && !strings.ContainsAny(string(run), "零〇○幺") && t.follows(to, t.DigitCounters) == 0 {
		return 0
	}
	t.put(from, to, s)
	return to
}

// counting reports whether digits go up or down one by one.
func counting(s string) bool {
	up, down := true, true
	for i := 1; i < len(s); i++ {
		up, down = up && s[i] == s[i-1]+1, down && s[i]+1 == s[i-1]
	}
	return up || down
}

// about reports whether two digits are about a number: "三四", "三五".
func about(s string) bool { return s[1] == s[0]+1 || s == "35" || s == "12" || s == "21" }

// count reads a cardinal.
func (t *text) count(from, to int, _ bool) int {
	n, ok := cardinal(t.chars[from:to])
	if !ok || t.is(to, "几幾") || t.chars[from] == '十' && strings.ContainsRune("几幾数數好成", t.before(from)) && t.before(from) != 0 {
		return 0
	}
	at := to
	if n.value >= 10 && t.follows(at, t.Approximate) > 0 {
		at++
	}
	counted := t.follows(at, t.Units) > 0
	if n.value >= 10 || t.all && n.value > 1 {
		counted = counted || t.follows(at, t.Measures) > 0
	}
	if n.value == 0 || !counted && (n.value <= 11 || n.bare) {
		return 0
	}
	t.reach(from)
	t.putNumber(from, to, &n)
	return to
}

// reach writes the first number of a range in digits, of which the second one, at i, is.
func (t *text) reach(i int) {
	l := t.left
	if !t.is(i-1, "到至") || t.before(i) == 0 || l.to != i-1 || l.to == 0 {
		return
	}
	if n, ok := cardinal(t.chars[l.from:l.to]); ok && n.value > 0 {
		t.putNumber(l.from, l.to, &n)
		t.left = span{}
	}
}
