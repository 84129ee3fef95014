import type {Options} from './lib/options.js';
import type {Source} from './lib/start.js';

export type {Options, Source};

/** What gives a request up: it is rejected with the reason of the signal. */
export interface Abortable {
  signal?: AbortSignal;
}

/** A file of models: where it is, or its bytes. A hash has the form sha256-BASE64, as "integrity" has it in pages. */
export type ModelFile = string | URL | BufferSource | {url: string | URL; hash?: string} | {bytes: Uint8Array; hash?: string};

export interface Running {
  /** The hash of the one file of models: others are refused, and it is kept in the cache. */
  hash?: string;
  /** Work in a worker, which nobody waits for. */
  worker?: boolean;
  /** The name of the cache for models with a hash, "tidytalk" by default; false: none. */
  cache?: string | false;
  /** The module, where it is not beside the script of the package: tidytalk.wasm. */
  module?: Source;
  /** Its kernels: kernels.wasm. */
  kernels?: Source;
}

/** Models, with the module that works with them. They may be given to any number of cleaners. */
export declare class Models {
  constructor(files: ModelFile | readonly ModelFile[], options?: Running);
  /** Says what is wrong with them, as the first call does, too. */
  ready(): Promise<this>;
  /** Gives up what is under way, and lets go of them. */
  close(): void;
}

/** Options of cleaning, those of `tidytalk clean`; and whose models. */
export interface CleanerOptions extends Options {
  models: Models;
}

/** What is wrong with an option or an input, with the models, or with the module. */
export declare class TidytalkError extends Error {
  /**
   * For programs: "bad_request" (an option), "unreadable" (no transcript of its format), "impossible" (subtitles of what
   * has no times), "no_models" (they cannot be read), "wrong_models" (they are others than their hash says), "no_module",
   * "ended" (the module, or the worker), "closed" (the cleaner), ...
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
  constructor(options: CleanerOptions);
  /** Says what is wrong with the models and the options, which the first call does, too. */
  ready(): Promise<this>;
  /** Returns a text without fillers and repairs, with punctuation and case restored. */
  clean(text: string, options?: Abortable): Promise<string>;
  /** Returns texts cleaned, in order. */
  cleanAll(texts: Iterable<string>, options?: Abortable & {concurrency?: number}): Promise<string[]>;
  /** Cleans a document of any format: its bytes, or a File. Options count before those of the cleaner. */
  document(document: BufferSource | Blob, options?: Options & Abortable & {name?: string}): Promise<Document>;
  /**
   * Returns what is to be cut out of the recording of a document with times of words, as a list for an editor, by default as a
   * table (csv). recording, duration, sampleRate, channels and picture say what the recording is.
   */
  cuts(document: BufferSource | Blob, options?: Options & Abortable & {name?: string}): Promise<Document>;
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
  /** Gives up what the cleaner has under way. */
  close(): Promise<void>;
}

export declare function clean(text: string, options: CleanerOptions & Abortable): Promise<string>;
export declare function labels(words: readonly string[], times: readonly (readonly [number, number])[] | undefined, options: CleanerOptions & Abortable): Promise<TimedLabel[]>;
