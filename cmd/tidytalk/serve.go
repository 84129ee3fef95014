//go:build !small

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/serve/studio"
)

// tokenVariable is the variable of the environment that may hold the token.
const tokenVariable = "TIDYTALK_TOKEN"

func serveCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "open the studio, a page to see, correct and understand what is cleaned; and an HTTP service",
		Description: `Serves a page, the studio, on which transcripts are cleaned, corrected, checked against
their recording, and saved; and cleans, labels and traces for programs. Nothing leaves
the machine. docs/studio.md is about the page, docs/service.md about the service.

It answers requests until it is interrupted; then it takes no more, finishes what runs
within --grace, and ends with exit code 0. docs/service.md shows the requests:

  POST /v1/clean     a transcript of any format, cleaned; options of 'tidytalk clean' in the query
  POST /v1/label     its words as token/DF/PU, or all about them as jsonl
  POST /v1/trace     how the decoder came to its decisions
  POST /v1/chat/completions, /api/chat   what was said in messages to a language model: for dictation tools
  GET  /v1/stream    a WebSocket for live text, as 'tidytalk clean --stream'
  GET  /v1/health    whether it is well, and with which models
  GET  /metrics      counts and durations, for Prometheus
  GET  /openapi.json all of these, for programs

On a loopback address, the default, only this machine gets there, and pages of other
sites do not. Any other address takes a token, which requests show as Authorization:
Bearer TOKEN, or a browser by opening /?token=TOKEN once: from --token-file, from
$` + tokenVariable + `, or else one is made, and written on standard error. It has at least 16
characters, as 'openssl rand -hex 16' makes them. Connections are not encrypted: put a
proxy before it that does.

Every request is logged on standard error, with its size and duration, and never with
anything of its text. All that a request may take is bounded, by the options below.

Examples:
  tidytalk serve
  tidytalk serve --open
  tidytalk serve --listen 0.0.0.0:8780 --token-file token.txt --host talks.example.com
  curl --data-binary @talk.srt 'http://127.0.0.1:8780/v1/clean?name=talk.srt'`,
		Flags:  serveFlags(),
		Action: serve,
	}
}

// Groups of the flags of serve in help.
const (
	groupAccess = "Who gets in"
	groupLimits = "Limits"
)

func serveFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{cli.HelpFlag},
		grouped(groupAccess,
			&cli.StringFlag{Name: "listen", Value: "127.0.0.1:8780", Usage: "take requests at `ADDRESS`, an address and a port; port 0 is any that is free"},
			&cli.BoolFlag{Name: "open", DisableDefaultText: true, Usage: "open the page in the browser"},
			&cli.StringFlag{Name: "token-file", Usage: "ask requests for the token in the first line of `FILE`"},
			&cli.StringSliceFlag{Name: "host", Usage: "answer requests for this `NAME`, with a port or without, too; given without a loopback address, for no other"},
			&cli.StringSliceFlag{Name: "allow-origin", Usage: "let pages of `ORIGIN`, such as https://example.com, send requests and read answers"},
		),
		grouped(groupLimits, limitFlags()...),
		grouped(groupRunning,
			&cli.DurationFlag{Name: "grace", Value: 10 * time.Second, Usage: "when interrupted, let requests that run finish within `TIME`"},
			&cli.StringFlag{Name: "projects", Usage: "keep the transcripts of the page in `FOLDER`, with what is changed of them, as 'tidytalk clean --corrections' takes it"},
			&cli.StringFlag{Name: "corrections", Usage: "keep the corpora that are made of corrections on the page in `FOLDER`"},
			&cli.StringFlag{Name: "log", Value: "text", Usage: "log requests on standard error as `FORMAT`: text, json or none"},
		),
		grouped(groupModels, slices.Concat(bundles.DecoderFlags(cleaning.ServeCommand), bundles.OptionFlags(cleaning.ServeCommand, "fillers", "vocabulary"), []cli.Flag{bundles.Flag()})...),
	)
}

// limitFlag is a flag for a limit.
type limitFlag struct {
	name, about string
	unit        int64  // bytes; 0: it is a number, or a time
	text        string // of the default, where that depends on the machine
	number      func(l *service.Limits) *int
	bytes       func(l *service.Limits) *int64
	time        func(l *service.Limits) *time.Duration
}

