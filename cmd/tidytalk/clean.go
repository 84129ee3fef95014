package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/finished"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/recognisers"
	"github.com/tidytalk/tidytalk/text/formats"
)

// editorialKinds lists the kinds of data.Editorial, a line each.
func editorialKinds() string {
	var b strings.Builder
	about := data.DisfluencyAbout()
	for k, name := range data.DisfluencyNames() {
		if data.Editorial&(1<<k) != 0 {
			fmt.Fprintf(&b, "  %-13s %s\n", name, strings.NewReplacer("“", `"`, "”", `"`).Replace(about[k]))
		}
	}
	return b.String()
}

func cleanCommand() *cli.Command {
	return &cli.Command{
		Name:      "clean",
		Usage:     "remove fillers and speech repairs from transcripts, and restore punctuation and case",
		ArgsUsage: "[FILE | FOLDER]...",
		Description: `Reads transcripts, with or without punctuation and case, from files or from
standard input, and writes them without fillers and repairs. Punctuation is restored in
text that has none, and case in text without capitals. Times, speakers and all that is
no speech are kept as they are.

Formats, found by name and content, or named with --from:
` + formatList() + `
What is written is of the same format, or of that of --to, if it can hold what is
there; see docs/formats.md. Beside these, --from tokens reads one tokenised sentence
a line, tokens separated by single spaces, and --to writes: labels, a line per
sentence of token/DF/PU, where DF is E (edit word), F (filler word, its kind after a
colon: F filled pause, D discourse marker, E editing term, C conjunction) or O, and
PU is the punctuation mark after the token: COMMA, PERIOD, QMARK or NONE (always NONE with
--punct keep, which takes half the time); jsonl, an object per sentence with every
operation and its place in the source, words, labels and their posteriors; html, a
page that shows what was removed; review, a page with what was said and what is left of it
beside each other, and every change with its rule. Labels do not depend on --remove.

Subtitles all of whose words are removed are dropped, and the rest counted on, unless
--keep-empty is given. --reflow sets the words in subtitles anew. --revisions shows what
changes in a Word document as revisions, which an editor takes or leaves one by one: in
one that came in, with all else as it was, or, with --to docx, in one made of any form.

A folder stands for the files in it, and in the folders below, whose names end as
those of a known format do; hidden ones are left out, and so are tables, spreadsheets and
JSON in which nothing looks like a transcript, which is said. A file that is named twice is
cleaned once. Results go to standard output or --output, in the order of the inputs, to
files in --out-dir, or, with --in-place, into the files themselves. A file is written whole
or not at all.

--in-place replaces a file only while it is what was read. One that another program
writes to meanwhile is left as it is, and said; the others are cleaned, and the exit code
is 3. Links in a folder that lead out of it are left alone. What is clean is remembered by
content, settings and models, and is not cleaned again, whatever it is called and wherever
it lies: a run that was stopped can be started again. That is kept in the folder tidytalk
of $XDG_STATE_HOME, by default ~/.local/state, a file for each choice of settings; of more
than ` + strconv.Itoa(finished.MaxResults) + ` results the newer half is kept, and files not used for a year are deleted. --manifest
names another file, --again cleans what is clean, too.

--out-dir takes down what became of each file in ` + manifestFile + ` there, or
where --manifest says: a line of JSON with the input and its SHA-256, the result, words in and
out, words removed by kind, seconds, or the error. --resume skips what is done: the
same input, with the same settings and models, whose result is there. So a run that was
stopped can be continued, and of a folder only what is new or has changed is cleaned.

Plain text may have up to ` + bounded.Size(formats.MaxTextSize) + `, other formats ` + bounded.Size(formats.MaxSize) + `, and what comes from standard
input or a pipe ` + bounded.Size(maxPiped) + `; --stream has no bound.

--report writes what became of each file: its status (cleaned, unchanged, already clean,
changed meanwhile, no transcript, failed, not reached), words in and out, words removed by
kind with examples and their lines, places where punctuation and case changed, warnings, and
seconds. It is written whole at the end, also if files fail.

--punct restore keeps the punctuation of text that has some, mended next to what is
removed, and predicts it in text that has none; keep, or none, predicts none; strip
removes it all. --case restore writes names and what opens a sentence with capitals in
text without case; keep, or none, leaves words as they are; lower writes all in lower
case. --apostrophes restore, the default along with --punct restore, puts back those that
are missing in text without punctuation and case: "dont" and "oclock" always, "its", "were",
"ill", "id" and others where the words around are sure, and the text has no apostrophes in
other contractions; possessives never. In ` + prose.And(cleaning.FormatsWith(formats.Format.BareWords)) + `, which hold words alone, nothing is restored.

--paragraphs breaks long turns into paragraphs of about --paragraph-words words, with blank
lines between, in plain text and html: at sentence boundaries, by topics, pauses, and words
such as "so" and "now". Text that has paragraphs of its own keeps these. Other formats have
none: they are refused.

--numbers digits writes numbers, times, dates and money as readers expect them (inverse text
normalisation): "$25", "9:30 a.m.", "May 3, 2005", "5.2 million", "ann@example.com". Counts up to nine are
kept as words unless they have a unit, and so is what can be read in two ways ("two three
years"). --number-style, which stands for digits as well, changes that: all (those, too), plain (no commas between thousands), short
(18 kg, 25 July 2012, 3:00), american (July 25, 2012), iso (2012-07-25). Then what is written is no longer made of the words of the input alone; --diff,
--to html and jsonl show what stands for what. In CHAT numbers are kept as words. With
--stream a number waits for what may belong to it.

Names. --vocabulary FILE has names, products and acronyms as they are spelled, one a line: text
without case is written so, their words are not taken for fillers, no mark is put into
them, and a repair takes a name whole or not at all. What may be another word ("IT", "Will") is
the name unless the models are sure that it is the other. Text that has case keeps it, but with
--respell. The names of speakers are known from their labels.

Dictation. --dictation does what the speaker commands: comma, period, full stop, question
mark, exclamation mark, colon, semicolon, dash, ellipsis, open and close quote, open and close
parenthesis, new line, new paragraph; cap, all caps, spell; scratch that takes back what was said since the last end
of a sentence, or the sentence that has just ended, delete last word a word; change monday to tuesday changes what was
said; undo that takes back the last command. docs/dictation.md lists all. Such words stay where they are meant ("the
comma is missing", "a period of time"): the language model weighs both. Marks that are not said are
restored as always; with --punct keep those that are said stand alone. Lines and paragraphs
begin in plain text. With --stream, what is written is not taken back. --dictation-log writes what was commanded in a
text, and what that changed; --dictation-replay does it again, or all of it but what --dictation-undo names.

Styles. --style says how text is delivered: what goes, and how the rest is written. What other
options say counts before it. verbatim takes no word out; clean is what is done without the option;
clean-verbatim takes out what editors do, and notes of sounds, and spells out "gonna", "'cause"
and the like: the only words that change at all, each marked with its rule in --to jsonl and
review, and with what was said in --diff. 'tidytalk style show' writes one, to change it.

Kinds for --remove and --keep: ` + strings.ReplaceAll(data.AllDisfluencies.String(), ",", ", ") + `,
all; and none for --remove. By default all but conjunctions ("and" that opens a
sentence) and loops are removed. --remove replaces that list, --keep takes kinds off it. What
editors take out besides is in none of these, nor in all, and is only removed if it is named, or editorial, which
stands for all of it:

` + editorialKinds() + `
Which words are filled pauses, and in which spellings, 'tidytalk fillers' lists; --fillers
adds words and phrases to remove, and takes off such as are always kept.

Levels. --level standard, the default, removes what is surely disfluent in this kind
of text: what a text has of filled pauses and stutters tells whether people talk in it,
or somebody has edited or written it. Nothing of a number is removed unless one hears that it
was repaired. light removes filled pauses, partial words, and the exact stutters of
these; full all that the models take for disfluent, as the papers count it: it is the
default of --to labels, and with --confidence.

Loops are what a recogniser writes over and over in silence or noise: a line of a
speaker four times or more, ten words in all (sixteen where others speak between), or
a stretch of up to 24 words inside a turn four times or more, sixteen words in all.
People hardly speak so. They are reported on standard error, and kept whole; --loops drop
leaves the first copy, with its times.

The voice. --audio RECORDING lets the models hear pitch, loudness, durations and pauses, where
the transcript has times of words. With a folder, each transcript has the recording of its
name in it. Of a recording with a channel for each speaker, it is found out which is whose;
--channel Ann=2 says it. Where words have no times, or the recording is silent, damaged, or too
short, that is said, and the rest is cleaned without the voice. 'tidytalk prosody' shows what is
heard.

Languages. The models know English, and Chinese if there are models for it: installed as
tidytalk-zh.tt beside the program or in the folder tidytalk of the user's data, or named
by --bundle. What a file says its language is comes first; else its words and characters
tell it, turn by turn, where there are ten words or more; in doubt, it is that of what the
speaker says besides, or English. What is in another language is kept as it is, to the byte,
and is reported on standard error. --language en, or zh (--lang zh), takes all for that
language. With --from tokens nobody looks. Of Chinese, filled pauses and repetitions are
removed, and punctuation, as wide as its characters, is restored in text that has none; what
is there is kept. With tidytalk-languages.tt in the same places, text without punctuation in one
of its languages gets marks and case, and repairs are removed; 'tidytalk train language' makes
such a file, tidytalk-CODE.tt, for a language of your own.

Sentences. --segment auto: text is cut at its final punctuation; a line of unpunctuated
text is a speaker's stream of words, however long, and is cut at predicted sentence
boundaries. With --from tokens, each line is such a stream, and --to labels writes a line
for it. --segment line: a line is a sentence, the default for tokens.

--stream reads standard input as it comes, in whatever pieces, and writes what is
committed: words wait for at most --look-ahead words after them, and twice as many
that come together, or for the end of their sentence. --latency says how long, instead, and lets each word settle by itself.
--provisional tells of words at once, before they are settled. --from live:NAME reads what a recogniser sends
while somebody speaks, hypotheses that change: ` + strings.Join(recognisers.Names(), ", ") + `. docs/live.md has more.
Without these, the output is that of the
same command without --stream and with the same --look-ahead, but that nobody goes on
over the line of another speaker, that what a speaker says in other lines tells nothing,
that lines too short to tell their language have
that of those before, that nobody looks for loops or ahead for apostrophes,
nor knows how people talk in what is to come, and that words wait for no more than
16 KiB in which there are too few others (or one sentence), nor for something of 4 KiB
without a blank: what is there is then taken as if the line ended. Unpunctuated Chinese waits
for the end of its line, or for 2,000 characters.

--without leaves out components of the decoder, to see what they are for:
` + componentList() + `
Failures. The first file that fails ends it, with exit code 1; what is finished
is kept. With --keep-going the others are cleaned, and the exit code is 3, or 1 if
all fail; files that changed while they were cleaned end nothing.

Examples:
  tidytalk clean interview.txt
  tidytalk clean talk.srt -o clean.srt
  tidytalk clean --diff interview.txt
  tidytalk clean --to html deepgram.json -o talk.html
  tidytalk clean --out-dir cleaned --keep-going talks/
  tidytalk clean --out-dir cleaned --resume talks/
  tidytalk clean --out-dir cleaned --shard 2/5 talks/
  tidytalk clean --in-place --backup .bak notes.txt
  tidytalk clean --in-place --keep-going --report report.md talks/
  tidytalk clean --keep discourse-markers -o clean.txt interview.txt
  tidytalk clean --style clean-verbatim interview.txt
  tidytalk clean --fillers mine.txt interview.txt
  tidytalk clean --audio talk.wav whisper.json -o clean.json
  asr | tidytalk clean --stream --look-ahead 20
  whisper-stream -m ggml-base.en.bin | tidytalk clean --stream --from live:whisper.cpp --latency 1s --provisional
  tidytalk clean --from tokens --to labels < sentences.txt`,
		Flags:  cleanFlags(),
		Action: clean,
	}
}

