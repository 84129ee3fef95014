// What is being opened: how far it is, and a way to end it.
import { type Doc, Opening, type Original } from './api';
import { announce, button, h, percent } from './dom';

const AFTER = 700; // milliseconds until it is shown how far it is
const EVERY = 500; // milliseconds between two looks

export class Openings {
  readonly el = h('div', { class: 'busy' });
  private readonly running: Opening[] = [];

  /** open opens a file; null: it was cancelled. */
  async open(original: Original): Promise<Doc | null> {
    const { name } = original;
    const opening = new Opening(original);
    const row = h('div', {}, h('p', {}, `Cleaning ${name} …`));
    const before = document.activeElement;
    this.running.push(opening);
    this.el.append(row);
    announce(`Cleaning ${name} …`);
    void this.watch(opening, row, name);
    try {
      return await opening.doc;
    } catch (e) {
      if (!opening.cancelled) throw e;
      announce(`${name} was not opened: you have cancelled it.`);
      return null;
    } finally {
      this.running.splice(this.running.indexOf(opening), 1);
      const focused = row.contains(document.activeElement);
      row.remove();
      if (focused && before instanceof HTMLElement) before.focus();
    }
  }

  /** cancel ends what was begun last, and reports whether anything was. */
  cancel(): boolean {
    this.running.at(-1)?.cancel();
    return this.running.length > 0;
  }

  private async watch(opening: Opening, row: HTMLElement, name: string): Promise<void> {
    const bar = h('progress', { 'aria-label': `Cleaning ${name}` });
    const share = h('span', { 'aria-hidden': 'true' }); // the bar says it
    const pause = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms));
    await pause(AFTER);
    if (row.isConnected) row.append(h('div', {}, bar, share, button('Cancel', () => opening.cancel(), { title: 'Esc' })));
    for (; row.isConnected; await pause(EVERY)) {
      const done = await opening.progress();
      if (done === null) continue;
      bar.value = done;
      share.textContent = percent(done);
    }
  }
}
