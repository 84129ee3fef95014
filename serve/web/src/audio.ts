// The sound of a transcript: a file that stays in the browser, played, with the word lit
// that is said, and without removed words, if one likes.
import { button, clock, complain, h, plural } from './dom';
import type { Talk } from './talk';
import { said, skipTo } from './times';

const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5];

export class Player {
  readonly bar: HTMLElement;
  private readonly media = h('video', { preload: 'auto', class: 'video', 'aria-label': 'Recording' });
  private readonly playing = button('Play', () => this.toggle(), { class: 'play' });
  private readonly at = h('input', { type: 'range', min: '0', max: '0', step: '0.1', value: '0', class: 'seek', 'aria-label': 'Place in the recording' });
  private readonly time = h('span', { class: 'time' });
  private readonly speed = h('select', { 'aria-label': 'Speed' });
  private readonly skip = h('input', { type: 'checkbox', checked: true });
  private readonly follow = h('input', { type: 'checkbox', checked: true });
  private readonly about = h('span', { class: 'about' });
  private talk: Talk | null = null;
  private until = Infinity;

  constructor(
    private readonly light: (w: number) => void,
    private readonly reveal: (w: number) => void,
  ) {
    for (const s of SPEEDS) this.speed.append(h('option', { value: String(s), selected: s === 1 }, `${s} ×`));
    this.speed.onchange = () => (this.media.playbackRate = +this.speed.value);
    this.at.oninput = () => (this.media.currentTime = +this.at.value);
    this.media.onloadedmetadata = () => {
      this.at.max = String(this.media.duration);
      this.tell();
    };
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
    this.media.onerror = () => {
      if (this.talk?.media) complain(`This browser cannot play ${this.talk.media.name}: convert it to MP3, M4A, WAV or MP4 and drop it again.`);
    };
    this.bar = h(
      'section',
      { class: 'player', 'aria-label': 'Recording', hidden: true },
      this.media,
      this.playing,
      this.at,
      this.time,
      this.speed,
      h('label', {}, this.skip, 'Skip removed words'),
      h('label', {}, this.follow, 'Follow'),
      this.about,
    );
  }

  /** load takes up the recording of a transcript, if there is one. */
  load(talk: Talk | null): void {
    this.media.pause();
    this.talk = talk;
    this.until = Infinity;
    this.light(-1);
    this.bar.hidden = !talk?.media;
    if (!talk?.media) {
      this.media.removeAttribute('src');
      return;
    }
    this.media.src = talk.media.url;
    this.media.playbackRate = +this.speed.value;
    this.media.hidden = !talk.media.video;
    const { guessed, order } = talk.times;
    this.about.textContent =
      order.length === 0
        ? 'The transcript has no times: no word is lit.'
        : guessed > 0
          ? `Times of ${guessed === talk.text.size ? 'words' : plural(guessed, 'word')} are a guess, by the letters of each line.`
          : '';
  }

  get ready(): boolean {
    return this.talk?.media !== null && this.talk !== null;
  }

  toggle(): void {
    if (!this.ready) return;
    this.until = Infinity;
    if (this.media.paused) this.media.play().catch(complain);
    else this.media.pause();
  }

  /** from plays from a word on. */
  from(w: number, play = true): void {
    const start = this.talk?.times.start[w];
    if (!this.ready || start === undefined || Number.isNaN(start)) return;
    this.until = Infinity;
    this.media.currentTime = start + 0.01; // players round: it is to be this word, not the one before
    if (play) this.media.play().catch(complain);
  }

  /** only plays a stretch of words and a little before and behind it, removed or not. */
  only(from: number, end: number): void {
    const t = this.talk?.times;
    if (!t || Number.isNaN(t.start[from]!)) return;
    this.from(from, false);
    this.media.currentTime = Math.max(0, t.start[from]! - 1);
    this.until = (Number.isNaN(t.end[end - 1]!) ? t.start[from]! + 1 : t.end[end - 1]!) + 0.8;
    this.media.play().catch(complain);
  }

  skipping(): boolean {
    this.skip.checked = !this.skip.checked;
    return this.skip.checked;
  }

  // frame looks at the time with each picture of the screen.
  private frame(): void {
    if (this.media.paused) return;
    this.act();
    requestAnimationFrame(() => this.frame());
  }

  // act stops where it has to, skips removed words, and lights the word that is said.
  private act(): void {
    const now = this.media.currentTime;
    if (now >= this.until) {
      this.until = Infinity;
      this.media.pause();
      return;
    }
    if (this.talk && this.skip.checked && this.until === Infinity && !this.media.seeking) {
      const to = skipTo(this.talk.times, this.talk.gone, now);
      if (!Number.isNaN(to)) this.media.currentTime = to;
    }
    this.tell();
  }

  private tell(): void {
    const now = this.media.currentTime;
    const length = Number.isFinite(this.media.duration) ? this.media.duration : 0;
    if (document.activeElement !== this.at || !this.media.paused) this.at.value = String(now);
    this.at.setAttribute('aria-valuetext', clock(now));
    const text = `${clock(now)} / ${clock(length)}`;
    if (this.time.textContent !== text) this.time.textContent = text;
    const w = this.talk ? said(this.talk.times, now) : -1;
    this.light(w);
    if (w >= 0 && this.follow.checked && !this.media.paused) this.reveal(w);
  }
}
