package prompt

import (
	"encoding/json"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Message is one of a conversation.
type Message struct {
	Role string // "system", "developer", "user", "assistant" and others
	Text string
}

// Rule is by what the text is found.
type Rule string

// The rules, in the order in which they are tried.
const (
	ByJSON  Rule = "json"        // the message is an object with a member for it
	ByTag   Rule = "tag"         // <transcript>...</transcript>
	ByFence Rule = "fence"       // a block of code, or between three quotes, after a line that ends with a colon
	ByLabel Rule = "label"       // Transcript: ...
	ByTask  Rule = "instruction" // behind what is to be done with it, in a conversation without a message of the system
	ByRest  Rule = "rest"        // the message without what is marked as something else
	AsItIs  Rule = "message"     // all of the message
)

// Found is what was found.
type Found struct {
	Text       string
	Rule       Rule
	Vocabulary []string // names as they are spelled, in order, each once
}

// Find finds the text in the last message of the user, or, where there is none, in the last one. Those before it, such as examples, do not count, but
// for lists of names in what does not come from an assistant. There is nothing that it obeys.
func Find(messages []Message) Found {
	at, system := -1, false
	for i := range messages {
		if messages[i].Role == "user" && strings.TrimSpace(messages[i].Text) != "" {
			at = i
		}
		system = system || isSystem(messages[i].Role) && strings.TrimSpace(messages[i].Text) != ""
	}
	if at < 0 {
		at = len(messages) - 1
	}
	if at < 0 {
		return Found{Rule: AsItIs}
	}
	own := strings.ReplaceAll(messages[at].Text, "\r\n", "\n")
	f := Found{}
	f.Text, f.Rule = textOf(own, system && !isSystem(messages[at].Role))
	var names names
	for i := range messages {
		switch {
		case i == at:
			if rest, ok := without(own, f.Text); ok {
				names.find(rest)
			}
		case messages[i].Role != "assistant":
			names.find(strings.ReplaceAll(messages[i].Text, "\r\n", "\n"))
		}
	}
	f.Vocabulary = names.list
	return f
}

func isSystem(role string) bool { return role == "system" || role == "developer" }

// without takes a text out of a message; ok is false where nothing else is there.
func without(message, text string) (rest string, ok bool) {
	if text == "" || text == strings.TrimSpace(message) {
		return "", false
	}
	at := strings.LastIndex(message, text)
	if at < 0 {
		return message, true
	}
	return message[:at] + "\n" + message[at+len(text):], true
}

// textOf finds the text in a message. told says that another message has said what is to be done with it.
func textOf(message string, told bool) (string, Rule) {
	for _, rule := range []struct {
		name Rule
		find func(message string, told bool) string
	}{{ByJSON, inJSON}, {ByTag, inTags}, {ByFence, inFence}, {ByLabel, behindLabel}, {ByTask, behindTask}, {ByRest, beside}} {
		if text := strings.TrimSpace(rule.find(message, told)); text != "" {
			return unquoted(text), rule.name
		}
	}
	return strings.TrimSpace(message), AsItIs
}

// plain returns a name as the tables have it.
func plain(name string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name))
}

func inJSON(message string, _ bool) string {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(message), &object) != nil {
		return ""
	}
	text := ""
	for name, value := range object {
		var s string
		if !members[plain(name)] || json.Unmarshal(value, &s) != nil {
			continue
		}
		if text != "" {
			return "" // which of them?
		}
		text = s
	}
	return text
}

var tag = lazy.Regexp(`[<\[](/?)([A-Za-z][A-Za-z0-9_ -]{0,40})[>\]]`)

// element is what stands between two tags of a name.
type element struct {
	name       string
	start, end int // of what is between
	from, to   int // with the tags
	line       bool
}

// elements returns what stands between tags, in order: of each opening one up to the last closing one of its name before the next opening one.
func elements(s string) []element {
	var out []element
	all := tag().FindAllStringSubmatchIndex(s, -1)
	for i, open := range all {
		if open[2] < open[3] {
			continue
		}
		e := element{name: plain(s[open[4]:open[5]]), start: open[1], from: open[0], line: strings.TrimSpace(s[strings.LastIndexByte(s[:open[0]], '\n')+1:open[0]]) == ""}
		for _, t := range all[i+1:] {
			if plain(s[t[4]:t[5]]) != e.name {
				continue
			}
			if t[2] == t[3] {
				break
			}
			e.end, e.to = t[0], t[1]
		}
		if e.to > 0 {
			out = append(out, e)
		}
	}
	return out
}

// inTags returns the text between tags: the last that begins a line, or, if none does, the longest.
func inTags(message string, _ bool) string {
	all := elements(message)
	for _, names := range tags {
		text, line := "", false
		for _, e := range all {
			own := strings.TrimSpace(message[e.start:e.end])
			if !names[e.name] || own == "" || line && !e.line {
				continue
			}
			if e.line || len(own) > len(text) {
				text, line = own, e.line
			}
		}
		if text != "" {
			return html.UnescapeString(text)
		}
	}
	return ""
}

