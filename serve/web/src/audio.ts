// The sound of a transcript: a file that stays in the browser, played, with the word lit
// that is said, and without removed words, if one likes.
import type { Span } from './api';
import { announce, button, clock, complain, h, note, plural } from './dom';
import { type Command, everywhere } from './keys';
import { keepSounding, type Sounding, sounding } from './sounding';
import type { Talk } from './talk';
import { around, said, skipTo } from './times';
import { Wave } from './wave';

const SPEEDS = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5];
const STEP = 5; // seconds that one goes back or forward
const BACK = 1.5; // seconds that one is taken back by a pause
const AWAY = 4000; // milliseconds for which the text stays where somebody has scrolled to

/** Playing says where playing ends, and what is left out of it. */
interface Playing {
  until: number;
  cut: [from: number, to: number] | null;
  whole: boolean; // removed words are heard, whatever is chosen
}

const ON: Playing = { until: Infinity, cut: null, whole: false };

export class Player {
  readonly bar: HTMLElement;
  private readonly set: Sounding = sounding();
  private readonly media = h('video', { preload: 'auto', class: 'video', 'aria-label': 'Recording' });
  private readonly playing = button('Play', () => this.toggle(), { class: 'play' });
  private readonly at = h('input', { type: 'range', min: '0', max: '0', step: '0.1', value: '0', class: 'seek', 'aria-label': 'Place in the recording' });
  private readonly time = h('span', { class: 'time' });
  private readonly speed = h('select', { 'aria-label': 'Speed' });
  private readonly skip = this.box('skip');
  private readonly follow = this.box('follow');
  private readonly rewind = this.box('rewind');
  private readonly larger = button('Larger', () => this.enlarge(), { hidden: true, title: 'V' });
  private readonly about = h('span', { class: 'about' });
  private readonly wave = new Wave(
    (to) => this.seek(to),
    this.set.zoom,
    (zoom) => keepSounding({ zoom }),
    (seconds) => this.lasts(seconds),
  );
  private talk: Talk | null = null;
  private now: Playing = ON;
  private length = 0; // in seconds
  private away = -AWAY; // when somebody has scrolled
  private cuts: readonly Span[] | null = null; // that are played over, in place of removed words
  private drawn = ''; // the address of the recording whose waveform there is

  constructor(
    private readonly light: (w: number) => void,
    private readonly reveal: (w: number) => void,
  ) {
    for (const s of SPEEDS) this.speed.append(h('option', { value: String(s) }, `${s} ×`));
    this.speed.value = String(SPEEDS.includes(this.set.speed) ? this.set.speed : 1);
    this.speed.onchange = () => this.pace(+this.speed.value);
    this.at.oninput = () => this.seek(+this.at.value);
    this.media.onloadedmetadata = () => this.loaded();
    this.media.ondurationchange = () => this.lasts(this.media.duration);
    this.media.onplay = () => {
      this.playing.textContent = 'Pause';
      this.frame();
    };
    // Where the page is not seen there are no pictures, and the time is told some times a second.
    this.media.ontimeupdate = () => {
      if (document.hidden && !this.media.paused) this.act();
    };
    this.media.onpause = () => (this.playing.textContent = 'Play');
    this.media.onseeked = () => this.tell();
    this.media.onerror = () => this.failed();
    for (const by of ['wheel', 'touchmove']) addEventListener(by, () => (this.away = performance.now()), { passive: true });
    this.bar = h(
      'section',
      { class: 'player', 'aria-label': 'Recording', hidden: true },
      this.media,
      this.wave.el,
      this.playing,
      button('Back 5 s', () => this.by(-STEP), { title: ',' }),
      button('On 5 s', () => this.by(STEP), { title: '.' }),
      this.at,
      this.time,
      this.speed,
      h('label', { title: 's' }, this.skip, 'Skip removed words'),
      h('label', { title: 'f' }, this.follow, 'Follow'),
      h('label', { title: 'w' }, this.rewind, 'Rewind on pause'),
      this.larger,
      this.about,
    );
  }

  private box(name: 'skip' | 'follow' | 'rewind'): HTMLInputElement {
    return h('input', { type: 'checkbox', checked: this.set[name], onchange: (e: Event) => keepSounding({ [name]: (e.target as HTMLInputElement).checked }) });
  }

