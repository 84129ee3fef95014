package formats

import (
	"archive/zip"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

const sheetNamespaces = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

// xlsxOf returns a spreadsheet of strings that cells share, and of sheets, each the rows of one and what follows them.
func xlsxOf(t testing.TB, shared string, sheets ...string) string {
	t.Helper()
	book, rels := `<workbook`+sheetNamespaces+`><sheets>`, relsHead
	parts := []docxPart{{docxTypes, typesHead + "</Types>"}}
	for i, rows := range sheets {
		n := strconv.Itoa(i + 1)
		book += `<sheet name="S` + n + `" sheetId="` + n + `" r:id="rId` + n + `"/>`
		rels += docxRelation("rId"+n, "worksheet", "worksheets/sheet"+n+".xml")
		data, after, _ := strings.Cut(rows, "|")
		parts = append(parts, docxPart{"xl/worksheets/sheet" + n + ".xml", `<worksheet` + sheetNamespaces + `><sheetData>` + data + `</sheetData>` + after + `</worksheet>`})
	}
	parts = append(parts, docxPart{xlsxBody, book + `</sheets></workbook>`}, docxPart{xlsxRels, rels + `</Relationships>`},
		docxPart{xlsxStyles, `<styleSheet` + sheetNamespaces + `><numFmts><numFmt numFmtId="164" formatCode="[$-409]yyyy\-mm\-dd\ hh:mm:ss"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="21"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="2"/></cellXfs></styleSheet>`},
		docxPart{xlsxShared, `<sst` + sheetNamespaces + `>` + shared + `</sst>`})
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, p := range parts {
		to, err := w.Create(p.name)
		if err == nil {
			_, err = io.WriteString(to, xmlHead+p.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// membersOf returns the members of an archive.
func membersOf(t testing.TB, src string) map[string]string {
	t.Helper()
	d, err := openDocx(src)
	if err != nil || d == nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for _, f := range d.archive.File {
		if out[f.Name], _, err = d.member("a", f.Name); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func stringCell(text string) string { return `<c t="inlineStr"><is><t>` + text + `</t></is></c>` }

// rowsOf returns rows of cells with texts, which bars part; of what starts with "<" as it is.
func rowsOf(rows ...string) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString("<row>")
		for c := range strings.SplitSeq(r, "|") {
			if !strings.HasPrefix(c, "<") {
				c = stringCell(c)
			}
			b.WriteString(c)
		}
		b.WriteString("</row>")
	}
	return b.String()
}

// TestXLSXReads reads cells of all kinds.
func TestXLSXReads(t *testing.T) {
	shared := `<si><t>so yes</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">so </t></r><r><t>yes</t></r><rPh sb="0" eb="1"><t>um</t></rPh><phoneticPr fontId="1"/></si><si><t>one_x000D_&#10;two_x005F_x0041_ &amp; three</t></si>`
	for _, c := range []struct{ name, rows, want string }{
		{"times of a style", rowsOf("Start|Speaker|Text", `<c s="1"><v>1.1574074074074073E-5</v></c>|Ann|so yes`, `<c s="1"><v>4.3055555555555562E-2</v></c>|Bo|no`), "Ann 1-3 so yes\nBo 3720-3722 no\n"},
		{"hours and minutes as they are shown", rowsOf("Start|Text", `<c s="2"><v>5.7638888888888892E-2</v></c>|so yes`), " 83-85 so yes\n"},
		{"dates", rowsOf("Start|Text", `<c s="3"><v>45296.416678240741</v></c>|so yes`, `<c s="3"><v>45296.416701388887</v></c>|no`), " 0-2 so yes\n 2-4 no\n"},
		{"numbers", rowsOf("Start|End|Text", `<c s="4"><v>1.5</v></c>|<c><v>2.2000000000000002</v></c>|so yes`), " 1.5-2.2 so yes\n"},
		{"shared", rowsOf("Speaker|Text", `Ann|<c t="s"><v>0</v></c>`, `Bo|<c t="s"><v>1</v></c>`), "Ann so yes\nBo so yes\n"},
		{"escapes", rowsOf("Speaker|Text", `Ann|<c t="s"><v>2</v></c>`), "Ann one two_x0041_ & three\n"},
		{"strings by value, truth, errors", rowsOf("Speaker|Text|Seen|Lost", `<c t="str"><v>Ann</v></c>|so yes|<c t="b"><v>1</v></c>|<c t="e"><v>#N/A</v></c>`), "Ann so yes\n"},
		{"speakers that formulas make", rowsOf("Speaker|Text", `<c t="str"><f>A1</f><v>Ann</v></c>|so yes`), "Ann so yes\n"},
		{"rows and cells that are not there", `<row r="3"><c r="B3" t="str"><v>Who</v></c><c r="D3" t="str"><v>Text</v></c></row><row r="7" hidden="1"><c r="B7" t="str"><v>Ann</v></c><c r="C7" s="1"/><c r="D7" t="str"><v>so yes</v></c><c r="AA7"/></row>`, "Ann so yes\n"},
		{"merged speakers", rowsOf("Speaker|Text", "Ann|so yes", "<c/>|and no", "Bo|fine") + `|<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`, "Ann so yes\nAnn and no\nBo fine\n"},
		{"a title before", rowsOf("Interview 3", "Speaker|Text", "Ann|so yes"), "Ann so yes\n"},
		{"a cell beside the columns", rowsOf("Speaker|Text", "Ann|so yes|x"), "Ann so yes\n"},
		{"nothing", rowsOf("Speaker|Text"), ""},
	} {
		readsBook(t, c.name, xlsxOf(t, shared, c.rows), "a.xlsx", XLSX, c.want)
	}
}

// readsBook reports a spreadsheet that is not read as it should be, or does not stay as it is where nothing goes.
func readsBook(t *testing.T, what, src, name string, format Format, want string) {
	t.Helper()
	f, err := Read(src, name, "")
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if got := utterancesText(f); got != want || f.Format != format {
		t.Errorf("%s: %q (%s), not %q", what, got, f.Format, want)
	}
	if f.Rewrite(keepAll(f)) != src {
		t.Errorf("%s: it is not what was read where nothing goes", what)
	}
}

// TestXLSXClean takes fillers out of the texts of transcripts, and leaves everything else.
func TestXLSXClean(t *testing.T) {
	shared := `<si><t>um, yes</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">So, um</t></r><r><t xml:space="preserve">, yes uh </t></r><r><rPr><i/></rPr><t>um, no</t></r></si>`
	is := func(text string) string {
		return `<c t="inlineStr"><is><t xml:space="preserve">` + text + `</t></is></c>`
	}
	for _, c := range []struct{ name, rows, want string }{
		{"a string that cells share", rowsOf("Speaker|Text", `Ann|<c r="B2" s="4" t="s"><v>0</v></c>`), rowsOf("Speaker|Text", `Ann|<c r="B2" s="4" t="inlineStr"><is><t xml:space="preserve">yes</t></is></c>`)},
		{"runs", rowsOf("Speaker|Text", `Ann|<c t="s"><v>1</v></c>`), rowsOf("Speaker|Text", `Ann|<c t="inlineStr"><is><r><rPr><b/></rPr><t xml:space="preserve">So </t></r><r><t xml:space="preserve">yes </t></r><r><rPr><i/></rPr><t xml:space="preserve">no</t></r></is></c>`)},
		{"a row stays", rowsOf("Speaker|Text", `Ann|<c r="B2" s="1" t="inlineStr"><is><t>um</t></is></c>`, "Bo|fine"), rowsOf("Speaker|Text", `Ann|<c r="B2" s="1"/>`, "Bo|fine")},
		{"signs", rowsOf("Speaker|Text", `Ann|um, a &lt; "b" &amp; c_x000D_&#10;_x005F_x0041_`), rowsOf("Speaker|Text", "Ann|"+is(`a &lt; "b" &amp; c_x000D_`+"\n"+`_x005F_x0041_`))},
		{"prefixes", `<x:row xmlns:x="x">` + strings.ReplaceAll(strings.ReplaceAll(stringCell("Speaker")+stringCell("Text"), "<", "<x:"), "<x:/", "</x:") + `</x:row><x:row xmlns:x="x"><x:c t="str"><x:v>Ann</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>`,
			`<x:row xmlns:x="x">` + strings.ReplaceAll(strings.ReplaceAll(stringCell("Speaker")+stringCell("Text"), "<", "<x:"), "<x:/", "</x:") + `</x:row><x:row xmlns:x="x"><x:c t="str"><x:v>Ann</x:v></x:c><x:c t="inlineStr"><x:is><x:r><x:rPr><x:b/></x:rPr><x:t xml:space="preserve">So </x:t></x:r><x:r><x:t xml:space="preserve">yes </x:t></x:r><x:r><x:rPr><x:i/></x:rPr><x:t xml:space="preserve">no</x:t></x:r></x:is></x:c></x:row>`},
	} {
		src := xlsxOf(t, shared, c.rows, rowsOf(`Um, a note|<c t="s"><v>0</v></c>`))
		f := mustRead(t, src, "a.xlsx", "")
		out := f.Rewrite(dropFillers(f))
		was, is := membersOf(t, src), membersOf(t, out)
		const changed = "xl/worksheets/sheet1.xml"
		if want := strings.Replace(was[changed], c.rows, c.want, 1); is[changed] != want {
			t.Errorf("%s:\n%s, not\n%s", c.name, is[changed], want)
		}
		for name := range was {
			if name != changed && is[name] != was[name] {
				t.Errorf("%s: %s has become another one", c.name, name)
			}
		}
		g := mustRead(t, out, "a.xlsx", "")
		sameWords(t, words(g, nil), words(f, dropFillers(f)))
	}
}

// TestXLSXSheets reads all sheets that are transcripts, each by itself.
func TestXLSXSheets(t *testing.T) {
	one, two := rowsOf("Speaker|Text", "Ann|We went"), rowsOf("Two", "Speaker|Text", "Ann|um, home", "Bo|uh, yes")
	f := mustRead(t, xlsxOf(t, "", rowsOf("Um|Uh"), one, two), "a.xlsx", "")
	if len(f.Document.Turns) != 3 || utterancesText(f) != "Ann We went\nAnn um, home\nBo uh, yes\n" {
		t.Errorf("%d turns: %s", len(f.Document.Turns), utterancesText(f))
	}
	if line, column := f.Position(strings.Index(f.text, "home")); line != 3 || column != 2 {
		t.Errorf("row %d, cell %d", line, column)
	}
	is := membersOf(t, f.Rewrite(dropFillers(f)))["xl/worksheets/sheet3.xml"]
	if !strings.Contains(is, ">home<") || !strings.Contains(is, ">yes<") {
		t.Error(is)
	}
}

// TestXLSXMap reads sheets by maps, and guesses one.
func TestXLSXMap(t *testing.T) {
	bare := xlsxOf(t, "", "", rowsOf("0:01|Ann|So, um, we went to the harbour.", "0:05|Bo|Yes, uh, it was cold there.", "0:09|Ann|And, um, then we went home.", "0:12|Bo|By the, uh, late train, I think."))
	g, err := MakeGuess(bare, "a.xlsx")
	if err != nil || g.Map != "text=#3 start=#1 speaker=#2" {
		t.Fatalf("%+v, %v", g, err)
	}
	if out := utterancesText(g.File); !strings.HasPrefix(out, "Ann 1-5 So, um, we went to the harbour.\nBo 5-9 Yes") {
		t.Error(out)
	}
	named := xlsxOf(t, "", rowsOf("a|b"), rowsOf("Wer|Gesagtes", "Ann|um, ja"), rowsOf("Wer|Gesagtes", "Bo|nein"))
	f, err := Reading{Map: "text=Gesagtes speaker=Wer"}.Read(named, "a.xlsx")
	if err != nil || utterancesText(f) != "Ann um, ja\nBo nein\n" {
		t.Errorf("%v", err)
	}
}

// TestBadXLSX refuses what cannot be read, or would be read wrongly.
func TestBadXLSX(t *testing.T) {
	said := rowsOf("Speaker|Text", "Ann|so yes")
	for _, c := range []struct{ src, want string }{
		{"PK", "a.xlsx:1: this is no spreadsheet (xlsx)"},
		{"Speaker,Text\nAnn,so\n", "a.xlsx:1: this is no spreadsheet (xlsx)"},
		{xlsxOf(t, ""), "a.xlsx:1: no sheet has a row that names columns of a transcript"},
		{xlsxOf(t, "", rowsOf("a|b")), "a.xlsx:1: no sheet has a row that names columns of a transcript, such as Speaker, Start and Text: 'tidytalk formats guess a.xlsx' proposes"},
		{xlsxOf(t, "", said, rowsOf("Who|Text", "Ann|so yes")), `the sheets "S1" and "S2" are transcripts with other columns`},
		{xlsxOf(t, "", rowsOf("Speaker|Text", `Ann|<c t="str"><f>A2</f><v>um</v></c>`)), `a.xlsx:2: cell B2 of the sheet "S1" has what a formula makes`},
		{xlsxOf(t, "", rowsOf("Speaker|Text", "Ann|<c t=\"s\"><v>7</v></c>")), "the text of this cell is string 7 of the file, and there are 0"},
		{xlsxOf(t, "", `<row r="2"/><row r="1"/>`), `row "1" after row 2`},
		{xlsxOf(t, "", `<row r="1"><c r="B1"/><c r="A1"/></row>`), `cell "A1" is not behind the one before it`},
		{xlsxOf(t, "", `<row r="1048577"/>`), "no more than 1048576"},
		{xlsxOf(t, "", rowsOf("Speaker|Start|Text", "Ann|soon|so yes")), `a.xlsx:2:2: the map says start="Start", and "soon" is no time`},
		{xlsxOf(t, "", "<row>"), "a.xlsx:xl/worksheets/sheet1.xml:2: no valid XML"},
		{xlsxOf(t, "", said)[:400], "the document is damaged or cut off"},
	} {
		_, err := Read(c.src, "a.xlsx", "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
	long := `<si><t>` + strings.Repeat("um so ", 10_000) + `</t></si>`
	if _, err := Read(xlsxOf(t, long, rowsOf("Speaker|Text")+strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 2500)), "a.xlsx", ""); !errors.Is(err, ErrTooLarge) {
		t.Errorf("strings that are shared fill the memory: %v", err)
	}
}

// TestSpread gives what is left of words the look that they had.
func TestSpread(t *testing.T) {
	for _, c := range []struct{ runs, text, want string }{
		{"So |um, yes| no", "So yes no", "So |yes| no"},
		{"um, |so we |went", "So we went", "|So we |went"},
		{"one two|three four", "other", "other|"},
		{"a a a |a a", "a a", "a a|"},
		{"|", "so", "so|"},
	} {
		var runs []sheetRun
		for r := range strings.SplitSeq(c.runs, "|") {
			runs = append(runs, sheetRun{text: r})
		}
		var got []string
		for _, r := range spread(runs, c.text) {
			got = append(got, r.text)
		}
		if is := strings.Join(got, "|"); is != c.want {
			t.Errorf("%q, %q: %q, not %q", c.runs, c.text, is, c.want)
		}
	}
}

// FuzzXLSX reads anything as the rows of a sheet.
func FuzzXLSX(f *testing.F) {
	f.Add(rowsOf("Speaker|Text", "Ann|um, so", "Bo|uh"), "<si><t>um</t></si>")
	f.Add(rowsOf("Start|Text", `<c s="1"><v>0.5</v></c>|<c t="s"><v>0</v></c>`)+`|<mergeCells><mergeCell ref="A2:A3"/></mergeCells>`, `<si><r><rPr><b/></rPr><t>um, </t></r><r><t>so_x000D_</t></r></si>`)
	f.Fuzz(func(t *testing.T, rows, shared string) {
		checkSheets(t, xlsxOf(t, shared, rows), "a.xlsx")
	})
}

// checkSheets reads a spreadsheet, if it can be read, and takes words out of it.
func checkSheets(t *testing.T, src, name string) {
	file, err := Read(src, name, "")
	if err != nil {
		return
	}
	if file.Rewrite(keepAll(file)) != src {
		t.Fatal("it is not what was read where nothing goes")
	}
	d := keepAll(file)
	d.Remove = data.AllDisfluencies
	for i := range d.Decisions {
		if i%3 > 0 {
			d.Decisions[i].Why = data.AllDisfluencies
		}
	}
	again, err := Read(file.Rewrite(d), name, "")
	if err != nil {
		return // what is left may be a copy of another column
	}
	sameWords(t, words(again, nil), words(file, d))
}
