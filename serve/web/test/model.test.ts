import assert from 'node:assert/strict';
import test from 'node:test';
import * as model from '../src/model';
import { diff, mark, pieces } from '../src/pieces';
import { defaults, doc, random } from './docs';

const kinds = ['repairs', 'filled-pauses', 'discourse-markers', 'editing-terms', 'conjunctions', 'partial-words', 'loops'];
const none: model.Corrections = new Map();
const text = model.text(doc('so/16/1/.9 uh,/2/0/.4 we/1/1/.7 we go/1/2/.6 [laughs]'));
const gone = (s: Partial<model.Settings>, c = none): string => model.fates(text, { ...defaults, ...s }, c).join('');

test('what is removed by level, by confidence, by kind', () => {
  assert.equal(gone({}), '011000', 'by default');
  assert.equal(gone({ level: 0 }), '010000', 'light');
  assert.equal(gone({ level: 2 }), '011010', 'full');
  assert.equal(gone({ confidence: 0.65 }), '011000', 'filled pauses are removed whatever the confidence is');
  assert.equal(gone({ confidence: 0.75 }), '010000');
  assert.equal(gone({ confidence: 0.01, remove: 0b10000 }), '100000', 'conjunctions alone');
  assert.equal(gone({ remove: 0 }), '000000');
});

test('corrections win over all else, and notes are never removed', () => {
  const c = new Map<number, model.Correction>([[1, { fate: 'stays' }], [3, { fate: 'goes' }], [5, { fate: 'goes' }]]);
  assert.equal(gone({}, c), '001100');
  for (let w = 0; w < text.size; w++) assert.equal(model.isRemoved(text, defaults, c, w), gone({}, c)[w] === '1');
});

test('undo and redo lead through the same states', () => {
  const next = random(1);
  let s = model.fresh;
  const states = [JSON.stringify([...s.corrections])];
  for (let i = 0; i < 200; i++) {
    const w = Math.floor(next() * 5);
    const before = s;
    s = model.change(s, 'x', [w, w + 1], (c) => (next() < 0.3 ? {} : next() < 0.5 ? { ...c, fate: 'goes' } : { ...c, mark: String(Math.floor(next() * 3)) }));
    if (s !== before) states.push(JSON.stringify([...s.corrections].sort()));
  }
  assert.equal(s.past.length, states.length - 1);
  for (let i = states.length - 1; i > 0; i--) {
    assert.equal(JSON.stringify([...s.corrections].sort()), states[i]);
    s = model.undo(s);
  }
  assert.equal(s.corrections.size, 0);
  assert.equal(model.undo(s), s);
  for (let i = 1; i < states.length; i++) {
    s = model.redo(s);
    assert.equal(JSON.stringify([...s.corrections].sort()), states[i]);
  }
  assert.equal(model.redo(s), s);
  s = model.change(model.undo(s), 'y', [99], () => ({ fate: 'stays' }));
  assert.equal(s.future.length, 0, 'what was undone is forgotten by another change');
});

test('a change that changes nothing is no step', () => {
  const s = model.change(model.fresh, 'x', [1], () => ({ fate: 'goes', kind: 'repairs' }));
  assert.equal(model.change(s, 'x', [1, 2], (c) => c), s);
});

test('the server is asked for what is wanted, in the order of words', () => {
  const s = { ...defaults, remove: 0b11, confidence: 0.8 };
  const c = new Map<number, model.Correction>([[4, { mark: '' }], [1, { fate: 'goes', kind: 'repairs' }]]);
  assert.deepEqual(model.edit(s, c, kinds, ['light', 'standard', 'full']), {
    remove: ['repairs', 'filled-pauses'],
    confidence: 0.8,
    punct: 'restore',
    case: 'restore',
    numbers: 'words',
    paragraphs: 0,
    corrections: [{ word: 1, fate: 'goes', kind: 'repairs' }, { word: 4, mark: '' }],
  });
  assert.equal(model.edit(defaults, none, kinds, ['light', 'standard', 'full']).level, 'standard');
});

