package tidytalk_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func listOf(t testing.TB, changes string) *fillers.List {
	t.Helper()
	list, err := fillers.Parse(changes, "list")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestSpellings: fillers go in all spellings, with what belongs to them, and nothing else does.
func TestSpellings(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, s := range []struct{ in, want string }{
		{"I went to the shop.", "I went to the shop."},
		{"I went, umm, to the shop.", "I went to the shop."},
		{"I went, uhhh, to the shop.", "I went to the shop."},
		{"I went, uhm, to the shop.", "I went to the shop."},
		{"I went, er, to the shop.", "I went to the shop."},
		{"I went errrm to the shop.", "I went to the shop."},
		{"I went, ah, to the shop.", "I went to the shop."},
		{"I went, ahm, to the shop.", "I went to the shop."},
		{"I went mmm to the shop.", "I went to the shop."},
		{"I went hmm... to the shop.", "I went to the shop."},
		{"I went -- erm -- to the shop.", "I went to the shop."},
		{"I went %HESITATION to the shop.", "I went to the shop."},
		{"I went (%hesitation) to the shop.", "I went to the shop."},
		{"I went [uh] to the <um> shop.", "I went to the shop."},
		{"I went, [uhhh], to the shop [hesitation].", "I went to the shop."},
		{"I went (uh) to the *um* shop.", "I went to the shop."},
		{"I went &uh to the &-um shop.", "I went to the shop."},
		{"Erm, yes.", "Yes."},
		{"Hmm, I see.", "I see."},
		{"Hmm.", "Hmm."},
		{"Ah. I see.", "Ah. I see."},
		{"Mhm. Mm-hmm. Um-hum.", "Mhm. Mm-hmm. Um-hum."},
		{"Uh huh, right.", "Uh huh, right."},
		{"We took him to the ER.", "We took him to the ER."},
		{"He studied at UM for years.", "He studied at UM for years."},
		{"It is 5 mm long, mm, I think.", "It is 5 mm long, I think."},
		{"To err is human.", "To err is human."},
		{"I went [noise] without hesitation.", "I went [noise] without hesitation."},
		{"so erm we took him to the er today", "So we took him to the ER today."},
		{"i went %hesitation to the [um] shop", "I went to the shop."},
		{"hmm", "Hmm."},
	} {
		got, err := c.Text(context.Background(), s.in)
		if err != nil {
			t.Fatal(err)
		}
		if got != s.want {
			t.Errorf("%q: got %q, want %q", s.in, got, s.want)
		}
	}
}

// TestFillersKept: what is kept is written as it was, whatever the models have read.
func TestFillersKept(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	d, err := transcript.ParseText("well erm so [ummm] we %HESITATION went uhhh home", "text")
	if err != nil {
		t.Fatal(err)
	}
	cleaned, err := c.Clean(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	got := cleaned.Edit(transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctStrip, Case: transcript.CaseRestore}).Text()
	if want := strings.ToLower(d.Source); strings.ToLower(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestFillersOption: a list of one's own holds on every way into the library.
func TestFillersOption(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{Fillers: listOf(t, "+ so to say\n+ ehem\n- uh\n- you know")})
	const in, want = "I was so to say, ehem, tired, you know, uh, of that.", "I was tired, you know, uh, of that."
	if got, err := c.Text(context.Background(), in); err != nil || got != want {
		t.Errorf("text: %q, %v", got, err)
	}
	const bare = "we were so to say ehem you know uh tired"
	if got := live(t, c, []string{bare + "\n"}); strings.ToLower(strings.NewReplacer(",", "", ".\n", "").Replace(got)) != "we were you know uh tired" {
		t.Errorf("live: %q", got)
	}
	sentences, err := c.Tokens(context.Background(), words(bare))
	if err != nil {
		t.Fatal(err)
	}
	if got := kept(words(bare)[0], sentences[0].Decisions); got != "we were you know uh tired" {
		t.Errorf("tokens: %q", got)
	}
	// A transcript that says itself that a word is a filled pause is not asked.
	file, err := formats.Read("@UTF8\n@Begin\n@Participants:\tCHI Child\n*CHI:\tI want &-uh that &-um thing &um now .\n@End\n", "a.cha", "")
	if err != nil {
		t.Fatal(err)
	}
	cleaned, err := c.Clean(context.Background(), file.Document)
	if err != nil {
		t.Fatal(err)
	}
	if got := file.Rewrite(cleaned.Plan(transcript.Rewriting{})); !strings.Contains(got, "\tI want &-uh that thing now .\n") {
		t.Errorf("CHAT: %q", got)
	}
}

// TestFillersStream: phrases of a list are found whatever the parts in which they come, and
// however little is seen after a word.
func TestFillersStream(t *testing.T) {
	list := listOf(t, "+ at the end of the day\n+ it's true that D\n- you know")
	c := newCleaner(t, tidytalk.Options{Level: tidytalk.LevelFull, Fillers: list, LookAhead: 1})
	phrases := []string{"at the end of the day", "it's true that", "you know", "[uh]", "hmm", "%HESITATION", "uh huh", "we went home", "at the end", "errrm", "that is it", "mhm"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range drawn.Few(10, 1) {
		var text []string
		for range 60 {
			text = append(text, phrases[rng.IntN(len(phrases))])
		}
		in := strings.Join(text, " ") + "\n"
		want := live(t, c, []string{in})
		for _, removed := range []string{"end of the day", "true that", "[", "%", "errrm"} {
			if strings.Contains(want, removed) {
				t.Errorf("%q is left in %q", removed, want)
			}
		}
		if got := live(t, c, slices.Collect(strings.SplitAfterSeq(in, " "))); got != want {
			t.Errorf("%q\nlive %q\nwant %q", in, got, want)
		}
	}
}
