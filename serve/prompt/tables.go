package prompt

// What tools put around the text. Names of tags and members are compared without case, blanks, hyphens and underscores.
var (
	// tags stand around the text; the first of two lists counts before the other, whose names stand around examples and rules, too.
	tags = [2]map[string]bool{
		set("transcript", "transcription", "rawtranscript", "rawtranscription", "usermessage", "userinput", "userspeech", "usertext", "usertranscript",
			"dictation", "dictatedtext", "dictatedspeech", "speechtext", "spokentext", "asroutput", "asrtext", "sttoutput", "stttext", "whisperoutput"),
		set("text", "rawtext", "inputtext", "input", "speech", "message", "asr", "stt", "rawinput"),
	}
	// members are those of a JSON object that hold the text.
	members = set("transcript", "transcription", "rawtranscript", "rawtext", "usermessage", "userinput", "dictation", "text", "input")
	// lists are tags around names as they are spelled.
	lists = set("customvocabulary", "vocabulary", "dictionary", "customdictionary", "dictionarycontext", "glossary", "customwords", "hotwords", "terms", "customterms", "propernouns", "keyterms")
	// surroundings are tags around what the text is not, where nothing says what it is. The ends of their names: "currentwindowcontext".
	surroundings = []string{"context", "instructions", "rules", "examples", "example", "information", "contexts", "selectedtext", "clipboard", "window"}

	// fields are those of a JSON schema that the answer goes into, the first that there is.
	fields = []string{"transcription", "processedtranscription", "cleanedtranscription", "transcript", "cleanedtranscript", "cleanedtext", "correctedtext", "processedtext", "fixedtranscription", "result", "output", "text", "content"}
)

// Patterns, without case. Where they begin a line, signs of Markdown may stand before.
const (
	noun = `(?:transcripts?|transcriptions?|transcribed text|dictation|dictated (?:text|speech)|raw text|user (?:message|input)|spoken text|speech[- ]to[- ]text output)`
	// weak nouns tell of the text only where nothing else does.
	weakNoun = `(?:text|input|message|speech|sentences?|notes?|words?|following|content|paragraph)`
	// A label is a line, or the beginning of one: "Transcript:", "Here is the raw transcript that you need to process:".
	label     = `(?im)^[ \t#>*_-]*(?:(?:now,? |and )?(?:here is|here's|this is|below is) )?(?:(?:the|my|this|your|raw|original|following|unedited|input|voice|full|user's) )*` + noun + `(?:[ \t](?:below|follows|text|that you need to process|to (?:be )?(?:clean|cleaned|process|processed|edit|edited|fix|correct|polish|format)(?: up)?))?[ \t*_]*(?::|：)[ \t*_]*`
	weakLabel = `(?im)^[ \t#>*_-]*(?:(?:here is|here's|this is|below is) )?(?:(?:the|my|this|your|raw|original|following|input) )*` + weakNoun + `(?:[ \t](?:below|follows|to (?:be )?(?:clean|cleaned|process|processed|edit|edited|fix|correct|polish|format)(?: up)?))?[ \t*_]*(?::|：)[ \t*_]*`
	// A heading ends a section under a label: "APPLICATION CONTEXT:".
	heading = `(?m)^[ \t#*]*[A-Z][A-Z]+(?: [A-Z]+){0,4}[ \t]*:[ \t*]*$`
	// A task begins with what is to be done with a text.
	task = `(?i)^[ \t#>*_-]*(?:you are |you're |your (?:task|job|goal|role) |act as |please |clean|tidy|make |fix|correct|improve|rewrite|rephrase|reformat|format|polish|edit|punctuate|proofread|process|post-process|transform|convert|refine|enhance|translate|summari[sz]e|remove|turn |take |the following|given |i will |i'll |below is |here is )`
	// A coda is what a tool says behind the text.
	coda = `(?i)^[ \t#>*_-]*(?:(?:only |just |please )*(?:output|return|respond|reply|answer|provide|give|write)\b.*\b(?:only|just|nothing|cleaned|corrected|transcript|transcription|json|text)\b|` +
		`(?:cleaned|corrected|polished|processed|formatted|edited|improved|final)\b[^:\n]{0,40}:[ \t]*$|(?:output|result|response|assistant|answer)[ \t]*:[ \t]*$|critical\b|your response must|post-process |format the (?:transcript|text)|` +
		`(?:the )?(?:above|preceding) |do not (?:answer|respond|add|include|translate|execute)|remember[ :,]|important:|/no_?think)`
	// A list of names has such a line before it, or at its beginning.
	listLabel = `(?im)^[ \t#>*_-]*(?:(?:important|custom|user|my|the|preferred|personal|technical) )*(?:vocabulary|dictionary|glossary|hot ?words|custom words|proper nouns)\b[^:\n]{0,160}(?::|：)[ \t*_]*`
)

func set(names ...string) map[string]bool {
	s := make(map[string]bool, len(names))
	for _, n := range names {
		s[n] = true
	}
	return s
}
