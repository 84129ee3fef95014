// What takes long, opening and saving: how far it is, and a way to end it.
import { type Doc, Opening, type Original, type Running } from './api';
import { announce, button, h, percent } from './dom';

const AFTER = 700; // milliseconds until it is shown how far it is
const EVERY = 500; // milliseconds between two looks

/** Doing is what is said of something that runs. */
interface Doing {
  now: string; // "Cleaning talk.srt"
  ended: string; // "talk.srt was not opened"
  quick: boolean; // most are over before one would look: it is shown later, and told then
}

export class Openings {
  readonly el = h('div', { class: 'busy' });
  private readonly running: Running[] = [];

  /** open opens a file; null: it was cancelled. early gets its words as soon as they are read. */
  open(original: Original, early?: (doc: Doc) => void): Promise<Doc | null> {
    const opening = new Opening(original, early);
    return this.wait(opening, opening.doc, { now: `Cleaning ${original.name}`, ended: `${original.name} was not opened`, quick: false });
  }

  /** wait shows that something runs until it is there; null: it was cancelled. */
  async wait<T>(running: Running, work: Promise<T>, doing: Doing): Promise<T | null> {
    const row = h('div', { hidden: doing.quick }, h('p', {}, `${doing.now} …`));
    const before = document.activeElement;
    this.running.push(running);
    this.el.append(row);
    if (!doing.quick) announce(`${doing.now} …`);
    void this.watch(running, row, doing);
    try {
      return await work;
    } catch (e) {
      if (!running.cancelled) throw e;
      announce(`${doing.ended}: you have cancelled it.`);
      return null;
    } finally {
      this.running.splice(this.running.indexOf(running), 1);
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

  private async watch(running: Running, row: HTMLElement, doing: Doing): Promise<void> {
    const bar = h('progress', { 'aria-label': doing.now });
    const share = h('span', { 'aria-hidden': 'true' }); // the bar says it
    const pause = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms));
    await pause(AFTER);
    if (!row.isConnected) return;
    row.append(h('div', {}, bar, share, button('Cancel', () => running.cancel(), { title: 'Esc' })));
    if (doing.quick) announce(`${doing.now} …`);
    row.hidden = false;
    for (; row.isConnected; await pause(EVERY)) {
      const done = await running.progress();
      if (!done) continue; // some work does not say how far it is
      bar.value = done;
      share.textContent = percent(done);
    }
  }
}

/** openings are those of the page. */
export const openings = new Openings();
