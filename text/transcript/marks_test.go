package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// tagged takes the Penn tags off words that have one after a slash, and returns them by word.
func tagged(s string) (text string, tags []string) {
	var b strings.Builder
	for _, word := range strings.SplitAfter(s, " ") {
		core, rest, ok := strings.Cut(word, "/")
		n := strings.IndexFunc(rest, func(r rune) bool { return (r < 'A' || r > 'Z') && r != '$' })
		if !ok || n == 0 || strings.Contains(core, ":") {
			core, rest, n = word, "", 0
		} else if n < 0 {
			n = len(rest)
		}
		b.WriteString(core + rest[n:])
		tags = append(tags, rest[:n])
	}
	return b.String(), tags
}

// marked parses text in which {stretches} with a letter after the brace (Repair,
// Filled pause, Discourse marker, Editing term, Conjunction) are to be removed.
func marked(t testing.TB, s string) (*Document, []data.Decision) {
	t.Helper()
	codes := map[byte]data.Disfluencies{'R': data.Repairs, 'F': data.FilledPauses, 'D': data.DiscourseMarkers, 'E': data.EditingTerms, 'C': data.Conjunctions}
	var plain strings.Builder
	type stretch struct {
		span Span
		why  data.Disfluencies
	}
	var stretches []stretch
	for {
		head, rest, ok := strings.Cut(s, "{")
		plain.WriteString(head)
		if !ok {
			break
		}
		inside, after, ok := strings.Cut(rest, "}")
		if !ok || after == "" || codes[after[0]] == 0 {
			t.Fatalf("bad markup: %q", rest)
		}
		start := plain.Len()
		plain.WriteString(inside)
		stretches = append(stretches, stretch{Span{start, plain.Len()}, codes[after[0]]})
		s = after[1:]
	}
	d, err := ParseText(plain.String(), "test")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for i, tok := range d.Tokens {
		decisions[i].Why = data.DisfluenciesOf(tok.Text, 0, 0)
		for _, x := range stretches {
			if tok.Bytes.Start >= x.span.Start && tok.Bytes.End <= x.span.End {
				decisions[i].Why = x.why
			}
		}
	}
	return d, decisions
}

