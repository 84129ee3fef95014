package formats

import "strings"

// The formats. What they are is declared in the table.
const (
	Text         Format = "text"
	SRT          Format = "srt"
	VTT          Format = "vtt"
	Deepgram     Format = "deepgram"
	AWS          Format = "aws"
	AWSCalls     Format = "aws-calls"
	WhisperCPP   Format = "whisper.cpp"
	Google       Format = "google"
	Whisper      Format = "whisper"
	AssemblyAI   Format = "assemblyai"
	Azure        Format = "azure"
	ElevenLabs   Format = "elevenlabs"
	Otter        Format = "otter"
	RevAI        Format = "rev.ai"
	Speechmatics Format = "speechmatics"
	Watson       Format = "watson"
	Vosk         Format = "vosk"
	List         Format = "list"
	CTM          Format = "ctm"
	STM          Format = "stm"
	TextGrid     Format = "textgrid"
	EAF          Format = "eaf"
	EXB          Format = "exb"
	Folker       Format = "folker"
	TRS          Format = "trs"
	CHAT         Format = "chat"
	JSONL        Format = "jsonl"
	Headed       Format = "headed"
	SBV          Format = "sbv"
	TTML         Format = "ttml"
	SAMI         Format = "sami"
	ASS          Format = "ass"
	LRC          Format = "lrc"
	DOCX         Format = "docx"
	ODT          Format = "odt"
	XLSX         Format = "xlsx"
	ODS          Format = "ods"
	Soniox       Format = "soniox"
	OpenAIEvents Format = "openai-events"
	Kaldi        Format = "kaldi"
	NeMo         Format = "nemo"
	WhisperTSV   Format = "whisper-tsv"
	MicroDVD     Format = "microdvd"
	MPL2         Format = "mpl2"
	SubViewer    Format = "subviewer"
	Spruce       Format = "spruce"
	SCC          Format = "scc"
	EBUSTL       Format = "ebu-stl"
	JSON3        Format = "json3"
	SRV          Format = "srv"
	OTR          Format = "otr"
	Premiere     Format = "premiere"
	CSV          Format = "csv"
	Page         Format = "page"
	TEI          Format = "tei"
	FunASR       Format = "funasr"
	MFA          Format = "mfa"
	RTF          Format = "rtf"
	Avid         Format = "avid"
)

// declaration is all that the package knows of a format beside its reader and its writer.
type declaration struct {
	format     Format
	title      string   // for people
	extensions []string // as Format.Extensions returns them
	media      string   // as Format.Media returns it

	cues      bool  // as in Format.HasCues
	bareWords bool  // as in Format.BareWords
	spelled   bool  // numbers are words, by the rules of the format
	needs     times // without which it cannot be written

	// The tests that all formats go through take these at their word.
	holds     holding
	lines     bool // its parts are lines: what is left of a file that is cut off may be one
	timeLines bool // a line that looks like a time says when what is below it was said
	values    bool // its files may be several values of JSON, one after another

	// rare says that most files of the extensions are no transcripts: only sniff tells.
	rare bool
	// sheets says that the files are spreadsheets, which are read by way of a table.
	sheets bool
	// archive says that the files are zip archives, which are told by what is in them.
	archive bool

	// sniff reports whether text is of the format by its first lines; nil: only the
	// extension says it, or members do.
	sniff func(text string) bool
	// members reports whether the root of a JSON value has the members of the format; nil:
	// files are not one JSON value.
	members func(root *node) bool

	read  func(f *File) error
	write func(b *strings.Builder, s *Transcript) error // nil: its files are read and cleaned, and not made of others
}

// times says what has to have times.
type times uint8

const (
	noTimes times = iota
	utteranceTimes
	wordTimes
)

// holding is what a format holds of what is said, besides the words, when it is written.
type holding uint8

const (
	utteranceTimed holding = 1 << iota // when an utterance starts and ends, to the millisecond
	wordTimed                          // the same of words
	named                              // the names of speakers as they are; else they are numbers or codes
	labelled                           // in front of what they say: those that look like names
)

