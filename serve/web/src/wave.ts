// The waveform above the player: what is heard, what is removed, and where playing is. A click goes there.
import { button, clock, h, percent } from './dom';
import { listen } from './listen';
import { Peaks } from './peaks';
import type { Talk } from './talk';
import { removedBetween, windowed } from './seen';

/** How many seconds are seen at once; the last is all. */
export const ZOOMS = [10, 30, 60, 180, 600, Infinity];

export class Wave {
  readonly el: HTMLElement;
  private readonly canvas = h('canvas', { role: 'img' });
  private readonly hand = h('div', { class: 'hand' });
  private readonly box = h('div', { class: 'waves' }, this.canvas, this.hand);
  private readonly about = h('p', { class: 'drawing' });
  private talk: Talk | null = null;
  private peaks = new Peaks();
  private ending = new AbortController();
  private length = 0;
  private from = 0;
  private now = 0;
  private frame = 0;
  private known = -1; // percent that are said to be drawn

  constructor(
    private readonly seek: (to: number) => void,
    private zoom: number,
    private readonly zoomed: (zoom: number) => void,
    private readonly measured: (seconds: number) => void,
  ) {
    this.el = h(
      'div',
      { class: 'wave', hidden: true },
      this.box,
      h('div', { class: 'zooms' }, button('+', () => this.zooms(-1), { 'aria-label': 'See less of the recording, larger', title: '+' }), button('−', () => this.zooms(1), { 'aria-label': 'See more of the recording, smaller', title: '-' })),
      this.about,
    );
    const to = (e: PointerEvent): void => this.seek(this.from + (e.offsetX / this.canvas.clientWidth) * this.span);
    this.canvas.addEventListener('pointerdown', (e) => {
      if (e.button !== 0) return;
      this.canvas.setPointerCapture(e.pointerId);
      to(e);
    });
    this.canvas.addEventListener('pointermove', (e) => {
      if (this.canvas.hasPointerCapture(e.pointerId)) to(e);
    });
    new ResizeObserver(() => this.soon()).observe(this.canvas);
    for (const what of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)']) matchMedia(what).addEventListener('change', () => this.soon());
  }

  private get span(): number {
    return Math.min(ZOOMS[this.zoom]!, this.length || 1);
  }

  /** show draws the recording of a transcript, of so many seconds; null: none. */
  show(talk: Talk | null, seconds = 0): void {
    this.ending.abort();
    this.talk = talk;
    this.peaks = new Peaks();
    this.from = this.now = 0;
    this.known = -1;
    this.length = Number.isFinite(seconds) ? seconds : 0;
    this.el.hidden = !talk?.media;
    this.box.hidden = this.hand.hidden = false;
    this.about.textContent = '';
    if (!talk?.media) return;
    this.ending = new AbortController();
    const { signal } = this.ending;
    const { file, name } = talk.media;
    this.tell();
    listen(file, seconds, this.peaks, () => !signal.aborted && this.tell(), signal).then(
      () => !signal.aborted && this.tell(true),
      (e: unknown) => {
        if (signal.aborted) return;
        this.box.hidden = true;
        this.about.textContent = `No waveform of ${name}: ${e instanceof Error ? e.message : String(e)}.`;
      },
    );
  }

  /** of is whose words are shaded from now on: the same recording goes with it. */
  of(talk: Talk): void {
    this.talk = talk;
    this.soon();
  }

  /** at moves to where playing is. */
  at(now: number): void {
    this.now = now;
    const from = windowed(this.from, this.span, now, this.length);
    if (from !== this.from) {
      this.from = from;
      this.soon();
    }
    this.hand.style.transform = `translateX(${((now - from) / this.span) * this.canvas.clientWidth}px)`;
  }

  /** soon draws with the next frame. */
  soon(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** zooms lets more or less be seen at once. */
  zooms(by: number): void {
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom + by));
    this.zoomed(this.zoom);
    this.from = Math.max(0, this.now - this.span * 0.3);
    this.at(this.now);
    this.soon();
  }

  // tell says how far the waveform is drawn.
  private tell(done = false): void {
    if (this.peaks.seconds > this.length) {
      this.length = this.peaks.seconds;
      this.measured(this.length);
    }
    const share = done ? 1 : Math.min(0.99, this.length > 0 ? this.peaks.seconds / this.length : 0);
    if (Math.floor(share * 100) !== this.known) {
      this.known = Math.floor(share * 100);
      this.el.dataset['drawn'] = String(this.known);
      this.canvas.setAttribute('aria-label', `Waveform of ${this.talk!.media!.name}${done ? '' : `, ${percent(share)} drawn`}`);
      this.about.textContent = done ? '' : `The waveform is being drawn: ${percent(share)}`;
    }
    this.soon();
  }

  private draw(): void {
    this.frame = 0;
    const context = this.canvas.getContext('2d');
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!context || !this.talk || width === 0) return;
    const scale = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * scale) || this.canvas.height !== Math.round(height * scale)) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
    }
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(this.canvas);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const [said, quiet, cut, edge] = [colour('--wave'), colour('--edge'), colour('--cut'), colour('--faint')];
    const x = (time: number): number => ((time - this.from) / this.span) * width;
    context.fillStyle = cut;
    for (const [from, end] of removedBetween(this.talk.times, this.talk.unheard, this.from, this.from + this.span)) context.fillRect(x(from), 0, Math.max(1, x(end) - x(from)), height);
    const silence = this.peaks.quiet();
    const middle = (height - 12) / 2;
    for (let i = 0; i < width; i++) {
      const level = this.peaks.level(this.from + (i / width) * this.span, this.from + ((i + 1) / width) * this.span);
      if (level < 0) continue;
      context.fillStyle = level <= silence ? quiet : said;
      const high = Math.max(1, level * (height - 14));
      context.fillRect(i, middle - high / 2, 1, high);
    }
    // A clock at the foot.
    const step = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800].find((s) => (s / this.span) * width > 70) ?? 3600;
    context.fillStyle = edge;
    context.font = '10px system-ui, sans-serif';
    for (let time = Math.ceil(this.from / step) * step; time < this.from + this.span; time += step) {
      context.fillRect(x(time), height - 12, 1, 3);
      context.fillText(clock(time), x(time) + 3, height - 2);
    }
    this.at(this.now);
  }
}
