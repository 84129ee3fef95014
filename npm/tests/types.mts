// What programs in TypeScript write; checked, not run.
import tidytalk, {Cleaner, TidytalkError, clean, type Label} from 'tidytalk';

const text: string = await clean('so, uh, yes', {level: 'light', lookAhead: 9, keep: new Set(['repairs']), signal: AbortSignal.timeout(1000)});
const cleaner: Cleaner = await new tidytalk.Cleaner({bundle: 'open', vocabulary: ['Wes Kao']}).ready();
const labels: Label[] = await cleaner.labels(['so'], [[0, 1]]);
const content: Uint8Array = (await cleaner.document(new Uint8Array(), {name: 'talk.srt', to: 'vtt'})).content;
const out: ReadableStream<string> = new ReadableStream<string>().pipeThrough(cleaner.stream());
for await (const piece of cleaner.cleanStream([text])) console.log(piece.length, labels, content, out);
// @ts-expect-error: no such option
new Cleaner({levle: 'light'});
if (new Error() instanceof TidytalkError) await cleaner.close();
