package formats

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// messageServices are the shapes of messages: exports of chats, and what services for voice agents keep of a call. Not all
// members have to be in all messages. A text may be a list of strings and of objects with a text. Messages are never
// removed, as more hangs on them: what is left of one may be an empty text.
var messageServices = []service{
	// Slack, with the names of people and without: a day of a channel, and what conversations.history returns
	{has: "[].ts [].user_profile.real_name", escaped: true, maps: slackMaps("[]", "user_profile.real_name"), messages: true},
	{has: "[].ts [].type", escaped: true, maps: slackMaps("[]", "user"), messages: true},
	{has: "messages[].ts messages[].type", escaped: true, maps: slackMaps("messages[]", "user"), messages: true},
	// Telegram Desktop: a chat, and all of them
	{has: "messages[].date_unixtime", maps: telegramMaps("messages[]"), messages: true},
	{has: "messages[].date messages[].id", maps: telegramMaps("messages[]"), messages: true},
	{has: "chats.list[].messages[].id", maps: telegramMaps("chats.list[].messages[]"), messages: true},
	// DiscordChatExporter
	{has: "messages[].author.isBot", maps: `messages[]: text=content speaker=author.nickname start=timestamp`, messages: true},
	{has: "messages[].author.isBot", maps: `messages[]: text=content speaker=author.name start=timestamp`, messages: true},
	// Microsoft Graph: messages of chats and channels of Teams
	{has: "value[].createdDateTime value[].body.contentType", maps: `value[]: text=body.content speaker=from.user.displayName start=createdDateTime`, messages: true},
	// Google Chat
	{has: "messages[].creator.name", maps: `messages[]: text=text speaker=creator.name`, messages: true},
	// Messenger and Instagram
	{has: "messages[].sender_name messages[].timestamp_ms", maps: `messages[]: text=content speaker=sender_name start=timestamp_ms/1000`, messages: true},
	// Matrix (Element)
	{has: "messages[].origin_server_ts", maps: `messages[]: text=content.body speaker=sender start=origin_server_ts/1000; messages[]: text=content.formatted_body speaker=sender`, messages: true},
	// Zulip
	{has: "messages[].sender_full_name", maps: `messages[]: text=content speaker=sender_full_name start=timestamp`, messages: true},
	// Vapi: a call, what is sent at its end, and its messages alone
	{has: "messages[].secondsFromStart", maps: vapiMaps(""), messages: true},
	{has: "artifact.messages[].secondsFromStart", maps: vapiMaps("artifact."), messages: true},
	{has: "message.messages[].secondsFromStart", maps: vapiMaps("message."), messages: true},
	{has: "message.artifact.messages[].secondsFromStart", maps: vapiMaps("message.artifact."), messages: true},
	{has: "[].secondsFromStart", maps: `[]: text=message speaker=role start=secondsFromStart duration=duration/1000`, messages: true},
	// Bland
	{has: "call_id transcripts[].user", maps: `transcripts[]: text=text speaker=user start=created_at; text=concatenated_transcript`, messages: true},
	// agents of ElevenLabs
	{has: "conversation_id transcript[].role", maps: `transcript[]: text=message speaker=role start=time_in_call_secs; transcript[]: text=original_message speaker=role`, messages: true},
	// LiveKit
	{has: "items[].id items[].type", maps: `items[]: text=content speaker=role start=created_at`, messages: true},
	// contexts of models, as OpenAI has them, which Pipecat and others keep
	{has: "messages[].role", maps: `messages[]: text=content speaker=role`, messages: true},
	{has: "[].role [].content", maps: `[]: text=content speaker=role start=timestamp`, messages: true},
}

// slackMaps is the map of messages of Slack, which have their text again in blocks.
func slackMaps(list, name string) string {
	maps := list + ": text=text speaker=" + name + " start=ts"
	for _, blocks := range []string{".blocks[].elements[].elements[]", ".blocks[].elements[].elements[].elements[]"} {
		maps += "; " + list + blocks + ": word=text"
	}
	return maps + "; " + list + ".blocks[]: text=text.text"
}

