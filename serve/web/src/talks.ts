// The open transcripts: how files become them, take what belongs to them, are kept, and are closed.
import * as api from './api';
import { isMedia, its, pair, saysSpeakers } from './beside';
import { announce, attempt, button, complain, note, plural } from './dom';
import { type Conflict, Log, type Op, changes, wordOf } from './log';
import { type Settings, placed } from './model';
import { openings } from './opening';
import { again } from './recordings';
import { type News, type Project, Projects, type Source } from './projects';
import { Remote } from './remote';
import { contentOf, forgetKept, keepNames, names, recall } from './store';
import { type Happening, type Keeper, Talk } from './talk';

/** Seen is where one of the transcripts is seen. */
export interface Seen {
  readonly talk: () => Talk | null;
  readonly show: (next: Talk | null) => void;
  readonly happened: (to: Talk, what: Happening) => void;
  readonly play: (talk: Talk) => void; // with a recording that it has from now on
  readonly cursor: () => number; // the word where somebody is
  readonly go: (w: number) => void;
}

/** Handles are the files that a recording can be read from again, when the page is opened anew. */
export type Handles = ReadonlyMap<File, FileSystemFileHandle>;

const NO_HANDLES: Handles = new Map();

const hex = (bytes: number): string => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) => b.toString(16).padStart(2, '0')).join('');

export class Talks implements Keeper {
  readonly all: Talk[] = [];
  readonly openings = openings;
  readonly remote: Remote | null; // null: the server keeps nothing
  private readonly site = hex(6);
  private readonly set = new Map<string, number>(); // when settings were chosen, by content

  private constructor(
    private readonly info: api.Info,
    private readonly seen: Seen,
    readonly projects: Projects,
  ) {
    this.remote = info.projects ? new Remote() : null;
  }