func clean(c *cli.Context) error {
	f, err := parseCleaning(c)
	if err != nil {
		return err
	}
	flags, err := parseBatchFlags(c, f)
	if err != nil {
		return err
	}
	sound, err := parseRecordings(c, f, flags)
	if err != nil {
		return err
	}
	ticks := terminal.NewProgress(c.App.ErrWriter)
	say, err := newMessages(c, ticks)
	if err != nil {
		return err
	}
	report, err := newReport(c.String("report"))
	if err != nil {
		return err
	}
	inputs, err := cleanInputs(c, flags, say)
	if err != nil {
		return err
	}
	if err := sound.check(inputs); err != nil {
		return err
	}
	if err := report.check(inputs, flags.output); err != nil {
		return err
	}
	if inputs = flags.part.take(inputs); len(inputs) == 0 {
		say.log.Info("nothing to do: the shard is empty", "shard", c.String("shard"))
		return nil
	}
	log, err := logDictation(c, f, inputs)
	if err != nil {
		return err
	}
	b, err := bundles.LoadFor(c, f.Options.Language)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, f.CleanerOptions())
	if err != nil {
		return err
	}
	if c.NArg() == 0 && terminal.Is(c.App.Reader) {
		say.warn("reading %s; end with Ctrl-D", fileio.Stdin)
	}
	if c.Bool("stream") {
		return cleanStream(c, f, flags.output, cleaner, say)
	}
	batch := &batch{
		cleaner: cleaner, f: f, flags: flags, inputs: inputs, jobs: cmp.Or(c.Int("jobs"), runtime.GOMAXPROCS(0)),
		stdin: c.App.Reader, say: say, ticks: ticks, report: report, sound: sound,
	}
	if flags.inPlace {
		if batch.done, err = openFinished(c, f, b, inputs, say); err != nil {
			return err
		}
	}
	if flags.outDir != "" {
		if batch.manifest, err = openOutDirManifest(c, f, b, inputs); err != nil {
			return err
		}
	}
	if watched(c, flags) && len(inputs) > 1 {
		ticks.Begin(len(inputs))
	}
	if watched(c, flags) && len(inputs) == 1 && sound != nil {
		sound.tell = watchSound(c, ticks)
	}
	err = log.after(c, cleanBatch(c, batch))
	var files *filesFailed
	for _, failed := range []error{batch.done.close(), batch.manifest.close(), report.write(inputs)} {
		switch {
		case failed == nil:
		case err == nil:
			err = failed
		default:
			say.fail(failed) // what went wrong first counts
		}
	}
	if errors.As(err, &files) {
		say.warn("%v", files)
	}
	return err
}

