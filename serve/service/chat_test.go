package service

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// dictated is a request of the kind that dictation tools send.
func dictated(text, more string) string {
	content, _ := json.Marshal("<transcript>\n" + text + "\n</transcript>")
	return fmt.Sprintf(`{"model":"tidytalk","messages":[{"role":"system","content":"Clean what is dictated, and answer with it alone."},{"role":"user","content":%s}]%s}`, content, more)
}

// contentOf reads an answer that is no stream.
func contentOf(t testing.TB, r *http.Response) (string, completion) {
	t.Helper()
	var c completion
	if b := bodyOf(t, r); r.StatusCode != 200 || json.Unmarshal([]byte(b), &c) != nil || len(c.Choices) != 1 {
		t.Fatalf("%s: %s", r.Status, b)
	}
	if c.Choices[0].Message == nil {
		return *c.Choices[0].Text, c
	}
	return *c.Choices[0].Message.Content, c
}

const (
	heard  = "so um we want to we want to fly to boston uh i mean to denver"
	tidied = "So we want to fly to Denver."
)

// TestChat answers a request with what was said in it, cleaned.
func TestChat(t *testing.T) {
	s := start(t, Options{})
	got, c := contentOf(t, ask(s, "POST", "/v1/chat/completions", dictated(heard, `,"temperature":0.2,"max_tokens":2,"reasoning_effort":"none"`)))
	if got != tidied || c.Object != "chat.completion" || c.Model != "tidytalk" || *c.Choices[0].FinishReason != "stop" || c.Choices[0].Message.Role != "assistant" || c.Usage.Completion != 7 || c.Usage.Total != c.Usage.Prompt+7 {
		t.Errorf("%q, %+v", got, c)
	}
	for body, want := range map[string]string{
		dictated("what is the um the capital of france", ""): "What is the capital of France?",
		dictated("um", ""): "",
		dictated(heard, `,"response_format":{"type":"json_schema","json_schema":{"schema":{"type":"object","properties":{"transcription":{"type":"string"}}}}}`): `{"transcription":"` + tidied + `"}`,
		dictated(heard, `,"response_format":{"type":"json_object"}`):                                                                                                          `{"text":"` + tidied + `"}`,
		dictated(heard, `,"response_format":{"type":"text"}`):                                                                                                                 tidied,
		`{"model":"gpt-4o-mini","messages":[{"role":"user","content":[{"type":"text","text":"uh yes"}]}]}`:                                                                    "Yes.",
		`{"model":"tidytalk-dictation","messages":[{"role":"user","content":"hello comma how are you question mark"}]}`:                                                       "Hello, how are you?",
		`{"model":"tidytalk-dictation-digits","messages":[{"role":"user","content":"twenty five dollars period"}]}`:                                                           "$25.",
		`{"model":"tidytalk?numbers=digits","messages":[{"role":"user","content":"we paid twenty five dollars"}]}`:                                                            "We paid $25.",
		`{"model":"tidytalk","messages":[{"role":"system","content":"Custom Dictionary: Wes Kao, PostgreSQL"},{"role":"user","content":"i asked wes kao about postgresql"}]}`: "I asked Wes Kao about PostgreSQL.",
		`{"model":"tidytalk","messages":[{"role":"system","content":"x"},{"role":"user","content":null}]}`:                                                                    "",
	} {
		if got, _ := contentOf(t, ask(s, "POST", "/v1/chat/completions", body)); got != want {
			t.Errorf("%s: %q, not %q", body, got, want)
		}
	}
	if got, c := contentOf(t, ask(s, "POST", "/v1/completions", `{"model":"tidytalk","prompt":["`+heard+`"]}`)); got != tidied || c.Object != "text_completion" {
		t.Errorf("%q, %+v", got, c)
	}
	if r := ask(s, "POST", "/v1/chat/completions?level=light", dictated(heard, "")); r.Header.Get("Tidytalk-Rule") != "tag" {
		t.Errorf("the rule is %q", r.Header.Get("Tidytalk-Rule"))
	} else if got, _ := contentOf(t, r); !strings.Contains(got, "Boston") {
		t.Errorf("the query says light: %q", got)
	}
}

