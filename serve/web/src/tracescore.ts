// What can be said of the hypotheses of a trace without decoding again.

/** Hypothesis is one that the decoder made, or that was scored for comparison. */
export interface Hypothesis {
  id: number;
  parent: number; // -1: none
  producer: string;
  round: number;
  labels: string; // E, F or O for each word
  removed: string[];
  values: number[];
  terms: number[];
  score: number;
}

/** Change is what the weight of a feature would have to be for a wanted text to win. */
export interface Change {
  feature: string;
  weight: number;
  possible: boolean;
  low: number | null;
  high: number | null;
  delta: number;
  share: number;
  to: number;
  wins?: boolean; // when decoded again; missing: nobody has
}

/** Want says what became of a wanted text. */
export interface Want {
  clean: string;
  hypothesis: number; // -1: none here keeps these words
  proposed: boolean;
  producers: string[];
  left_round: number;
  rank: number;
  margin: number;
  keeping_beam: number;
  winning_beam: number;
  changes: Change[];
  wide?: boolean; // changes are among what a wide beam makes
  advice?: string; // options of the command with which it wins; missing: there are none, or nobody has decoded again
  joint?: { weights: number[]; size: number; wins: boolean } | null;
}

/** Trace is what the decoder did with a sentence, as "trace --to json" writes it. */
export interface Trace {
  words: string[];
  features: string[];
  weights: number[];
  hypotheses: Hypothesis[];
  rounds: {
    round: number;
    proposals: { parent: number; producer: string; hypothesis: number; merged: boolean }[];
    stack: number[];
    pruned: { hypothesis: number; rank: number; margin: number }[];
  }[];
  engine: string;
  winner: number;
  runner_up: number;
  baseline: number;
  clean: string;
  want?: Want;
}

/** made reports whether the search made a hypothesis. */
export const made = (h: Hypothesis): boolean => h.id === 0 || h.parent >= 0;

/** score is that of a hypothesis with other weights. */
export function score(h: Hypothesis, weights: number[]): number {
  let sum = 0;
  h.values.forEach((v, i) => (sum += weights[i] * v));
  return sum;
}

/** ranked returns the hypotheses of the search, the best with these weights first. */
export function ranked(t: Trace, weights: number[]): { h: Hypothesis; score: number }[] {
  return t.hypotheses
    .filter(made)
    .map((h) => ({ h, score: score(h, weights) }))
    .sort((a, b) => b.score - a.score || a.h.id - b.h.id);
}

/** kept returns the words that a hypothesis keeps. */
export const kept = (t: Trace, labels: string): string => t.words.filter((_, i) => labels[i] === 'O').join(' ');

const unpunctuated = (w: string): string => w.toLowerCase().replace(/^[.,?!;:"“”]+|[.,?!;:"“”]+$/g, '').replace(/['’]/g, '');

/** wanted returns the words of the sentence that a typed text keeps, from the end on; null if
 *  it has others, or in another order. */
export function wanted(t: Trace, text: string): string | null {
  const want = text.split(/\s+/).map(unpunctuated).filter((w) => w !== '');
  const labels = t.words.map(() => 'E');
  let k = want.length - 1;
  for (let i = t.words.length - 1; i >= 0 && k >= 0; i--) {
    let rest = want[k];
    let from = i + 1;
    while (rest !== '' && from > 0) {
      const last = unpunctuated(t.words[from - 1]);
      if (last === '' || !rest.endsWith(last)) break;
      rest = rest.slice(0, rest.length - last.length);
      from--;
    }
    if (rest !== '') continue;
    for (let j = from; j <= i; j++) labels[j] = 'O';
    i = from;
    k--;
  }
  return k < 0 && want.length > 0 ? labels.join('') : null;
}

/** whyNot says what became of a text among the hypotheses of a trace, and which weights alone
 *  would let it win among them; null if the text has other words. */
export function whyNot(t: Trace, text: string, weights: number[]): Want | null {
  const labels = wanted(t, text);
  if (labels === null) return null;
  const clean = kept(t, labels);
  const order = ranked(t, weights);
  const mine = order.filter((x) => kept(t, x.h.labels) === clean);
  const rivals = order.filter((x) => !mine.includes(x));
  const out: Want = { clean, hypothesis: mine[0]?.h.id ?? -1, proposed: mine.length > 0, producers: [], left_round: 0, rank: 0, margin: 0, keeping_beam: 0, winning_beam: 0, changes: [] };
  if (mine.length === 0) return out;
  for (const r of t.rounds) {
    for (const p of r.proposals) if (mine.some((x) => x.h.id === p.hypothesis) && !out.producers.includes(p.producer)) out.producers.push(p.producer);
    const at = r.stack.indexOf(out.hypothesis);
    if (at >= 0) [out.rank, out.left_round, out.margin] = [at + 1, 0, t.hypotheses[t.winner].score - t.hypotheses[out.hypothesis].score];
    const p = r.pruned.find((x) => x.hypothesis === out.hypothesis);
    if (p) [out.rank, out.left_round, out.margin] = [p.rank, r.round, p.margin];
  }
  if (mine[0] === order[0]) return out;
  const total = weights.reduce((sum, w) => sum + Math.abs(w), 0) || 1;
  t.features.forEach((feature, i) => {
    const c: Change = { feature, weight: weights[i], possible: false, low: null, high: null, delta: 0, share: 0, to: 0 };
    for (const m of mine) {
      let [low, high] = [-Infinity, Infinity];
      for (const r of rivals) {
        const ahead = m.score - r.score;
        const slope = m.h.values[i] - r.h.values[i];
        if (slope > 0) low = Math.max(low, -ahead / slope);
        else if (slope < 0) high = Math.min(high, -ahead / slope);
        else if (ahead < 0) [low, high] = [1, 0];
        if (low > high) break;
      }
      if (low > high) continue;
      const delta = Math.min(Math.max(0, low), high);
      if (c.possible && Math.abs(delta) >= Math.abs(c.delta)) continue;
      const step = Math.min(Math.max(0.01 * Math.abs(delta), 1e-9 * total), (high - low) / 2);
      Object.assign(c, { possible: true, delta, share: Math.abs(delta) / total, to: c.weight + delta + (delta > low ? -step : step) });
      c.low = low === -Infinity ? null : c.weight + low;
      c.high = high === Infinity ? null : c.weight + high;
    }
    out.changes.push(c);
  });
  out.changes.sort((a, b) => +b.possible - +a.possible || a.share - b.share);
  return out;
}