  /** load takes up the recording of a transcript; where there is none, there is no player. */
  load(talk: Talk | null): void {
    const same = talk?.media != null && this.media.src === talk.media.url;
    if (!same) {
      this.media.pause();
      // A medium without an address would play on what it had.
      this.media.removeAttribute('src');
      this.media.load();
      this.drawn = '';
      this.wave.show(null);
      this.at.value = this.at.max = '0';
      this.length = 0;
    }
    this.talk = talk;
    this.now = ON;
    this.cuts = null;
    this.light(-1);
    this.bar.hidden = !talk?.media;
    if (!talk?.media) return;
    if (!same) {
      this.larger.hidden = this.media.hidden = true; // until there is a picture
      this.media.src = talk.media.url;
    } else this.draw();
    this.pace(+this.speed.value, false);
    const { guessed, order } = talk.times;
    this.about.textContent =
      order.length === 0
        ? 'The transcript has no times: no word is lit.'
        : guessed > 0
          ? `Times of ${guessed === talk.text.size ? 'words' : plural(guessed, 'word')} are a guess, by the letters of each line.`
          : '';
    this.tell();
  }

  get ready(): boolean {
    return this.talk?.media != null;
  }

  /** painted takes up what is removed now. */
  painted(): void {
    this.cuts = null; // they may be others now
    this.wave.soon();
  }

  /** recording is what is known of what plays; null: there is none. */
  get recording(): { name: string; file: Blob; seconds: number; film: boolean } | null {
    const media = this.talk?.media;
    return media ? { name: media.name, file: media.file, seconds: this.length, film: this.media.videoWidth > 0 } : null;
  }

  /** over plays over cuts, seconds in order, from where it is, until something changes. */
  over(cuts: readonly Span[]): void {
    if (!this.ready) return;
    this.now = ON;
    this.cuts = cuts;
    this.start();
  }

  private loaded(): void {
    this.lasts(this.media.duration);
    this.larger.hidden = this.media.hidden = this.media.videoWidth === 0;
    this.enlarge(this.set.large);
    this.tell();
    this.draw();
  }

  // lasts says how long the recording is: what a browser has recorded does not say it, and drawing it tells.
  private lasts(seconds: number): void {
    if (!Number.isFinite(seconds) || (seconds < this.length && !Number.isFinite(this.media.duration))) return;
    this.length = seconds;
    this.at.max = String(seconds);
    this.tell();
  }

  // draw draws the waveform of a recording, once.
  private draw(): void {
    if (!this.talk?.media || this.media.readyState < 1) return;
    if (this.drawn === this.talk.media.url) {
      this.wave.of(this.talk);
      return;
    }
    this.drawn = this.talk.media.url;
    this.wave.show(this.talk, this.media.duration);
  }

  // failed lets go of a recording that is none.
  private failed(): void {
    const { talk } = this;
    if (!talk?.media || this.media.src !== talk.media.url) return;
    complain(`This browser cannot play ${talk.media.name}: convert it to MP3, M4A, WAV or MP4 and drop it again.`);
    URL.revokeObjectURL(talk.media.url);
    talk.media = null;
    this.load(talk);
  }

  toggle(): void {
    if (!this.ready) return;
    this.now = ON;
    if (this.media.paused) {
      this.start();
      return;
    }
    this.media.pause();
    if (this.rewind.checked) this.by(-BACK);
  }

  private start(): void {
    this.media.play().catch((e: unknown) => {
      // Another recording, or a pause, came before it began: that is no error.
      if (!(e instanceof DOMException && e.name === 'AbortError')) complain(e);
    });
  }

  private seek(to: number): void {
    if (!this.ready || !Number.isFinite(to)) return;
    this.now = ON;
    this.media.currentTime = Math.max(0, to);
    this.tell();
  }

  /** by goes some seconds forward, or back. */
  by(seconds: number): void {
    this.seek(Math.min(this.length || Infinity, this.media.currentTime + seconds));
  }

