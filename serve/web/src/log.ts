// What a person changes of a transcript, as a log of operations: each sets some registers, the latest of
// a register holds, and logs that windows have written apart become one when they have each other's
// operations (a last-writer-wins map with Lamport clocks). Nothing here knows the page.
import type { Comment, Correction, TurnChange } from './api';

/** Value is what a register holds: a field of a correction, a name, a turn, times, a comment. */
export type Value = string | readonly [number, number] | Fated | TurnChange | Comment;

/** Fated is what becomes of a word, and the kind it is removed for. */
export interface Fated {
  fate: NonNullable<Correction['fate']>;
  kind?: string;
}

/** Set1 is a register, its new value, null for none, and the operation that had set it before, '' for none. */
export type Set1 = readonly [key: string, value: Value | null, over: string];

/** Op is one step of a person. */
export interface Op {
  clock: number;
  site: string; // the window
  at: number; // milliseconds since 1970
  name: string; // of the step, for people
  undoes?: string; // the operation that it takes back
  redoes?: string; // the operation that it does again
  set: readonly Set1[];
}

/** idOf names an operation. */
export const idOf = (op: Pick<Op, 'clock' | 'site'>): string => `${op.clock}.${op.site}`;

const later = (a: Op, b: Op): boolean => a.clock > b.clock || (a.clock === b.clock && a.site > b.site);

/** Conflict is a register that two windows have set without knowing of each other. */
export interface Conflict {
  key: string;
  holds: Op;
  lost: Op;
}

const FIELDS = ['fate', 'mark', 'form', 'text', 'sound'] as const;

/** wordOf is the word that a register is of, and what it says of it; -1: it is of none. */
export function wordOf(key: string): [what: string, w: number] {
  const [what, rest] = key.split(':', 2) as [string, string];
  return [what, what === 'speaker' || what === 'comment' ? -1 : +rest];
}

/** Log is all operations on one transcript, and what they come to. */
export class Log {
  readonly corrections = new Map<number, Correction>();
  readonly speakers = new Map<string, string>(); // new names by the label in the file
  readonly turns = new Map<number, TurnChange>(); // by the word at which they begin, or began
  readonly times = new Map<number, readonly [number, number]>(); // of lines, by their first word
  readonly comments = new Map<string, Comment>();
  /** version changes with each operation. */
  version = 0;
  private readonly ops = new Map<string, Op>();
  private readonly holds = new Map<string, Op>(); // by register
  private past: string[] = [];
  private future: string[] = [];
  private clock = 0;

  constructor(private readonly site: string) {}

  get size(): number {
    return this.ops.size;
  }

  /** all are the operations in their order. */
  get all(): Op[] {
    return [...this.ops.values()].sort((a, b) => (later(a, b) ? 1 : -1));
  }

  /** undoable and redoable are the names of the steps that can be taken back, and done again. */
  get undoable(): string | null {
    return this.ops.get(this.past.at(-1) ?? '')?.name ?? null;
  }

  get redoable(): string | null {
    return this.ops.get(this.future.at(-1) ?? '')?.name ?? null;
  }

  /** value is what a register holds. */
  value(key: string): Value | null {
    return valueIn(this.holds.get(key), key);
  }

  /** change sets registers as one step; those that hold the value already are no part of it. It returns null where nothing changes. */
  change(name: string, set: Iterable<readonly [key: string, value: Value | null]>): Op | null {
    const made: Set1[] = [];
    for (const [key, value] of new Map(set)) if (!same(this.value(key), value)) made.push(this.over(key, value));
    if (made.length === 0) return null;
    const op = this.put({ name, set: made });
    this.past.push(idOf(op));
    this.future = [];
    return op;
  }

  /** undo takes the last step back, as far as nobody has changed the same since; null: there is none. */
  undo(): Op | null {
    const op = this.ops.get(this.past.pop() ?? '');
    if (!op) return null;
    const id = idOf(op);
    this.future.push(id);
    const holding = op.set.filter(([key]) => this.origin(this.holds.get(key), key) === op);
    return this.put({ name: op.name, undoes: id, set: holding.map(([key, , over]) => this.over(key, valueIn(this.ops.get(over), key))) });
  }

  /** redo does the last step again that was taken back. */
  redo(): Op | null {
    const op = this.ops.get(this.future.pop() ?? '');
    if (!op) return null;
    const id = idOf(op);
    this.past.push(id);
    const free = op.set.filter(([key, , over]) => this.origin(this.holds.get(key), key) === this.origin(this.ops.get(over), key));
    return this.put({ name: op.name, redoes: id, set: free.map(([key, value]) => this.over(key, value)) });
  }

  // origin is the step whose value a register has by an operation, which may have taken another back.
  private origin(op: Op | undefined, key: string): Op | undefined {
    while (op && (op.undoes || op.redoes)) {
      if (op.redoes) return this.ops.get(op.redoes);
      const over = setIn(this.ops.get(op.undoes!), key)?.[2];
      op = over ? this.ops.get(over) : undefined;
    }
    return op;
  }

  private over(key: string, value: Value | null): Set1 {
    const holds = this.holds.get(key);
    return [key, value, holds ? idOf(holds) : ''];
  }