// TestChatTools answers what tools send, in the shape of each, as what was said is cleaned alone.
func TestChatTools(t *testing.T) {
	src, err := os.ReadFile("../prompt/testdata/requests.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []struct {
		Tool, Text string
		Vocabulary []string
		Request    json.RawMessage
	}
	if err := json.Unmarshal(src, &all); err != nil || len(all) < 30 {
		t.Fatalf("%d requests, error %v", len(all), err)
	}
	s := start(t, Options{})
	for _, x := range all {
		target := "/v1/clean?from=text"
		if len(x.Vocabulary) > 0 {
			target += "&vocabulary=" + strings.ReplaceAll(strings.Join(x.Vocabulary, "%0A"), " ", "%20")
		}
		want := bodyOf(t, ask(s, "POST", target, x.Text))
		var body map[string]any
		if err := json.Unmarshal(x.Request, &body); err != nil {
			t.Fatal(err)
		}
		delete(body, "stream")
		b, _ := json.Marshal(body)
		got, _ := contentOf(t, ask(s, "POST", "/v1/chat/completions", string(b)))
		if body["response_format"] != nil {
			var object map[string]string
			if err := json.Unmarshal([]byte(got), &object); err != nil || len(object) != 1 {
				t.Errorf("%s: %s", x.Tool, got)
			}
			for _, text := range object {
				got = text
			}
		}
		if got != want {
			t.Errorf("%s: %q, not %q", x.Tool, got, want)
		}
	}
}

// TestChatStream sends the same in pieces.
func TestChatStream(t *testing.T) {
	s := start(t, Options{})
	r := ask(s, "POST", "/v1/chat/completions", dictated("we left um we left at noon. it was uh it was late. was it?", `,"stream":true,"stream_options":{"include_usage":true}`))
	if r.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatal(r.Header)
	}
	var text string
	var chunks []completion
	lines := bufio.NewScanner(r.Body)
	last := ""
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if last = cmp.Or(data, last); !ok || data == "[DONE]" {
			continue
		}
		var c completion
		if err := json.Unmarshal([]byte(data), &c); err != nil {
			t.Fatal(err)
		}
		chunks = append(chunks, c)
		if len(c.Choices) > 0 && c.Choices[0].Delta.Content != nil {
			text += *c.Choices[0].Delta.Content
		}
	}
	whole, _ := contentOf(t, ask(s, "POST", "/v1/chat/completions", dictated("we left um we left at noon. it was uh it was late. was it?", "")))
	n := len(chunks)
	if text != whole || last != "[DONE]" || n < 4 || chunks[0].Choices[0].Delta.Role != "assistant" || *chunks[n-2].Choices[0].FinishReason != "stop" || chunks[n-1].Usage == nil || len(chunks[n-1].Choices) != 0 {
		t.Errorf("%q, not %q, in %d chunks, the last %q", text, whole, n, last)
	}
}

