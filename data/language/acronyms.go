package language

import "strings"

// acronyms are those that the dictionary lacks, or has other words like ("us").
var acronyms = map[string]string{
	"ai": "AI", "am": "AM", "cfo": "CFO", "cto": "CTO", "dc": "DC", "eu": "EU", "faa": "FAA", "gpt": "GPT", "hr": "HR", "icu": "ICU", "ok": "OK",
	"pm": "PM", "pr": "PR", "sdk": "SDK", "sec": "SEC", "uae": "UAE", "us": "US", "vp": "VP",
}

// notAcronyms are letters that are mostly something else where they are said apart: "i e", or a stutter.
var notAcronyms = set("aaa bb bbb ie il ing kkk xxx")

// Acronym returns how an English acronym is written that is given as its letters, in lower case and joined; "" where
// they are none that a dictionary has: "fbi", "us", "phd".
func Acronym(letters string) string {
	if notAcronyms[letters] {
		return ""
	}
	if form := acronyms[letters]; form != "" {
		return form
	}
	form := Written(letters)
	if form == strings.ToUpper(form) || letters == "phd" {
		return form
	}
	return ""
}
