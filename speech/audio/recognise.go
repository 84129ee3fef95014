package audio

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// recognise looks at the beginning of a file and starts its decoder.
func recognise(in *bufio.Reader, name string) (decoder, about, error) {
	if err := skipID3(in); err != nil {
		return nil, about{}, err
	}
	head, err := in.Peek(16)
	if err != nil && err != io.EOF {
		return nil, about{}, err
	}
	switch {
	case len(head) == 0:
		return nil, about{}, io.ErrUnexpectedEOF
	case isWAV(head):
		return openWAV(in)
	case bytes.HasPrefix(head, []byte("fLaC")):
		return openFLAC(in)
	}
	if kind := foreign(head); kind != "" {
		return nil, about{}, unread(name, kind)
	}
	start, ok := findMP3(in)
	if !ok {
		return nil, about{}, unread(name, "of no kind that is known")
	}
	if _, err := in.Discard(start); err != nil {
		return nil, about{}, err
	}
	return openMP3(in)
}

// skipID3 skips tags in the manner of ID3v2, which may hold pictures of any size.
func skipID3(in *bufio.Reader) error {
	for {
		head, err := in.Peek(10)
		if err != nil || string(head[:3]) != "ID3" {
			return nil // too short for a tag: what it is, others say
		}
		size := 10 + int(head[6]&127)<<21 + int(head[7]&127)<<14 + int(head[8]&127)<<7 + int(head[9]&127)
		if head[5]&0x10 != 0 {
			size += 10 // a footer
		}
		if _, err := in.Discard(size); err != nil {
			return err
		}
	}
}

// foreign names what a file is that begins with head; "": not known.
func foreign(head []byte) string {
	has := func(at int, magic string) bool { return len(head) >= at && bytes.HasPrefix(head[at:], []byte(magic)) }
	switch {
	case has(4, "ftyp"):
		return "MPEG-4 (m4a, mp4, mov)"
	case has(0, "OggS"):
		return "Ogg (ogg, opus)"
	case has(0, "\x1aE\xdf\xa3"):
		return "Matroska (webm, mkv)"
	case has(0, "FORM"):
		return "AIFF"
	case has(0, "RIFX"):
		return "WAV with big-endian samples (RIFX)"
	case has(0, "riff\x2e\x91\xcf\x11"):
		return "Wave64"
	case has(0, ".snd"):
		return "Sun audio (au)"
	case has(0, "NIST_1A"):
		return "NIST SPHERE"
	case has(0, "#!AMR"):
		return "AMR"
	case has(0, "\x30\x26\xb2\x75"):
		return "Windows Media (wma, asf)"
	case has(0, "caff"):
		return "Core Audio (caf)"
	case has(0, "MAC "):
		return "Monkey's Audio"
	case has(0, "wvpk"):
		return "WavPack"
	case has(0, "RIFF"):
		return "RIFF, but no WAV (avi?)"
	case len(head) > 1 && head[0] == 0xff && head[1]&0xf6 == 0xf0:
		return "AAC"
	case looksLikeText(head):
		return "text"
	}
	return ""
}

func looksLikeText(head []byte) bool {
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError && len(head) >= utf8.UTFMax {
			return false
		}
		head = head[size:]
	}
	return true
}

// unread is the error about a file of a kind that is not read.
func unread(name, kind string) error {
	if kind == "text" {
		return fmt.Errorf("%w: this is text", ErrFormat)
	}
	return fmt.Errorf("%w: it is %s; WAV, FLAC and MP3 are read: convert it with %s", ErrFormat, kind, conversion(name))
}

// conversion is the command that makes a WAV of a recording.
func conversion(name string) string {
	base := filepath.Base(name)
	to := strings.TrimSuffix(base, filepath.Ext(base)) + ".wav"
	if to == base {
		to = strings.TrimSuffix(to, ".wav") + ".pcm.wav"
	}
	return fmt.Sprintf("ffmpeg -i %q -vn -c:a pcm_s16le %q", base, to)
}
