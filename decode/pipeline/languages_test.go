package pipeline

import (
	"context"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle/languages"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/rules"
)

// network returns the network for many languages.
func network(t testing.TB) *multilingual.Model {
	t.Helper()
	b, err := engine.LoadParts(languages.Models())
	if err != nil {
		t.Fatal(err)
	}
	m, err := multilingual.Unmarshal(b.Part(engine.PartLanguages))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func turnOf(text string) *Turn {
	turn := &Turn{Caseless: text == strings.ToLower(text), Marked: strings.ContainsAny(text, ".?!")}
	for w := range strings.FieldsSeq(text) {
		core := strings.TrimRight(w, ".,?!")
		turn.Words = append(turn.Words, rules.Word{Text: core, After: w[len(core):], Ends: strings.ContainsAny(w[len(core):], ".?!")})
	}
	return turn
}

// decided returns what a decider makes of a turn: what is removed in brackets, marks and case as they are decided.
func decided(t testing.TB, d TurnDecider, turn *Turn) string {
	t.Helper()
	all := make([]data.Decision, len(turn.Words))
	if err := d.Decide(context.Background(), turn, func(i int) *data.Decision { return &all[i] }); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := range all {
		x, text := &all[i], turn.Words[i].Text
		if x.Cased != "" {
			text = x.Cased
		}
		if x.Why != 0 {
			text = "[" + text + "]"
		}
		if x.Signs != nil {
			text = x.Signs.Lead + text
			text += x.Signs.Looks[x.Punct]
		}
		b.WriteString(text + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestNetworkDecider(t *testing.T) {
	m := network(t)
	for _, c := range []struct{ language, in, want string }{
		{"de", "das ist ähm ein schönes haus wohnst du in berlin", "Das ist [ähm] ein schönes Haus. wohnst du in Berlin?"},
		{"no", "så så gikk vi til til byen", "[så] Så gikk vi [til] til byen."},
		{"es", "señor presidente cuándo va a responder el gobierno", "Señor presidente, ¿cuándo va a responder el Gobierno?"},
		// Marks of the text stay, and no repair goes beyond one.
		{"de", "Das ist es. Das ist es.", "Das ist es Das ist es"},
		{"de", "", ""},
		{"de", "... -- ?", "--"},
	} {
		l, ok := language.Of(c.language)
		if !ok {
			t.Fatal(c.language)
		}
		d := NewNetworkDecider(l, m, Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}})
		if d.Can() != CanRepairs {
			t.Errorf("%s: level %d", c.language, d.Can())
		}
		if got := decided(t, d, turnOf(c.in)); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.in, got, c.want)
		}
	}
}

// What is said twice on purpose, or by the grammar, stays in languages of whose speech the network has learned nothing.
func TestNetworkKeeps(t *testing.T) {
	m := network(t)
	for _, c := range []struct{ language, text string }{
		{"nl", "voel je je niet lekker"},
		{"nl", "de experts zeiden unaniem dat dat effect moeilijk te voorspellen was"},
		{"it", "andando però via via sciogliendosi verso sud"},
		{"tr", "oylar teker teker elle sayılacak"},
		{"ru", "она обнародовала еще одну, новую, новую программу."},
		{"es", "un nuevo Gobierno que no eran más que humo, humo para tapar una crisis."},
		{"cs", "a pokud ho druhý neudělí neudělí ho ani oni"},
		{"de", "Wo sich das Gefälle ändert, ändert sich häufig auch der Weg."},
		{"pt", "O grupo Silva Silva registou lucros."},
		{"no", "Det e bra."},
		{"no", "To to tre."},
		{"sv", "Vi ses, vi ses."},
		{"fr", "Madame Montaudoin, Fernande, Joséphine Joséphine, devant la glace."},
	} {
		l, ok := language.Of(c.language)
		if !ok {
			t.Fatal(c.language)
		}
		d := NewNetworkDecider(l, m, Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}})
		if got := decided(t, d, turnOf(c.text)); strings.Contains(got, "[") {
			t.Errorf("%s: %s", c.language, got)
		}
	}
}

