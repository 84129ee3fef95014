// Taking a transcript away: in the form it came in, in another, or its decisions.
import { type Info, Running } from './api';
import { announce, attempt, button, h, note } from './dom';
import { openings } from './opening';
import type { Talk } from './talk';

/** hand gives a file to the person, as a download. */
function hand(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const a = h('a', { href: url, download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function save(talk: Talk, to = ''): void {
  attempt(async () => {
    const running = new Running();
    const { name } = talk.doc;
    const saved = await openings.wait(running, talk.held.save(to, talk.edit, running), { now: `Saving ${name}`, ended: `${name} was not saved`, quick: true });
    if (!saved) return;
    hand(saved.file, saved.name);
    note(`Saved as ${saved.name}, among your downloads.`);
  });
}

/** saveMenu is a button that shows what a transcript can be saved as. */
export function saveMenu(info: Info, current: () => Talk | null): HTMLElement {
  const title = (format: string): string =>
    format === 'html' ? 'A web page that shows what is removed' : info.formats.find((f) => f.name === format)?.title ?? format;
  const list = h('div', { class: 'menu', role: 'menu', 'aria-label': 'Save as', popover: 'auto' });
  const opener = button('Save', () => undefined, { 'aria-haspopup': 'menu', class: 'main' });
  opener.popoverTargetElement = list;
  const item = (label: string, to: string): HTMLElement =>
    button(label, () => {
      list.hidePopover();
      const talk = current();
      if (talk) save(talk, to);
    }, { role: 'menuitem', tabIndex: -1 });
  list.addEventListener('beforetoggle', (e) => {
    const talk = current();
    if (e.newState !== 'open' || !talk) return;
    list.replaceChildren(
      item(`As it came: ${talk.doc.title}`, ''),
      item('The decisions, as JSON lines', 'jsonl'),
      h('hr'),
      ...talk.doc.saves.filter((f) => f !== 'jsonl' && f !== talk.doc.format).map((f) => item(title(f), f)),
    );
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
