package chinese

import "strings"

const (
	hours   = 24
	minutes = 60
	months  = 12
	days    = 31
)

// date reads years (二零零八年, 九八年), months with and without days. A month with a day that has no 日 or 号 is one of
// the lunar calendar, and stays.
func (t *text) date(from, to int, _ bool) int {
	run := t.chars[from:to]
	if t.is(to, "年月") && t.behind(from, t.Eras) {
		return t.inEra(to)
	}
	if t.is(to, "年") {
		if s, ok := code(run); ok && (len(s) == 4 || len(s) == 2 && !about(s)) && !t.is(to+1, "级級") {
			t.put(from, to, s)
			return to
		}
		return 0
	}
	n, ok := cardinal(run)
	if !t.is(to, "月") || !ok || n.value < 1 || n.value > months || t.is(to+1, "亮球饼餅子光") {
		return 0
	}
	if end := t.next(to + 1); end > to+1 {
		day, ok := cardinal(t.chars[to+1 : end])
		if !ok || day.value < 1 || day.value > days || !t.is(end, "日号號") {
			return end
		}
		t.putNumber(from, to, &n)
		t.putNumber(to+1, end, &day)
		return end
	}
	if t.is(to+1, "初") && t.next(to+2) > to+2 {
		return t.next(to + 2)
	}
	if n.value == 1 && t.before(from) != '年' && !t.is(to+1, "份初底末中上下") {
		return to
	}
	t.reach(from)
	t.putNumber(from, to, &n)
	return to
}

// inEra returns where a date ends that is of an era or a calendar of its own, and stays: "光绪十八年三月二十日". Its year or
// month ends at i.
func (t *text) inEra(i int) int {
	for _, unit := range []string{"年", "月", "日号號"} {
		if !t.is(i, unit) {
			continue
		}
		if t.is(i+1, "闰閏初") {
			i++
		}
		to := t.next(i + 1)
		if to == i+1 || unit == "年" && !t.is(to, "月") {
			return i + 1
		}
		i = to
	}
	return i
}

// clock reads times of day: "下午三点", "三点二十分", "三点半". 一点 is "a little" as well, so that what stands around has to say
// that it is a time.
func (t *text) clock(from, to int, day bool) int {
	h, ok := cardinal(t.chars[from:to])
	if !ok || !t.is(to, "点點") || h.value > hours {
		return 0
	}
	day = day || t.daytime(from)
	k := to + 1
	end := t.next(k)
	if end > k {
		return t.minute(from, to, day)
	}
	after := t.follows(k, t.AfterHours) > 0
	one := h.value == 1
	switch {
	case t.is(k, "半") && !t.is(k+1, "天个個"), t.is(k, "钟鐘"), t.is(k, "整") && !t.is(k+1, "个個"):
	case day && (!one || t.at(k) == 0 || after || t.is(k, "多")):
	case after && !one:
	default:
		return 0
	}
	t.putHour(from, to, &h)
	return k
}

// daytime reports whether what stands before i says that a time of day comes.
func (t *text) daytime(i int) bool {
	if t.behind(i, t.DayTimes) {
		return true
	}
	if !strings.ContainsRune("到至", t.before(i)) || t.before(i) == 0 {
		return false
	}
	return t.time.to == i-1 && i > 1 || t.left.to == i-1 && i > 1 && t.behind(t.left.from, t.DayTimes)
}

// putHour writes an hour, and remembers where the time ends.
func (t *text) putHour(from, to int, h *number) {
	t.reach(from)
	t.putNumber(from, to, h)
	t.time = span{from, to + 1}
}

// minute reads an hour with numerals behind it: minutes, quarters, or decimals, which are no time.
func (t *text) minute(from, to int, day bool) int {
	h, _ := cardinal(t.chars[from:to])
	k := to + 1
	end := t.next(k)
	run := t.chars[k:end]
	said := t.is(end, "分") && !t.is(end+1, "之钟鐘")
	if t.is(end, "刻") {
		t.putHour(from, to, &h)
		return end
	}
	text, sure := "", false
	if s, ok := code(run); ok && len(s) == 2 && s[0] == '0' {
		text, sure = s, said || day
	} else if m, ok := cardinal(run); ok && m.value < minutes {
		text = m.figure(run)
		sure = m.value >= 10 && (said || t.follows(end, t.Measures) == 0) || said && day
	}
	switch {
	case sure && !t.is(end, "几幾点點"):
		t.putHour(from, to, &h)
		t.put(k, end, text)
		t.time.to = end
		if said {
			t.time.to++
		}
		return end
	case day && len(run) > 1:
		return end // it may be minutes, or the count of something
	case day:
		t.putHour(from, to, &h)
		return k
	}
	return 0
}
