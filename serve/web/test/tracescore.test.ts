import assert from 'node:assert/strict';
import test from 'node:test';
import { type Hypothesis, type Trace, ranked, score, wanted, whyNot } from '../src/tracescore';
import { random } from './docs';

/** drawn is a trace of hypotheses with drawn values. */
function drawn(next: () => number): Trace {
  const features = ['one', 'two', 'three'].slice(0, 1 + Math.floor(next() * 3));
  const weights = features.map(() => Math.round((next() - 0.5) * 40) / 10);
  const words = ['a', 'b', 'c', 'd', 'e'];
  const hypotheses: Hypothesis[] = [];
  for (let id = 0; id < 2 + next() * 20; id++) {
    const values = features.map(() => Math.round((next() - 0.5) * 20));
    const labels = words.map((_, i) => ((id >> i) & 1 ? 'E' : 'O')).join('');
    const h: Hypothesis = { id, parent: id - 1, producer: 'p', round: id, labels, removed: [], values, terms: values.map((v, i) => v * weights[i]), score: 0 };
    h.score = score(h, weights);
    hypotheses.push(h);
  }
  const t = { words, features, weights, hypotheses, rounds: [], engine: 'sentences', winner: 0, runner_up: -1, baseline: 0, clean: '' };
  t.winner = ranked(t, weights)[0].h.id;
  return t;
}

test('the smallest change of a weight is that which a search finds', () => {
  const next = random(7);
  let possible = 0;
  for (let k = 0; k < 200; k++) {
    const t = drawn(next);
    const want = t.hypotheses[Math.floor(next() * t.hypotheses.length)];
    const found = whyNot(t, t.words.filter((_, i) => want.labels[i] === 'O').join(' '), t.weights);
    if (want.labels === 'EEEEE') continue;
    assert.equal(found?.hypothesis, want.id);
    if (want.id === t.winner) assert.equal(found?.changes.length, 0);
    for (const c of found!.changes) {
      const at = (d: number): number => {
        const w = t.weights.map((v, i) => (t.features[i] === c.feature ? v + d : v));
        return score(want, w) - Math.max(...t.hypotheses.filter((h) => h !== want).map((h) => score(h, w)));
      };
      let nearest = Infinity;
      for (let d = -40; d <= 40; d += 0.05) if (Math.abs(d) < Math.abs(nearest) && at(d) >= 0) nearest = d;
      if (!c.possible) {
        assert.ok(nearest === Infinity || at(nearest) < 1e-9, `${nearest} does it`);
        continue;
      }
      possible++;
      assert.ok(at(c.delta) > -1e-9);
      assert.ok(at(c.to - c.weight) > -1e-9);
      assert.ok(Math.abs(c.delta) <= Math.abs(nearest) + 1e-9, `${c.delta}, and ${nearest} is smaller`);
    }
  }
  assert.ok(possible > 30, `${possible} are possible`);
});

test('a typed text keeps words from the end', () => {
  const t = drawn(random(1));
  t.words = ['we', 'do', "n't", 'we', 'do', "n't", 'go'];
  for (const [text, labels] of [
    ['we don’t go', 'EEEOOOO'],
    ['We do go.', 'EEEOOEO'],
    ['we do we dont go', 'OOEOOOO'],
    ['we go we', null],
    ['cake', null],
    ['', null],
  ] as const) {
    assert.equal(wanted(t, text), labels);
  }
});
