package pipe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tidytalk/tidytalk/internal/bounded"
)

// longestLine bounds the line of a frame, in bytes: options may hold long lists of names.
const longestLine = 16 << 20

// Asked is a frame of a client. With a Path it is a request; the others are about one.
type Asked struct {
	// ID is chosen by the client: frames about a request, and answers, have that of the request.
	ID      int64          `json:"id"`
	Path    string         `json:"path,omitempty"`
	Options map[string]any `json:"options,omitempty"` // the parameters of the query
	Size    int64          `json:"size,omitempty"`    // bytes that follow: the body, or text of a stream
	End     bool           `json:"end,omitempty"`     // of the text of a stream
	Cancel  bool           `json:"cancel,omitempty"`  // the request is not wanted any more
}

// Answer is a frame for a client. One with a Status is the last about a request.
type Answer struct {
	ID       int64    `json:"id"`
	Status   int      `json:"status,omitempty"` // as over HTTP
	Type     string   `json:"type,omitempty"`   // of the body: a media type
	Words    int      `json:"words,omitempty"`
	Removed  int      `json:"removed,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Taken    bool     `json:"taken,omitempty"` // the stream takes more text
	Size     int      `json:"size"`            // bytes that follow: the body, or text that a stream has committed to
}

// errBroken is wrapped by errors after which nobody knows where the next frame begins.
var errBroken = errors.New("the pipe is broken")

// readFrame reads a frame and what follows its line. A body of more than most bytes is skipped: it is nil then.
func readFrame(r *bufio.Reader, most int64) (*Asked, []byte, error) {
	line, err := readLine(r)
	if err != nil {
		return nil, nil, err
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	d.DisallowUnknownFields()
	var f Asked
	if err := d.Decode(&f); err != nil {
		return nil, nil, fmt.Errorf("%w: a frame is a line of JSON: %w", errBroken, err)
	}
	if f.Size < 0 {
		return nil, nil, fmt.Errorf("%w: a frame has %d bytes", errBroken, f.Size)
	}
	if f.Size > most {
		if _, err := io.CopyN(io.Discard, r, f.Size); err != nil {
			return nil, nil, cutOff(err)
		}
		return &f, nil, nil
	}
	// It grows as the bytes come: a size alone takes no memory.
	body := bytes.NewBuffer(make([]byte, 0, min(f.Size, 1<<20)))
	if _, err := io.CopyN(body, r, f.Size); err != nil {
		return nil, nil, cutOff(err)
	}
	return &f, body.Bytes(), nil
}

func cutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: it ends within a frame", errBroken)
	}
	return err
}

// readLine reads a line. Where there is none the error is io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return line, nil
		case len(line) > longestLine:
			return nil, fmt.Errorf("%w: the line of a frame is longer than %s", errBroken, bounded.Size(longestLine))
		case errors.Is(err, bufio.ErrBufferFull):
		case len(line) > 0:
			return nil, cutOff(err)
		default:
			return nil, err
		}
	}
}

// frames writes frames, of several goroutines.
type frames struct {
	mu sync.Mutex
	w  *bufio.Writer
}

func (f *frames) write(a Answer, body []byte) error {
	a.Size = len(body)
	line, err := json.Marshal(&a)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.w.Write(line)
	f.w.WriteByte('\n')
	f.w.Write(body)
	return f.w.Flush() // an earlier error is this one's, too
}
