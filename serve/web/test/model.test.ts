import assert from 'node:assert/strict';
import test from 'node:test';
import { Log, changes } from '../src/log';
import * as model from '../src/model';
import { diff, mark, pieces } from '../src/pieces';
import { badMark, replacement, typing } from '../src/typing';
import { defaults, doc, info, random } from './docs';

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

test('the server is asked for what is wanted, in the order of words', () => {
  const s = { ...defaults, remove: 0b11, confidence: 0.8 };
  const log = new Log('a');
  log.change('x', [...changes(4, {}, { mark: '' }), ...changes(1, {}, { fate: 'goes', kind: 'repairs' })]);
  assert.deepEqual(model.edit(s, log, kinds, ['light', 'standard', 'full']), {
    remove: ['repairs', 'filled-pauses'],
    confidence: 0.8,
    punct: 'restore',
    case: 'restore',
    numbers: 'words',
    paragraphs: 0,
    corrections: [{ word: 1, fate: 'goes', kind: 'repairs' }, { word: 4, mark: '' }],
  });
  assert.equal(model.edit(defaults, new Log('a'), kinds, ['light', 'standard', 'full']).level, 'standard');
  log.change('y', [['speaker:B', 'Bob'], ['speaker:A', 'Ann'], ['turn:7', { opens: true }], ['turn:3', { speaker: '' }], ['time:3', [1, 2]], ['comment:x', { from: 3, end: 5, text: 'x' }]]);
  const { speakers, turns, times, comments } = model.edit(s, log, kinds, ['light', 'standard', 'full']);
  assert.deepEqual({ speakers, turns, times, comments }, {
    speakers: { A: 'Ann', B: 'Bob' },
    turns: [{ word: 3, speaker: '' }, { word: 7, opens: true }],
    times: [{ word: 3, start: 1, end: 2 }],
    comments: [{ from: 3, end: 5, text: 'x' }],
  });
});

test('a style is what it says of the settings, and its name, which the server is told', () => {
  const s = { ...defaults, confidence: 0.5, ...model.styled(info, 'clean-verbatim') };
  assert.deepEqual(s, { style: 'clean-verbatim', remove: 0b1000001, level: 2, confidence: null, punct: 'keep', case: 'lower', numbers: 'digits', paragraphs: 50 });
  assert.equal(model.edit(s, new Log('a'), kinds, ['light', 'standard', 'full']).style, 'clean-verbatim');
  assert.equal(model.edit(defaults, new Log('a'), kinds, ['light', 'standard', 'full']).style, undefined);
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
  const e = model.written(t.size, { gone: [[0, 1]], lead: {}, core: { 1: 'We' }, trail: { 5: '.' }, joined: [], numbers: { 3: [4, '$5'] }, opens: [], counts: [], left_words: 4, refused: [] });
  const show = (w: number, c = none): string => pieces(t, c, e, w).map((p) => ['', '-', '+'][p.what] + p.text).join(' ');
  assert.deepEqual([1, 2, 3, 4, 5].map((w) => show(w)), ['-w +W e', 'paid', '-five +$5', '-dollars,', 'ok +.']);
  assert.equal(show(5, new Map([[5, { mark: '!' }]])), 'ok +!');
  assert.equal(show(1, new Map([[1, { form: 'we' }]])), 'we');
  assert.equal(mark(t, none, e, 5), '.');
  assert.deepEqual([...e.gone], [1, 0, 0, 0, 0, 0]);
});

test('words are found again in another reading', () => {
  const moved = (from: model.Reading, to: model.Reading): (number | undefined)[] => from.words.map((_, w) => model.placed(from, to)(w));
  assert.deepEqual(moved(doc('uh so uh no', { start: [3, 4, 0, 1] }), doc('uh no uh so', { start: [0, 1, 3, 4] })), [2, 3, 0, 1]);
  assert.deepEqual(moved(doc('uh so'), doc('uh so')), [0, 1]);
  // By the times of lines, and by what is there once more; what is gone has no place.
  const lines = doc('a a b a', { lines: [[0, 2, 5, 6], [2, 3, 1, 2], [3, 4, null, null]] });
  const others = doc('b a a c', { lines: [[0, 1, 1, 2], [1, 3, 5, 6], [3, 4, null, null]] });
  assert.deepEqual(moved(lines, others), [1, 2, 0, undefined]);
  assert.deepEqual(moved({ words: ['a', 'b', 'a'] }, doc('a x b a')), [0, 2, 3]);
});

test('turns are cut, joined and given to others', () => {
  const d = doc('a b c d e f', { speakers: ['A', 'B'], turns: [[0, 2, 0], [2, 4, 1], [4, 6, 0]] });
  const arranged = (renamed: [string, string][], changes: [number, object][]): string =>
    model.arranged(d, new Map(renamed), new Map(changes)).turns.map(([from, end, s]) => `${from}-${end}${model.arranged(d, new Map(renamed), new Map(changes)).speakers[s] ?? '?'}`).join(' ');
  assert.equal(arranged([], []), '0-2A 2-4B 4-6A');
  assert.equal(arranged([['A', 'Ann']], []), '0-2Ann 2-4B 4-6Ann');
  assert.equal(arranged([], [[2, { opens: false }]]), '0-4A 4-6A');
  assert.equal(arranged([], [[2, { opens: false }], [3, { opens: true, speaker: 'C' }]]), '0-3A 3-4C 4-6A');
  assert.equal(arranged([['B', 'Bob']], [[1, { opens: true, speaker: 'Bob' }], [2, { opens: false }]]), '0-1A 1-4Bob 4-6A');
  assert.equal(arranged([], [[0, { opens: false, speaker: '' }], [5, { speaker: 'Z' }]]), '0-2? 2-4B 4-6A', 'the first turn has none before it, and no turn begins at 5');
  assert.deepEqual(d.turns, [[0, 2, 0], [2, 4, 1], [4, 6, 0]]);
});

test('what is typed in place of a word', () => {
  assert.deepEqual(typing('boston', 'Boston'), { form: 'Boston' });
  assert.deepEqual(typing("it's", 'its'), { form: 'its' });
  assert.deepEqual(typing('gonna', 'going to'), { text: 'going to' });
  assert.deepEqual(typing('a', 'a'), {});
  assert.equal(badMark('foo', ''), 'f');
  assert.equal(badMark('?!”', ''), '');
  assert.equal(badMark('%', '%'), '');
});

test('words that replace others', () => {
  const d = doc('new york is big');
  const made = (from: number, end: number, to: string): string => {
    const log = new Log('a');
    log.change('x', replacement({ doc: d, corrections: log.corrections }, [from, end], to));
    return d.words.flatMap((w, i) => (log.corrections.get(i)?.fate === 'goes' ? [] : [log.corrections.get(i)?.text ?? log.corrections.get(i)?.form ?? w])).join(' ');
  };
  assert.equal(made(0, 2, 'New York'), 'New York is big');
  assert.equal(made(0, 2, 'Boston'), 'Boston is big');
  assert.equal(made(3, 4, 'very  big'), 'new york is very big');
});
