package chinese

// money reads sums in speech: "三块五", "两块钱", "二十五块八毛". What is counted by 块 is left to count.
func (t *text) money(from, to int, _ bool) int {
	n, ok := cardinal(t.chars[from:to])
	if !ok || n.value == 0 || !t.is(to, "块塊元毛") {
		return 0
	}
	k := to + 1
	coin := t.coin(k)
	half := t.is(k, "半") && !t.is(to, "元")
	switch {
	case n.value < 10 && !half && coin == 0:
		return 0
	case t.is(to, "毛") && coin == 0:
		return 0
	}
	t.reach(from)
	t.putNumber(from, to, &n)
	if coin == 0 {
		return k
	}
	t.put(k, coin, string('0'+rune(digits[t.chars[k]])))
	if t.is(coin, "毛角") {
		if cent := t.coin(coin + 1); cent > 0 {
			t.put(coin+1, cent, string('0'+rune(digits[t.chars[coin+1]])))
			return cent
		}
	}
	return coin
}

// coin returns where a digit for the smaller coin ends, 0 where there is none: the 五 of "三块五", but not of "三块五公里".
func (t *text) coin(k int) int {
	end := t.next(k)
	if end != k+1 {
		return 0
	}
	if _, ok := small(t.chars[k]); !ok || t.chars[k] == '两' || t.chars[k] == '兩' {
		return 0
	}
	if t.is(end, "毛角分") {
		return end
	}
	if t.follows(end, t.Units) > 0 || t.follows(end, t.Measures) > 0 || t.is(end, "点點几幾") {
		return 0
	}
	return end
}
