// What is cut out of a recording, as a list for an editor of sound or film; or played here.
import { type Info, Running } from './api';
import type { Player } from './audio';
import { Bytes } from './bytes';
import { attempt, button, dialog, h, note, plural } from './dom';
import { openings } from './opening';
import { hand } from './save';
import type { Talk } from './talk';
import { between } from './times';
import { wav } from './wavfile';

const RATES = [48000, 44100, 96000, 32000, 24000, 22050, 16000, 8000];
const FRAMES = ['23.976', '24', '25', '29.97', '29.97df', '30', '50', '59.94', '60'];

/** exportCuts opens the dialog for it. */
export function exportCuts(info: Info, talk: Talk, player: Player): void {
  const recording = player.recording;
  const choice = (values: readonly (readonly [string, string])[]): HTMLSelectElement => h('select', {}, ...values.map(([value, title]) => h('option', { value }, title)));
  const field = (label: string, input: HTMLElement, title = ''): HTMLElement => h('label', { title }, h('span', {}, label), input);
  const form = choice(info.cuts.map((f) => [f.name, f.title]));
  const marks = h('input', { type: 'checkbox' });
  const pause = choice([['natural', 'as the speaker’s are'], ['keep', 'all that is there'], ['0.1', '0.1 s'], ['0.2', '0.2 s'], ['0.3', '0.3 s'], ['0.5', '0.5 s']]);
  const silences = choice([['', 'stay as they are'], ['0.5', '0.5 s at most'], ['0.8', '0.8 s at most'], ['1', '1 s at most'], ['2', '2 s at most']]);
  const rate = choice(RATES.map((r) => [String(r), `${r} Hz`]));
  const picture = choice([['', recording?.film ? 'choose' : 'none'], ...FRAMES.map((f) => [f, `${f} a second`] as const)]);
  const name = h('input', { value: recording?.name ?? '', placeholder: 'recording.wav', maxLength: 200 });
  const marked = (): boolean => info.cuts.find((f) => f.name === form.value)?.markers ?? false;
  form.onchange = () => {
    marks.disabled = !marked();
    marks.checked = marks.checked && marked();
  };
  // How many samples a second there are only the file says.
  if (recording) attempt(async () => {
    const found = await wav(new Bytes(recording.file));
    if (!found) return;
    if (!RATES.includes(found.rate)) rate.append(h('option', { value: String(found.rate) }, `${found.rate} Hz`));
    rate.value = String(found.rate);
  });
  const how = (to: string): Record<string, string> => {
    const all: Record<string, string> = { to, pause: pause.value, 'sample-rate': rate.value };
    if (silences.value) all['silences'] = silences.value;
    if (picture.value) all['picture'] = picture.value;
    if (name.value.trim()) all['recording'] = name.value.trim();
    if (recording && recording.seconds > 0) all['duration'] = recording.seconds.toFixed(3);
    return all;
  };
  const ask = async (query: Record<string, string>): Promise<{ file: Blob; name: string } | null> => {
    const running = new Running();
    return (await openings.wait(running, talk.held.cuts(query, talk.edit, running), { now: 'Finding the cuts', ended: 'The cuts were not found', quick: true })) ?? null;
  };
  const list = async (): Promise<void> => {
    const found = await ask({ ...how(form.value), ...(marks.checked ? { markers: 'true' } : {}) });
    if (!found) return;
    hand(found.file, found.name);
    d.close();
    note(`Saved as ${found.name}, among your downloads.`);
  };
  const play = async (): Promise<void> => {
    const found = await ask(how('map'));
    if (!found) return;
    const { kept, samples, sample_rate } = JSON.parse(await found.file.text()) as { kept: { start: number; end: number }[]; samples: number; sample_rate: number };
    const cuts = between(kept, samples / sample_rate);
    d.close();
    player.over(cuts);
    note(`${plural(cuts.length, 'cut')}, ${cuts.reduce((sum, [from, end]) => sum + end - from, 0).toFixed(1)} s: played over until you change something.`);
  };
  const d = dialog(
    'Export cuts of the recording',
    'cuts',
    h('p', {}, 'What is removed here is cut out there: a list for your editor. Removals marked “Text only” stay in the recording.'),
    field('For', form),
    field('Markers in place of cuts', marks, 'So that you decide on each in your editor'),
    field('Name of the recording', name, 'As your editor has it'),
    field('Samples', rate),
    field('Frames of its picture', picture),
    field('Pauses that remain', pause),
    field('Other pauses', silences),
    h('div', { class: 'more' }, button('Save the list', () => attempt(list), { class: 'main' }), recording && button('Play over the cuts', () => attempt(play)), button('Close', () => d.close())),
    h('p', { class: 'about' }, 'Cuts are where the times of the words say. “tidytalk cut” looks into the sound, too, and cuts the recording itself.'),
  );
  form.dispatchEvent(new Event('change'));
}
