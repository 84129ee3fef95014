// The packages in Deno and Bun, as somebody uses them there: three lines, models in this thread and in a worker, and the program beside.
// TIDYTALK_MODELS is a file of models.
import {pathToFileURL} from 'node:url';
import process from 'node:process';
import {Cleaner, Models, clean} from 'tidytalk-wasm';

const SAID = 'I want a flight to Boston, uh, I mean to Denver.', MEANT = 'I want a flight to Denver.';
const file = pathToFileURL(process.env.TIDYTALK_MODELS);

function same(got, want) {
  if (got !== want) throw new Error(`${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

const models = new Models(file);
same(await clean(SAID, {models}), MEANT);

const cleaner = new Cleaner({models});
same((await cleaner.labels(SAID.split(' '))).filter((label) => !label.removed).length, 6);
let live = '';
for await (const text of cleaner.cleanStream([SAID.slice(0, 20), SAID.slice(20)])) live += text;
same(live.trim(), MEANT);
same((await cleaner.explain(SAID)).length, 1);
await cleaner.close();

const apart = new Models(file, {worker: true});
same(await clean(SAID, {models: apart}), MEANT);
apart.close();

const beside = await import('tidytalk'); // the program
same(await beside.clean(SAID), MEANT);
console.log('tidytalk-wasm and tidytalk work');