var limits = []limitFlag{
	{name: "max-body", unit: 1 << 20, about: "take requests of up to `MIB` MiB", bytes: func(l *service.Limits) *int64 { return &l.Body }},
	{name: "max-answer", unit: 1 << 20, about: "give answers of up to `MIB` MiB", bytes: func(l *service.Limits) *int64 { return &l.Answer }},
	{name: "max-held", unit: 1 << 20, text: "4 times --max-body", about: "hold up to `MIB` MiB of requests in memory", bytes: func(l *service.Limits) *int64 { return &l.Held }},
	{name: "max-trace", unit: 1 << 10, about: "trace texts of up to `KIB` KiB", bytes: func(l *service.Limits) *int64 { return &l.Trace }},
	{name: "max-message", unit: 1 << 10, about: "take messages of streams of up to `KIB` KiB", bytes: func(l *service.Limits) *int64 { return &l.Message }},
	{name: "max-header", about: "take headers of up to `N` bytes", number: func(l *service.Limits) *int { return &l.Header }},
	{name: "read-time", about: "wait for a request to come for `TIME`", time: func(l *service.Limits) *time.Duration { return &l.ReadTime }},
	{name: "clean-time", about: "work on a request for `TIME`", time: func(l *service.Limits) *time.Duration { return &l.CleanTime }},
	{name: "write-time", about: "wait for an answer to be taken for `TIME`", time: func(l *service.Limits) *time.Duration { return &l.WriteTime }},
	{name: "idle-time", about: "keep connections without requests for `TIME`", time: func(l *service.Limits) *time.Duration { return &l.IdleTime }},
	{name: "small", unit: 1 << 10, about: "let requests of up to `KIB` KiB wait for one another alone, and never for larger ones", bytes: func(l *service.Limits) *int64 { return &l.Small }},
	{name: "running", text: "the number of cores", about: "work on `N` small and `N` large requests at a time", number: func(l *service.Limits) *int { return &l.Running }},
	{name: "waiting", about: "let `N` more of each wait for their turn", number: func(l *service.Limits) *int { return &l.Waiting }},
	{name: "wait-time", about: "let them wait for `TIME`, and large ones for --clean-time, if that is longer", time: func(l *service.Limits) *time.Duration { return &l.WaitTime }},
	{name: "connections", about: "keep up to `N` connections open", number: func(l *service.Limits) *int { return &l.Connections }},
	{name: "streams", about: "keep up to `N` streams open", number: func(l *service.Limits) *int { return &l.Streams }},
	{name: "stream-idle", about: "end streams on which no text comes for `TIME`", time: func(l *service.Limits) *time.Duration { return &l.StreamIdle }},
	{name: "stream-keep", about: "keep streams with events whose connection has broken for `TIME`, to be taken up again", time: func(l *service.Limits) *time.Duration { return &l.StreamKeep }},
	{name: "streams-kept", about: "keep up to `N` of them", number: func(l *service.Limits) *int { return &l.StreamsKept }},
	{name: "stream-text", unit: 1 << 10, about: "keep `KIB` KiB of final text of each, to be sent once more", bytes: func(l *service.Limits) *int64 { return &l.StreamText }},
	{name: "stream-ping", about: "ask clients of streams every `TIME` whether they are there", time: func(l *service.Limits) *time.Duration { return &l.StreamPing }},
}

func limitFlags() []cli.Flag {
	defaults := service.DefaultLimits()
	var out []cli.Flag
	for _, f := range limits {
		switch {
		case f.time != nil:
			out = append(out, &cli.DurationFlag{Name: f.name, Value: *f.time(&defaults), Usage: f.about})
		case f.bytes != nil:
			text := cmp.Or(f.text, strconv.FormatInt(*f.bytes(&defaults)/f.unit, 10))
			out = append(out, &cli.IntFlag{Name: f.name, DefaultText: text, Usage: f.about})
		default:
			out = append(out, &cli.IntFlag{Name: f.name, DefaultText: cmp.Or(f.text, strconv.Itoa(*f.number(&defaults))), Usage: f.about})
		}
	}
	return out
}

// limitsOf reads the flags about limits.
func limitsOf(c *cli.Context) (service.Limits, error) {
	var l service.Limits
	for _, f := range limits {
		if !c.IsSet(f.name) {
			continue
		}
		switch {
		case f.time != nil:
			if *f.time(&l) = c.Duration(f.name); c.Duration(f.name) <= 0 {
				return l, usage.Errorf("--%s must be above 0, not %v", f.name, c.Duration(f.name))
			}
		case c.Int(f.name) < 1 || f.unit > 0 && int64(c.Int(f.name)) > (1<<40)/f.unit:
			return l, usage.Errorf("--%s must be above 0, and no more than a machine has, not %d", f.name, c.Int(f.name))
		case f.bytes != nil:
			*f.bytes(&l) = int64(c.Int(f.name)) * f.unit
		default:
			*f.number(&l) = c.Int(f.name)
		}
	}
	return l, nil
}

