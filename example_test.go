package tidytalk_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func Example() {
	cleaner, err := tidytalk.Load(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	text, err := cleaner.Text(context.Background(), "I want a flight to Boston, uh, I mean to Denver.")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
	// Output: I want a flight to Denver.
}

// Sentences that are tokenised already need no text around them.
func ExampleCleaner_Tokens() {
	cleaner, err := tidytalk.Load(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	var words []tidytalk.Word
	for _, text := range strings.Fields("you know we we went there") {
		words = append(words, tidytalk.Word{Text: text})
	}
	sentences, err := cleaner.Tokens(context.Background(), [][]tidytalk.Word{words})
	if err != nil {
		log.Fatal(err)
	}
	for i, d := range sentences[0].Decisions {
		fmt.Printf("%s/%s ", words[i].Text, d.Label)
	}
	// Output: you/F know/F we/E we/O went/O there/O
}

// A list of fillers of one's own adds words that are removed, and cuts words that never are.
func ExampleOptions_fillers() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	list, err := fillers.Parse("+ ehem\n+ as it were D\n- you know # she means it\n", "mine.txt")
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{Fillers: list})
	if err != nil {
		log.Fatal(err)
	}
	text, err := cleaner.Text(context.Background(), "It was, ehem, a, um, success, as it were, you know.")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
	// Output: It was a success, you know.
}

// A style of one's own says what goes, and which words are spelled out: here no word goes.
func ExampleOptions_style() {
	own, err := style.Parse("remove none\nspell gonna = going to\nspell 'cause = because", "own")
	if err != nil {
		log.Fatal(err)
	}
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{Style: own})
	if err != nil {
		log.Fatal(err)
	}
	text, err := cleaner.Text(context.Background(), "I'm, um, gonna go, 'cause I said so.")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
	// Output: I'm, um, going to go, because I said so.
}

// Clean keeps everything apart: words with their places in the source, and the
// decisions about them. What is removed is said when the text is written.
func ExampleCleaner_Clean() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{Segment: transcript.SegmentLine})
	if err != nil {
		log.Fatal(err)
	}
	d, err := transcript.ParseText("Ann: Well, I, uh, I like it.\n", "example")
	if err != nil {
		log.Fatal(err)
	}
	cleaned, err := cleaner.Clean(context.Background(), d)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(cleaned.Edit(transcript.Rewriting{}).Diff(false))
	fmt.Print(cleaned.Edit(transcript.Rewriting{Remove: data.FilledPauses}).Text())
	// Output:
	// Ann: [-Well, I, uh,-] I like it.
	// Ann: Well, I, I like it.
}

// A live stream is cleaned as it comes.
func ExampleCleaner_NewStream() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{LookAhead: 10})
	if err != nil {
		log.Fatal(err)
	}
	var out strings.Builder
	stream, err := cleaner.NewStream(context.Background(), &out, tidytalk.StreamOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, part := range []string{"it is la", "te i am not go", "ing", " with you\n"} {
		if _, err := io.WriteString(stream, part); err != nil {
			log.Fatal(err)
		}
	}
	if err := stream.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Print(out.String())
	// Output: It is late. I am not going with you.
}

// A subtitle file keeps all that is no speech.
func ExampleCleaner_Clean_subtitles() {
	cleaner, err := tidytalk.Load(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	const src = "1\n00:00:01,000 --> 00:00:03,000\nI want a flight\nto <i>Boston</i>, uh,\n\n2\n00:00:03,000 --> 00:00:05,000\nI mean to <i>Denver</i>.\n"
	file, err := formats.Read(src, "example.srt", "")
	if err != nil {
		log.Fatal(err)
	}
	cleaned, err := cleaner.Clean(context.Background(), file.Document)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(file.Rewrite(cleaned.Plan(transcript.Rewriting{})))
	// Output:
	// 1
	// 00:00:01,000 --> 00:00:03,000
	// I want a flight
	//
	// 2
	// 00:00:03,000 --> 00:00:05,000
	// to <i>Denver</i>.
}

// Words of a recogniser are cleaned as they come.
func ExampleCleaner_Words() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models, tidytalk.Options{LookAhead: 10})
	if err != nil {
		log.Fatal(err)
	}
	recogniser := func(yield func(tidytalk.Word, error) bool) {
		for i, text := range strings.Fields("i am not uh i am not going with you") {
			if !yield(tidytalk.Word{Text: text, Start: float64(i) / 4, End: float64(i+1) / 4, Timed: true}, nil) {
				return
			}
		}
	}
	for word, err := range cleaner.Words(context.Background(), recogniser) {
		if err != nil {
			log.Fatal(err)
		}
		if word.Why&data.DefaultRemoved == 0 {
			fmt.Printf("%s (%.2f) ", word.Text, word.Start)
		}
	}
	// Output: i (1.00) am (1.25) not (1.50) going (1.75) with (2.00) you (2.25)
}
