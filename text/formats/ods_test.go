package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// odsTables returns sheets of rows.
func odsTables(sheets ...string) string {
	var b strings.Builder
	for i, rows := range sheets {
		b.WriteString(`<table:table table:name="S` + string(rune('1'+i)) + `"><table:table-column/>` + rows + `</table:table>`)
	}
	return "<office:body><office:spreadsheet>" + b.String() + "</office:spreadsheet></office:body>"
}

// odsCellOf returns a cell with a text, or the XML of cells.
func odsCellOf(s string) string {
	if strings.HasPrefix(s, "<table:") {
		return s
	}
	return `<table:table-cell office:value-type="string"><text:p>` + s + `</text:p></table:table-cell>`
}

// odsRowsOf returns rows of cells that "|" parts; what starts with "*" is there that many times.
func odsRowsOf(rows ...string) string {
	var b strings.Builder
	for _, r := range rows {
		times := ""
		if r[0] == '*' {
			times, r = ` table:number-rows-repeated="`+r[1:2]+`"`, r[2:]
		}
		b.WriteString("<table:table-row" + times + ">")
		for c := range strings.SplitSeq(r, "|") {
			b.WriteString(odsCellOf(c))
		}
		b.WriteString("</table:table-row>")
	}
	return b.String()
}

// TestODSReads reads cells of all kinds.
func TestODSReads(t *testing.T) {
	typed := func(kind, value, shown string) string {
		return `<table:table-cell office:value-type="` + kind + `" office:` + value + `><text:p>` + shown + `</text:p></table:table-cell>`
	}
	for _, c := range []struct{ name, rows, want string }{
		{"times", odsRowsOf("Start|Speaker|Text", typed("time", `time-value="PT00H00M01S"`, "00:00:01")+"|Ann|so yes", typed("time", `time-value="PT1H2M0,5S"`, "01:02:00")+"|Bo|no"), "Ann 1-3 so yes\nBo 3720.5-3722.5 no\n"},
		{"hours and minutes as they are shown", odsRowsOf("Start|Text", typed("time", `time-value="PT01H23M00S"`, "01:23")+"|so yes"), " 83-85 so yes\n"},
		{"minutes and seconds", odsRowsOf("Start|Text", typed("time", `time-value="PT00H02M00S"`, "02:00")+"|so yes"), " 120-122 so yes\n"},
		{"dates", odsRowsOf("Start|Text", typed("date", `date-value="2024-01-05T10:00:01"`, "05.01.24")+"|so yes", typed("date", `date-value="2024-01-05T10:00:03"`, "05.01.24")+"|no"), " 0-2 so yes\n 2-4 no\n"},
		{"numbers", odsRowsOf("Start|End|Text", typed("float", `value="1.5"`, "2")+"|"+typed("float", `value="2.2000000000000002"`, "2")+"|so yes"), " 1.5-2.2 so yes\n"},
		{"truth, errors, strings without paragraphs", odsRowsOf("Speaker|Text|Seen|Lost", `<table:table-cell office:value-type="string" office:string-value="Ann"/>|so yes|`+typed("boolean", `boolean-value="true"`, "TRUE")+`|<table:table-cell table:formula="of:=NA()" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>`), "Ann so yes\n"},
		{"paragraphs, blanks, lines", odsRowsOf("Speaker|Text", `Ann|so  <text:span>yes</text:span><text:s text:c="2"/>and<text:tab/>a<text:line-break/>b</text:p><text:p/><text:p> c`), "Ann so yes and a b c\n"},
		{"what is not said", odsRowsOf("Speaker|Text", `Ann|<table:table-cell><office:annotation><text:p>um</text:p></office:annotation><draw:frame><text:p>uh</text:p></draw:frame><text:p>so<text:note><text:p>er</text:p></text:note> yes</text:p></table:table-cell>`), "Ann so yes\n"},
		{"cells that are not there", odsRowsOf(`<table:table-cell table:number-columns-repeated="3"/>|Speaker|Text`, `<table:table-cell/>|<table:table-cell/>|<table:table-cell/>|Ann|so yes|<table:table-cell table:number-columns-repeated="16379"/>`), "Ann so yes\n"},
		{"rows again", odsRowsOf("Speaker|Text", "*2Ann|so yes", "Bo|no"), "Ann so yes\nAnn so yes\nBo no\n"},
		{"rows in groups", odsRowsOf("Title") + "<table:table-header-rows>" + odsRowsOf("Speaker|Text") + "</table:table-header-rows><table:table-row-group><table:table-rows>" + odsRowsOf("Ann|so yes") + "</table:table-rows></table:table-row-group>", "Ann so yes\n"},
		{"merged speakers", odsRowsOf("Speaker|Text", `<table:table-cell table:number-rows-spanned="2"><text:p>Ann</text:p></table:table-cell>|so yes`, "<table:covered-table-cell/>|and no", "Bo|fine"), "Ann so yes\nAnn and no\nBo fine\n"},
		{"nothing", odsRowsOf("Speaker|Text"), ""},
	} {
		readsBook(t, c.name, odtOf(t, odsType, odsTables(c.rows)), "a.ods", ODS, c.want)
	}
}