var fence = lazy.Regexp("(?s)(?::|：)[ \t*]*\n+[ \t]*(```[a-z]*|\"\"\"|'''|---+)[ \t]*\n(.*?)\n?[ \t]*(```|\"\"\"|'''|---+)[ \t]*(?:\n|$)")

// inFence returns the last block of code, or of what is between other such lines, that a line with a colon announces.
func inFence(message string, _ bool) string {
	text := ""
	for at := 0; at < len(message); {
		m := fence().FindStringSubmatchIndex(message[at:])
		if m == nil {
			break
		}
		line := message[strings.LastIndexByte(message[:at+m[0]], '\n')+1 : at+m[0]+1]
		if labelled().MatchString(line) || weaklyLabelled().MatchString(line) || announces().MatchString(line) {
			text = message[at+m[4] : at+m[5]]
		}
		at += m[5]
	}
	return text
}

var (
	labelled       = lazy.Regexp(label)
	weaklyLabelled = lazy.Regexp(weakLabel)
	headed         = lazy.Regexp(heading)
	announces      = lazy.Regexp(`(?i)\b(?:` + noun + `|` + weakNoun + `)\b[^.:\n]{0,60}(?::|：)`)
	isTask         = lazy.Regexp(task)
	isCoda         = lazy.Regexp(coda)
	listed         = lazy.Regexp(listLabel)
)

// behindLabel returns what stands behind the last label, up to the next heading. A weak label counts where it is a line alone, under others.
func behindLabel(message string, _ bool) string {
	if text := behind(message, labelled(), false); text != "" {
		return text
	}
	return behind(message, weaklyLabelled(), true)
}

func behind(message string, label *regexp.Regexp, alone bool) string {
	all := label.FindAllStringIndex(message, -1)
	for _, m := range slices.Backward(all) {
		rest := message[m[1]:]
		if line, _, _ := strings.Cut(rest, "\n"); alone && strings.TrimSpace(line) != "" {
			continue
		}
		if strings.TrimSpace(message[:m[0]]) == "" && alone {
			continue // somebody may have said it
		}
		if end := headed().FindStringIndex(rest); end != nil {
			rest = rest[:end[0]]
		}
		if rest = withoutCoda(rest); rest != "" {
			return rest
		}
	}
	return ""
}

// withoutCoda takes off the last paragraphs that tell what is to be done.
func withoutCoda(s string) string {
	s = strings.TrimSpace(s)
	for {
		at := strings.LastIndex(s, "\n\n")
		if at < 0 || !isCoda().MatchString(strings.TrimSpace(s[at:])) {
			return s
		}
		s = strings.TrimSpace(s[:at])
	}
}

// behindTask returns what stands behind an instruction: after its colon, in the last paragraph, or in the lines after the first.
func behindTask(message string, told bool) string {
	message = strings.TrimSpace(message)
	if told || !isTask().MatchString(message) {
		return ""
	}
	first, rest, more := strings.Cut(message, "\n\n")
	if !announcesText(first) {
		return ""
	}
	if more {
		rest = withoutCoda(rest)
		return strings.TrimSpace(rest[strings.LastIndex(rest, "\n\n")+1:])
	}
	line, lines, _ := strings.Cut(message, "\n")
	if lines != "" && announcesText(line) {
		return lines
	}
	if m := announces().FindStringIndex(line); m != nil && m[1] < len(message) {
		return message[m[1]:]
	}
	return ""
}

var aboutText = lazy.Regexp(`(?i)\b(?:` + noun + `|` + weakNoun + `)\b`)

func announcesText(s string) bool { return aboutText().MatchString(s) }

// beside returns the message without what tags mark as something else.
func beside(message string, _ bool) string {
	var b strings.Builder
	at := 0
	for _, e := range elements(message) {
		other := lists[e.name]
		for _, end := range surroundings {
			other = other || strings.HasSuffix(e.name, end)
		}
		if other && e.from >= at {
			b.WriteString(message[at:e.from])
			at = e.to
		}
	}
	if at == 0 {
		return ""
	}
	b.WriteString(message[at:])
	return b.String()
}

// unquoted takes off quotes that stand around all of a text, and in it nowhere.
func unquoted(text string) string {
	for _, q := range []string{`"""`, "'''", "```", `"`, "“”"} {
		open, closing := q, q
		if q == "“”" {
			open, closing = "“", "”"
		}
		if inner, ok := strings.CutPrefix(text, open); ok {
			if inner, ok = strings.CutSuffix(inner, closing); ok && strings.TrimSpace(inner) != "" && !strings.Contains(inner, open) && !strings.Contains(inner, closing) {
				return strings.TrimSpace(inner)
			}
		}
	}
	return text
}