// TestMarks has the cases of what becomes of marks and capitals beside what is removed, which is
// in {braces} with its kind. Some words have their tags after a slash.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// What ends a sentence ends what is kept of it. What a removed tag asks is not what the
		// sentence says: a statement stays one, a question a question.
		{"We found a job, {you know?}D I think so.", "We found a job. I think so."},
		{"We found a job, {you know?!}D", "We found a job!"},
		{"Did we find a job, {you know?}D", "Did we find a job?"},
		{"So where did you go, {you know?}D", "So where did you go?"},
		{"And then didn't they go, {you know?}D", "And then didn't they go?"},
		{"What I do is work, {you know?}D", "What I do is work."},
		{"I like what they did, {you know?}D", "I like what they did."},
		{"You went home, {uh?}F", "You went home?"},
		{"We came, {uh?!}F", "We came?!"},
		{"We came, {uh. Um. You know?}D Then we left.", "We came. Then we left."},
		{"We came, {um. And uh}F then we left.", "We came. Then we left."},
		{"We went to {the. The}R the shop.", "We went to the shop."},
		{"We went to {the.}R The shop.", "We went to the shop."},
		{"Can it, {I.}R I asked.", "Can it, I asked."},
		{"We took {the, um.}R The data.", "We took the data."},
		{"We like {it.}R It works.", "We like. It works."}, // a sentence may end there
		{"We went to {the.}R the shop.", "We went to the shop."},
		// A turn that breaks off says so, whatever it breaks off with.
		{"And then we, {uh...}F", "And then we..."},
		{"And then we, {uh--}F", "And then we--"},
		{"And then we -- {uh}F", "And then we --"},
		{"And then we, {uh,}F", "And then we"},
		{"And then we--{th--}R", "And then we--"},
		// The stronger mark stays.
		{"I went home, {um;}F then I slept.", "I went home; then I slept."},
		{"There were two, {uh:}F one and two.", "There were two: one and two."},
		{"I went home; {um,}F then I slept.", "I went home; then I slept."},
		// A pair of dashes goes with what it set off, and no blank is doubled.
		{"we could -- {uh}F -- go", "we could go"},
		{"we could - {uh}F - go", "we could go"},
		{"we could – {uh}F – go", "we could go"},
		{"we could -- {uh}F go", "we could -- go"},
		// Quotes and brackets stay in pairs.
		{"I thought,({uh}F) {uh.}F", "I thought."},
		{"I thought ({uh}F) so.", "I thought so."},
		{"I thought ({uh,}F so) too.", "I thought (so) too."},
		{"I thought (so, {uh}F) too.", "I thought (so) too."},
		{`He said, "{Uh,}F no."`, `He said, "No."`},
		{`"I went, {uh,}F" he said.`, `"I went," he said.`},
		{`"{Um,}F no," he said.`, `"No," he said.`},
		{"(so {uh) (uh}F we)", "(so) (we)"},
		{"„{Äh,}F nein“, sagte er.", "„Nein“, sagte er."},
		{"«{Euh,}F non», dit-il.", "«Non», dit-il."},
		// Words with a case of their own keep it.
		{"{Um,}F eBay is it. {Uh,}F I'm here.", "eBay is it. I'm here."},
		// Emphasis, tags, subtitles.
		{"We went, *{um}F*, home.", "We went home."},
		{"- {Uh,}F yes, I do.\n- {Um.}F\n- No.", "- Yes, I do.\n- No."},
		{"{Uh,}F yes.\n{Um.}F\n{Uh,}F no.", "Yes.\nNo."},
		// Abbreviations keep their full stop, notes are no words.
		{"He works at Acme Corp., {you know?}D", "He works at Acme Corp."},
		{"He works at Acme Corp., {you know.}D", "He works at Acme Corp."},
		{"He works at Acme Corp., {uh,}F in town.", "He works at Acme Corp. in town."},
		{"It was at 5 p.m., {uh.}F", "It was at 5 p.m."},
		{"(laughs) {Uh,}F okay.", "(laughs) Okay."},
		{"[0:12] Yeah, {um,}F do.", "[0:12] Yeah, do."},
		{`\[0:12\] Yeah, {um,}F do. \[laughter\] {Uh,}F no.`, `\[0:12\] Yeah, do. \[laughter\] No.`},
		{"(well, {uh,}F okay)", "(well, okay)"},
		// Bare text.
		{"{uh}F i want to go {to boston}R {uh}F {i mean}E to denver", "i want to go to denver"},
		{"i {i}R think {you know}D", "i think"},
		{"and {uh}F so\n{um}F\nyes", "and so\nyes"},
		{"she had {an}R a apple", "she had a apple"},
		{"{it}R 's it 's", "'s it 's"},
		// Commas.
		{"I went, {um,}F home.", "I went home."},
		{"{I,}R {uh,}F I think.", "I think."},
		{"{Well,}D {I mean,}E it's fine.", "It's fine."},
		{"When he came, {um,}F I left.", "When he came, I left."},
		{"It was good, {you know,}D but I left.", "It was good, but I left."},
		{"It was good {you know,}D but I left.", "It was good, but I left."},
		{"Well, {uh,}F that's right.", "Well, that's right."},
		{"We had apples, {uh,}F oranges and pears.", "We had apples, oranges and pears."},
		{"But, {I,}R I think so.", "But, I think so."},
		{"It's hard but, {um,}F I loved it.", "It's hard but I loved it."},
		{"And, {uh,}F we went.", "And we went."},
		// Ends of sentences.
		{"We came, {you know.}D Then we left.", "We came. Then we left."},
		{"We came. {Um.}F Then we left.", "We came. Then we left."},
		{"Is it so, {uh?}F", "Is it so?"},
		{"We came, {um.}F {Uh,}F then we left.", "We came. Then we left."},
		{"So it goes, {uh}F", "So it goes"},
		// Dashes and ellipses.
		{"{I want --}R I want that.", "I want that."},
		{"I went — {uh}F — yesterday.", "I went yesterday."},
		{"{I--}RI went.", "I went."},
		{"I went—{uh}F—home.", "I went home."},
		{"We were... {um...}F late.", "We were late."},
		{"We were {go- going}R gone.", "We were gone."},
		{"He wh- went.", "He went."},
		{"{I}R-I th-think w-w-we're fine.", "I think we're fine."},
		{"A pre- and post-war house.", "A pre- and post-war house."},
		// Quotes and brackets.
		{`He said, "{um,}F no."`, `He said, "no."`},
		{`"{Um,}F" he said.`, "He said."},
		{"({uh}F) yes", "yes"},
		{"She said “{well,}D maybe {uh}F”.", "She said “maybe.”"},
		// Case.
		{"{Uh,}F so the the end.", "So the the end."},
		{"{Um,}F {uh,}F {er,}F écoute.", "Écoute."},
		{"{I}R we went", "we went"},
		{"{Um}F iPhone sales.", "iPhone sales."},
		{"{Um,}F um.js is it.", "um.js is it."},
		{"See https://x.org/a_b, {um.}F Yes.", "See https://x.org/a_b Yes."},
		{"{Uh,}F 👍 yes. {Um,}F :-) no.", "👍 Yes. :-) No."},
		// Speakers, notes, times.
		{"A: {Um.}F\nB: Yes.", "B: Yes."},
		{"A: {Um,}F hello.\nB: Yes.", "A: Hello.\nB: Yes."},
		{"[00:01] Bob: [laughter] {Um,}F hello.", "[00:01] Bob: [laughter] Hello."},
		{"Bob: {Um.}F [laughter]", "Bob: [laughter]"},
		{"Bob:\n{Um.}F\n\nAnn:\nYes.\n", "\nAnn:\nYes.\n"},
		// Hard-wrapped lines.
		{"We went to, {uh,}F\n{to the}R to the\nshop. {Um,}F fine.", "We went to\nto the\nshop. Fine."},
		{"  indented {uh}F text  \r\n\r\nnext\r\n", "  indented text  \r\n\r\nnext\r\n"},
		// Commas that set off a filler, where editors have one.
		{"Objection/NN, {uh,}F Your/PRP$ Honor/NNP.", "Objection, Your Honor."},
		{"Thank/VB you/PRP, {um,}F Mr./NNP Smith/NNP.", "Thank you, Mr. Smith."},
		{"I/PRP saw/VBD, {um,}F John/NNP.", "I saw John."},
		{"We/PRP went/VBD to/TO, {uh,}F Denver/NNP.", "We went to Denver."},
		{"I/PRP asked/VBD President/NNP, {uh,}F Jones/NNP about/IN it/PRP.", "I asked President Jones about it."},
		{"Yes/UH, {um,}F sir/NN.", "Yes, sir."},
		{"So/RB, {um,}F we/PRP left/VBD.", "So we left."},
		{"We/PRP want/VBP, {uh,}F we/PRP want/VBP it/PRP.", "We want, we want it."},
		{"I/PRP, {uh,}F went/VBD home/NN.", "I went home."},
		{"the/DT second/JJ half/NN, {uh,}F our/PRP$ sales/NNS grew/VBD.", "the second half, our sales grew."},
		{"in/IN the/DT second/JJ, {uh,}F half/NN.", "in the second half."},
		{"We/PRP sold/VBD dividends/NNS, {um,}F which/WDT fell/VBD.", "We sold dividends, which fell."},
		{"the/DT tool/NN, {uh,}F and/CC the/DT grade/NN.", "the tool and the grade."},
		{"We/PRP had/VBD apples/NNS, {uh,}F oranges/NNS, and/CC pears/NNS.", "We had apples, oranges, and pears."},
		{"THANK/VB YOU/PRP, {UM,}F THE/DT COURT/NN.", "THANK YOU THE COURT."},
		{"That/DT is/VBZ right/JJ, {uh,}F sir/NN.", "That is right, sir."},
		{"If/IN you/PRP go/VBP, {um,}F then/RB we/PRP can/MD talk/VB.", "If you go, then we can talk."},
		{"For/IN me/PRP, {uh,}F the/DT job/NN was/VBD a/DT start/NN.", "For me, the job was a start."},
		{"I/PRP asked/VBD about/IN, {uh,}F the/DT job/NN.", "I asked about the job."},
		{"Overall/RB, {um,}F the/DT level/NN fell/VBD.", "Overall, the level fell."},
		{"We/PRP had/VBD apples/NNS, pears/NNS, {uh,}F plums/NNS.", "We had apples, pears, plums."},
		{"It/PRP is/VBZ red/JJ, {uh,}F white/JJ, and/CC blue/JJ.", "It is red, white, and blue."},
		{"On/IN May/NNP 5/CD, {um,}F 2020/CD, we/PRP met/VBD.", "On May 5, 2020, we met."},
		{"a/DT very/RB big/JJ, {uh,}F local/JJ team/NN", "a very big local team"},
	} {
		text, tags := tagged(c.in)
		d, decisions := marked(t, text)
		for i, tok := range d.Tokens {
			if tok.Word < len(tags) && strings.Contains(c.in, "/") && len(tags) == len(d.Words) {
				decisions[i].Tag = tags[tok.Word]
			}
		}
		if got := d.Edit(decisions, removing(data.AllDisfluencies)).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", text, got, c.want)
		}
		if got := d.Edit(decisions, removing(data.NoDisfluencies)).Text(); got != d.Source {
			t.Errorf("%s: with nothing removed got %q", text, got)
		}
	}
}