// TestODSClean takes fillers out of the texts of transcripts, and leaves everything else.
func TestODSClean(t *testing.T) {
	p := func(s string) string { return "Ann|<table:table-cell>" + s + "</table:table-cell>" }
	for _, c := range []struct{ name, rows, want string }{
		{"runs", p(`<text:p>So, um<text:span text:style-name="T1">, yes uh </text:span><text:a>um, no</text:a></text:p>`), p(`<text:p>So <text:span text:style-name="T1">yes </text:span><text:a>no</text:a></text:p>`)},
		{"a row stays", `Ann|<table:table-cell table:style-name="ce1" office:value-type="string"  calcext:value-type='string'><office:annotation><text:p>um</text:p></office:annotation><text:p>um</text:p><text:p>uh</text:p></table:table-cell>`, `Ann|<table:table-cell table:style-name="ce1"><office:annotation><text:p>um</text:p></office:annotation></table:table-cell>`},
		{"signs", "Ann|um, a &lt; &quot;b&quot; &amp; c", `Ann|a &lt; "b" &amp; c`},
		{"paragraphs", p("<text:p>so</text:p> <text:p>um, yes</text:p><text:p>uh</text:p><text:p>no</text:p>"), p("<text:p>so</text:p> <text:p>yes</text:p><text:p>no</text:p>")},
		{"the first paragraph", p("<text:p>um,</text:p><text:p>so yes</text:p>"), p("<text:p>so yes</text:p>")},
		{"paragraphs with something between", p("<text:p>um,</text:p><draw:frame/><text:p>so yes</text:p>"), p("<text:p></text:p><draw:frame/><text:p>so yes</text:p>")},
		{"a value alone", `Ann|<table:table-cell office:value-type="string" office:string-value="um, yes &amp; no"/>`, `Ann|<table:table-cell office:value-type="string" office:string-value="yes &amp; no"/>`},
		{"blanks", p(`<text:p><text:s/>um, so<text:s text:c="2"/>uh yes<text:tab/>um</text:p>`), p(`<text:p><text:s/>so<text:s text:c="2"/>yes</text:p>`)},
		{"CDATA", p(`<text:p><![CDATA[um, a < b]]></text:p>`), p(`<text:p>a &lt; b</text:p>`)},
	} {
		head := odsRowsOf("Speaker|Text")
		src := odtOf(t, odsType, odsTables(head+odsRowsOf(c.rows, "Bo|fine"), odsRowsOf("Um, a note")))
		f := mustRead(t, src, "a.ods", "")
		out := f.Rewrite(dropFillers(f))
		was, is := membersOf(t, src), membersOf(t, out)
		if want := strings.Replace(was[odtBody], odsRowsOf(c.rows), odsRowsOf(c.want), 1); is[odtBody] != want {
			t.Errorf("%s:\n%s, not\n%s", c.name, is[odtBody], want)
		}
		g := mustRead(t, out, "a.ods", "")
		sameWords(t, words(g, nil), words(f, dropFillers(f)))
	}
}

