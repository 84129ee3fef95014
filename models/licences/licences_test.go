package licences

import (
	"reflect"
	"strings"
	"testing"
)

const (
	ami    = "source\tami\tCC-BY-4.0\tyes\tno\thttp://corpus.amiproject.org/\tAMI Meeting Corpus, modified\n"
	swda   = "source\tswda\tCC-BY-NC-SA-3.0\tno\tyes\t-\tSwitchboard Dialog Act Corpus\n"
	tagger = "part\ttagger\t0123456789abcdef\tami\tswda\n"
)

func TestParse(t *testing.T) {
	s, err := Parse("# what there is\n\n"+ami+strings.TrimSuffix(swda, "\n")+"\r\n"+tagger, "x.tsv")
	if err != nil {
		t.Fatal(err)
	}
	want := &Statement{
		Sources: []Source{
			{"ami", "CC-BY-4.0", Yes, false, "http://corpus.amiproject.org/", "AMI Meeting Corpus, modified"},
			{"swda", "CC-BY-NC-SA-3.0", No, true, "", "Switchboard Dialog Act Corpus"},
		},
		Parts: []Part{{"tagger", "0123456789abcdef", []string{"ami", "swda"}}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v\nwant %+v", s, want)
	}
	if got := s.String(); got != ami+swda+tagger {
		t.Errorf("written as\n%s", got)
	}
	if s.Part("tagger", "0123456789abcdee") != nil || s.Part("edit", "0123456789abcdef") != nil {
		t.Error("a part of another hash, or name, is known")
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"ami\n", `x:1: a line begins with "ami": use source or part`},
		{"# a\n\nsource\tami\n", "x:3: a line of a source has 7 columns, separated by tabs: source, name, licence, commercial use, share-alike, URL, attribution; this one has 2"},
		{ami + ami, "x:2: the source ami stands there already"},
		{strings.Replace(ami, "yes", "maybe", 1), `x:1: whether commercial use is allowed is yes, no or unknown, not "maybe"`},
		{strings.Replace(ami, "\tno\t", "\tunknown\t", 1), `x:1: whether it is share-alike is yes or no, not "unknown"`},
		{strings.Replace(ami, "CC-BY-4.0", "", 1), "x:1: the source ami has no licence"},
		{strings.Replace(ami, "CC-BY-4.0", " CC-BY-4.0", 1), "x:1: column 3"},
		{strings.Replace(ami, "http://corpus.amiproject.org/", "the web", 1), `x:1: "the web" is no URL`},
		{strings.Replace(ami, "http://corpus.amiproject.org/", "file:///etc", 1), "is no URL"},
		{strings.Replace(ami, "AMI Meeting Corpus, modified", "", 1), "x:1: the source ami has no attribution"},
		{strings.Replace(ami, "\tami\t", "\ta b\t", 1), `x:1: the name of a source is letters, digits and -+._, not "a b"`},
		{strings.Replace(ami, "Meeting", "\x1b[1m", 1), `x:1: the control character '\x1b' cannot stand here`},
		{strings.Replace(ami, "Meeting", "\xff", 1), "x:1: the line is not UTF-8"},
		{ami + tagger, `x:2: there is no source "swda" in the lines above`},
		{ami + "part\ttagger\t0123456789abcdef\n", "x:2: a line of a part has at least 4 columns"},
		{ami + "part\ttagger\t0123456789ABCDEF\tami\n", "x:2: the hash of a part is 16 digits"},
		{ami + "part\t\t0123456789abcdef\tami\n", "x:2: the part has no name"},
		{ami + "part\ttagger\t0123456789abcdef\tami\tami\n", "x:2: the source ami of the part stands there already"},
		{ami + swda + tagger + tagger, "x:4: the part tagger with hash 0123456789abcdef stands there already"},
	} {
		if _, err := Parse(c.text, "x"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.text, err, c.says)
		}
	}
}

func TestReadList(t *testing.T) {
	if s, err := ReadList(strings.NewReader(ami+swda), "x"); err != nil || len(s.Sources) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, c := range []struct{ text, says string }{
		{"", "x: there are no sources in it"},
		{ami + swda + tagger, "x: a list of sources has no lines of parts, as that of tagger"},
		{strings.Replace(ami, "\tami\t", "\tunnamed-3\t", 1), "x: give the source unnamed-3 another name"},
	} {
		if _, err := ReadList(strings.NewReader(c.text), "x"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.text, err, c.says)
		}
	}
}

func TestAdd(t *testing.T) {
	s := &Statement{}
	one, other := UnnamedCorpus("MIT"), UnnamedCorpus("CC0-1.0")
	second := other
	second.Name = "unnamed-2"
	for i, c := range []struct {
		source Source
		want   string
	}{
		{one, "unnamed"}, {other, "unnamed-2"}, {one, "unnamed"}, {second, "unnamed-2"},
		{Source{Name: "wave-2", Licence: "MIT"}, "wave-2"},
		{Source{Name: "wave-2", Licence: "CC0-1.0"}, "wave-3"},
		{Source{Name: "wave", Licence: "CC0-1.0"}, "wave-3"},
	} {
		if got := s.Add(c.source); got != c.want {
			t.Errorf("%d: %s, want %s", i, got, c.want)
		}
	}
	if s.Source("unnamed-2").Licence != "CC0-1.0" || len(s.Sources) != 4 {
		t.Errorf("%+v", s.Sources)
	}
	if x := UnnamedCorpus("a\tb\nc"); x.Licence != "a b c" || !x.IsUnnamed() {
		t.Errorf("%+v", x)
	}
}

func TestCommercial(t *testing.T) {
	yes, no, unknown := Source{Commercial: Yes}, Source{Commercial: No}, Source{Commercial: Unknown}
	for _, c := range []struct {
		sources []Source
		want    Answer
	}{{nil, Unknown}, {[]Source{yes, yes}, Yes}, {[]Source{yes, unknown}, Unknown}, {[]Source{unknown, no, yes}, No}} {
		if got := Commercial(c.sources); got != c.want {
			t.Errorf("%v: %s, want %s", c.sources, got, c.want)
		}
	}
}

// What is read is written so that it is read again, and the same.
func FuzzParse(f *testing.F) {
	f.Add(ami + swda + tagger)
	f.Add("# only\n\n")
	f.Add("source\tx\ty\tunknown\tyes\t-\tz\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text, "x")
		if err != nil {
			if !strings.HasPrefix(err.Error(), "x:") {
				t.Errorf("no line: %v", err)
			}
			return
		}
		again, err := Parse(s.String(), "x")
		if err != nil {
			t.Fatalf("%q: %v", s.String(), err)
		}
		if again.String() != s.String() || len(again.Sources) != len(s.Sources) || len(again.Parts) != len(s.Parts) {
			t.Errorf("%q becomes %q", s.String(), again.String())
		}
	})
}