  /** faster plays faster by some steps, or slower. */
  faster(by: number): void {
    const at = SPEEDS.indexOf(+this.speed.value);
    this.pace(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]!);
    note(`Speed: ${this.speed.value} ×`);
  }

  private pace(speed: number, keeping = true): void {
    this.speed.value = String(speed);
    this.media.playbackRate = this.media.defaultPlaybackRate = speed;
    if (keeping) keepSounding({ speed });
  }

  /** from plays from a word on. */
  from(w: number, play = true): void {
    const start = this.talk?.times.start[w];
    if (!this.ready || start === undefined || Number.isNaN(start)) return;
    this.seek(start + 0.01); // players round: it is to be this word, not the one before
    if (play) this.start();
  }

  /** only plays a stretch of words and a little before and behind it, removed or not. */
  only(from: number, end: number): void {
    const t = this.talk?.times;
    if (!t || !this.ready || Number.isNaN(t.start[from]!)) return;
    this.seek(t.start[from]! - 1);
    this.now = { ...ON, whole: true, until: (Number.isNaN(t.end[end - 1]!) ? t.start[from]! + 1 : t.end[end - 1]!) + 0.8 };
    this.start();
  }

  /** around plays what is around some words, as it is without them, or as it was. */
  around(from: number, end: number, was = false): void {
    const a = this.talk && this.ready ? around(this.talk.times, from, end) : null;
    if (!a) return;
    this.seek(a.start);
    this.now = { until: a.end, cut: was ? null : a.cut, whole: true };
    this.start();
    announce(was ? 'As it was' : 'Without it');
  }

  private switch(box: HTMLInputElement, on: string, off: string): void {
    box.click();
    note(box.checked ? on : off);
  }

  private enlarge(large = !this.set.large): void {
    this.set.large = large;
    this.media.classList.toggle('large', large);
    this.larger.textContent = large ? 'Smaller' : 'Larger';
    this.larger.setAttribute('aria-label', large ? 'Smaller video' : 'Larger video');
    keepSounding({ large });
  }

  /** commands are what keys do with the recording; at is the word of the cursor, cut the removal that it is in. */
  commands(at: () => number, cut: () => readonly [number, number] | null): Command[] {
    const key = (keys: string[], about: string, run: () => void): Command => ({ keys, group: 'Recording', about, run: () => this.ready && run() });
    const heard = (was: boolean): void => {
      const span = cut();
      if (span) this.around(...span, was);
    };
    return [
      key([' '], 'play or pause', () => this.toggle()),
      key([','], 'back 5 seconds', () => this.by(-STEP)),
      key(['.'], 'forward 5 seconds', () => this.by(STEP)),
      everywhere(key(['F7'], 'back 5 seconds, while you write, too', () => this.by(-STEP))),
      everywhere(key(['F8'], 'play or pause, while you write, too', () => this.toggle())),
      everywhere(key(['F9'], 'forward 5 seconds, while you write, too', () => this.by(STEP))),
      key(['<'], 'slower', () => this.faster(-1)),
      key(['>'], 'faster', () => this.faster(1)),
      key(['l'], 'listen to the word, from a second before it', () => this.only(at(), at() + 1)),
      key(['h'], 'play from here', () => this.from(at())),
      key(['i'], 'listen to the cut: what is around the removal, without it', () => heard(false)),
      key(['I'], 'the same as it was', () => heard(true)),
      key(['s'], 'skip removed words, or not', () => this.switch(this.skip, 'Removed words are skipped in playing.', 'All is played.')),
      key(['f'], 'follow what is said, or not', () => this.switch(this.follow, 'The text follows what is said.', 'The text stays where it is.')),
      key(['w'], 'rewind 1.5 seconds on each pause, or not', () => this.switch(this.rewind, 'A pause rewinds 1.5 seconds.', 'A pause stays where it is.')),
      key(['+'], 'see less of the waveform, larger', () => this.wave.zooms(-1)),
      key(['-'], 'see more of it, smaller', () => this.wave.zooms(1)),
      key(['V'], 'a video larger, or smaller', () => this.larger.hidden || this.enlarge()),
    ];
  }

  // frame looks at the time with each picture of the screen.
  private frame(): void {
    if (this.media.paused) return;
    this.act();
    requestAnimationFrame(() => this.frame());
  }

  // act stops where it has to, skips what is not to be heard, and lights the word that is said.
  private act(): void {
    const now = this.media.currentTime;
    if (now >= this.now.until) {
      this.now = ON;
      this.media.pause();
      return;
    }
    const { cut, whole } = this.now;
    if (this.talk && !this.media.seeking) {
      let to = cut && now >= cut[0] - 0.02 && now < cut[1] - 0.02 ? cut[1] : NaN;
      if (this.cuts && !whole) to = this.cuts.find(([from, end]) => now >= from - 0.01 && now < end - 0.02)?.[1] ?? NaN;
      else if (this.skip.checked && !whole) to = skipTo(this.talk.times, this.talk.unheard, now);
      if (!Number.isNaN(to)) this.media.currentTime = to;
    }
    this.tell();
  }

  private tell(): void {
    const now = this.media.currentTime;
    if (document.activeElement !== this.at || !this.media.paused) this.at.value = String(now);
    this.at.setAttribute('aria-valuetext', clock(now));
    const text = `${clock(now)} / ${clock(this.length)}`;
    if (this.time.textContent !== text) this.time.textContent = text;
    this.wave.at(now);
    const w = this.talk && this.ready ? said(this.talk.times, now) : -1;
    this.light(w);
    if (w >= 0 && this.follow.checked && !this.media.paused && performance.now() - this.away > AWAY) this.reveal(w);
  }
}
