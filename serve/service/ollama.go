package service

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/prompt"
)

// ollamaAnswer is what is answered in the form of Ollama's API, whole or in pieces: https://github.com/ollama/ollama/blob/main/docs/api.md.
type ollamaAnswer struct {
	Model      string         `json:"model"`
	CreatedAt  string         `json:"created_at"`
	Message    *ollamaMessage `json:"message,omitempty"`
	Response   *string        `json:"response,omitempty"`
	Done       bool           `json:"done"`
	DoneReason string         `json:"done_reason,omitempty"`
	Total      int64          `json:"total_duration,omitempty"` // nanoseconds
	PromptEval int            `json:"prompt_eval_count,omitempty"`
	Eval       int            `json:"eval_count,omitempty"`
}

type ollamaMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// readOllama reads a request of either kind. It is answered in pieces unless it says otherwise.
func readOllama(body []byte) (*chat, error) {
	b, c, err := parseChat(body)
	if err != nil {
		return nil, err
	}
	c.stream = b.Stream == nil || *b.Stream
	if b.System != "" {
		c.messages = append(c.messages, prompt.Message{Role: "system", Text: b.System})
	}
	if len(b.Prompt) > 0 {
		var text string
		if json.Unmarshal(b.Prompt, &text) != nil {
			return nil, badRequest(errors.New("prompt is no text"))
		}
		c.messages = append(c.messages, prompt.Message{Role: "user", Text: text})
	}
	if len(b.Format) > 0 && string(b.Format) != "null" && string(b.Format) != `""` {
		c.object = true
		var schema prompt.Schema
		if json.Unmarshal(b.Format, &schema) == nil {
			c.schema = &schema
		}
	}
	return c, nil
}

// ollama answers a request of either kind: put puts a text where it belongs.
func (s *Service) ollama(w http.ResponseWriter, r *http.Request, put func(a *ollamaAnswer, text string)) {
	began := time.Now()
	c, a, err := s.answerChat(w, r, readOllama)
	if err != nil {
		answerError(w, r, err)
		return
	}
	piece := func(text string) *ollamaAnswer {
		x := &ollamaAnswer{Model: c.model, CreatedAt: time.Now().UTC().Format(time.RFC3339Nano)}
		put(x, text)
		return x
	}
	end := func(text string) *ollamaAnswer {
		x := piece(text)
		x.Done, x.DoneReason, x.Total, x.PromptEval, x.Eval = true, "stop", int64(time.Since(began)), a.words, a.completed
		return x
	}
	if !c.stream {
		writeJSON(w, http.StatusOK, end(a.content))
		return
	}
	var lines []string
	for _, text := range piecesOf(a.content) {
		if b, err := json.Marshal(piece(text)); err == nil {
			lines = append(lines, string(b)+"\n")
		}
	}
	if b, err := json.Marshal(end("")); err == nil {
		lines = append(lines, string(b)+"\n")
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	send(w, lines...)
}

func (s *Service) ollamaChat(w http.ResponseWriter, r *http.Request) {
	s.ollama(w, r, func(a *ollamaAnswer, text string) { a.Message = &ollamaMessage{"assistant", text} })
}

func (s *Service) ollamaGenerate(w http.ResponseWriter, r *http.Request) {
	s.ollama(w, r, func(a *ollamaAnswer, text string) { a.Response = &text })
}

func (s *Service) ollamaTags(w http.ResponseWriter, _ *http.Request) {
	type details struct {
		Format string `json:"format"`
		Family string `json:"family"`
	}
	type entry struct {
		Name     string  `json:"name"`
		Model    string  `json:"model"`
		Modified string  `json:"modified_at"`
		Size     int64   `json:"size"`
		Digest   string  `json:"digest"`
		Details  details `json:"details"`
	}
	list := struct {
		Models []entry `json:"models"`
	}{}
	for _, name := range modelNames() {
		list.Models = append(list.Models, entry{Name: name, Model: name, Modified: time.Unix(0, 0).UTC().Format(time.RFC3339), Digest: name, Details: details{modelName, modelName}})
	}
	writeJSON(w, http.StatusOK, list)
}

func (s *Service) ollamaVersion(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, struct {
		Version string `json:"version"`
	}{tidytalk.Version})
}
