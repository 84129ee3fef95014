package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/prompt"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// chat is a request to a language model, of those that dictation tools send, as far as it says what is to be cleaned.
type chat struct {
	model    string
	messages []prompt.Message
	object   bool           // the answer is a JSON object
	schema   *prompt.Schema // of it; nil: none
	stream   bool
	usage    bool // a stream ends with how much it was
}

// chatted is what becomes of one.
type chatted struct {
	content          string
	rule             prompt.Rule
	words, completed int // of all messages, and of the answer
}

// answerChat cleans what a person has said in the messages of a request, and nothing else: what they ask for is not done.
func (s *Service) answerChat(w http.ResponseWriter, r *http.Request, read func(body []byte) (*chat, error)) (*chat, *chatted, error) {
	body, release, err := s.body(w, r, s.limits.Body)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	c, err := read([]byte(body))
	if err != nil {
		return nil, nil, err
	}
	query, err := modelQuery(c.model)
	if err != nil {
		return nil, nil, err
	}
	for name, values := range r.URL.Query() {
		query[name] = values
	}
	if query.Has("to") || query.Has("from") {
		return nil, nil, badRequest(errors.New("messages are plain text: from and to are for /v1/clean"))
	}
	query.Set("from", string(formats.Text))
	found := prompt.Find(c.messages)
	if _, err := vocabulary.Parse(strings.Join(found.Vocabulary, "\n"), paramNames); err == nil && len(found.Vocabulary) > 0 {
		query[paramNames] = append(query[paramNames], found.Vocabulary...) // what tools list need not be one
	}
	out, err := s.cleanSaid(r, query, found.Text)
	if err != nil {
		return nil, nil, err
	}
	a := &chatted{content: out, rule: found.Rule, completed: len(strings.Fields(out))}
	for _, m := range c.messages {
		a.words += len(strings.Fields(m.Text))
	}
	if c.object {
		a.content = prompt.Object(c.schema, c.messages, out)
	}
	h := w.Header()
	h.Set("Tidytalk-Rule", string(a.rule))
	h.Set("Cache-Control", "no-store")
	return c, a, nil
}

// cleanSaid cleans plain text with the options of a query.
func (s *Service) cleanSaid(r *http.Request, query url.Values, text string) (string, error) {
	a, err := s.ask(query.Encode(), cleaning.CleanRequest)
	if err != nil || text == "" {
		return "", err
	}
	x := exchangeOf(r)
	var notes notes
	a.Note, a.Tally = notes.add, new(cleaning.Tally)
	out := &answer{most: s.limits.Answer}
	err = s.work(r, int64(len(text)), func(ctx context.Context) error {
		cleaner, err := s.cleaner(a)
		if err != nil {
			return err
		}
		return a.Clean(ctx, cleaner, text, "message", out)
	})
	if e := (*fault.Error)(nil); errors.As(err, &e) {
		panic(e) // it is logged and answered as all are
	}
	x.words, x.removed = a.Tally.Words, a.Tally.Removed
	return out.String(), err
}

// chatBody is a request as JSON. What is not here does not count: there is nothing to sample, and no limit to be told.
type chatBody struct {
	Model    string          `json:"model"`
	Messages []chatMessage   `json:"messages"`
	Prompt   json.RawMessage `json:"prompt"` // of completions
	System   string          `json:"system"` // of Ollama
	N        *int            `json:"n"`
	Stream   *bool           `json:"stream"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
	ResponseFormat *struct {
		Type       string `json:"type"`
		JSONSchema *struct {
			Schema *prompt.Schema `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Format json.RawMessage `json:"format"` // of Ollama
}

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
}

// parseChat reads what is alike in all requests.
func parseChat(body []byte) (*chatBody, *chat, error) {
	var b chatBody
	if err := json.Unmarshal(body, &b); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) && kind.Field != "" {
			return nil, nil, badRequest(fmt.Errorf("%s is no %s", kind.Field, kind.Type))
		}
		return nil, nil, badRequest(errors.New("the body is no JSON object"))
	}
	if b.N != nil && *b.N != 1 {
		return nil, nil, badRequest(errors.New("n is 1 here: a text is cleaned in one way"))
	}
	c := &chat{model: b.Model, usage: b.Options.Usage, stream: b.Stream != nil && *b.Stream}
	for i, m := range b.Messages {
		text, err := textOfContent(m.Content)
		if err != nil {
			return nil, nil, badRequest(fmt.Errorf("messages[%d].content %w", i, err))
		}
		c.messages = append(c.messages, prompt.Message{Role: m.Role, Text: text})
	}
	if f := b.ResponseFormat; f != nil && f.Type != "" && f.Type != "text" {
		if c.object = true; f.JSONSchema != nil {
			c.schema = f.JSONSchema.Schema
		}
	}
	return &b, c, nil
}

// textOfContent returns the text of a message: a string, or parts of which some may be texts.
func textOfContent(content json.RawMessage) (string, error) {
	if len(content) == 0 || string(content) == "null" {
		return "", nil
	}
	var text string
	if json.Unmarshal(content, &text) == nil {
		return text, nil
	}
	var parts []struct{ Type, Text string }
	if json.Unmarshal(content, &parts) != nil {
		return "", errors.New("is neither a text nor a list of parts")
	}
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n"), nil
}

// readChat reads a request for the next message of a conversation.
func readChat(body []byte) (*chat, error) {
	_, c, err := parseChat(body)
	if err == nil && len(c.messages) == 0 {
		err = badRequest(errors.New("messages are missing"))
	}
	return c, err
}

// readCompletion reads a request for what comes behind a prompt.
func readCompletion(body []byte) (*chat, error) {
	b, c, err := parseChat(body)
	if err != nil {
		return nil, err
	}
	var text string
	var several []string
	switch {
	case json.Unmarshal(b.Prompt, &text) == nil:
	case json.Unmarshal(b.Prompt, &several) == nil && len(several) == 1:
		text = several[0]
	default:
		return nil, badRequest(errors.New("prompt is one text"))
	}
	c.messages = []prompt.Message{{Role: "user", Text: text}}
	return c, nil
}

// send writes what is sent in pieces, each at once.
func send(w http.ResponseWriter, pieces ...string) {
	control := http.NewResponseController(w)
	for _, p := range pieces {
		if _, err := io.WriteString(w, p); err != nil {
			return // whoever asked has gone
		}
		control.Flush()
	}
}