// table declares the formats. Of JSON, the first whose members are there is taken: those
// with names of their own come before those with names that others have as well.
//
// Another format is a name among the constants, a line here, a file with its reader and
// writer, and a fixture in testdata: docs/extending.md tells how. Nothing changes the table.
// Readers and writers must not look into it, or it would depend on itself: a File holds the
// declaration of its format.
var table = [...]declaration{
	{format: Text, title: "plain text, with or without speakers", extensions: []string{".txt", ".text"}, holds: labelled, lines: true,
		read: readText, write: writeText},
	{format: SRT, title: "SubRip subtitles", extensions: []string{".srt"}, cues: true, needs: utteranceTimes, holds: utteranceTimed | labelled, lines: true,
		sniff: sniffSRT, read: readSRT, write: writeSRT},
	{format: VTT, title: "WebVTT subtitles", extensions: []string{".vtt"}, cues: true, needs: utteranceTimes, holds: utteranceTimed | named, lines: true,
		sniff: sniffVTT, read: readVTT, write: writeVTT},
	{format: JSON3, title: "YouTube captions (json3)", extensions: []string{".json3", ".json"},
		members: json3Members, read: readJSON3},
	{format: OTR, title: "oTranscribe transcripts", extensions: []string{".otr", ".json"},
		members: otrMembers, read: readOTR},
	{format: Premiere, title: "Premiere Pro transcripts", extensions: []string{".json"}, needs: wordTimes, holds: utteranceTimed | wordTimed | named,
		members: premiereMembers, read: readPremiere, write: writePremiere},
	{format: Deepgram, title: "Deepgram JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: deepgramMembers, read: readDeepgram, write: writeDeepgram},
	{format: AWS, title: "AWS Transcribe JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: awsMembers, read: readAWS, write: writeAWS},
	{format: AWSCalls, title: "AWS Call Analytics and Contact Lens JSON", extensions: []string{".json"},
		members: awsCallsMembers, read: readAWSCalls},
	{format: WhisperCPP, title: "whisper.cpp JSON", extensions: []string{".json"}, needs: utteranceTimes, holds: utteranceTimed | named,
		members: whisperCPPMembers, read: readWhisperCPP, write: writeWhisperCPP},
	{format: Azure, title: "Azure Speech JSON", extensions: []string{".json"}, needs: utteranceTimes, holds: utteranceTimed | wordTimed,
		members: azureMembers, read: readAzure, write: writeAzure},
	{format: RevAI, title: "Rev.ai JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed | named,
		members: revAIMembers, read: readRevAI, write: writeRevAI},
	{format: Speechmatics, title: "Speechmatics JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: speechmaticsMembers, read: readSpeechmatics, write: writeSpeechmatics},
	{format: Watson, title: "IBM Watson Speech to Text JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: watsonMembers, read: readWatson, write: writeWatson},
	{format: Google, title: "Google Speech-to-Text JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: googleMembers, read: readGoogle, write: writeGoogle},
	{format: ElevenLabs, title: "ElevenLabs JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed | named,
		members: elevenLabsMembers, read: readElevenLabs, write: writeElevenLabs},
	{format: Soniox, title: "Soniox JSON", extensions: []string{".json"}, values: true,
		sniff: sniffSoniox, members: sonioxMembers, read: readSoniox},
	{format: OpenAIEvents, title: "OpenAI transcription events", extensions: []string{".json", ".sse"}, lines: true, values: true,
		sniff: sniffOpenAI, members: openAIMembers, read: readOpenAI},
	{format: Kaldi, title: "JSON of servers of Kaldi", extensions: []string{".json"}, values: true,
		sniff: sniffKaldi, members: kaldiMembers, read: readKaldi},
	{format: Whisper, title: "Whisper and WhisperX JSON", extensions: []string{".json"}, needs: utteranceTimes, holds: utteranceTimed | wordTimed | named,
		members: whisperMembers, read: readWhisper, write: writeWhisper},
	{format: AssemblyAI, title: "AssemblyAI JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed,
		members: assemblyAIMembers, read: readAssemblyAI, write: writeAssemblyAI},
	{format: Vosk, title: "Vosk JSON", extensions: []string{".json"}, needs: wordTimes, holds: wordTimed, values: true,
		sniff: sniffVosk, read: readVosk, write: writeVosk},
	{format: Otter, title: "Otter.ai JSON", extensions: []string{".json"},
		members: otterMembers, read: readOtter},
	{format: FunASR, title: "FunASR JSON", extensions: []string{".json"},
		members: funasrMembers, read: readFunASR},
	{format: MFA, title: "tiers of the Montreal Forced Aligner (JSON)", extensions: []string{".json"}, bareWords: true,
		members: mfaMembers, read: readMFA},
	{format: List, title: "JSON lists of words or segments", extensions: []string{".json"}, needs: utteranceTimes, holds: utteranceTimed | wordTimed | named,
		members: listMembers, read: readList, write: writeList},
	{format: CTM, title: "NIST CTM", extensions: []string{".ctm"}, bareWords: true, needs: wordTimes, holds: wordTimed, lines: true,
		sniff: sniffCTM, read: readCTM, write: writeCTM},
	{format: STM, title: "NIST STM", extensions: []string{".stm"}, bareWords: true, needs: utteranceTimes, holds: utteranceTimed, lines: true,
		sniff: sniffSTM, read: readSTM, write: writeSTM},
	{format: TextGrid, title: "Praat TextGrid", extensions: []string{".textgrid"}, bareWords: true, needs: utteranceTimes, holds: utteranceTimed | named,
		sniff: sniffTextGrid, read: readTextGrid, write: writeTextGrid},
	{format: EAF, title: "ELAN annotations", extensions: []string{".eaf"}, needs: utteranceTimes, holds: utteranceTimed | named,
		sniff: sniffEAF, read: readEAF, write: writeEAF},
	{format: EXB, title: "EXMARaLDA basic transcriptions", extensions: []string{".exb"}, needs: utteranceTimes, holds: utteranceTimed | named,
		sniff: sniffEXB, read: readEXB, write: writeEXB},
	{format: Folker, title: "FOLKER transcripts", extensions: []string{".flk", ".fln"}, needs: utteranceTimes, holds: utteranceTimed | named,
		sniff: sniffFolker, read: readFolker, write: writeFolker},
	{format: TRS, title: "Transcriber transcripts", extensions: []string{".trs"}, needs: utteranceTimes, holds: named,
		sniff: sniffTRS, read: readTRS, write: writeTRS},
	{format: CHAT, title: "CHAT transcripts", extensions: []string{".cha"}, bareWords: true, spelled: true, lines: true,
		sniff: sniffCHAT, read: readCHAT, write: writeCHAT},
	{format: NeMo, title: "manifests of NeMo", extensions: []string{".json"}, bareWords: true, lines: true, values: true,
		sniff: sniffNeMo, read: readNeMo},
	{format: JSONL, title: "JSON lines of tidytalk", extensions: []string{".jsonl", ".ndjson"}, holds: utteranceTimed | wordTimed | named,
		sniff: sniffJSONL, read: readJSONL, write: writeJSONL},
	{format: WhisperTSV, title: "Whisper TSV", extensions: []string{".tsv"}, needs: utteranceTimes, holds: utteranceTimed | labelled, lines: true,
		sniff: sniffWhisperTSV, read: readWhisperTSV, write: writeWhisperTSV},
	{format: MicroDVD, title: "MicroDVD subtitles", extensions: []string{".sub"}, cues: true, needs: utteranceTimes, holds: labelled, lines: true,
		sniff: sniffMicroDVD, read: readMicroDVD, write: writeMicroDVD},
	{format: MPL2, title: "MPL2 subtitles", extensions: []string{".mpl"}, cues: true, needs: utteranceTimes, holds: labelled, lines: true,
		sniff: sniffMPL2, read: readMPL2, write: writeMPL2},
	{format: SubViewer, title: "SubViewer subtitles", extensions: []string{".sub"}, cues: true, needs: utteranceTimes, holds: labelled, lines: true, timeLines: true,
		sniff: sniffSubViewer, read: readSubViewer, write: writeSubViewer},
	{format: SCC, title: "Scenarist closed captions (SCC)", extensions: []string{".scc"}, cues: true, lines: true,
		sniff: sniffSCC, read: readSCC},
	{format: EBUSTL, title: "EBU STL subtitles", extensions: []string{".stl"}, cues: true,
		sniff: func(string) bool { return false }, read: readSTL}, // it is recognised before
	{format: Spruce, title: "Spruce STL subtitles", extensions: []string{".stl"}, cues: true, lines: true,
		sniff: sniffSpruce, read: readSpruce},
	{format: Avid, title: "Avid subtitles (SubCap)", extensions: []string{".txt"}, cues: true, lines: true,
		sniff: sniffAvid, read: readAvid},
	{format: SBV, title: "YouTube subtitles (SBV)", extensions: []string{".sbv"}, cues: true, needs: utteranceTimes, holds: utteranceTimed | labelled, lines: true, timeLines: true,
		sniff: sniffSBV, read: readSBV, write: writeSBV},
	{format: TTML, title: "Timed Text Markup (TTML, DFXP, IMSC)", extensions: []string{".ttml", ".dfxp", ".itt"}, cues: true, needs: utteranceTimes, holds: utteranceTimed | named,
		sniff: sniffTTML, read: readTTML, write: writeTTML},
	{format: SRV, title: "YouTube captions (srv1, srv2, srv3)", extensions: []string{".srv1", ".srv2", ".srv3", ".ytt"},
		sniff: sniffSRV, read: readSRV},
	{format: SAMI, title: "SAMI captions", extensions: []string{".smi", ".sami"}, cues: true, needs: utteranceTimes, holds: labelled, lines: true,
		sniff: sniffSAMI, read: readSAMI, write: writeSAMI},
	{format: ASS, title: "SubStation Alpha subtitles", extensions: []string{".ass", ".ssa"}, cues: true, needs: utteranceTimes, holds: named, lines: true,
		sniff: sniffASS, read: readASS, write: writeASS},
	{format: LRC, title: "LRC lyrics", extensions: []string{".lrc"}, cues: true, needs: utteranceTimes, holds: labelled, lines: true,
		sniff: sniffLRC, read: readLRC, write: writeLRC},
	{format: DOCX, title: "Word documents", extensions: []string{".docx"}, holds: labelled, archive: true,
		media: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		sniff: func(string) bool { return false }, read: readDOCX, write: writeDOCX}, // an archive is recognised before
	{format: ODT, title: "OpenDocument texts (LibreOffice, Google Docs)", extensions: []string{".odt", ".fodt"}, archive: true,
		media: odtType,
		sniff: sniffODT, read: readODT},
	{format: CSV, title: "tables (CSV) with a row for each utterance or word", extensions: []string{".csv"}, holds: utteranceTimed | named, lines: true,
		sniff: sniffCSV, read: readCSV, write: writeCSV},
	{format: XLSX, title: "spreadsheets (XLSX) with a row for each utterance or word", extensions: []string{".xlsx", ".xlsm"}, archive: true, sheets: true,
		media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		sniff: func(string) bool { return false }, read: readSheets}, // as DOCX
	{format: ODS, title: "OpenDocument spreadsheets with a row for each utterance or word", extensions: []string{".ods", ".fods"}, archive: true, sheets: true,
		media: odsType,
		sniff: sniffODS, read: readSheets},
	{format: TEI, title: "TEI transcripts of speech", extensions: []string{".tei", ".xml"}, rare: true,
		sniff: sniffTEI, read: readTEI},
	{format: Page, title: "web pages with a transcript", extensions: []string{".html", ".htm", ".xhtml"}, rare: true, lines: true,
		sniff: sniffPage, read: readPage},
	{format: RTF, title: "RTF documents", extensions: []string{".rtf"},
		sniff: sniffRTF, read: readRTF},
	{format: Headed, title: "text with headers (Otter, Rev, Zoom)", extensions: []string{".txt", ".text"}, needs: utteranceTimes, holds: labelled, lines: true, timeLines: true,
		sniff: sniffHeaded, read: readHeaded, write: writeHeaded},
}

// declared returns the declaration of the format, nil for one that is unknown.
func (f Format) declared() *declaration {
	for i := range table {
		if table[i].format == f {
			return &table[i]
		}
	}
	return nil
}