// cleanInputs returns the inputs that the arguments name, once it is sure that their
// outputs go together.
func cleanInputs(c *cli.Context, flags *batchFlags, say *messages) ([]input, error) {
	args := c.Args().Slice()
	if len(args) == 0 {
		args = []string{"-"}
	}
	inputs, outside, err := findInputs(args, flags.outDir, flags.to, flags.inPlace)
	for _, link := range outside {
		say.warn("%s leads out of its folder: left as it is; name it to clean what it leads to", link)
	}
	if err != nil || flags.inPlace {
		return inputs, err
	}
	var shared *existing
	if flags.outDir == "" {
		shared = sharedOutput(flags.output, c.App.Writer)
	}
	return inputs, checkOutputs(inputs, shared)
}

// cleanBatch runs a batch, and writes the output that its inputs share, if they do.
func cleanBatch(c *cli.Context, b *batch) error {
	if b.flags.inPlace || b.flags.outDir != "" {
		return b.run(c.Context, nil)
	}
	var partly *filesFailed
	output := fileio.Write
	if b.f.Show != nil {
		output = fileio.WriteShown
	}
	err := output(c, b.flags.output, func(w io.Writer) error {
		err := b.run(c.Context, w)
		if errors.As(err, &partly) && partly.Code() == program.Partial {
			return nil // what went well is written
		}
		return err
	})
	if err == nil && partly != nil {
		return partly
	}
	return err
}

// watched reports whether somebody watches standard error, and does not get the
// results there, too.
func watched(c *cli.Context, flags *batchFlags) bool {
	results := flags.output == "" && flags.outDir == "" && !flags.inPlace && terminal.Is(c.App.Writer)
	return terminal.Is(c.App.ErrWriter) && !results && !c.Bool("quiet") && !c.Bool("verbose")
}

// formatList lists the formats, a line each.
func formatList() string {
	var b strings.Builder
	for _, f := range formats.All() {
		only := ""
		if !f.IsWritten() {
			only = ", not for --to"
		}
		fmt.Fprintf(&b, "  %-14s%s (%s)%s\n", f, f.Title(), strings.Join(f.Extensions(), ", "), only)
	}
	return b.String()
}
