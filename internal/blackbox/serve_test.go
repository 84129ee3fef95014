package blackbox

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/rogpeppe/go-internal/testscript"
)

// freePort VARIABLE puts the number of a port that is free into a variable.
func freePort(ts *testscript.TestScript, _ bool, args []string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Setenv(args[0], fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
	ts.Check(l.Close())
}

// fetch FILE METHOD URL [@FILE] [HEADER]... sends a request, and writes the status, the type
// and the body of the answer to a file. It waits for the server to be there.
func fetch(ts *testscript.TestScript, _ bool, args []string) {
	file, method, url, headers := args[0], args[1], args[2], args[3:]
	body := ""
	if len(headers) > 0 && strings.HasPrefix(headers[0], "@") {
		body, headers = ts.ReadFile(headers[0][1:]), headers[1:]
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, Timeout: time.Minute}
	var r *http.Response
	for range 600 {
		request, err := http.NewRequest(method, url, strings.NewReader(body))
		ts.Check(err)
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			request.Header.Set(name, value)
		}
		if r, err = client.Do(request); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if r == nil {
		ts.Fatalf("nobody answers at %s", url)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(file), fmt.Appendf(nil, "%d %s\n%s", r.StatusCode, r.Header.Get("Content-Type"), b), 0o644))
}

// talkTo FILE URL TEXT... sends texts over a WebSocket, and writes what comes, and how it is
// closed, to a file.
func talkTo(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c, _, err := websocket.Dial(ctx, args[1], nil)
	ts.Check(err)
	defer c.CloseNow()
	for _, text := range append(args[2:], "") {
		ts.Check(c.Write(ctx, websocket.MessageText, []byte(text)))
	}
	var b strings.Builder
	for {
		_, text, err := c.Read(ctx)
		if err != nil {
			fmt.Fprintf(&b, "\nclosed with %d\n", websocket.CloseStatus(err))
			break
		}
		b.Write(text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o644))
}
