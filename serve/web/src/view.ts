// The text in the page: of a long one, only the rows that are seen are there.
import type { Span } from './api';
import { clock } from './dom';
import { Margins } from './margins';
import { Heights, type Row, estimate, rowOf, rows } from './list';
import type { Arranged } from './model';
import { type Live, type Marked, paintWord } from './paint';
import type { Talk } from './talk';

const BEYOND = 700; // pixels above and below that are there, too

export class View {
  readonly marked: Marked = { hits: [], hit: -1, lit: -1, place: null, selected: null, speaker: -1 };
  readonly hidden = new Set<number>(); // speakers
  cursor = 0;
  readonly scroller: HTMLElement;
  private readonly feed: HTMLElement;
  private all: Row[] = [];
  private heights = new Heights([]);
  private live = new Map<number, Live>();
  private talk: Talk | null = null;
  private arranged: Arranged | null = null; // that the rows were cut by
  private margins: Margins | null = null;
  private width = 0;
  private frame = 0;
  private sizes: ResizeObserver;

  constructor(
    scroller: HTMLElement,
    private readonly kinds: { name: string; title: string }[],
  ) {
    this.scroller = scroller;
    this.feed = document.createElement('div');
    this.feed.className = 'feed';
    this.feed.setAttribute('role', 'feed');
    this.feed.setAttribute('aria-label', 'Transcript');
    scroller.append(this.feed);
    scroller.addEventListener('scroll', () => this.soon(), { passive: true });
    // What takes the focus cannot be where a selection by the pointer starts.
    scroller.addEventListener('pointerdown', () => this.word(this.cursor)?.removeAttribute('tabindex'));
    for (const over of ['pointerup', 'pointercancel']) addEventListener(over, () => this.word(this.cursor)?.setAttribute('tabindex', '0'));
    this.sizes = new ResizeObserver((seen) => {
      if (this.scroller.clientWidth !== this.width) this.measure();
      else this.resized(seen.map((s) => s.target as HTMLElement));
    });
    this.sizes.observe(scroller);
  }

  /** show puts a transcript into the page, where somebody was in it. */
  show(talk: Talk | null): void {
    // What is shown anew, since it is cleaned now, stays where it is.
    const top = talk && this.talk?.content === talk.content ? this.scroller.scrollTop : 0;
    this.talk = talk;
    this.feed.hidden = talk === null;
    Object.assign(this.marked, { hits: [], hit: -1, lit: -1, place: null, selected: null, speaker: -1 });
    this.hidden.clear();
    this.cursor = talk?.place ?? 0;
    this.cut();
    this.scroller.scrollTop = top;
    this.render();
    if (top === 0 && this.cursor > 0) this.reveal(this.cursor, true);
  }

  /** cut makes the rows anew: speakers were hidden, or are shown again; turns are other. */
  cut(): void {
    const talk = this.talk;
    this.clear();
    this.arranged = talk?.arranged ?? null;
    this.all = talk ? rows(talk.text, talk.arranged.turns, (s) => !this.hidden.has(s)) : [];
    this.margins = talk && new Margins(talk, this.all);
    if (this.all.length > 0 && !this.has(this.cursor)) this.cursor = this.all[rowOf(this.all, this.cursor)]!.from;
    this.measure();
  }

  private has(w: number): boolean {
    const row = this.all[rowOf(this.all, w)];
    return row !== undefined && w >= row.from && w < row.end;
  }

  private clear(): void {
    for (const l of this.live.values()) {
      this.sizes.unobserve(l.el);
      l.el.remove();
    }
    this.live.clear();
  }

  // measure estimates all rows for the width that there is, and keeps the place.
  private measure(): void {
    const anchor = this.all.length > 0 && this.width > 0 ? this.heights.find(this.scroller.scrollTop) : 0;
    this.width = this.scroller.clientWidth;
    const style = getComputedStyle(this.feed);
    const size = parseFloat(style.fontSize) || 17;
    const line = parseFloat(style.lineHeight) || size * 1.65;
    this.heights = new Heights(estimate(this.all, this.feed.clientWidth, size * 0.46, line, 9));
    for (const [row, l] of this.live) this.heights.set(row, l.el.offsetHeight);
    if (anchor > 0) this.scroller.scrollTop = this.heights.top(Math.min(anchor, this.all.length - 1));
    this.render();
  }

  // resized takes up the heights of rows that have become higher or lower, while what
  // stands at the top stays there.
  private resized(seen: HTMLElement[]): void {
    if (this.all.length === 0) return;
    const top = this.scroller.scrollTop;
    const anchor = this.heights.find(top);
    const within = top - this.heights.top(anchor);
    let changed = false;
    for (const el of seen) if (el.dataset['row']) changed = this.heights.set(+el.dataset['row'], el.offsetHeight) || changed;
    if (!changed) return;
    this.scroller.scrollTop = this.heights.top(anchor) + within;
    this.render();
  }