test('the colour of a word is its first kind, of those that are removed', () => {
  const t = model.text(doc('uh/3/0/.9'));
  assert.equal(model.kindOf(t, defaults, none, kinds, 0), 0);
  assert.equal(model.kindOf(t, { ...defaults, remove: 2 }, none, kinds, 0), 1);
  assert.equal(model.kindOf(t, defaults, new Map([[0, { fate: 'goes' as const, kind: 'loops' }]]), kinds, 0), 6);
});

test('pieces of two texts make both', () => {
  const next = random(7);
  const word = (): string => Array.from({ length: Math.floor(next() * 6) }, () => 'aB,é😀'.at(Math.floor(next() * 4))!).join('');
  for (let i = 0; i < 2000; i++) {
    const [a, b] = [word(), word()];
    const all = diff(a, b);
    assert.equal(all.filter((p) => p.what !== 2).map((p) => p.text).join(''), a);
    assert.equal(all.filter((p) => p.what !== 1).map((p) => p.text).join(''), b);
  }
  assert.deepEqual(diff('😀', '😁').map((p) => p.text), ['😀', '😁'], 'letters are not cut in two');
});

test('a word is written as the server says, and as was corrected since', () => {
  const t = model.text(doc('so we paid five dollars, ok'));
  const e = model.written(t.size, { gone: [[0, 1]], lead: {}, core: { 1: 'We' }, trail: { 5: '.' }, joined: [], numbers: { 3: [4, '$5'] }, opens: [], counts: [], left_words: 4 });
  const show = (w: number, c = none): string => pieces(t, c, e, w).map((p) => ['', '-', '+'][p.what] + p.text).join(' ');
  assert.deepEqual([1, 2, 3, 4, 5].map((w) => show(w)), ['-w +W e', 'paid', '-five +$5', '-dollars,', 'ok +.']);
  assert.equal(show(5, new Map([[5, { mark: '!' }]])), 'ok +!');
  assert.equal(show(1, new Map([[1, { form: 'we' }]])), 'we');
  assert.equal(mark(t, none, e, 5), '.');
  assert.deepEqual([...e.gone], [1, 0, 0, 0, 0, 0]);
});

test('corrections move with their words, and so does the way to them', () => {
  const before = doc('uh so uh no', { start: [3, 4, 0, 1] });
  const after = doc('uh no uh so', { start: [0, 1, 3, 4] });
  let s = model.change(model.fresh, 'keep', [0, 1], () => ({ fate: 'stays' }));
  s = model.change(s, 'remove', [3], () => ({ fate: 'goes' }));
  const moved = model.move(model.undo(s), before, after);
  assert.deepEqual([...moved.corrections.keys()], [2, 3]);
  assert.deepEqual([...model.redo(moved).corrections], [[2, { fate: 'stays' }], [3, { fate: 'stays' }], [1, { fate: 'goes' }]]);
  assert.equal(model.undo(moved).corrections.size, 0);
  assert.equal(model.move(s, before, doc('uh so uh no')), s, 'the same words');
  assert.equal(model.move(model.fresh, before, after), model.fresh, 'nothing was corrected');

  // By the times of lines, and by what is there once more; what is gone has no corrections.
  const lines = doc('a a b a', { lines: [[0, 2, 5, 6], [2, 3, 1, 2], [3, 4, null, null]] });
  const others = doc('b a a c', { lines: [[0, 1, 1, 2], [1, 3, 5, 6], [3, 4, null, null]] });
  const all = model.change(model.fresh, 'all', [0, 1, 2, 3], (_, w) => ({ fate: 'goes', form: String(w) }));
  assert.deepEqual([...model.move(all, lines, others).corrections].map(([w, c]) => `${c.form}>${w}`), ['0>1', '1>2', '2>0']);
});
