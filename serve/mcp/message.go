package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/text/formats"
)

// The codes of JSON-RPC 2.0.
const (
	codeParse         = -32700
	codeRequest       = -32600
	codeMethod        = -32601
	codeParams        = -32602
	codeInternal      = -32603
	version           = "2.0"
	longestLine       = 2*formats.MaxSize + 1<<20 // bytes of a message: a text that is escaped, and options
	longestID         = 256                       // bytes
	methodInitialize  = "initialize"
	methodCancelled   = "notifications/cancelled"
	methodInitialized = "notifications/initialized"
)

// failure is the error of a request.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func failed(code int, format string, args ...any) *failure {
	return &failure{code, fmt.Sprintf(format, args...)}
}

// message is what a client sends: a request, or a notification, which has no ID.
type message struct {
	id     json.RawMessage // nil: none
	method string
	params json.RawMessage // nil: none
	fault  *failure        // nil: it is as it should be
	answer bool            // it answers a request of the server
}

// response answers a request.
type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // null: it is not known
	Result  any             `json:"result,omitempty"`
	Error   *failure        `json:"error,omitempty"`
}

func answerTo(id json.RawMessage, result any, fault *failure) *response {
	if id == nil {
		id = json.RawMessage("null")
	}
	if fault != nil {
		result = nil
	}
	return &response{version, id, result, fault}
}

// errLong is the error for a line that is skipped.
var errLong = errors.New("a message is longer than " + bounded.Size(longestLine))

// readLine reads a line of at most most bytes, without its end. The rest of a longer one is skipped. Where there is none
// the error is io.EOF.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > most; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && (!errors.Is(err, io.EOF) || len(line) == 0 && !long):
			return nil, err
		case long:
			return nil, errLong
		default:
			return bytes.TrimSpace(line), nil
		}
	}
}

// parse reads a line: a message, or a batch of them.
func parse(line []byte) (list []message, batch bool, fault *failure) {
	if !utf8.Valid(line) {
		return nil, false, failed(codeParse, "a message is UTF-8")
	}
	if !json.Valid(line) {
		return nil, false, failed(codeParse, "a message is a line of JSON")
	}
	if line[0] != '[' {
		return []message{parseMessage(line)}, false, nil
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(line, &parts); err != nil || len(parts) == 0 {
		return nil, true, failed(codeRequest, "a batch has no messages")
	}
	for _, part := range parts {
		list = append(list, parseMessage(part))
	}
	return list, true, nil
}

// parseMessage reads a message. Names of members have no other case.
func parseMessage(src []byte) (m message) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(src, &members); err != nil || members == nil {
		m.fault = failed(codeRequest, "a message is an object")
		return m
	}
	id, asks := members["id"]
	if asks && !isID(id) {
		m.fault = failed(codeRequest, "an id is a text or a whole number")
		return m
	}
	m.id, m.params = id, members["params"]
	if text(members["jsonrpc"]) != version {
		m.fault = failed(codeRequest, "jsonrpc is %q", version)
		return m
	}
	if m.method = text(members["method"]); m.method != "" {
		return m
	}
	if m.answer = asks && (members["result"] != nil || members["error"] != nil); !m.answer {
		m.fault = failed(codeRequest, "a message has a method")
	}
	return m
}

// text returns a text, "" for all else.
func text(value json.RawMessage) string {
	var s string
	if len(value) == 0 || json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}

// isID reports whether a value may be the id of a request.
func isID(value json.RawMessage) bool {
	if len(value) > longestID {
		return false
	}
	if value[0] == '"' {
		return true
	}
	_, err := strconv.ParseInt(string(value), 10, 64)
	return err == nil
}