  /** soon renders with the next frame. */
  soon(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.render());
  }

  /** paint shows what has changed about the words that are seen. */
  paint(): void {
    this.feed.setAttribute('aria-busy', String(this.talk?.busy ?? false));
    if (this.talk && this.talk.arranged !== this.arranged) this.cut();
    for (const [row, l] of this.live) this.paintRow(row, l);
    this.soon();
  }

  private render(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.all.length === 0) {
      this.feed.style.height = '0';
      return;
    }
    // Rows that were not seen yet are as high as they are, not as was thought: what stands
    // at the top stays there.
    for (let again = 0; again < 4; again++) {
      const top = this.scroller.scrollTop;
      const anchor = this.heights.find(top);
      const within = top - this.heights.top(anchor);
      const first = this.heights.find(top - BEYOND);
      const last = this.heights.find(top + this.scroller.clientHeight + BEYOND);
      const fresh = this.fill(first, last);
      for (const row of fresh) this.heights.set(row, this.live.get(row)!.el.offsetHeight);
      this.feed.style.height = `${this.heights.total}px`;
      const now = this.heights.top(anchor) + within;
      if (Math.abs(now - top) >= 1) this.scroller.scrollTop = now;
      if (fresh.length === 0) break;
    }
    for (const [row, l] of this.live) {
      const y = `translateY(${this.heights.top(row)}px)`;
      if (l.el.style.transform !== y) l.el.style.transform = y;
    }
  }

  // fill lets the rows from first to last be in the page, and those that are needed
  // wherever they are: with the focus, and where a selection starts and ends.
  private fill(first: number, last: number): number[] {
    const needed = new Set<number>();
    const chosen = getSelection();
    for (const node of [document.activeElement, chosen?.anchorNode, chosen?.focusNode]) {
      const el = (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>('.row');
      if (el?.dataset['row'] && this.feed.contains(el)) needed.add(+el.dataset['row']);
    }
    for (const [row, l] of this.live) {
      if ((row >= first && row <= last) || needed.has(row)) continue;
      this.sizes.unobserve(l.el);
      l.el.remove();
      this.live.delete(row);
    }
    const fresh: number[] = [];
    for (let row = first; row <= last; row++) {
      if (this.live.has(row)) continue;
      const l = this.make(row);
      let after: Element | null = null;
      for (const el of this.feed.children) {
        if (+(el as HTMLElement).dataset['row']! > row) {
          after = el;
          break;
        }
      }
      this.feed.insertBefore(l.el, after);
      this.live.set(row, l);
      this.sizes.observe(l.el);
      fresh.push(row);
    }
    return fresh;
  }

  private make(row: number): Live {
    const talk = this.talk!;
    const { from, end, opens, turn } = this.all[row]!;
    const el = document.createElement('div');
    const p = document.createElement('p');
    el.className = opens ? 'row opens' : 'row';
    el.dataset['row'] = String(row);
    el.setAttribute('role', 'article');
    el.setAttribute('aria-posinset', String(row + 1));
    el.setAttribute('aria-setsize', String(this.all.length));
    const speaker = talk.arranged.turns[turn]![2];
    const name = talk.arranged.speakers[speaker] ?? '';
    const at = talk.times.start[from]!;
    el.setAttribute('aria-label', [name, Number.isNaN(at) ? '' : clock(at)].filter(Boolean).join(', ') || `Part ${row + 1}`);
    el.dataset['speaker'] = String(speaker);
    const margins = this.margins!;
    margins.write(p, talk.arranged.turns[turn]!, from, end);
    const time = margins.time(row, from);
    if (time) p.append(time, ' ');
    if (opens && talk.arranged.speakers.length > 0) {
      const b = document.createElement('b');
      b.textContent = name || '…';
      b.className = name ? 'name' : 'name nobody';
      b.title = 'Who says this turn (key y)';
      b.dataset['turn'] = String(from);
      b.dir = 'auto';
      p.append(b, ' ');
    }
    const words: HTMLElement[] = [];
    for (let w = from; w < end; w++) {
      const word = document.createElement('span');
      word.dataset['w'] = String(w);
      const lang = margins.lang(w, from, end);
      if (lang) word.lang = lang;
      words.push(word);
      p.append(...margins.before(w), word);
      if (!talk.text.joined[w]) p.append(' ');
    }
    el.append(p);
    const l: Live = { el, words, look: [], text: [] };
    this.paintRow(row, l);
    return l;
  }

  private paintRow(row: number, l: Live): void {
    const { from, end } = this.all[row]!;
    for (let w = from; w < end; w++) this.paintWord(l, w - from, w);
    const speaker = +l.el.dataset['speaker']!;
    l.el.classList.toggle('theirs', speaker >= 0 && speaker === this.marked.speaker);
    let gone = true;
    for (let w = from; w < end && gone; w++) gone = this.talk!.gone[w] === 1;
    l.el.classList.toggle('empty', gone);
  }

  private paintWord(l: Live, i: number, w: number): void {
    paintWord(this.talk!, this.kinds, this.marked, l, i, w, w === this.cursor);
  }

  /** word is the element of a word, if it is in the page. */
  word(w: number): HTMLElement | null {
    const row = rowOf(this.all, w);
    return this.live.get(row)?.words[w - this.all[row]!.from] ?? null;
  }

  /** light lets another word be the one that is said. */
  light(w: number): void {
    const old = this.marked.lit;
    if (old === w) return;
    this.marked.lit = w;
    for (const v of [old, w]) {
      const row = v < 0 || this.all.length === 0 ? -1 : rowOf(this.all, v);
      const l = this.live.get(row);
      if (l && this.has(v)) this.paintWord(l, v - this.all[row]!.from, v);
    }
  }

  /** reveal scrolls until a word is seen, if it is not: to a third of the height. */
  reveal(w: number, always = false): void {
    if (!this.has(w)) return;
    const row = rowOf(this.all, w);
    if (!this.live.has(row)) {
      this.scroller.scrollTop = this.heights.top(row) - this.scroller.clientHeight / 3;
      this.render();
    }
    for (let again = 0; again < 3; again++) {
      const el = this.word(w);
      if (!el) return;
      const box = this.scroller.getBoundingClientRect();
      const at = el.getBoundingClientRect();
      if (!always && at.top >= box.top + 30 && at.bottom <= box.bottom - 30) return;
      this.scroller.scrollTop += at.top - box.top - box.height / 3;
      this.render();
    }
  }

  /** focus moves the cursor to a word. */
  focus(w: number, focusing = true): void {
    const old = this.cursor;
    this.cursor = w;
    this.reveal(w);
    for (const v of [old, w]) {
      const row = rowOf(this.all, v);
      const l = this.live.get(row);
      if (l && this.has(v)) this.paintWord(l, v - this.all[row]!.from, v);
    }
    if (focusing) this.word(w)?.focus({ preventScroll: true });
  }

  /** step is the word some words, or rows, before or behind the cursor. */
  step(by: number, wholeRows = false): number {
    const row = rowOf(this.all, this.cursor);
    if (wholeRows) return this.all[Math.max(0, Math.min(this.all.length - 1, row + by))]!.from;
    const w = this.cursor + by;
    if (this.has(w)) return w;
    const next = this.all[row + Math.sign(by)];
    return next ? (by > 0 ? next.from : next.end - 1) : this.cursor;
  }

  /** left is how many words further on the one on the left is: 1 where one writes from the right. */
  get left(): 1 | -1 {
    const at = this.word(this.cursor);
    return at && getComputedStyle(at).direction === 'rtl' ? 1 : -1;
  }

  /** line is the word above or below the cursor. */
  line(by: 1 | -1): number {
    const at = this.word(this.cursor)?.getBoundingClientRect();
    if (!at) return this.cursor;
    const x = at.left + at.width / 2;
    let best = this.cursor;
    let distance = Infinity;
    let level = NaN;
    for (let w = this.step1(this.cursor, by); w >= 0; w = this.step1(w, by)) {
      const box = this.word(w)?.getBoundingClientRect();
      if (!box) break;
      if (box.height === 0) continue;
      if (by > 0 ? box.top < at.bottom - 4 : box.bottom > at.top + 4) continue; // the same line
      if (Number.isNaN(level)) level = box.top;
      if (Math.abs(box.top - level) > box.height * 0.7) break; // the line behind the next
      const d = Math.abs(box.left + box.width / 2 - x);
      if (d < distance) [best, distance] = [w, d];
    }
    return best;
  }

  private step1(w: number, by: 1 | -1): number {
    const row = rowOf(this.all, w);
    const next = w + by;
    if (next >= this.all[row]!.from && next < this.all[row]!.end) return next;
    const other = this.all[row + by];
    return other ? (by > 0 ? other.from : other.end - 1) : -1;
  }

  /** shown is the words of a stretch whose speakers are not hidden. */
  *shown([from, end]: Span): Iterable<number> {
    for (let row = rowOf(this.all, from); row < this.all.length && this.all[row]!.from < end; row++) {
      for (let w = Math.max(from, this.all[row]!.from); w < Math.min(end, this.all[row]!.end); w++) yield w;
    }
  }

  /** chosen is the words that are selected in the page. */
  chosen(): Span | null {
    const range = getSelection();
    if (!range || range.isCollapsed || range.rangeCount === 0) return this.marked.selected;
    const r = range.getRangeAt(0);
    let from = -1;
    let end = -1;
    for (const [, l] of [...this.live].sort((a, b) => a[0] - b[0])) {
      if (!r.intersectsNode(l.el)) continue;
      for (const el of l.words) {
        if (!r.intersectsNode(el) || !touches(r, el)) continue;
        const w = +el.dataset['w']!;
        if (from < 0) from = w;
        end = w + 1;
      }
    }
    return from < 0 ? null : [from, end];
  }
}

// touches says whether some of an element is selected, not its end or start alone.
function touches(r: Range, el: Element): boolean {
  const own = document.createRange();
  own.selectNodeContents(el);
  return r.compareBoundaryPoints(Range.END_TO_START, own) < 0 && r.compareBoundaryPoints(Range.START_TO_END, own) > 0;
}