  static async make(info: api.Info, seen: Seen): Promise<Talks> {
    let talks: Talks | null = null;
    const projects = await Projects.open(complain, (news) => talks?.hear(news));
    talks = new Talks(info, seen, projects);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) talks.leave();
      else attempt(() => talks.catchUp());
    });
    addEventListener('pagehide', () => talks.leave());
    return talks;
  }

  /** open opens transcripts, and gives them what comes with them: recordings, and who speaks when. */
  async open(list: readonly File[], handles = NO_HANDLES): Promise<void> {
    const media = list.filter((f) => isMedia(f));
    const speakers = list.filter((f) => saysSpeakers(f));
    const transcripts = list.filter((f) => !media.includes(f) && !speakers.includes(f));
    const { of, left } = pair(transcripts, speakers);
    for (const file of transcripts) await this.take({ file, name: file.name, speakers: of.get(file) ?? null, names: names() });
    for (const file of left) await this.giveSpeakers(file, left.length > 1);
    for (const file of media) this.attach(file, handles.get(file));
    if (this.all.length === 0) this.seen.show(null);
  }

  /** restore opens what was open when the page was left. */
  async restore(): Promise<void> {
    const open = (await this.projects.list()).filter((p) => p.tab !== null).sort((a, b) => a.tab! - b.tab!);
    for (const p of open) await this.reopen(p);
  }

  /** reopen opens a transcript that is known here. */
  async reopen(p: Project): Promise<void> {
    const source = await this.projects.source(p.content);
    if (!source) {
      complain(`What ${p.name} says is not in this browser any more: drop the file again, and what you have corrected is back.`);
      return;
    }
    await this.take(originalOf(p, source));
  }

  /** forgetClosed removes all transcripts that are not open. */
  async forgetClosed(): Promise<void> {
    for (const p of await this.projects.list()) if (!this.all.some((t) => t.content === p.content)) await this.projects.forget(p.content);
  }

  /** fetch opens a transcript that the server keeps. */
  async fetch({ content, name }: api.KeptProject): Promise<void> {
    await this.take({ file: await api.projectSource(content), name, speakers: null, names: names() });
  }

  close(t: Talk): void {
    attempt(() => this.projects.close(t.content));
    this.remove(t);
    this.arrange();
    const again = button('Open it again', () => attempt(async () => {
      const p = await this.projects.get(t.content);
      if (p) await this.reopen(p);
    }));
    note(`${t.doc.name} is closed. It is kept in this browser.`, again);
  }

  /** again posts all documents anew: they are cleaned otherwise now. */
  async again(): Promise<void> {
    const seen = this.seen.talk();
    const at = seen ? this.all.indexOf(seen) : -1;
    for (const t of [...this.all]) this.replace(t, new Talk(await api.open(t.held.original), t.held.original, t.content, this.info, t.log, this));
    this.seen.show(this.all[at] ?? null);
    note('All open transcripts are cleaned anew; your corrections hold.');
  }

  /** spell opens a transcript anew, with names as they are spelled, which hold for others that are opened from now on, too. */
  async spell(t: Talk, text: string): Promise<void> {
    const original = { ...t.held.original, names: text };
    const doc = await this.read(original);
    if (!doc) return;
    keepNames(text);
    attempt(() => this.projects.update(t.content, { names: text }));
    if (!this.swap(t, new Talk(doc, original, t.content, this.info, t.log, this))) return;
    note(`${doc.name} is written with these names; your corrections hold.`);
  }

  /** steps keeps what was done to a transcript. */
  steps(content: string, ...ops: Op[]): void {
    this.projects.keep(content, ...ops).catch(() => undefined); // it is said there
    this.sendSoon(content);
  }

  private sendSoon(content: string): void {
    const t = this.all.find((x) => x.content === content);
    if (t) this.remote?.soon(t);
  }

  /** settings keeps those that were chosen. */
  settings(content: string, settings: Settings): void {
    this.projects.choose(content, settings).catch(() => undefined);
    this.sendSoon(content);
  }

  // read lets the server read a file; null: it was cancelled, or it is said why it is not read.
  private async read(original: api.Original, early?: (doc: api.Doc) => void): Promise<api.Doc | null> {
    const { file, name, speakers } = original;
    if (file.size + (speakers?.size ?? 0) > this.info.max_bytes) {
      complain(`${name} is too large: at most ${(this.info.max_bytes / 2 ** 20).toFixed(0)} MiB are read. Cut it in parts.`);
      return null;
    }
    try {
      return await this.openings.open(original, early);
    } catch (e) {
      complain(e);
      return null;
    }
  }

  // take opens a transcript beside the others, with all that was done to it before.
  private async take(original: api.Original): Promise<void> {
    const content = await contentOf(original.file, original.speakers);
    const open = this.all.find((t) => t.content === content);
    if (open) {
      this.seen.show(open);
      note(`${open.doc.name} is open already: this is the same text.`);
      return;
    }
    const known = await this.projects.get(content);
    // The text is kept before it is read: whatever happens to the page now, nobody has to look for it again.
    const made = known ? null : await this.keepAnew(content, original);
    const own = known ? { ...original, names: known.names } : original;
    const log = new Log(this.site);
    const talkOf = (doc: api.Doc): Talk => new Talk(doc, own, content, this.info, log, this);
    // What is done to the text while it is cleaned is in the log, and holds.
    let first: Talk | null = null;
    const doc = await this.read(own, (early) => {
      if (this.all.some((t) => t.content === content)) return;
      first = talkOf(early);
      this.add(first);
    });
    if (!doc) {
      if (made) await this.projects.forget(content);
      else attempt(() => this.projects.update(content, { tab: null }));
      if (first) this.remove(first);
      return;
    }
    const opened = talkOf(doc);
    if (first) {
      if (!this.swap(first, opened)) return;
    } else if (this.all.some((t) => t.content === content)) return;
    else this.add(opened);
    void opened.ask();
    announce(`${opened.doc.name} is open: ${plural(opened.text.size, 'word')}`);
    await this.takeUp(opened, known);
  }

  private add(t: Talk): void {
    this.listen(t);
    this.all.push(t);
    this.seen.show(t);
  }

  private remove(t: Talk): void {
    const seen = this.seen.talk();
    const at = this.all.indexOf(t);
    if (at < 0) return;
    this.all.splice(at, 1);
    t.close();
    this.seen.show(t === seen ? (this.all[Math.min(at, this.all.length - 1)] ?? null) : seen);
  }

  // takeUp gives an open transcript what was done to it before, and keeps it from now on.
  private async takeUp(t: Talk, known: Project | null): Promise<void> {
    let ops = await this.projects.steps(t.content);
    const source = await this.projects.source(t.content);
    if (source?.words) {
      const to = placed({ words: source.words }, t.doc);
      if (source.words.some((_, w) => to(w) !== w)) {
        const log = new Log(this.site);
        log.absorb(ops, Infinity);
        ops = log.moved(to);
        await this.projects.renumber(t.content, ops);
        await this.projects.knows(t.content, t.doc.words);
      }
    } else await this.projects.knows(t.content, t.doc.words);
    if (known?.settings) {
      this.set.set(t.content, known.set);
      t.choose(known.settings);
    }
    const before = t.log.size;
    t.absorb(ops);
    if (this.remote) {
      const others = await this.remote.steps(t.content);
      if (others.length > 0) {
        t.absorb(others);
        this.projects.keep(t.content, ...others).catch(() => undefined);
      }
      this.remote.soon(t);
    }
    this.takeOld(t);
    this.arrange();
    if (known && known.cursor > 0 && this.seen.talk() === t) this.seen.go(Math.min(known.cursor, t.text.size - 1));
    if (known?.media) attempt(() => again(known.media!, t.doc.name, (file) => this.play(t, file)));
    const n = t.corrections.size + t.log.turns.size + t.log.speakers.size + t.log.times.size + t.log.comments.size;
    if (n === 0 || t.log.size === before) return;
    const since = known ? `, of ${new Date(known.at).toLocaleDateString('en')},` : '';
    note(`${plural(n, 'correction')}${since} of ${t.doc.name} ${n === 1 ? 'is' : 'are'} back.`, button('Without them', () => this.without(t)));
  }

  private without(t: Talk): void {
    const keys = t.log.all.flatMap((op) => op.set.map(([key]) => key));
    if (t.change('leave out all corrections', keys.map((key) => [key, null]))) note('All is as the models have it. Undo brings your corrections back.');
  }

  // takeOld takes up what a page of before has kept.
  private takeOld(t: Talk): void {
    const kept = recall(t.content);
    if (!kept) return;
    const set = kept.corrections.flatMap(([w, c]) => (w < t.text.size ? changes(w, t.corrections.get(w) ?? {}, c) : []));
    t.change('corrections of before', set);
    t.set(kept.settings);
    forgetKept(t.content);
  }

  private async keepAnew(content: string, { file, name, speakers, names: spelled }: api.Original): Promise<Project> {
    const bytes = async (f: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await f.arrayBuffer());
    const source: Source = { file: await bytes(file), speakers: speakers && { name: speakers.name, file: await bytes(speakers) }, words: null };
    const project: Project = { content, name, at: Date.now(), tab: this.all.length, size: 0, names: spelled, settings: null, set: 0, cursor: 0, media: null };
    await this.projects.add(project, source).catch(() => undefined); // it is said there
    return project;
  }

  // arrange keeps which transcripts are open, in their order.
  private arrange(): void {
    this.all.forEach((t, tab) => attempt(() => this.projects.update(t.content, { tab, at: Date.now() })));
  }

  /** leave keeps the place where somebody is. */
  leave(): void {
    const t = this.seen.talk();
    if (t) void this.projects.update(t.content, { cursor: this.seen.cursor(), at: Date.now() });
    this.remote?.leave();
  }

  // hear takes what another window has done.
  private hear(news: News): void {
    const t = this.all.find((x) => x.content === news.content);
    if (!t) return;
    if ('op' in news) this.told(t, t.absorb([news.op]));
    else if (news.set >= (this.set.get(t.content) ?? 0)) {
      this.set.set(t.content, news.set);
      t.choose(news.settings);
      if (this.seen.talk() === t) this.seen.happened(t, 'changed');
    }
  }

  // catchUp takes what was done elsewhere while this window was not seen.
  private async catchUp(): Promise<void> {
    for (const t of [...this.all]) this.told(t, t.absorb(await this.projects.steps(t.content)));
  }

  private told(t: Talk, conflicts: Conflict[]): void {
    for (const { key, holds } of conflicts) {
      const [, w] = wordOf(key);
      const what = w >= 0 ? `“${t.doc.words[w]}”` : 'the same';
      complain(`Two windows have changed ${what} in ${t.doc.name} at the same time: ${holds.site === this.site ? 'what you said here' : 'what was said in the other one'} holds (${holds.name}).`);
    }
  }

  private listen(t: Talk): void {
    t.onhappening = (what) => this.seen.happened(t, what);
  }

  private attach(file: File, handle?: FileSystemFileHandle): void {
    const to = this.called(file) ?? this.seen.talk();
    if (!to) {
      complain(`${file.name} is a recording: drop its transcript, too.`);
      return;
    }
    this.play(to, file);
    attempt(() => this.projects.update(to.content, { media: handle ?? null }));
    note(`${file.name} plays with ${to.doc.name}. It stays ${handle ? 'where it is' : 'in this browser'}.`);
  }

  private play(to: Talk, file: File): void {
    if (to.media) URL.revokeObjectURL(to.media.url);
    to.media = { url: URL.createObjectURL(file), name: file.name, file };
    this.seen.play(to);
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
    const original = { ...to.held.original, speakers: file };
    const content = await contentOf(original.file, file);
    const doc = await this.read(original);
    if (!doc) return;
    const log = new Log(this.site);
    const moved = to.log.moved(placed(to.doc, doc));
    log.absorb(moved, Infinity);
    const lost = to.corrections.size - log.corrections.size;
    const next = new Talk(doc, original, content, this.info, log, this);
    if (!this.swap(to, next)) return;
    const says = `${file.name} says who speaks in ${doc.name}: ${plural(doc.speakers.length, 'speaker')}`;
    announce(says);
    note(says + (lost > 0 ? `. Of your corrections ${lost} could not be kept.` : to.corrections.size > 0 ? '; your corrections hold.' : '.'));
    if (content === to.content) return;
    attempt(() => this.projects.update(to.content, { tab: null }));
    const known = await this.projects.get(content);
    if (!known) await this.keepAnew(content, original);
    await this.takeUp(next, known);
    this.steps(content, ...moved);
  }

  // swap puts a transcript that was opened anew in the place of what it was; false: that was closed in the meantime.
  private swap(before: Talk, next: Talk): boolean {
    if (!this.all.includes(before)) {
      next.close();
      return false;
    }
    const seen = this.seen.talk();
    this.replace(before, next);
    this.seen.show(seen === before ? next : seen);
    return true;
  }

  private replace(before: Talk, next: Talk): void {
    next.media = before.media;
    before.media = null;
    before.close();
    this.all[this.all.indexOf(before)] = next;
    this.listen(next);
    next.choose(before.settings);
    void next.ask();
  }
}

const originalOf = (p: Project, { file, speakers }: Source): api.Original => ({
  file: new Blob([file]),
  name: p.name,
  names: p.names,
  speakers: speakers && new File([speakers.file], speakers.name),
});