func serve(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("serve takes no arguments: it cleans what is sent to it")
	}
	if runtime.GOARCH == "wasm" {
		return errors.New("there is no network in WebAssembly: serve needs the program of the machine's own kind")
	}
	log, err := logOf(c)
	if err != nil {
		return err
	}
	o := service.Options{AllowedOrigins: c.StringSlice("allow-origin"), Log: log}
	if o.Limits, err = limitsOf(c); err != nil {
		return err
	}
	if o.Defaults, err = serveDefaults(c); err != nil {
		return err
	}
	if o.Token, err = tokenOf(c); err != nil {
		return err
	}
	if o.Bundle, err = bundles.LoadFor(c, ""); err != nil {
		return err
	}
	l, err := net.Listen("tcp", c.String("listen"))
	if err != nil {
		return listenError(c.String("listen"), err)
	}
	defer l.Close()
	address := l.Addr().(*net.TCPAddr)
	shown := ""
	if address.IP.IsLoopback() {
		for _, name := range []string{"localhost", "127.0.0.1", "[::1]"} {
			o.Hosts = append(o.Hosts, fmt.Sprintf("%s:%d", name, address.Port))
		}
		o.Hosts = append(o.Hosts, net.JoinHostPort(address.IP.String(), strconv.Itoa(address.Port)))
	} else if o.Token == "" {
		o.Token = rand.Text()
		shown = "?token=" + url.QueryEscape(o.Token)
	}
	o.Hosts = append(o.Hosts, c.StringSlice("host")...)
	pages, err := studioOf(c, &o)
	if err != nil {
		return err
	}
	defer pages.Close()
	o.Pages = pages
	s, err := service.New(o)
	if err != nil {
		return err
	}
	where := "http://" + visibleHost(address) + "/"
	fmt.Fprintf(c.App.Writer, "listening on %s\n", where)
	if f, ok := c.App.Writer.(interface{ Flush() error }); ok {
		if err := f.Flush(); err != nil {
			return err
		}
	}
	if shown != "" {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: no token was given, so one was made: open %s%s\n", where, shown)
	}
	if c.Bool("open") {
		if err := openBrowser(where + shown); err != nil {
			fmt.Fprintf(c.App.ErrWriter, "tidytalk: no browser could be opened (%v): open %s yourself\n", err, where)
		}
	}
	err = s.Serve(c.Context, l, c.Duration("grace"))
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("requests were cut off that had not finished within %s (--grace)", c.Duration("grace"))
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// studioOf returns the studio that belongs to a service.
func studioOf(c *cli.Context, o *service.Options) (*studio.Studio, error) {
	own := studio.Options{
		Bundle: o.Bundle, Cleaner: o.Defaults, MaxBytes: o.Limits.Body,
		Folder: c.String("corrections"), Projects: c.String("projects"), Fail: service.WriteError, Work: service.Work, Hold: service.Hold,
	}
	for name, folder := range map[string]string{"corrections": own.Folder, "projects": own.Projects} {
		if folder == "" {
			continue
		}
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			return nil, usage.Errorf("--%s: there is no folder %s", name, folder)
		}
	}
	if path := c.String("fillers"); path != "" {
		b, err := bounded.ReadFile(path, bounded.Lists)
		if err != nil {
			return nil, err
		}
		own.Fillers = string(b)
	}
	return studio.New(own)
}

// serveDefaults returns the options of cleaners that flags say.
func serveDefaults(c *cli.Context) (tidytalk.Options, error) {
	p, err := bundles.Options(c, cleaning.ServeCommand)
	if err != nil {
		return tidytalk.Options{}, err
	}
	o := tidytalk.Options{Mode: p.Mode, Decoder: p.Decoder, Settings: p.Settings}
	if c.IsSet("fillers") {
		if o.Fillers, err = fillersOf(c); err != nil {
			return o, err
		}
	}
	o.Vocabulary, err = vocabularyOf(c)
	return o, err
}

// logOf returns the log of requests.
func logOf(c *cli.Context) (*slog.Logger, error) {
	switch c.String("log") {
	case "text":
		return slog.New(slog.NewTextHandler(c.App.ErrWriter, nil)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(c.App.ErrWriter, nil)), nil
	case "none":
		return slog.New(slog.DiscardHandler), nil
	}
	return nil, usage.Errorf("--log: %q is not text, json or none", c.String("log"))
}

// tokenOf returns the token of --token-file, or else of the environment.
func tokenOf(c *cli.Context) (string, error) {
	path := c.String("token-file")
	if path == "" {
		if token := os.Getenv(tokenVariable); token != "" {
			return token, checkToken("$"+tokenVariable, token)
		}
		return "", nil // one is made where it is needed
	}
	const most = 4 << 10 // bytes
	b, err := bounded.ReadFile(path, most)
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	token := strings.TrimSpace(line)
	return token, checkToken(path+": the token in the first line", token)
}

// checkToken refuses a token that can be guessed.
func checkToken(what, token string) error {
	if len(token) >= service.LeastToken {
		return nil
	}
	return fmt.Errorf("%s is shorter than %d characters, and can be guessed: take one as 'openssl rand -hex 16' makes it", what, service.LeastToken)
}

// listenError says what to do where no requests can be taken.
func listenError(address string, err error) error {
	var bad *net.AddrError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("another program listens on %s already: end it, or take another port, such as --listen 127.0.0.1:0 for one that is free", address)
	case errors.As(err, &bad):
		return usage.Errorf("--listen is an address and a port, such as 127.0.0.1:8780, not %q", address)
	}
	return fmt.Errorf("cannot listen on %s: %w", address, err)
}

// visibleHost returns the name and port under which a browser gets to an address.
func visibleHost(a *net.TCPAddr) string {
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			host = name
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(a.Port))
}

// openBrowser opens a page in the user's browser. Tests replace it.
var openBrowser = func(url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	c := exec.Command(name, args...)
	if err := c.Start(); err != nil {
		return err
	}
	go c.Wait() // it is over soon, and how it ends does not matter
	return nil
}
