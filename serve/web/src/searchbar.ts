// The field that finds words.
import { button, h } from './dom';
import { everywhere } from './replace';
import type { Talk } from './talk';
import type { View } from './view';

export class SearchBar {
  readonly el: HTMLElement;
  private readonly field = h('input', { type: 'search', placeholder: 'Search', 'aria-label': 'Search the transcript', size: 12 });
  private readonly count = h('output', { 'aria-live': 'polite' });

  constructor(
    private readonly view: View,
    private readonly current: () => Talk | null,
  ) {
    this.field.oninput = () => this.search();
    this.field.onkeydown = (e) => {
      if (e.key === 'Enter') this.move(e.shiftKey ? -1 : 1, false);
      if (e.key === 'Escape') {
        this.field.value = '';
        this.search();
        this.view.focus(this.view.cursor);
      }
    };
    this.el = h(
      'div',
      { class: 'search', role: 'search' },
      this.field,
      button('‹', () => this.move(-1), { 'aria-label': 'Previous place found' }),
      button('›', () => this.move(1), { 'aria-label': 'Next place found' }),
      this.count,
      button('All…', () => this.all(), { title: 'List all places, and remove, keep or replace them (Ctrl+H)' }),
    );
  }

  focus(): void {
    this.field.focus();
    this.field.select();
  }

  /** all lists every place that has the phrase, and what can be done with them. */
  all(): void {
    const talk = this.current();
    if (talk) everywhere(talk, this.field.value, (w) => this.view.focus(w));
  }

  clear(): void {
    this.field.value = '';
    this.search();
  }

  private search(): void {
    const m = this.view.marked;
    m.hits = this.current()?.find(this.field.value) ?? [];
    m.hit = m.hits.findIndex(([from]) => from >= this.view.cursor);
    if (m.hit < 0 && m.hits.length > 0) m.hit = 0;
    this.arrive(false);
  }

  /** move goes to the next place found, or the one before, round and round. */
  move(by: 1 | -1, focusing = true): void {
    const m = this.view.marked;
    if (m.hits.length === 0) return;
    m.hit = (m.hit + by + m.hits.length) % m.hits.length;
    this.arrive(focusing);
  }

  private arrive(focusing: boolean): void {
    const m = this.view.marked;
    const hit = m.hits[m.hit];
    this.count.textContent = this.field.value === '' ? '' : hit ? `${m.hit + 1} of ${m.hits.length.toLocaleString('en')}` : 'nothing found';
    if (hit) {
      this.view.reveal(hit[0]);
      if (focusing) this.view.focus(hit[0]);
    }
    this.view.paint();
  }
}
