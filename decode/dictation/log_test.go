package dictation

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestReadLog reads what was written, and says what is wrong with what is no log.
func TestReadLog(t *testing.T) {
	want := Log{Sum: SumOf("hello comma"), Commands: []Said{{N: 1, Line: 1, From: 6, To: 11, Said: "comma", Does: data.Dictated{Mark: ","}, Before: "hello", After: "hello,"}}}
	var b bytes.Buffer
	if err := want.Write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := ReadLog(&b, "log")
	if err != nil || got.Sum != want.Sum || len(got.Commands) != 1 || got.Commands[0] != want.Commands[0] {
		t.Errorf("%+v, error %v", got, err)
	}
	if err := got.Undo(1); err != nil || !got.Commands[0].Undone || !errors.Is(got.Undo(2), ErrLog) {
		t.Errorf("undone: %+v, error %v", got.Commands, err)
	}
	head := `{"dictation":1,"sha256":"x"}` + "\n"
	for src, want := range map[string]string{
		"":                               "log: not a log of dictation: it is empty",
		"nonsense":                       "log:1: ",
		`{"dictation":2,"sha256":"x"}`:   "version 2",
		head + `{"n":1,"from":3,"to":3}`: "log:2: ",
		head + `{"n":1,"from":0,"to":3,"does":{"mark":7}}`:                        "log:2: ",
		head + `{"n":1,"from":0,"to":3,"what":1}`:                                 "unknown field",
		head + "{\"n\":1,\"from\":5,\"to\":9}\n{\"n\":2,\"from\":8,\"to\":12}":    "log:3: ",
		head + `{"n":1,"from":0,"to":3,"does":{"instead":"x","back":-1,"len":1}}`: "log:2: ",
	} {
		if _, err := ReadLog(strings.NewReader(src), "log"); !errors.Is(err, ErrLog) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", src, err, want)
		}
	}
}

// FuzzReadLog reads what comes, and writes what it has read in the same way again.
func FuzzReadLog(f *testing.F) {
	f.Add("{\"dictation\":1,\"sha256\":\"x\"}\n{\"n\":1,\"line\":1,\"from\":6,\"to\":11,\"said\":\"comma\",\"does\":{\"mark\":\",\"}}\n")
	f.Add("{}\n")
	f.Fuzz(func(t *testing.T, src string) {
		l, err := ReadLog(strings.NewReader(src), "log")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := l.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadLog(&b, "log")
		if err != nil || len(again.Commands) != len(l.Commands) {
			t.Errorf("%q: %v", src, err)
		}
	})
}
