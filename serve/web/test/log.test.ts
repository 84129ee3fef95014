import assert from 'node:assert/strict';
import test from 'node:test';
import type { Correction } from '../src/api';
import { type Op, type Value, Log, changes } from '../src/log';
import { random } from './docs';

const state = (l: Log): string => JSON.stringify([[...l.corrections].sort((a, b) => a[0] - b[0]).map(([w, c]) => [w, Object.entries(c).sort()]), [...l.speakers].sort(), [...l.turns].sort(), [...l.times].sort(), [...l.comments].sort()]);

const some = (next: () => number): [string, Value | null][] => {
  const w = Math.floor(next() * 6);
  const all: [string, Value | null][] = [
    [`fate:${w}`, { fate: next() < 0.5 ? 'goes' : 'stays', kind: 'repairs' }],
    [`mark:${w}`, ',.?'[Math.floor(next() * 3)]!],
    [`text:${w}`, `word${Math.floor(next() * 3)}`],
    [`speaker:S${w % 2}`, `Ann${Math.floor(next() * 3)}`],
    [`turn:${w}`, { opens: next() < 0.5 }],
    [`time:${w}`, [w, w + 1]],
    [`comment:${w}`, { from: w, end: w + 1, text: 'x' }],
  ];
  const chosen = all[Math.floor(next() * all.length)]!;
  return next() < 0.2 ? [[chosen[0], null]] : next() < 0.3 ? [chosen, [`mark:${(w + 1) % 6}`, '!']] : [chosen];
};

test('a correction is made of registers, and comes out of them', () => {
  const log = new Log('a');
  const before: Correction = {};
  log.change('x', changes(3, before, { fate: 'goes', kind: 'repairs', mark: '' }));
  assert.deepEqual(log.corrections.get(3), { fate: 'goes', kind: 'repairs', mark: '' });
  log.change('y', changes(3, log.corrections.get(3)!, { mark: '', text: 'going to' }));
  assert.deepEqual(log.corrections.get(3), { mark: '', text: 'going to' });
  log.change('heard', changes(3, log.corrections.get(3)!, { mark: '', sound: 'stays' }));
  assert.deepEqual(log.corrections.get(3), { mark: '', sound: 'stays' });
  log.change('z', changes(3, log.corrections.get(3)!, {}));
  assert.equal(log.corrections.size, 0);
  assert.equal(log.change('nothing', changes(3, {}, {})), null);
});

test('undo and redo lead through the same states', () => {
  const next = random(1);
  const log = new Log('a');
  const states = [state(log)];
  for (let i = 0; i < 300; i++) if (log.change('x', some(next))) states.push(state(log));
  for (let round = 0; round < 2; round++) {
    for (let i = states.length - 2; i >= 0; i--) {
      assert.ok(log.undo());
      assert.equal(state(log), states[i]);
    }
    assert.equal(log.undo(), null);
    for (let i = 1; i < states.length; i++) {
      assert.ok(log.redo());
      assert.equal(state(log), states[i]);
    }
    assert.equal(log.redo(), null);
  }
  log.undo();
  log.change('other', [['mark:0', 'new']]);
  assert.equal(log.redoable, null, 'what was undone is forgotten by another change');
});

test('what was taken up of another time can be undone as it could then', () => {
  const next = random(2);
  const log = new Log('a');
  for (let i = 0; i < 200; i++) {
    const dice = next();
    if (dice < 0.6) log.change('x', some(next));
    else if (dice < 0.85) log.undo();
    else log.redo();
  }
  const again = new Log('b');
  again.absorb([...log.all, ...log.all.slice(0, 50)], Infinity);
  assert.equal(state(again), state(log));
  for (;;) {
    assert.equal(again.undoable, log.undoable);
    assert.equal(again.redoable, log.redoable);
    const [a, b] = [log.undo(), again.undo()];
    assert.equal(a === null, b === null);
    assert.equal(state(again), state(log));
    if (!a) break;
  }
  assert.equal(log.corrections.size, 0);
});

test('windows that write apart become equal, in whatever order they hear of each other', () => {
  for (let seed = 0; seed < 60; seed++) {
    const next = random(seed + 10);
    const logs = ['a', 'b', 'c'].map((s) => new Log(s));
    const sent: Op[] = [];
    for (let i = 0; i < 150; i++) {
      const at = Math.floor(next() * logs.length);
      const log = logs[at]!;
      const dice = next();
      const op = dice < 0.55 ? log.change('x', some(next)) : dice < 0.7 ? log.undo() : dice < 0.8 ? log.redo() : null;
      if (op) sent.push(op);
      if (dice >= 0.8) log.absorb(sent.filter(() => next() < 0.5), 0);
      if (next() < 0.02) {
        // A window is loaded again: it takes up what was kept.
        const fresh = new Log(`${at}.${i}`);
        fresh.absorb(log.all, Infinity);
        logs[at] = fresh;
      }
    }
    for (const log of logs) log.absorb([...sent].reverse(), 0);
    for (const log of logs) assert.equal(state(log), state(logs[0]!));
    // Whoever reads the operations anew comes to the same.
    const anew = new Log('d');
    anew.absorb(sent, Infinity);
    assert.equal(state(anew), state(logs[0]!));
  }
});

test('undo leaves alone what another window has changed since', () => {
  const [a, b] = [new Log('a'), new Log('b')];
  b.absorb([a.change('mine', [['mark:1', ','], ['mark:2', '.']])!], 0);
  a.absorb([b.change('theirs', [['mark:1', '?']])!], 0);
  a.undo();
  assert.deepEqual([...a.corrections], [[1, { mark: '?' }]]);
});

test('a conflict is what two have set without knowing of each other', () => {
  const [a, b] = [new Log('a'), new Log('b')];
  const mine = a.change('mine', [['mark:1', ',']])!;
  const theirs = b.change('theirs', [['mark:1', '?'], ['mark:2', '!']])!;
  assert.deepEqual(a.absorb([theirs], 0).map(({ key, holds }) => [key, holds.name]), [['mark:1', 'theirs']]);
  assert.deepEqual(b.absorb([mine], 0).map(({ key, holds }) => [key, holds.name]), [['mark:1', 'theirs']]);
  assert.deepEqual(b.absorb([a.change('later', [['mark:1', '.']])!], 0), [], 'who has seen it may change it');
  assert.deepEqual(a.absorb([b.change('same', [['form:1', 'X']])!, b.undo()!], 0), []);
});

test('operations follow words that have other numbers', () => {
  const log = new Log('a');
  log.change('x', [['mark:1', ','], ['mark:2', '.'], ['speaker:A', 'Ann'], ['comment:k', { from: 1, end: 3, text: 'x' }]]);
  const there = new Log('b');
  there.absorb(log.moved((w) => (w === 1 ? 5 : w === 2 ? 4 : undefined)), Infinity);
  assert.equal(state(there), JSON.stringify([[[4, [['mark', '.']]], [5, [['mark', ',']]]], [['A', 'Ann']], [], [], [['k', { from: 4, end: 6, text: 'x' }]]]));
});