// TestODSRepeated parts cells and rows that one element stands for where they are no longer the same.
func TestODSRepeated(t *testing.T) {
	src := odtOf(t, odsType, odsTables(odsRowsOf("Speaker|Code|Text", `*3<table:table-cell table:number-columns-repeated="2"><text:p>Ann</text:p></table:table-cell>|um, yes`)))
	f := mustRead(t, src, "a.ods", "")
	out := f.Rewrite(dropFillers(f))
	if is := membersOf(t, out)[odtBody]; !strings.Contains(is, odsRowsOf(`*3<table:table-cell table:number-columns-repeated="2"><text:p>Ann</text:p></table:table-cell>|yes`)) {
		t.Error(is)
	}
	d := keepAll(f)
	d.Remove = data.AllDisfluencies
	d.Decisions[1].Why = data.AllDisfluencies // of the second row none
	d.Decisions[0].Why = data.AllDisfluencies
	is := membersOf(t, f.Rewrite(d))[odtBody]
	if n := strings.Count(is, "<table:table-row>"); n != 4 || strings.Count(is, "number-columns-repeated") != 3 || strings.Count(is, ">um, yes<") != 2 || strings.Contains(is, "number-rows-repeated") {
		t.Errorf("%d rows: %s", n, is)
	}
	w := f.book
	text := strings.Replace(f.text, `"Ann","Ann"`, `"Bo","Ann"`, 1)
	is = membersOf(t, w.pack(text))[odtBody]
	if !strings.Contains(is, "<text:p>Bo</text:p></table:table-cell><table:table-cell><text:p>Ann</text:p></table:table-cell>") {
		t.Error(is)
	}
}

// TestODSValues writes other times and numbers as what they are.
func TestODSValues(t *testing.T) {
	src := odtOf(t, odsType, odsTables(odsRowsOf("Start|End|Text", `<table:table-cell office:value-type="time" office:time-value="PT00H00M01S" calcext:value-type="time"><text:p>00:00:01</text:p></table:table-cell>|<table:table-cell office:value-type="float" office:value="2.5"/>|so yes`)))
	f := mustRead(t, src, "a.ods", "")
	for _, c := range []struct{ start, end, want string }{
		{"0:01:02.5", "70.25", `<table:table-cell office:value-type="time" office:time-value="PT00H01M02.500S" calcext:value-type="time"><text:p>0:01:02.5</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="70.25"/>`},
		{"soon", "later", `<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>soon</text:p></table:table-cell><table:table-cell office:value-type="string" office:string-value="later"/>`},
		{"", "", "<table:table-cell></table:table-cell><table:table-cell/>"},
	} {
		text := strings.Replace(strings.Replace(f.text, `"0:00:01"`, `"`+c.start+`"`, 1), `"2.5"`, `"`+c.end+`"`, 1)
		if is := membersOf(t, f.book.pack(text))[odtBody]; !strings.Contains(is, c.want) {
			t.Errorf("%s\nhas not\n%s", is, c.want)
		}
	}
}

