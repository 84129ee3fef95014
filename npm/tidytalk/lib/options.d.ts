// The options, as the program declares them. Made by go test ./serve/service -run TestNodeOptions -update.

export interface Options {
  /** WAY with apostrophes that are missing ("dont") in text without punctuation and case: restore, keep, or auto (restore where --punct does) */
  apostrophes?: string;
  /** keep N hypotheses after each round of the decoder */
  beam?: number;
  /** WAY with case: restore, keep (or none: nothing is done) or lower */
  case?: string;
  /** Channels of the recording (default: 2) */
  channels?: string;
  /** remove repairs and discourse markers only with a PROBABILITY of at least this of being right, such as 0.95 */
  confidence?: number;
  /** at most N lines in a subtitle that is set anew */
  cueLines?: number;
  /** do what the speaker commands: comma, period, question mark, open quote, new line, new paragraph, cap, all caps, spell, scratch that, delete last word, change ... to ..., undo that and more, but where the words are meant */
  dictation?: boolean;
  /** How long the recording is, in seconds (default: up to the end of the last word) */
  duration?: string;
  /** NAME of the encoding of input that is not UTF-8 and does not say what it is, such as windows-1252 or gb18030; output in the same format has it, too */
  encoding?: string;
  /** Changes of the list of fillers: lines of + WORD or - WORD, as in the files of 'tidytalk fillers' */
  fillers?: string | readonly string[] | ReadonlySet<string>;
  /** with --stream, write what can be decided about when text has been waited for these SECONDS, at once or a bit at a time; 0 waits for any time, so that what is written depends on the text alone */
  flushAfter?: number;
  /** Frames a second of the list, where it counts frames (default: those of the picture, or 30) */
  frameRate?: string;
  /** input FORMAT: plain text, or what a recogniser sends, hypotheses that change and stand */
  from?: string;
  /** keep these KINDS (comma list) */
  keep?: string | readonly string[] | ReadonlySet<string>;
  /** keep subtitles, segments and lines all of whose words are removed, without words */
  keepEmpty?: boolean;
  /** CODE of the language of the text: auto (each turn by its own), cs, de, en, es, fr, it, ja, ko, nl, no, pl, pt, ru, sv, tr, zh (all of it is; fillers, repetitions and partial words go in all of these, punctuation and case are restored where there are models, which zh needs: 'tidytalk languages' lists them) or that of any other (all is left as it is) */
  language?: string;
  /** with --stream, let every word settle by itself: LATENCY is how long it waits, as a rule (at most three times that), as a time such as 0.3s, 1s or 3s, or words=N; without it words settle with their sentence pieces, as --look-ahead says */
  latency?: string;
  /** remove as much as LEVEL says: light (filled pauses, partial words and exact stutters alone), standard (what is surely disfluent in this kind of text) or full (all that the models take for disfluent) */
  level?: string;
  /** at most N characters in a line of a subtitle that is set anew */
  lineChars?: number;
  /** commit to a word of unpunctuated text when N words after it are seen */
  lookAhead?: number;
  /** WAY with repeated output of a recogniser: keep, since loops are looked for in the whole text */
  loops?: string;
  /** read JSON, lines of JSON or tables of a shape that is not known by MAP, such as 'segments[].words[]: word=w start=t0/1000 speaker=^who'; see 'tidytalk formats --help' */
  map?: string;
  /** also drop hypotheses that are X below the best, in units of the summed weights; Inf drops none */
  margin?: number;
  /** Mark what would be cut, in place of cuts */
  markers?: string;
  /** PATH from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone) */
  mode?: string;
  /** write numbers in digits, in STYLES (comma list): all (those below ten, too, and those that open a sentence), plain (no commas between thousands), short (kg, mph, 25 July 2012, 3:00), american (July 25, 2012), iso (2012-07-25) */
  numberStyle?: string | readonly string[] | ReadonlySet<string>;
  /** write numbers, times, dates and money in WAY: words (as they were said) or digits */
  numbers?: string;
  /** with --paragraphs, make them about N words long */
  paragraphWords?: number;
  /** break long turns into paragraphs, in plain text and html */
  paragraphs?: boolean;
  /** Length of pauses that remain: natural, keep or a number of seconds (default: natural) */
  pause?: string;
  /** Frames a second of the recording's picture, such as 25, 23.976 or 29.97df (default: it has none) */
  picture?: string;
  /** WAY with punctuation: restore, keep (or none: nothing is done) or strip */
  punct?: string;
  /** let subtitles that are set anew last for this many characters a second, where there is time */
  readingSpeed?: number;
  /** Name of the recording, as the list names it (default: recording.wav) */
  recording?: string;
  /** set the words in subtitles anew */
  reflow?: boolean;
  /** remove these KINDS and no others (comma list; none removes nothing) */
  remove?: string | readonly string[] | ReadonlySet<string>;
  /** spell the names of --vocabulary, and of speakers, so in text that has case, too */
  respell?: boolean;
  /** show what changes in a Word document as revisions, which an editor takes or leaves one by one; with --to docx, of any transcript */
  revisions?: boolean;
  /** at most N rounds of the decoder */
  rounds?: number;
  /** Samples of the recording a second (default: 48000) */
  sampleRate?: string;
  /** find sentences by WAY: auto (at punctuation marks, or where boundaries are predicted; the default for text) or line (a line is a sentence; the default for tokens) */
  segment?: string;
  /** Shorten all pauses to so many seconds at most (default: none) */
  silences?: string;
  /** Who speaks when in the recording of a transcript that has times and names no speakers: the text of RTTM */
  speakers?: string;
  /** deliver text in a STYLE: verbatim (no word goes), clean, clean-verbatim (as editors deliver it), or the lines of a style; what other parameters say counts before it */
  style?: string;
  /** output FORMAT: what comes of live text is plain text */
  to?: string;
  /** Names, products and acronyms as they are spelled, one a line: text without case is written so, and their words are not taken for fillers */
  vocabulary?: string | readonly string[] | ReadonlySet<string>;
  /** give a feature another weight, NAME=VALUE, and leave all else in use as it is: in all engines that have it, or in one, as streams:NAME=VALUE says ('tidytalk trace --components' lists them; 'tidytalk trace --want' says which would help) */
  weight?: string | readonly string[] | ReadonlySet<string>;
  /** leave out these components and features of the decoder (comma list of NAMES; 'tidytalk trace --components' lists them) */
  without?: string | readonly string[] | ReadonlySet<string>;
}
