// The shapes of what the server says and is asked.

export type Span = [from: number, end: number];

/** Option is what the command says of one of its options: the page offers the values. */
export interface Option {
  default?: string | number | string[];
  values?: { name: string; title: string }[];
  least?: number;
  most?: number;
}

/** Info is what the server says about itself. */
export interface Info {
  version: string;
  models: string;
  licence: string;
  kinds: { name: string; title: string; about: string }[];
  levels: string[];
  options: Record<'style' | 'remove' | 'level' | 'confidence' | 'punct' | 'case' | 'numbers' | 'paragraphs' | 'paragraph-words', Option>;
  styles: { name: string; remove: string[]; level: string; punct: string; case: string; numbers: string; paragraphs: number }[];
  formats: { name: string; title: string; extensions: string[]; written: boolean }[];
  cuts: { name: string; title: string; markers: boolean }[]; // forms of lists of cuts
  max_bytes: number;
  settings: { engine: string; job: string } | null;
  projects: boolean; // the server keeps transcripts
  learns: boolean; // models can be tuned to corrections
  highlights: string[]; // the colours of comments
}

/** Sparse holds what only few words have. */
export type Sparse<T> = Record<string, T>;

/** Doc is a transcript with the decisions about it, a column for each thing known of words. */
export interface Doc {
  id: string;
  name: string;
  format: string;
  title: string;
  saves: string[];
  cannot: Sparse<string>; // why it cannot be saved as something else
  words: string[];
  lead: Sparse<string>;
  trail: Sparse<string>;
  joined: number[];
  notes: number[];
  speakers: string[];
  turns: [from: number, end: number, speaker: number][];
  lines: [from: number, end: number, start: number | null, stop: number | null][];
  sentences: number[];
  start?: (number | null)[];
  end?: (number | null)[];
  why: number[];
  level: number[];
  confidence: number[];
  doubt: Sparse<number>;
  warnings: { line: number; text: string }[] | null;
  left: [from: number, end: number, language: string, code: string][] | null; // by name, and as in BCP 47
  spoken: [from: number, end: number, language: string, code: string][] | null; // the same of what was cleaned in others than English
  problems: string[] | null;
}

export type Fate = 'stays' | 'goes';

/** Correction is what a person has said about a word; what is missing is the models'. */
export interface Correction {
  fate?: Fate;
  kind?: string;
  mark?: string;
  form?: string;
  text?: string; // the word as a person has retyped it
  sound?: 'stays'; // the recording keeps the word, though the text loses it
}

/** TurnByHand is what a person says of the turn that begins with a word, or should. */
export interface TurnByHand {
  word: number;
  opens?: boolean; // it is cut there; false: it goes on the one before
  speaker?: string; // who says it; '': nobody known
}

/** TurnChange is a TurnByHand of a word that is known. */
export type TurnChange = Omit<TurnByHand, 'word'>;

/** TimeByHand is when the line whose first word it is is said, in seconds. */
export interface TimeByHand {
  word: number;
  start: number;
  end: number;
}

/** Comment is what a person notes about some words. */
export interface Comment {
  from: number;
  end: number;
  text: string;
  highlight?: string; // a colour
}

/** Refused is what of an Edit cannot be, and was left out. */
export interface Refused {
  what: string;
  word: number;
  why: string;
}

/** CorrectedWord is a Correction of a word. */
export interface CorrectedWord extends Correction {
  word: number;
}

/** Edit is what is wanted of a text: settings and corrections. */
export interface Edit {
  style?: string;
  remove: string[];
  level?: string;
  confidence?: number;
  punct: string;
  case: string;
  numbers: string;
  paragraphs: number;
  corrections: CorrectedWord[];
  speakers?: Record<string, string>;
  turns?: TurnByHand[];
  times?: TimeByHand[];
  comments?: Comment[];
}

/** Answer is what the text becomes by an Edit. */
export interface Answer {
  gone: Span[];
  lead: Sparse<string>;
  core: Sparse<string>;
  trail: Sparse<string>;
  joined: number[];
  numbers: Sparse<[last: number, form: string]>;
  opens: number[];
  counts: number[];
  left_words: number;
  speakers?: string[]; // as in Doc, where people have changed them; so are turns and lines
  turns?: [from: number, end: number, speaker: number][];
  lines?: [from: number, end: number, start: number | null, stop: number | null][];
  refused: Refused[];
}

/** Traces are what the decoder did with a sentence. */
export interface Traces {
  sentence: Span | null;
  traces: {
    trace: unknown;
    svg: string;
    features: { name: string; about: string; weight: number; default: number }[];
    producers: { name: string; about: string }[];
  }[];
  page?: string; // that stands alone, where it was asked for
}

/** Job is a tuning that runs on the server. */
export interface Job {
  state: 'running' | 'done' | 'failed' | 'stopped';
  step: string;
  done: number;
  all: number;
  lines: string[] | null;
  error: string;
  result?: {
    engine: string;
    objective: string;
    before: number;
    after: number;
    words: number;
    corrections: number;
    known: number; // corrections that the models made by themselves before
    learned: number; // and that they make now
    held: number; // sentences that were kept out
    held_before: number;
    held_after: number;
    gained: number; // words fewer that are wrong among what was kept out
    refused: boolean; // the new weights, since they do no better on what was kept out
    too_few: number; // corrections that are missing for weights to be learned
    lessons: { line: string; times: number; of: number }[] | null; // for the list of fillers
    changes: JobChange[] | null;
    more: number; // changes that are not listed
  };
}

/** JobChange is a stretch that would fare otherwise with what was learned. */
export interface JobChange {
  document: string;
  from: number;
  end: number;
  text: string;
  before: string;
  after: string;
  confidence: number;
}