// TestODSFlat reads spreadsheets that are one file of XML, whatever they are called, and in whatever encoding.
func TestODSFlat(t *testing.T) {
	flat := `<office:document xmlns:office="o:office" xmlns:table="o:table" xmlns:text="o:text" office:mimetype="` + odsType + `">` + odsTables("\n"+odsRowsOf("Speaker|Text", "Ann|Um, yes", "Bo|fine")) + `</office:document>`
	want := strings.Replace(flat, "Um, yes", "Yes", 1)
	for _, name := range []string{"a.fods", "a.xml", "a"} {
		for _, v := range variants {
			f := mustRead(t, v.make(flat), name, "")
			if out := f.Rewrite(dropFillers(f)); f.Format != ODS || out != v.make(want) {
				t.Errorf("%s, %s: %s\n%q", name, v.name, f.Format, out)
			}
		}
	}
	named := strings.NewReplacer(">Speaker<", ">Wer<", ">Text<", ">Gesagtes<").Replace(flat)
	f, err := Reading{Map: "text=Gesagtes speaker=Wer"}.Read(named, "a.fods")
	if err != nil || utterancesText(f) != "Ann Um, yes\nBo fine\n" {
		t.Errorf("%v", err)
	}
}

// TestBadODS refuses what cannot be read, or would be read wrongly.
func TestBadODS(t *testing.T) {
	said := odsRowsOf("Speaker|Text", "Ann|so yes")
	of := func(body string) string { return odtOf(t, odsType, body) }
	for _, c := range []struct{ name, src, want string }{
		{"a.fods", "<html/>", "this is no OpenDocument spreadsheet: it starts with <html>"},
		{"a.ods", "Speaker,Text\n", "a.ods:1: this is no spreadsheet (ods): it is neither a zip archive nor XML"},
		{"a.ods", of(odsTables()), "a.ods:1: no sheet has a row that names columns of a transcript"},
		{"a.ods", of(odsTables(odsRowsOf("a|b"))), "'tidytalk formats guess a.ods' proposes"},
		{"a.ods", of(odsTables(said, odsRowsOf("Who|Text", "Ann|so yes"))), `the sheets "S1" and "S2" are transcripts with other columns`},
		{"a.ods", of(odsTables(odsRowsOf("Speaker|Text", `Ann|<table:table-cell table:formula="of:=[.A2]"><text:p>um</text:p></table:table-cell>`))), `a.ods:2: cell B2 of the sheet "S1" has what a formula makes`},
		{"a.ods", of(odsTables("<table:table-source/>" + said)), "no sheet has a row"},
		{"a.ods", of("<table:dde-links>" + odsTables(said)), "a.ods:content.xml:2: no valid XML"},
		{"a.ods", of(odsTables(`<table:table-row table:number-rows-repeated="1048576"/>` + said)), "this is row 1048577: there are no more than 1048576"},
		{"a.ods", odtListed(t, odsType, "\x00\xd8\x01", "<manifest:file-entry><manifest:encryption-data/>"), "the document is protected by a password: save it without one"},
		{"a.ods", of(odsTables(said))[:300], "the document is damaged or cut off"},
	} {
		_, err := Read(c.src, c.name, "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
	many := func(attribute string) string {
		return strings.Replace(said, "<table:table-row><table:table-cell", "<table:table-row "+attribute+"><table:table-cell", 1)
	}
	long := odsRowsOf("Speaker|Text", "*9Ann|"+strings.Repeat("um so ", 100_000))
	for _, rows := range []string{many(`table:number-rows-repeated="1000000"`), long} {
		if _, err := Read(of(odsTables(rows)), "a.ods", ""); !errors.Is(err, ErrTooLarge) {
			t.Errorf("what is repeated fills the memory: %v", err)
		}
	}
}

// FuzzODS reads anything as the rows of a sheet.
func FuzzODS(f *testing.F) {
	f.Add(odsRowsOf("Speaker|Text", "*2Ann|um, so", "Bo|uh"))
	f.Add(odsRowsOf("Start|Text", `<table:table-cell office:value-type="time" office:time-value="PT0H1M2.5S"/>|um,<text:s text:c="3"/> so</text:p> <text:p>uh <text:span>um</text:span><text:line-break/>`))
	f.Fuzz(func(t *testing.T, rows string) {
		src := odtOf(t, odsType, odsTables(rows))
		checkSheets(t, src, "a.ods")
	})
}
