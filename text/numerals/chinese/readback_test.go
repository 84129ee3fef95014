package chinese

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// spell returns a number in characters, as it is taught in school. It knows nothing of the grammar that reads them.
func spell(v int) string {
	const names = "零一二三四五六七八九"
	if v == 0 {
		return "零"
	}
	var b strings.Builder
	group := func(g int, lead bool) {
		zero := lead && g < 1000
		for unit, name := 1000, []string{"千", "百", "十", ""}; unit > 0; unit, name = unit/10, name[1:] {
			d := g / unit % 10
			if d == 0 {
				zero = zero || b.Len() > 0
				continue
			}
			if zero && b.Len() > 0 {
				b.WriteString("零")
			}
			zero = false
			b.WriteString(string([]rune(names)[d]) + name[0])
		}
	}
	for _, p := range []struct {
		unit int
		name string
	}{{1e8, "亿"}, {1e4, "万"}, {1, ""}} {
		if g := v / p.unit % 10000; g > 0 {
			group(g, b.Len() > 0)
			b.WriteString(p.name)
		}
	}
	s := b.String()
	if strings.HasPrefix(s, "一十") {
		s = strings.TrimPrefix(s, "一")
	}
	return s
}

// say returns a text with its figures in characters again, 万 and 亿 as they stand.
func say(text string) string {
	var b strings.Builder
	n, figures := 0, false
	flush := func() {
		if figures {
			b.WriteString(spell(n))
		}
		n, figures = 0, false
	}
	for _, r := range text {
		if r >= '0' && r <= '9' {
			n, figures = n*10+int(r-'0'), true
			continue
		}
		flush()
		b.WriteRune(r)
	}
	flush()
	return b.String()
}

// TestReadBack writes random numbers in digits in all kinds of places, and reads them again.
func TestReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		v := 12 + r.IntN([]int{100, 10000, 1e6, 1e9, 2e9}[r.IntN(5)])
		said := spell(v)
		for _, f := range []string{"一共%s个", "他有%s", "%s块钱", "第%s", "在%s公里外", "那%s，"} {
			in := fmt.Sprintf(f, said)
			got := digitsOf(in, false)
			if bare := []rune(said); got == in && !(len(bare) == 2 && bare[0] == '一') { // "一百" is as well no number
				t.Fatalf("%s stays", in)
			}
			if back := say(got); back != in && strings.ReplaceAll(back, "零", "") != strings.ReplaceAll(in, "零", "") {
				t.Fatalf("%s: %s, which is %s", in, got, back)
			}
		}
		tenth := r.IntN(10)
		digit := string([]rune("零一二三四五六七八九")[tenth])
		if in, want := said+"点"+digit+"米", fmt.Sprintf("%d.%d米", v, tenth); v < 10000 && digitsOf(in, false) != want {
			t.Fatalf("%s: %s, want %s", in, digitsOf(in, false), want)
		}
		if in, want := "百分之"+said, fmt.Sprintf("%d%%", v); v < 10000 && digitsOf(in, false) != want {
			t.Fatalf("%s: %s, want %s", in, digitsOf(in, false), want)
		}
		h, m, d, mo, y := 2+r.IntN(22), 10+r.IntN(50), 1+r.IntN(31), 1+r.IntN(12), 1000+r.IntN(1100)
		year := strings.Map(func(c rune) rune { return []rune("零一二三四五六七八九")[c-'0'] }, fmt.Sprint(y))
		in := fmt.Sprintf("%s年%s月%s日下午%s点%s分", year, spell(mo), spell(d), spell(h), spell(m))
		if got, want := digitsOf(in, false), fmt.Sprintf("%d年%d月%d日下午%d点%d分", y, mo, d, h, m); got != want {
			t.Fatalf("%s: %s, want %s", in, got, want)
		}
	}
}

// TestUnits checks that how characters are put together into words does not matter.
func TestUnits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := []rune("百分之六十五点三的人二零二六年十二月二十五号下午三点二十分买了一亿两千万块三块五的幺三八零零一二三四五六")
	want := digitsOf(string(text), false)
	for range 500 {
		var units []string
		for i := 0; i < len(text); {
			n := min(1+r.IntN(4), len(text)-i)
			units = append(units, string(text[i:i+n]))
			i += n
		}
		var b strings.Builder
		at := 0
		for _, s := range Digits(units, func(i int) bool { return i == 0 }, false) {
			if s.Start < at || s.End <= s.Start || s.End > len(units) {
				t.Fatalf("%q: %v behind %d", units, s, at)
			}
			b.WriteString(strings.Join(units[at:s.Start], "") + s.Text)
			at = s.End
		}
		if got := b.String() + strings.Join(units[at:], ""); got != want {
			t.Fatalf("%q: %s, want %s", units, got, want)
		}
	}
}

// FuzzDigits looks for texts that lose anything but numerals, or crash.
func FuzzDigits(f *testing.F) {
	for _, s := range []string{"三点|五分之二", "百分之", "十十月十月", "第第三", "一二三点点五块五毛五", "\xff三十\x00点"} {
		f.Add(s)
	}
	kept := func(s string) string {
		return strings.Map(func(r rune) rune {
			if isNumeral(r) || r < 0x80 || strings.ContainsRune("点點分之百千‰", r) {
				return -1
			}
			return r
		}, s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, all := range []bool{false, true} {
			if got := digitsOf(s, all); kept(got) != kept(s) {
				t.Errorf("%q: %q", s, got)
			}
		}
	})
}
