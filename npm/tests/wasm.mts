// What programs in TypeScript write; checked, not run.
import {Cleaner, Models, TidytalkError, clean, type Label} from 'tidytalk-wasm';

const models: Models = await new Models('/tidytalk-small.tt', {hash: 'sha256-', worker: true, cache: false}).ready();
const text: string = await clean('so, uh, yes', {models, level: 'light', lookAhead: 9, keep: new Set(['repairs']), signal: AbortSignal.timeout(1000)});
const cleaner: Cleaner = await new Cleaner({models: new Models([{url: '/a.tt'}, new Uint8Array()]), vocabulary: ['Wes Kao']}).ready();
const labels: Label[] = await cleaner.labels(['so'], [[0, 1]]);
const content: Uint8Array = (await cleaner.document(new Blob(), {name: 'talk.srt', to: 'vtt'})).content;
const out: ReadableStream<string> = new ReadableStream<string>().pipeThrough(cleaner.stream());
for await (const piece of cleaner.cleanStream([text])) console.log(piece.length, labels, content, out);
// @ts-expect-error: no such option
new Cleaner({models, levle: 'light'});
// @ts-expect-error: no models
new Cleaner({level: 'light'});
if (new Error() instanceof TidytalkError) await cleaner.close();
