// Taking a transcript away: in the form it came in, in another, or its decisions.
import { type Info, Running } from './api';
import { copyClean } from './copy';
import { announce, attempt, button, complain, h, note } from './dom';
import { openings } from './opening';
import type { Talk } from './talk';

/** hand gives a file to the person, as a download. */
export function hand(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const a = h('a', { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function save(talk: Talk, to = '', revisions = false): void {
  attempt(async () => {
    const running = new Running();
    const { name } = talk.doc;
    const saved = await openings.wait(running, talk.held.save(to, talk.edit, running, revisions), { now: `Saving ${name}`, ended: `${name} was not saved`, quick: true });
    if (!saved) return;
    hand(saved.file, saved.name);
    note(`Saved as ${saved.name}, among your downloads.`);
  });
}

/** projectOf is what was done to a transcript: tidytalk clean --corrections does the same to the file it is of. */
export async function projectOf(talk: Talk): Promise<object> {
  const bytes = new Uint8Array(await talk.held.original.file.arrayBuffer());
  const file = { name: talk.doc.name, sha256: await sha256(bytes), bytes: bytes.length };
  return { tidytalk: 'corrections', version: 1, file, edit: talk.edit, operations: talk.log.all };
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (!crypto.subtle) throw new Error('This page came by http from another machine, where browsers compute no SHA-256: open it by https, or on the machine itself.');
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((b) => b.toString(16).padStart(2, '0')).join('');
}

const WORD = 'docx';

/** What is saved most comes first; all else is behind "More". */
const FIRST = [WORD, 'text', 'srt', 'vtt'];

/** saveMenu is a button that shows what a transcript can be saved as, and why it cannot be saved as something else. */
export function saveMenu(info: Info, current: () => Talk | null, cuts: (talk: Talk) => void): HTMLElement {
  const title = (format: string): string =>
    format === 'html' ? 'A web page that shows what is removed' : info.formats.find((f) => f.name === format)?.title ?? format;
  const list = h('div', { class: 'menu', role: 'menu', 'aria-label': 'Save as', popover: 'auto' });
  const opener = button('Save', () => undefined, { 'aria-haspopup': 'menu', class: 'main' });
  opener.popoverTargetElement = list;
  const doing = (label: string, run: (talk: Talk) => void, more: Record<string, unknown> = {}): HTMLElement =>
    button(label, () => {
      list.hidePopover();
      const talk = current();
      if (talk) run(talk);
    }, { role: 'menuitem', tabIndex: -1, ...more });
  const item = (label: string, to: string): HTMLElement => doing(label, (talk) => save(talk, to));
  const copy = (label: string, how: { speakers: boolean; times: boolean }): HTMLElement => doing(label, (talk) => attempt(() => copyClean(talk, how)));
  const show = (talk: Talk, all: boolean): void => {
    const { doc } = talk;
    const other = doc.saves.filter((f) => f !== 'jsonl' && f !== doc.format);
    const cannot = Object.entries(doc.cannot ?? {});
    const able = (f: string): HTMLElement => (doc.saves.includes(f) ? item(title(f), f) : unable(f, doc.cannot?.[f] ?? ''));
    const unable = (f: string, why: string): HTMLElement => button(title(f), () => complain(`${title(f)}: ${why}`), { role: 'menuitem', tabIndex: -1, class: 'cannot', title: why });
    const known = (f: string): boolean => other.includes(f) || cannot.some(([c]) => c === f);
    list.replaceChildren(
      item(`As it came: ${doc.title}`, ''),
      ...(doc.format === WORD || doc.saves.includes(WORD) ? [doing('Word, with what changes as revisions', (t) => save(t, doc.format === WORD ? '' : WORD, true))] : []),
      ...FIRST.filter((f) => known(f)).map(able),
      h('hr'),
      copy('Copy the clean text', { speakers: false, times: false }),
      copy('Copy it with speakers and times', { speakers: true, times: true }),
      doing('Print…', () => print()),
      ...(doc.start ? [doing('Export cuts of the recording…', cuts)] : []),
      h('hr'),
      ...(all
        ? [
            ...other.filter((f) => !FIRST.includes(f)).map(able),
            item('The decisions, as JSON lines', 'jsonl'),
            doing('Your corrections, for tidytalk clean --corrections', (t) => attempt(async () => hand(new Blob([JSON.stringify(await projectOf(t)) + '\n']), `${t.doc.name}.corrections.json`))),
            ...cannot.filter(([f]) => !FIRST.includes(f)).map(([f, why]) => unable(f, why)),
          ]
        : [
            button('More…', () => {
              show(talk, true);
              list.querySelectorAll('button')[FIRST.filter((f) => known(f)).length + (doc.start ? 6 : 5)]?.focus();
            }, { role: 'menuitem', tabIndex: -1 }),
          ]),
    );
  };
  list.addEventListener('beforetoggle', (e) => {
    const talk = current();
    if (e.newState !== 'open' || !talk) return;
    show(talk, false);
    const box = opener.getBoundingClientRect();
    list.style.top = `${box.bottom + 4}px`;
    list.style.right = `${Math.max(4, document.documentElement.clientWidth - box.right)}px`;
  });
  list.addEventListener('toggle', (e) => {
    if (e.newState !== 'open') return;
    list.querySelector('button')?.focus();
    announce('Save as: choose with the arrow keys');
  });
  list.addEventListener('keydown', (e) => {
    const items = [...list.querySelectorAll('button')];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    items.at(to % items.length)?.focus();
  });
  return h('div', {}, opener, list);
}
