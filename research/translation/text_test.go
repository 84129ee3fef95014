package translation

import (
	"strings"
	"testing"
)

func TestReader(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"de", `Und ich sage:"Gut, lass diese Sprache Yoruba sein."`, `Und ich sage : “ Gut , lass diese Sprache Yoruba sein . ”`},
		{"de", `Am 28. Mai kam Dr. Müller, d.h. im Jahr 2013.`, `Am 28. Mai kam Dr. Müller , d.h. im Jahr 2013 .`},
		{"de", `Nur "copy and paste", das war einmal.`, `Nur “ copy and paste ” , das war einmal .`},
		{"de", `Ethnosphäre -- nur mit 3,0 Prozent der Wissenschafts- und mehr`, `Ethnosphäre – nur mit 3,0 Prozent der Wissenschafts- und mehr`},
		{"de", `„Ja“, sagte er (leise).`, `“ Ja ” , sagte er ( leise ) .`},
		{"en", `They said, 'no way,' and the dogs' bowls — it's Mr. Smith's—were "hot" stuff...`, `They said , ‘ no way , ’ and the dogs' bowls – it's Mr. Smith's – were “ hot ” stuff …`},
		{"en", `He said " yes " at 5. Then 'cause of it?!`, `He said “ yes ” at 5 . Then 'cause of it ? !`},
		{"en", `"The "Grand Hotel" is at http://x.org/a:b," I said.`, `“ The “ Grand Hotel ” is at http://x.org/a:b , ” I said .`},
		{"en", `.5 of U.S. talks in the U.S.`, `.5 of U.S. talks in the U.S .`},
		{"en", ``, ``},
		{"en", `- "`, `– “`},
	} {
		s := NewReader(c.language).Read(c.text)
		if got := strings.Join(Tokens(nil, s.Words, s.Gaps, Mark.Token), " "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