// telegramMaps is the map of messages of Telegram, which have their text again as entities.
func telegramMaps(list string) string {
	return list + ": text=text speaker=from start=date; " + list + ".text_entities[]: word=text"
}

// vapiMaps is the map of a call of Vapi.
func vapiMaps(in string) string {
	outer := strings.TrimSuffix(in, "artifact.")
	maps := in + "messages[]: text=message speaker=role start=secondsFromStart duration=duration/1000"
	for _, at := range slices.Compact([]string{outer, outer + "artifact."}) {
		if at != in {
			maps += "; " + at + "messages[]: text=message speaker=role"
		}
		maps += "; " + at + "messagesOpenAIFormatted[]: text=content speaker=role; text=" + at + "transcript"
	}
	return maps
}

// ofMessages is of for messages, in which what is nowhere is left out.
func (s *knownService) ofMessages(values []*node) []mapping {
	for _, v := range values {
		if slices.ContainsFunc(s.has, func(path []mapStep) bool { return !leads(v, path, true) }) {
			return nil
		}
	}
	some := func(steps []mapStep) bool {
		return slices.ContainsFunc(values, func(v *node) bool { return leads(v, steps, false) })
	}
	var out []mapping
	for i, m := range s.maps {
		for part, source := range m.parts {
			switch {
			case source == nil || some(m.pathOf(source)):
			case i == 0 && (mapPart(part) == mapText || mapPart(part) == mapSpeaker):
				return nil
			default:
				m.parts[part] = nil
			}
		}
		if m.parts[mapStart] == nil {
			m.parts[mapEnd], m.parts[mapDuration] = nil, nil
		}
		if m.parts[mapText] != nil {
			out = append(out, m)
		}
	}
	return out
}

// notSaid are the roles of messages that are no talk: what a model is told, and what its tools answer.
var notSaid = []string{"system", "developer", "tool", "function"}

// isSaid reports whether somebody says an element, by his role.
func isSaid(m *mapping, who string) bool {
	s := m.parts[mapSpeaker]
	if s == nil || len(s.steps) == 0 || s.steps[len(s.steps)-1].name != "role" {
		return true
	}
	return !slices.ContainsFunc(notSaid, func(role string) bool { return strings.HasPrefix(strings.ToLower(who), role) })
}

// typeOfPart leads to what a part of a text is, where the parts are elements.
var typeOfPart = &mapSource{steps: []mapStep{{name: "type"}}, scale: 1, per: 1}

// message adds an element that is a message, or, where elements are parts of one, such a part. Each line is an utterance.
func (v *mapView) message(e *mapElement, text mapValue, speaker string, time transcript.Interval, part bool) {
	if !isSaid(v.m, speaker) {
		if text.node != nil {
			v.f.keeps(text.node)
		}
		return
	}
	spaced := v.words.spaced
	v.words.spaced = true // parts bring their blanks along
	defer func() { v.words.spaced = spaced }()
	if part {
		kind, _ := e.get(typeOfPart)
		v.part(e, text.node, kind.text, speaker, time)
		v.words.u.Speaker = speaker
		return
	}
	from := len(v.words.v.utterances)
	if text.kind == '[' {
		for _, x := range text.node.list() {
			s := x
			if x.kind == '{' {
				s = x.get("text")
			}
			v.part(e, s, x.str("type"), speaker, time)
		}
	} else if text.kind == '"' {
		v.part(e, text.node, "", speaker, time)
	}
	if v.words.end(speaker, time); len(v.words.v.utterances) > from {
		v.words.v.utterances[from].Break = true
	}
}

// keepAbout says that what services make of a call stays.
func (f *File) keepAbout(root *node) {
	if root == nil || root.kind != '{' {
		return
	}
	for _, name := range []string{"analysis", "call_analysis", "summary", "metadata", "name", "title"} {
		f.keeps(root.get(name))
	}
	f.keepAbout(root.get("message"))
}
