package scripts

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

const soundRate = 16000

// wav FILE SECONDS CHANNEL... writes a recording in which somebody says a word every half
// second, 0.4 s long, with falling pitch. A channel is who speaks on it: all, first and second
// (five words in turn), nobody, or loud, which is all, and clips.
func wav(ts *testscript.TestScript, _ bool, args []string) {
	length, err := strconv.ParseFloat(args[1], 64)
	ts.Check(err)
	n, channels := int(length*soundRate), args[2:]
	b := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00")
	le := binary.LittleEndian
	b = le.AppendUint16(b, uint16(len(channels)))
	b = le.AppendUint32(b, soundRate)
	b = le.AppendUint32(b, uint32(soundRate*2*len(channels)))
	b = le.AppendUint16(b, uint16(2*len(channels)))
	b = le.AppendUint16(b, 16)
	b = append(b, "data"...)
	b = le.AppendUint32(b, uint32(2*n*len(channels)))
	for i := range n {
		for c, who := range channels {
			b = le.AppendUint16(b, uint16(int16(math.Round(32767*spoken(who, 120+90*float64(c), float64(i)/soundRate)))))
		}
	}
	le.PutUint32(b[4:], uint32(len(b)-8))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}

// spoken returns a sample of who speaks with a pitch at a time.
func spoken(who string, pitch, at float64) float64 {
	word, since := int(at*2), math.Mod(at, 0.5)
	first := word/5%2 == 0
	if since > 0.4 || who == "nobody" || who == "first" && !first || who == "second" && first {
		return 0
	}
	sum := 0.0
	for k := 1.0; k <= 10; k++ {
		// The pitch falls by a tenth in half a second.
		sum += math.Sin(2*math.Pi*k*pitch*(since-0.1*since*since)) / k
	}
	level := 0.2 * math.Sin(math.Pi*since/0.4)
	if who == "loud" {
		level *= 12
	}
	return max(-1, min(level*sum, 1))
}

// poke FILE OFFSET HEX writes bytes into a file.
func poke(ts *testscript.TestScript, _ bool, args []string) {
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	what, err := hex.DecodeString(args[2])
	ts.Check(err)
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	copy(b[at:], what)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b, 0o644))
}
