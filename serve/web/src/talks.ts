// The open transcripts: how files become them, take what belongs to them, and are closed.
import * as api from './api';
import { isMedia, its, pair, saysSpeakers } from './beside';
import { announce, complain, note, offer, plural } from './dom';
import { fresh, move } from './model';
import { openings } from './opening';
import { contentOf, keepNames, names, recall } from './store';
import { type Happening, Talk } from './talk';

/** Seen is where one of the transcripts is seen. */
export interface Seen {
  readonly talk: () => Talk | null;
  readonly show: (next: Talk | null) => void;
  readonly happened: (to: Talk, what: Happening) => void;
  readonly play: (talk: Talk) => void; // with a recording that it has from now on
}

export class Talks {
  readonly all: Talk[] = [];
  readonly openings = openings;

  constructor(
    private readonly info: api.Info,
    private readonly seen: Seen,
  ) {}

  /** open opens transcripts, and gives them what comes with them: recordings, and who speaks when. */
  async open(list: readonly File[]): Promise<void> {
    const media = list.filter((f) => isMedia(f));
    const speakers = list.filter((f) => saysSpeakers(f));
    const transcripts = list.filter((f) => !media.includes(f) && !speakers.includes(f));
    const { of, left } = pair(transcripts, speakers);
    for (const file of transcripts) {
      const opened = await this.load({ file, name: file.name, speakers: of.get(file) ?? null, names: names() });
      if (opened) this.add(opened);
    }
    for (const file of left) await this.giveSpeakers(file, left.length > 1);
    for (const file of media) this.attach(file);
    if (this.all.length === 0) this.seen.show(null);
  }

  close(t: Talk): void {
    const seen = this.seen.talk();
    const at = this.all.indexOf(t);
    this.all.splice(at, 1);
    t.close();
    this.seen.show(t === seen ? (this.all[Math.min(at, this.all.length - 1)] ?? null) : seen);
    note(`${t.doc.name} is closed. Its corrections are kept in this browser.`);
  }

  /** again posts all documents anew: they are cleaned otherwise now. */
  async again(): Promise<void> {
    const seen = this.seen.talk();
    const at = seen ? this.all.indexOf(seen) : -1;
    for (const t of [...this.all]) this.replace(t, new Talk(await api.open(t.held.original), t.held.original, t.content, this.info));
    this.seen.show(this.all[at] ?? null);
    note('All open transcripts are cleaned anew; your corrections hold.');
  }

  /** spell opens a transcript anew, with names as they are spelled, which hold for others that are opened from now on, too. */
  async spell(t: Talk, text: string): Promise<void> {
    const next = await this.load({ ...t.held.original, names: text });
    if (!next) return;
    keepNames(text);
    if (!this.all.includes(t)) {
      next.close(); // it was closed in the meantime
      return;
    }
    const seen = this.seen.talk();
    this.replace(t, next);
    this.seen.show(seen === t ? next : seen);
    note(`${next.doc.name} is written with these names; your corrections hold.`);
  }

  // load opens a transcript; null: it was cancelled, or it is said why it is not open.
  private async load(original: api.Original): Promise<Talk | null> {
    const { file, name, speakers } = original;
    if (file.size + (speakers?.size ?? 0) > this.info.max_bytes) {
      complain(`${name} is too large: at most ${(this.info.max_bytes / 2 ** 20).toFixed(0)} MiB are read. Cut it in parts.`);
      return null;
    }
    try {
      const doc = await this.openings.open(original);
      return doc && new Talk(doc, original, await contentOf(file, speakers), this.info);
    } catch (e) {
      complain(e);
      return null;
    }
  }

  private add(opened: Talk): void {
    this.listen(opened);
    this.all.push(opened);
    this.seen.show(opened);
    void opened.ask();
    announce(`${opened.doc.name} is open: ${plural(opened.text.size, 'word')}`);
    this.offerKept(opened);
  }

  private listen(t: Talk): void {
    t.onhappening = (what) => this.seen.happened(t, what);
  }

  // offerKept offers the corrections of another time; it says whether there are any.
  private offerKept(opened: Talk): boolean {
    const kept = recall(opened.content);
    if (!kept) return false;
    offer(`You have corrected this file before: ${plural(kept.corrections.length, 'word')}, on ${new Date(kept.at).toLocaleDateString('en')}.`, 'Take them up', () => {
      const words = kept.corrections.filter(([w]) => w < opened.text.size);
      opened.restore({ ...fresh, corrections: new Map(words) }, kept.settings);
      note('Your corrections are back.');
    });
    return true;
  }

  private attach(file: File): void {
    const to = this.called(file) ?? this.seen.talk();
    if (!to) {
      complain(`${file.name} is a recording: drop its transcript, too.`);
      return;
    }
    if (to.media) URL.revokeObjectURL(to.media.url);
    to.media = { url: URL.createObjectURL(file), name: file.name, file };
    this.seen.play(to);
    note(`${file.name} plays with ${to.doc.name}. It stays in this browser.`);
  }

  // called is the open transcript that a file is called as.
  private called(file: File): Talk | undefined {
    return its(this.all, this.seen.talk(), (t) => t.doc.name, file.name);
  }

  // giveSpeakers opens a transcript anew, with who speaks when: the one that is called as the file, or else the one that is
  // seen, if the file is the only one.
  private async giveSpeakers(file: File, several: boolean): Promise<void> {
    const to = this.called(file) ?? (several ? null : this.seen.talk());
    if (!to) {
      complain(`${file.name} says who speaks when${this.seen.talk() ? ', but no open transcript is called as it is' : ': drop its transcript, too'}.`);
      return;
    }
    const next = await this.load({ ...to.held.original, speakers: file });
    if (!next) return;
    if (!this.all.includes(to)) {
      next.close(); // it was closed in the meantime
      return;
    }
    const seen = this.seen.talk();
    const state = move(to.state, to.doc, next.doc);
    this.replace(to, next, state);
    this.seen.show(seen === to ? next : seen);
    const says = `${file.name} says who speaks in ${next.doc.name}: ${plural(next.doc.speakers.length, 'speaker')}`;
    announce(says);
    if (state === fresh && this.offerKept(next)) return;
    const lost = to.corrections.size - state.corrections.size;
    note(says + (lost > 0 ? `. Of your corrections ${lost} could not be kept.` : to.corrections.size > 0 ? '; your corrections hold.' : '.'));
  }

  // replace puts a transcript that was opened anew in the place of what it was.
  private replace(before: Talk, next: Talk, state = before.state): void {
    next.media = before.media;
    before.media = null;
    before.close();
    this.all[this.all.indexOf(before)] = next;
    this.listen(next);
    next.restore(state, before.settings);
  }
}
