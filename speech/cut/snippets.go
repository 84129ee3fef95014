package cut

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Snippet is how the recording sounds around a cut, as WAV files of one channel.
type Snippet struct {
	Cut           *Cut
	Before, After []byte
}

// context of snippets in seconds, and about their rate. Where there are manyCuts, they are as on a telephone: a page with an hour's is to
// be one that browsers open.
const (
	around        = 1.2
	snippetRate   = 16000
	manyCuts      = 100
	telephoneRate = 8000
)

// Snippets calls use for each cut of a list, in order, with what is heard before it is made and
// after it. The recording is read once. Errors are those of r, of use and of ctx.
func Snippets(ctx context.Context, r prosody.SampleReader, l *List, use func(*Snippet) error) error {
	s := &snipper{list: l, factor: max(1, int64(r.Rate()/snippetRate)), kind: audio.PCM, bits: 16}
	if len(l.Cuts) > manyCuts {
		s.factor, s.kind, s.bits = max(1, int64((r.Rate()+telephoneRate/2)/telephoneRate)), audio.MuLaw, 8
	}
	buf := make([][]float32, r.Channels())
	for c := range buf {
		buf[c] = make([]float32, portion)
	}
	for len(l.Cuts) > s.next {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.Read(buf)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		s.take(buf, n)
		for s.next < len(l.Cuts) && (s.end >= s.until(s.next) || err != nil) {
			snippet, err := s.snippet()
			if err == nil {
				err = use(snippet)
			}
			if err != nil {
				return err
			}
		}
		if err != nil {
			break
		}
	}
	return nil
}

// snipper keeps the last of what was read of the recording: all channels mixed.
type snipper struct {
	list       *List
	next       int   // cut
	factor     int64 // samples of the recording to one
	kind       audio.Kind
	bits       int
	kept       []float64
	start, end int64 // of kept
}

func (s *snipper) from(cut int) int64 {
	return max(0, s.list.Cuts[cut].Start-int64(around*float64(s.list.Media.Rate)))
}

func (s *snipper) until(cut int) int64 {
	return min(s.list.Media.Samples, s.list.Cuts[cut].End+int64(around*float64(s.list.Media.Rate)))
}

func (s *snipper) take(buf [][]float32, n int) {
	if drop := min(s.from(s.next)-s.start, int64(len(s.kept))); drop > 0 {
		s.kept = slices.Delete(s.kept, 0, int(drop))
		s.start += drop
	}
	for i := range n {
		sum := 0.0
		for _, b := range buf {
			sum += float64(b[i])
		}
		s.kept = append(s.kept, sum/float64(len(buf)))
	}
	s.end += int64(n)
}

func (s *snipper) snippet() (*Snippet, error) {
	c := &s.list.Cuts[s.next]
	part := func(from, to int64) []float64 {
		from, to = max(s.start, min(from, s.end)), max(s.start, min(to, s.end))
		return s.kept[from-s.start : max(from, to)-s.start]
	}
	from, to, h := s.from(s.next), s.until(s.next), s.list.half(s.next)
	join := [][]float64{slices.Clone(part(c.Start-h, c.Start+h))}
	mix(join, [][]float64{part(c.End-h, c.End+h)})
	before, err := s.wav(part(from, to))
	if err != nil {
		return nil, err
	}
	after, err := s.wav(slices.Concat(part(from, c.Start-h), join[0], part(c.End+h, to)))
	s.next++
	return &Snippet{c, before, after}, err
}

// wav makes a file of sound, with fewer samples a second.
func (s *snipper) wav(sound []float64) ([]byte, error) {
	f := int(s.factor)
	thin := make([]float64, len(sound)/f)
	for i := range thin {
		for _, v := range sound[i*f : (i+1)*f] {
			thin[i] += v / float64(f)
		}
	}
	e, err := audio.NewEncoding(s.kind, s.bits, s.list.Media.Rate/f, 1)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w, err := audio.NewWAV(&out, e, int64(len(thin)))
	if err != nil {
		return nil, err
	}
	if err := w.Write([][]float64{thin}, len(thin)); err != nil {
		return nil, err
	}
	return out.Bytes(), w.Close()
}