  private put(what: Pick<Op, 'name' | 'set' | 'undoes' | 'redoes'>): Op {
    const op: Op = { clock: this.clock + 1, site: this.site, at: Date.now(), ...what };
    this.take(op);
    return op;
  }

  private take(op: Op): void {
    this.ops.set(idOf(op), op);
    this.clock = Math.max(this.clock, op.clock);
    this.version++;
    for (const [key, value] of op.set) {
      const holds = this.holds.get(key);
      if (holds && later(holds, op)) continue;
      this.holds.set(key, op);
      this.project(key, value);
    }
  }

  /** absorb takes operations of other windows, or of another time: known ones count once, and their order does not matter. Steps
   *  from before a time, in milliseconds since 1970, can be undone as one's own. It returns what the others set that somebody else had set
   *  without knowing of them. */
  absorb(ops: Iterable<Op>, own: number): Conflict[] {
    const fresh = [...new Map([...ops].map((op) => [idOf(op), op])).values()].filter((op) => !this.ops.has(idOf(op))).sort((a, b) => (later(a, b) ? 1 : -1));
    const conflicts: Conflict[] = [];
    for (const op of fresh) {
      const before = new Map(op.set.map(([key]) => [key, this.holds.get(key)]));
      this.take(op);
      if (op.at < own) this.remember(op);
      else for (const [key, value] of op.set) {
        const other = before.get(key);
        if (other && !same(valueIn(other, key), value) && !this.follows(op, other, key)) conflicts.push({ key, ...(later(op, other) ? { holds: op, lost: other } : { holds: other, lost: op }) });
      }
    }
    return conflicts;
  }

  // remember keeps the way to an operation of another time, so that it can be undone.
  private remember(op: Op): void {
    const of = op.undoes ?? op.redoes;
    if (of !== undefined) {
      const [from, to] = op.undoes ? [this.past, this.future] : [this.future, this.past];
      if (from.includes(of)) to.push(...from.splice(from.indexOf(of), 1));
    } else {
      this.past.push(idOf(op));
      this.future = [];
    }
  }

  // follows says whether who made an operation knew what had set a register before.
  private follows(op: Op | undefined, other: Op, key: string): boolean {
    for (let at = op; at; ) {
      const over: string | undefined = setIn(at, key)?.[2];
      if (over === idOf(other)) return true;
      at = over ? this.ops.get(over) : undefined;
    }
    return false;
  }

  private project(key: string, value: Value | null): void {
    const [what, w] = wordOf(key);
    const name = key.slice(what.length + 1);
    if (what === 'speaker') put(this.speakers, name, value as string | null);
    else if (what === 'comment') put(this.comments, name, value as Comment | null);
    else if (what === 'turn') put(this.turns, w, value as TurnChange | null);
    else if (what === 'time') put(this.times, w, value as readonly [number, number] | null);
    else if ((FIELDS as readonly string[]).includes(what)) {
      const { [what as 'fate']: _, ...rest } = this.corrections.get(w) ?? {};
      if (what === 'fate') delete rest.kind;
      const next: Correction = value === null ? rest : { ...rest, ...(what === 'fate' ? (value as Fated) : { [what]: value }) };
      put(this.corrections, w, Object.keys(next).length > 0 ? next : null);
    }
  }

  /** moved are the operations with words that have other numbers: those of words that are not there any more are left out. */
  moved(to: (w: number) => number | undefined): Op[] {
    const set = (s: Set1): Set1[] => {
      const [key, value, over] = s;
      const [what, w] = wordOf(key);
      if (what === 'speaker') return [s];
      if (what === 'comment') {
        const c = value as Comment | null;
        const from = c ? to(c.from) : 0;
        const last = c ? to(c.end - 1) : 0;
        return from === undefined || last === undefined ? [] : [[key, c && { ...c, from: Math.min(from, last), end: Math.max(from, last) + 1 }, over]];
      }
      const now = to(w);
      return now === undefined ? [] : [[`${what}:${now}`, value, over]];
    };
    return this.all.map((op) => ({ ...op, set: op.set.flatMap(set) }));
  }
}

const put = <K, V>(m: Map<K, V>, key: K, value: V | null): void => void (value === null ? m.delete(key) : m.set(key, value));

// A step may set as many registers as there are words: each is looked up among them by its key.
const indexes = new WeakMap<Op, Map<string, Set1>>();

function setIn(op: Op | undefined, key: string): Set1 | undefined {
  if (!op) return undefined;
  let index = indexes.get(op);
  if (!index) indexes.set(op, (index = new Map(op.set.map((s) => [s[0], s]))));
  return index.get(key);
}

const valueIn = (op: Op | undefined, key: string): Value | null => setIn(op, key)?.[1] ?? null;

const same = (a: Value | null, b: Value | null): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** changes are the registers that make a correction of a word of another. */
export function changes(w: number, before: Correction, after: Correction): [key: string, value: Value | null][] {
  const fated = (c: Correction): Fated | null => (c.fate ? { fate: c.fate, ...(c.kind ? { kind: c.kind } : {}) } : null);
  const out: [string, Value | null][] = [];
  if (!same(fated(before), fated(after))) out.push([`fate:${w}`, fated(after)]);
  for (const field of ['mark', 'form', 'text', 'sound'] as const) if (before[field] !== after[field]) out.push([`${field}:${w}`, after[field] ?? null]);
  return out;
}
