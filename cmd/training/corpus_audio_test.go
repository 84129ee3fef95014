package training

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Recordings are found by the number that they are named by.
func TestNumberedRecordings(t *testing.T) {
	dir := t.TempDir()
	touch := func(names ...string) {
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	touch("notes.txt", "2005.txt", "talk.wav", "sw_0001_4325.wav", "12x.wav", "99999999999999999999.wav")
	if err := os.Mkdir(filepath.Join(dir, "2010.wav"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := NumberedRecordings(dir); err == nil || !strings.Contains(err.Error(), "no recording that is named by the number of a conversation") {
		t.Errorf("none: %v", err)
	}
	touch("2005.wav", "sw2006.flac", "sw02007.MP3", "sw_02008.wav", "SW-2009.WAV")
	got, err := NumberedRecordings(dir)
	if err != nil || len(got) != 5 {
		t.Fatalf("%v, %v", got, err)
	}
	for n, want := range map[int]string{2005: "2005.wav", 2006: "sw2006.flac", 2007: "sw02007.MP3", 2008: "sw_02008.wav", 2009: "SW-2009.WAV"} {
		if got[n] != filepath.Join(dir, want) {
			t.Errorf("conversation %d: %q, want %s", n, got[n], want)
		}
	}
	touch("sw02005.flac")
	if _, err := NumberedRecordings(dir); err == nil || !strings.Contains(err.Error(), "conversation 2005 has two recordings: ") {
		t.Errorf("two: %v", err)
	}
	if _, err := NumberedRecordings(filepath.Join(dir, "nowhere")); !os.IsNotExist(err) {
		t.Errorf("no folder: %v", err)
	}
}
