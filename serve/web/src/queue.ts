// The places where the models may be wrong, most uncertain first: what a person who checks
// a transcript looks at.
import { type Corrections, type Settings, type Text, modelRemoves } from './model';

/** Place is a stretch about which one decision was made. */
export interface Place {
  from: number;
  end: number;
  removed: boolean; // as the models have it
  wrong: number; // the probability that this is wrong
}

/** What is less likely to be wrong is not asked about. */
export const LEAST = 0.1;

/** places finds them, most uncertain first, those that are as uncertain in order. */
export function places(t: Text, s: Settings): Place[] {
  const out: Place[] = [];
  const d = t.doc;
  let last: Place | null = null;
  let sure = 0;
  for (let w = 0; w < t.size; w++) {
    const place: Place | null = t.note[w] ? null : at(w);
    if (!place) {
      last = null;
      continue;
    }
    // Words of one decision have one probability; doubts are each their own.
    const now = place.removed || d.why[w] ? d.confidence[w]! : -1;
    if (last && last.removed === place.removed && sure === now && t.turn[w] === t.turn[w - 1]) {
      last.end = w + 1;
      last.wrong = Math.max(last.wrong, place.wrong);
    } else {
      out.push(place);
      last = place;
      sure = now;
    }
  }
  return out.filter((p) => p.wrong >= LEAST).sort((a, b) => b.wrong - a.wrong || a.from - b.from);

  function at(w: number): Place | null {
    if (modelRemoves(d, s, w)) return { from: w, end: w + 1, removed: true, wrong: 1 - d.confidence[w]! };
    // What is kept because its kind is kept is no question.
    if (d.why[w]! !== 0) return d.why[w]! & s.remove ? { from: w, end: w + 1, removed: false, wrong: d.confidence[w]! } : null;
    const doubt = d.doubt[w];
    return doubt === undefined ? null : { from: w, end: w + 1, removed: false, wrong: doubt };
  }
}

/** isJudged says whether a person has said what becomes of a place. */
export function isJudged(p: Place, c: Corrections): boolean {
  for (let w = p.from; w < p.end; w++) if (c.get(w)?.fate) return true;
  return false;
}

/** Progress is how far the checking is. */
export interface Progress {
  judged: number;
  all: number;
  errors: number; // that are expected among what is not judged
}

export function progress(all: readonly Place[], c: Corrections): Progress {
  let judged = 0;
  let errors = 0;
  for (const p of all) {
    if (isJudged(p, c)) judged++;
    else errors += p.wrong;
  }
  return { judged, all: all.length, errors };
}

/** next is the next place that is not judged behind one (-1: from the start), going round; -1: all are. */
export function next(all: readonly Place[], c: Corrections, from: number, step: 1 | -1 = 1): number {
  const n = all.length;
  if (from < 0 && step < 0) from = 0;
  for (let i = 1; i <= n; i++) {
    const at = (((from + step * i) % n) + n) % n;
    if (!isJudged(all[at]!, c)) return at;
  }
  return -1;
}