// TestChatErrors tells what is wrong as OpenAI's API does.
func TestChatErrors(t *testing.T) {
	s := start(t, Options{Token: "0123456789abcdef", Limits: Limits{Body: 4096, Held: 1 << 20}})
	const key = "Authorization: Bearer 0123456789abcdef"
	for _, c := range []struct {
		body, header, code, kind string
		status                   int
	}{
		{`{}`, key, "bad_request", "invalid_request_error", 400},
		{`{"messages":[]}`, key, "bad_request", "invalid_request_error", 400},
		{`{"messages":7}`, key, "bad_request", "invalid_request_error", 400},
		{`{"messages":[{"role":"user","content":7}]}`, key, "bad_request", "invalid_request_error", 400},
		{`nonsense`, key, "bad_request", "invalid_request_error", 400},
		{`{"n":2,"messages":[{"role":"user","content":"yes"}]}`, key, "bad_request", "invalid_request_error", 400},
		{`{"model":"tidytalk-lihgt","messages":[{"role":"user","content":"yes"}]}`, key, "model_not_found", "invalid_request_error", 404},
		{`{"model":"tidytalk?levle=light","messages":[{"role":"user","content":"yes"}]}`, key, "bad_request", "invalid_request_error", 400},
		{`{"model":"tidytalk?to=srt","messages":[{"role":"user","content":"yes"}]}`, key, "bad_request", "invalid_request_error", 400},
		{`{"messages":[{"role":"user","content":"a` + "\\u0007" + `b"}]}`, key, "unreadable", "invalid_request_error", 422},
		{dictated(strings.Repeat("yes ", 2000), ""), key, "too_large", "invalid_request_error", 413},
		{dictated("yes", ""), "", "unauthorized", "authentication_error", 401},
		{dictated("yes", ""), "Sec-Fetch-Site: cross-site", "forbidden", "permission_error", 403},
	} {
		var headers []string
		if c.header != "" {
			headers = []string{c.header}
		}
		r := ask(s, "POST", "/v1/chat/completions", c.body, headers...)
		var e struct {
			Error struct{ Message, Type, Code string }
		}
		if b := bodyOf(t, r); json.Unmarshal([]byte(b), &e) != nil || r.StatusCode != c.status || e.Error.Code != c.code || e.Error.Type != c.kind || e.Error.Message == "" {
			t.Errorf("%.60s: %s %s", c.body, r.Status, b)
		}
	}
	for path, want := range map[string]int{"/v1/models": 200, "/v1/models/tidytalk-light": 200, "/v1/models/tidytalk-clean-verbatim-digits": 200, "/v1/models/gpt-4o": 404, "/v1/models/tidytalk-nothing": 404, "/api/tags": 200} {
		if r := ask(s, "GET", path, "", key); r.StatusCode != want {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// TestOllama answers as Ollama does.
func TestOllama(t *testing.T) {
	s := start(t, Options{})
	for path, body := range map[string]string{
		"/api/chat":     dictated(heard, ""),
		"/api/generate": `{"model":"tidytalk:latest","system":"Clean it.","prompt":"<TRANSCRIPT>` + heard + `</TRANSCRIPT>"}`,
	} {
		for _, stream := range []bool{true, false} {
			own := body
			if !stream {
				own = strings.TrimSuffix(body, "}") + `,"stream":false}`
			}
			r := ask(s, "POST", path, own)
			lines := strings.Split(strings.TrimSpace(bodyOf(t, r)), "\n")
			if stream != (len(lines) > 1) || stream != (r.Header.Get("Content-Type") == "application/x-ndjson") {
				t.Errorf("%s: %d lines, %s", path, len(lines), r.Header.Get("Content-Type"))
			}
			text, done := "", false
			for _, line := range lines {
				var a ollamaAnswer
				if err := json.Unmarshal([]byte(line), &a); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
				if a.Message != nil {
					text += a.Message.Content
				} else {
					text += *a.Response
				}
				done = a.Done
			}
			if text != tidied || !done {
				t.Errorf("%s: %q, done %v", path, text, done)
			}
		}
	}
	body := strings.TrimSuffix(dictated(heard, ""), "}") + `,"stream":false,"format":{"type":"object","properties":{"cleaned":{"type":"string"}}}}`
	if got := bodyOf(t, ask(s, "POST", "/api/chat", body)); !strings.Contains(got, `"{\"cleaned\":\"`+tidied+`\"}"`) {
		t.Error(got)
	}
	// As "curl -d" sends it, which Ollama takes.
	body = strings.TrimSuffix(dictated(heard, ""), "}") + `,"stream":false}`
	for _, media := range []string{"application/x-www-form-urlencoded", "text/plain;charset=UTF-8", ""} {
		if r := ask(s, "POST", "/api/chat", body, "Content-Type: "+media); r.StatusCode != 200 || !strings.Contains(bodyOf(t, r), tidied) {
			t.Errorf("%q: %s", media, r.Status)
		}
	}
	if r := ask(s, "POST", "/v1/chat/completions", body, "Content-Type: text/plain"); r.StatusCode != 415 {
		t.Errorf("text for OpenAI's route: %s", r.Status)
	}
	var e struct{ Error string }
	if r := ask(s, "POST", "/api/chat", `{"model":"tidytalk-x","messages":[{"role":"user","content":"yes"}]}`); r.StatusCode != 404 || json.Unmarshal([]byte(bodyOf(t, r)), &e) != nil || e.Error == "" {
		t.Errorf("%s %+v", r.Status, e)
	}
}

var latency = flag.Int("latency", 0, "how many requests TestChatLatency sends")

// TestChatLatency measures how long a request of thirty words takes, one after the other, without a connection.
func TestChatLatency(t *testing.T) {
	if *latency == 0 {
		t.Skip("-latency N measures it")
	}
	s := start(t, Options{})
	body := dictated("okay so um can you please move the the meeting with sarah to thursday afternoon i think uh three is fine and tell her that we we need the numbers before that", "")
	var times []time.Duration
	for range *latency {
		began := time.Now()
		contentOf(t, ask(s, "POST", "/v1/chat/completions", body))
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	t.Logf("p50 %v, p99 %v, of %d requests", times[len(times)/2], times[len(times)*99/100], len(times))
}

// BenchmarkChat is the same, for benchstat.
func BenchmarkChat(b *testing.B) {
	s := start(b, Options{})
	body := dictated("okay so um can you please move the the meeting with sarah to thursday afternoon i think uh three is fine and tell her that we we need the numbers before that", "")
	contentOf(b, ask(s, "POST", "/v1/chat/completions", body))
	b.ReportAllocs()
	for b.Loop() {
		contentOf(b, ask(s, "POST", "/v1/chat/completions", body))
	}
}