// What stays of text that nobody talks in, and what goes of talk, by cause.
func TestNetworkStyles(t *testing.T) {
	m := network(t)
	talked := rules.Habits{Words: 1000, Signs: 30}
	long := rules.Habits{Words: 1000}
	for _, c := range []struct {
		why, language, text string
		habits              rules.Habits
		want                string // "": all stays
	}{
		{"apposition", "no", "De lokale evnene, evnene til å løse problemer, er redusert.", rules.Habits{}, ""},
		{"what is talked about, and what is said of it", "no", "Det beste, de viktigste lærdommene, lærer vi ikke noe av.", rules.Habits{}, ""},
		{"cleft sentence", "no", "Det er difor han er så oppteken av feittsyrer.", rules.Habits{}, ""},
		{"verb second behind a clause", "no", "Av di dei òg har eigedomar, har dei vore motstandarar.", rules.Habits{}, ""},
		{"dash behind a word in full", "no", "Mesteparten av silda er norsk- går i norsk område- er det bare rett.", rules.Habits{}, ""},
		{"part of a compound", "no", "retta mot helseføretaket eller mot einskildpersonar- eller begge delar.", rules.Habits{}, ""},
		{"pair, in text without marks", "no", "de har ikke sten på sten tilbake", rules.Habits{}, ""},
		{"typing error", "no", "Får øye på en en gul løve.", rules.Habits{}, "Får øye på [en] en gul løve"},
		{"stress", "no", "Men han likar den veldig, veldig godt.", rules.Habits{}, ""},
		{"infinitive in an infinitive", "nl", "hij zit nu in een instelling om te leren om te gaan met zijn gedrag", rules.Habits{}, ""},
		{"title before a name", "nl", "Deze paus Paus Urbanus vertelde dat.", rules.Habits{}, ""},
		{"word that begins as the next one does", "nl", "dan namen zij een groot schip waar waarschijnlijk iemand was", rules.Habits{}, ""},
		{"distribution", "ko", "대형 회사들이 하나씩 하나씩 일본인 손으로 넘어갔다.", rules.Habits{}, ""},
		{"sound", "ko", "그 노래 반짝 반짝 빛나는를 재생합니다.", rules.Habits{}, ""},
		{"what is taken up again", "fr", "Avocat de la force, la force vous échappe.", rules.Habits{}, ""},
		{"title of a paragraph", "fr", "Le premier, je vous ai entraînés à travers l'Amérique.", rules.Habits{}, ""},
		{"enumeration", "fr", "Le premier, le seul amour de sa vie était, pour elle, un souvenir.", rules.Habits{}, ""},
		{"interjection", "fr", "Il parla tout à coup. Eh bien, eh bien, quoi donc?", rules.Habits{}, ""},
		{"seam of clauses, in text without marks", "fr", "puisque vous aimez madame vous vous corrigerez", rules.Habits{}, ""},
		{"hesitation that is written", "fr", "Par hasard, les... les Hébrides...", rules.Habits{}, "Par hasard [les] les Hébrides"},
		{"talk", "fr", "Il faut, il faut boire, je crois.", talked, "[Il] [faut] il faut boire je crois"},
		{"talk, as it is written", "fr", "Il faut, il faut boire, je crois.", long, ""},
		{"filled pause", "fr", "Il faut euh il faut boire, je crois.", rules.Habits{}, "[Il] [faut] [euh] il faut boire je crois"},
		{"two stutters", "no", "så så gikk vi til til byen", rules.Habits{}, "[så] Så gikk vi [til] til byen."},
	} {
		l, ok := language.Of(c.language)
		if !ok {
			t.Fatal(c.language)
		}
		d := NewNetworkDecider(l, m, Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}})
		turn := turnOf(c.text)
		turn.Habits = c.habits
		got := decided(t, d, turn)
		if c.want == "" && strings.Contains(got, "[") || c.want != "" && got != c.want {
			t.Errorf("%s: %s: %s\nwant %s", c.language, c.why, got, c.want)
		}
	}
}

// The higher the level the more is removed, and what one removes the next removes, too.
func TestNetworkLevels(t *testing.T) {
	m := network(t)
	l, _ := language.Of("no")
	turn := turnOf("og da da var det den den gamle som vi ha- hadde kjøpt han vi solgte det det var i i fjor")
	var before []bool
	for _, level := range engine.Levels {
		d := NewNetworkDecider(l, m, Options{LabelOptions: engine.LabelOptions{Level: level}})
		all := make([]data.Decision, len(turn.Words))
		if err := d.Decide(context.Background(), turn, func(i int) *data.Decision { return &all[i] }); err != nil {
			t.Fatal(err)
		}
		now := make([]bool, len(all))
		for i := range all {
			if now[i] = all[i].Why != 0; before != nil && before[i] && !now[i] {
				t.Errorf("%s does not go at level %s, and did before", turn.Words[i].Text, level)
			}
		}
		before = now
	}
}

// Whatever the words are, each gets a decision, and only case changes.
func FuzzNetworkDecider(f *testing.F) {
	m := network(f)
	for _, s := range []string{"l'homme l'homme ver- x", "はい はい 元気", "¿qué? … — a'b'c '-'", "İstanbul ıIiİ ß ẞ", "\xff \xff"} {
		f.Add(s)
	}
	l, _ := language.Of("fr")
	d := NewNetworkDecider(l, m, Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}})
	f.Fuzz(func(t *testing.T, text string) {
		turn := turnOf(text)
		turn.Marked, turn.Caseless = false, true
		all := make([]data.Decision, len(turn.Words))
		if err := d.Decide(context.Background(), turn, func(i int) *data.Decision { return &all[i] }); err != nil {
			t.Fatal(err)
		}
		for i := range all {
			if all[i].Language != l {
				t.Fatalf("word %d of %q has no decision", i, text)
			}
		}
	})
}
