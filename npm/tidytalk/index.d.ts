import type {Options} from './lib/options.js';

export type {Options};

/** What gives a request up: it is rejected with the reason of the signal. */
export interface Abortable {
  signal?: AbortSignal;
}

/** Options of cleaning, those of `tidytalk clean`; and whose models. */
export interface CleanerOptions extends Options {
  /** A file of models in place of those inside; "open" are those that may be used commercially, of the package tidytalk-open. */
  bundle?: string;
}

/** What is wrong with an option or an input, or with the program. */
export declare class TidytalkError extends Error {
  /**
   * For programs: "bad_request" (an option), "unreadable" (no transcript of its format), "impossible" (subtitles of what
   * has no times), "ended" (the program; the next call starts one), "no_program", "closed" (the cleaner), ...
   */
  readonly code: string;
  /** That of the answer, as over HTTP. */
  readonly status?: number;
  /** The place in the input, from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A document that was cleaned. */
export declare class Document {
  private constructor();
  readonly content: Uint8Array;
  readonly mediaType: string;
  /** How many the input has. */
  readonly words: number;
  /** How many of them are removed. */
  readonly removed: number;
  /** What is odd in the input, but no failure. */
  readonly warnings: string[];
  /** The content of a form that is text. */
  readonly text: string;
  save(file: string | URL): Promise<void>;
}

/** What is decided about a word. */
export interface Label {
  word: string;
  removed: boolean;
  /** The disfluencies that it is part of, if it is removed: "repairs", "filled-pauses", ... */
  kinds: string[];
  /** Calibrated probability that its removal is right; 0 if it stays. */
  confidence: number;
  /** Probability that it is disfluent, as the decoder sees it, which is surer than it should be. */
  disfluent: number;
  /** Punctuation after it: ",", ".", "?" or "". */
  mark: string;
  /** The word in its case, with its punctuation; "" if it is removed. */
  written: string;
}

export interface TimedLabel extends Label {
  /** In seconds. */
  start: number | null;
  end: number | null;
}

/** A label with where its word stands in the text, in units of UTF-16 as those of strings. */
export interface Span extends Label {
  from: number;
  to: number;
}

/** A pair of streams as `pipeThrough` takes it. `warnings` are complete when reading has ended. */
export interface Live {
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<string>;
  readonly warnings: string[];
}

/** What becomes of a segment of live text. Its text replaces that of the event before about it, until one is final. */
export interface LiveEvent {
  id: number;
  text: string;
  final: boolean;
}

/** Cleans texts, documents, words and live text, all with the same options. */
export declare class Cleaner {
  constructor(options?: CleanerOptions);
  /** Starts the program, and says what is wrong with the options, which the first call does, too. */
  ready(): Promise<this>;
  /** Returns a text without fillers and repairs, with punctuation and case restored. */
  clean(text: string, options?: Abortable): Promise<string>;
  /** Returns texts cleaned, in order, as many at a time as there are processors. */
  cleanAll(texts: Iterable<string>, options?: Abortable & {concurrency?: number}): Promise<string[]>;
  /** Cleans a document of any format: its bytes, or the path of its file. Options count before those of the cleaner. */
  document(document: Uint8Array | ArrayBuffer | string | URL, options?: Options & Abortable & {name?: string}): Promise<Document>;
  /**
   * Returns what is to be cut out of the recording of a document with times of words, as a list for an editor, by default as a
   * table (csv). recording, duration, sampleRate, channels and picture say what the recording is.
   */
  cuts(document: Uint8Array | ArrayBuffer | string | URL, options?: Options & Abortable & {name?: string}): Promise<Document>;
  /** Returns what is decided about each of the words that one speaker says. Times are start and end, in seconds. */
  labels(words: readonly string[], times?: readonly (readonly [number, number])[], options?: Abortable): Promise<TimedLabel[]>;
  /** Returns what is decided about each word of plain text. */
  spans(text: string, options?: Abortable): Promise<Span[]>;
  /** Returns how the decoder came to its decisions: a trace for each sentence. `want` is what should have become of it. */
  explain(text: string, options?: Abortable & {want?: string}): Promise<Record<string, unknown>[]>;
  /** Returns the traces as a page to look at. */
  explainHtml(text: string, options?: Abortable & {want?: string}): Promise<string>;
  /** Returns streams for live text, cut anywhere, which comes cleaned as soon as it is decided about. */
  stream(options?: Abortable): Live;
  /** Returns streams for live words, "\n" ending a line; those that are kept come as they are written. */
  wordStream(options?: Abortable): Live;
  /** Yields live text cleaned. */
  cleanStream(texts: Iterable<string> | AsyncIterable<string>, options?: Abortable): AsyncGenerator<string, void, undefined>;
  /**
   * Yields what becomes of live text at once: provisionally, until the event that settles a segment. With recogniser, texts are
   * messages that one sends, as text or as objects: "vosk", "deepgram", "auto" (docs/live.md).
   */
  events(texts: Iterable<string | object> | AsyncIterable<string | object>, options?: Abortable & {recogniser?: string}): AsyncGenerator<LiveEvent, void, undefined>;
  /** Gives up what the cleaner has under way, and ends the program when no other cleaner has anything. */
  close(): Promise<void>;
}

export declare function clean(text: string, options?: CleanerOptions & Abortable): Promise<string>;
export declare function labels(words: readonly string[], times?: readonly (readonly [number, number])[], options?: CleanerOptions & Abortable): Promise<TimedLabel[]>;
/** Ends all programs at once. The next call starts one anew. */
export declare function close(): Promise<void>;
