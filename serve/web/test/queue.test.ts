import assert from 'node:assert/strict';
import test from 'node:test';
import * as model from '../src/model';
import { isJudged, next, places, progress } from '../src/queue';
import { defaults, doc } from './docs';

const text = model.text(doc('to/1/1/.85 boston/1/1/.85 uh/2/0/.99 i/8/1/.7 mean/8/1/.7 to/1/2/.4 denver/1/2/.4 and~.3 so/16/1/.5 on'));

test('most uncertain first, stretches of one decision together', () => {
  assert.deepEqual(
    places(text, defaults).map((p) => [p.from, p.end, p.removed, +p.wrong.toFixed(3)]),
    [
      [5, 7, false, 0.4],
      [3, 5, true, 0.3],
      [7, 8, false, 0.3],
      [0, 2, true, 0.15],
    ],
    'what is to be kept is not asked about, nor what is nearly sure',
  );
  assert.deepEqual(places(text, { ...defaults, remove: 0 }).map((p) => p.from), [7]);
  assert.equal(places(text, { ...defaults, level: 2 })[0]!.removed, true);
  assert.equal(places(model.text(doc('you~.3 know~.2')), defaults).map((p) => `${p.from}-${p.end} ${p.wrong}`).join(), '0-2 0.3', 'doubts');
});

test('what is judged is skipped, and counted', () => {
  const all = places(text, defaults);
  let c: model.Corrections = new Map();
  const seen: number[] = [];
  for (let at = next(all, c, -1); at >= 0; at = next(all, c, at)) {
    seen.push(at);
    c = new Map([...c, [all[at]!.from, { fate: 'stays' as const }]]);
  }
  assert.deepEqual(seen, [0, 1, 2, 3]);
  assert.deepEqual(progress(all, c), { judged: 4, all: 4, errors: 0 });
  const two: model.Corrections = new Map([[6, { fate: 'goes' as const }], [7, { mark: ',' }]]);
  assert.deepEqual([isJudged(all[0]!, two), isJudged(all[2]!, two)], [true, false], 'a mark is no judgement');
  assert.deepEqual(progress(all, two).judged, 1);
  assert.equal(progress(all, two).errors.toFixed(1), '0.8');
  assert.deepEqual([next(all, two, -1), next(all, two, 1, -1), next(all, two, 3), next(all, two, -1, -1)], [1, 3, 1, 3]);
  assert.equal(next([], two, -1), -1);
});
