// node measure.mjs PACKAGE MODELS TEXT: how fast the package for browsers is in Node. PACKAGE is the folder of tidytalk-wasm,
// as it is packed.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [folder, file, name] = process.argv.slice(2);
const {Cleaner, Models} = await import(pathToFileURL(path.resolve(folder, 'index.js')));
const bytes = fs.readFileSync(file), text = fs.readFileSync(name, 'utf8');
const hash = 'sha256-' + createHash('sha256').update(bytes).digest('base64');

async function took(what, work) {
  const from = performance.now(), used = process.cpuUsage();
  await work();
  const {user, system} = process.cpuUsage(used);
  console.log(`${what}: ${Math.round(performance.now() - from)} ms, ${Math.round((user + system) / 1000)} ms of processors`);
}

let models;
await took('started, with models', async () => { models = await new Models({bytes, hash}).ready(); });
const cleaner = new Cleaner({models});
await took('first sentence', () => cleaner.clean('So, uh, I want a flight to Boston, I mean to Denver.'));
for (let i = 0; i < 4; i++) await took(`${text.split(/\s+/).length} words`, () => cleaner.clean(text));
