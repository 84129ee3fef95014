package service

import (
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"time"
)

// What is answered in the form of OpenAI's API: https://platform.openai.com/docs/api-reference/chat.
type (
	completion struct {
		ID      string             `json:"id"`
		Object  string             `json:"object"`
		Created int64              `json:"created"`
		Model   string             `json:"model"`
		Choices []completionChoice `json:"choices"`
		Usage   *completionUsage   `json:"usage,omitempty"`
	}
	completionChoice struct {
		Index        int                `json:"index"`
		Message      *completionMessage `json:"message,omitempty"`
		Delta        *completionMessage `json:"delta,omitempty"`
		Text         *string            `json:"text,omitempty"`
		FinishReason *string            `json:"finish_reason"`
		Logprobs     *struct{}          `json:"logprobs"`
	}
	completionMessage struct {
		Role    string    `json:"role,omitempty"`
		Content *string   `json:"content,omitempty"`
		Refusal *struct{} `json:"refusal,omitempty"`
	}
	// completionUsage counts words: there are no tokens of a language model.
	completionUsage struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Total      int `json:"total_tokens"`
	}
	modelEntry struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		OwnedBy string `json:"owned_by"`
	}
)

// answerJSON is answerChat of a body that has to say that it is JSON. Ollama does not ask for that.
func (s *Service) answerJSON(w http.ResponseWriter, r *http.Request, read func(body []byte) (*chat, error)) (*chat, *chatted, error) {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "" && media != mediaJSON {
		return nil, nil, fail(http.StatusUnsupportedMediaType, codeMediaType, "send JSON, as Content-Type: application/json")
	}
	return s.answerChat(w, r, read)
}

func (s *Service) chat(w http.ResponseWriter, r *http.Request) {
	c, a, err := s.answerJSON(w, r, readChat)
	if err != nil {
		answerError(w, r, err)
		return
	}
	answer := completionOf(r, c, "chatcmpl-", "chat.completion")
	if !c.stream {
		stop := "stop"
		answer.Choices = []completionChoice{{Message: &completionMessage{Role: "assistant", Content: &a.content}, FinishReason: &stop}}
		answer.Usage = a.usage()
		writeJSON(w, http.StatusOK, answer)
		return
	}
	answer.Object = "chat.completion.chunk"
	s.streamCompletion(w, c, a, answer, func(text string, first bool) completionChoice {
		m := &completionMessage{Content: &text}
		if first {
			m.Role = "assistant"
		}
		return completionChoice{Delta: m}
	}, completionChoice{Delta: &completionMessage{}})
}

func (s *Service) complete(w http.ResponseWriter, r *http.Request) {
	c, a, err := s.answerJSON(w, r, readCompletion)
	if err != nil {
		answerError(w, r, err)
		return
	}
	answer := completionOf(r, c, "cmpl-", "text_completion")
	if !c.stream {
		stop := "stop"
		answer.Choices = []completionChoice{{Text: &a.content, FinishReason: &stop}}
		answer.Usage = a.usage()
		writeJSON(w, http.StatusOK, answer)
		return
	}
	none := ""
	s.streamCompletion(w, c, a, answer, func(text string, _ bool) completionChoice { return completionChoice{Text: &text} }, completionChoice{Text: &none})
}

func completionOf(r *http.Request, c *chat, id, object string) *completion {
	return &completion{ID: id + exchangeOf(r).id, Object: object, Created: time.Now().Unix(), Model: c.model}
}

func (a *chatted) usage() *completionUsage {
	return &completionUsage{a.words, a.completed, a.words + a.completed}
}

// streamCompletion sends an answer as events, a sentence or line each.
func (s *Service) streamCompletion(w http.ResponseWriter, c *chat, a *chatted, answer *completion, piece func(text string, first bool) completionChoice, last completionChoice) {
	var events []string
	event := func(choices ...completionChoice) {
		answer.Choices = choices
		if choices == nil {
			answer.Choices = []completionChoice{}
		}
		b, err := json.Marshal(answer)
		if err == nil { // it is of texts and numbers
			events = append(events, "data: "+string(b)+"\n\n")
		}
	}
	for i, text := range piecesOf(a.content) {
		event(piece(text, i == 0))
	}
	stop := "stop"
	last.FinishReason = &stop
	event(last)
	if c.usage {
		answer.Usage = a.usage()
		event()
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send(w, append(events, "data: [DONE]\n\n")...)
}

// piecesOf cuts a text behind sentences and lines; there is one piece at least.
func piecesOf(text string) []string {
	out := []string{""}
	for word := range strings.SplitAfterSeq(text, " ") {
		if before := out[len(out)-1]; strings.ContainsAny(lastOf(strings.TrimSpace(before)), ".?!") {
			out = append(out, "")
		}
		out[len(out)-1] += word
	}
	return out
}

func lastOf(s string) string {
	if s == "" {
		return ""
	}
	return s[len(s)-1:]
}

func (s *Service) listModels(w http.ResponseWriter, _ *http.Request) {
	list := struct {
		Object string       `json:"object"`
		Data   []modelEntry `json:"data"`
	}{Object: "list"}
	for _, name := range modelNames() {
		list.Data = append(list.Data, modelOf(name))
	}
	writeJSON(w, http.StatusOK, list)
}

func (s *Service) showModel(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	if !strings.HasPrefix(name, modelName) {
		answerError(w, r, noModel(name))
		return
	}
	if _, err := modelQuery(name); err != nil {
		answerError(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, modelOf(name))
}

func modelOf(name string) modelEntry {
	return modelEntry{ID: name, Object: "model", OwnedBy: modelName}
}

// openAIError is an error as clients of OpenAI's API read it: with all that is in others, too.
func openAIError(status int, d errorDetail) any {
	kind := "invalid_request_error"
	switch {
	case status == http.StatusUnauthorized:
		kind = "authentication_error"
	case status == http.StatusForbidden:
		kind = "permission_error"
	case status >= 500:
		kind = "server_error"
	}
	return struct {
		Error any `json:"error"`
	}{struct {
		errorDetail
		Type  string  `json:"type"`
		Param *string `json:"param"`
	}{d, kind, nil}}
}

// ollamaError is an error as clients of Ollama's API read it.
func ollamaError(_ int, d errorDetail) any {
	return struct {
		Error string `json:"error"`
	}{d.Message}
}
