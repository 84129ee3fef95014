// Transcripts that were opened here, with all that was done to them, kept in this browser: each step as it is made. Windows
// tell each other what they do.
import { Database } from './database';
import { type Op, idOf } from './log';
import type { Settings } from './model';

/** Project is a transcript that is known here. */
export interface Project {
  content: string; // of its files, by which it is known
  name: string;
  at: number; // when it was open last, in milliseconds since 1970
  tab: number | null; // its place among those that are opened at the start; null: it is closed
  size: number; // words
  names: string; // as they are spelled, one a line
  settings: Settings | null; // null: nobody has chosen any
  set: number; // when they were chosen
  cursor: number;
  media: FileSystemFileHandle | null;
}

/** Source is what a transcript is made of. */
export interface Source {
  file: Uint8Array<ArrayBuffer>;
  speakers: { name: string; file: Uint8Array<ArrayBuffer> } | null;
  words: string[] | null; // as they were read: operations are by their number; null: nobody has read them yet
}

/** News is what another window has done. */
export type News = { content: string; op: Op } | { content: string; settings: Settings; set: number };

// On their way into the database: a page that goes away may not get there any more.
const UNKEPT = 'tidytalk.op.'; // operations
const UNSET = 'tidytalk.set.'; // settings
const UNCLOSED = 'tidytalk.closed.'; // that a transcript is closed

/** Projects keeps them. What cannot be kept is said once. */
export class Projects {
  private readonly channel = new BroadcastChannel('tidytalk');
  private told = false;

  private constructor(
    private readonly db: Database | null,
    private readonly warn: (why: string) => void,
  ) {}

  static async open(warn: (why: string) => void, news: (what: News) => void): Promise<Projects> {
    let db: Database | null = null;
    try {
      db = await Database.open('tidytalk');
    } catch {
      // It is switched off, as in some private windows.
    }
    const p = new Projects(db, warn);
    p.channel.onmessage = (e: MessageEvent<News>) => news(e.data);
    return p;
  }

  /** list is all of them, the latest first. */
  async list(): Promise<Project[]> {
    const all = (await this.read((db) => db.all<Project>('projects'))) ?? [];
    for (const p of all) {
      if (localStorage.getItem(UNCLOSED + p.content) === null) continue;
      p.tab = null;
      await this.close(p.content);
    }
    return all.sort((a, b) => b.at - a.at);
  }

  /** close keeps that a transcript is closed. */
  async close(content: string): Promise<void> {
    try {
      localStorage.setItem(UNCLOSED + content, '');
    } catch {
      // It is full, or switched off.
    }
    await this.update(content, { tab: null, at: Date.now() });
    localStorage.removeItem(UNCLOSED + content);
  }

  async get(content: string): Promise<Project | null> {
    const known = await this.read((db) => db.get<Project>('projects', content));
    const [rescued] = stored(UNSET + content).map((key) => JSON.parse(localStorage.getItem(key)!) as Pick<Project, 'settings' | 'set'>);
    return known ? { ...known, ...(rescued && rescued.set > known.set ? rescued : {}) } : null;
  }

  async source(content: string): Promise<Source | null> {
    return (await this.read((db) => db.get<Source>('sources', content))) ?? null;
  }

  /** add keeps a transcript that is new here. */
  add(project: Project, source: Source): Promise<void> {
    return this.write(['projects', 'sources'], (in_) => {
      in_('projects').put(project);
      in_('sources').put({ content: project.content, ...source });
    });
  }

  /** update keeps what has changed about a transcript that is known. */
  async update(content: string, change: Partial<Project>): Promise<void> {
    await this.read((db) => db.change<Project>('projects', content, (was) => ({ ...was, ...change })));
  }

  /** choose keeps settings, and tells other windows. */
  async choose(content: string, settings: Settings): Promise<void> {
    const set = Date.now();
    this.tell({ content, settings, set });
    const rescued = JSON.stringify({ settings, set });
    try {
      localStorage.setItem(UNSET + content, rescued);
    } catch {
      // It is full, or switched off.
    }
    await this.update(content, { settings, set });
    if (localStorage.getItem(UNSET + content) === rescued) localStorage.removeItem(UNSET + content);
  }

  /** keep keeps a step, and tells other windows. */
  async keep(content: string, ...ops: Op[]): Promise<void> {
    const keys = ops.map((op) => UNKEPT + content + ' ' + idOf(op));
    try {
      ops.forEach((op, i) => localStorage.setItem(keys[i]!, JSON.stringify(op)));
    } catch {
      // It is full, or switched off.
    }
    for (const op of ops) this.tell({ content, op });
    if (await this.put(content, ops)) for (const key of keys) localStorage.removeItem(key);
  }

  private async put(content: string, ops: readonly Op[]): Promise<boolean> {
    let kept = true;
    await this.write(['ops'], (in_) => {
      for (const op of ops) in_('ops').put({ content, ...op });
    }).catch(() => (kept = false));
    return kept && this.db !== null;
  }

  /** steps is all that was done to a transcript, in whatever window. */
  async steps(content: string): Promise<Op[]> {
    const rescued: Op[] = [];
    for (const key of stored(UNKEPT + content + ' ')) {
      try {
        rescued.push(JSON.parse(localStorage.getItem(key)!) as Op);
      } catch {
        // It is gone: another window has put it into the database.
      }
    }
    if (rescued.length > 0 && (await this.put(content, rescued))) for (const op of rescued) localStorage.removeItem(UNKEPT + content + ' ' + idOf(op));
    const range = IDBKeyRange.bound([content], [content, []]);
    const all = (await this.read((db) => db.all<Op & { content: string }>('ops', range))) ?? [];
    return [...all.map(({ content: _, ...op }) => op), ...rescued];
  }

  /** renumber keeps steps anew, of a transcript whose words are read otherwise now. */
  renumber(content: string, ops: readonly Op[]): Promise<void> {
    return this.write(['ops'], (in_) => {
      in_('ops').delete(IDBKeyRange.bound([content], [content, []]));
      for (const op of ops) in_('ops').put({ content, ...op });
    });
  }

  /** knows keeps the words of a transcript, as they were read. */
  async knows(content: string, words: string[]): Promise<void> {
    await this.read((db) => db.change<Source>('sources', content, (was) => ({ ...was, words })));
    await this.update(content, { size: words.length });
  }

  /** forget removes a transcript with what was done to it. */
  async forget(content: string): Promise<void> {
    for (const key of [UNKEPT, UNSET, UNCLOSED].flatMap((p) => stored(p + content))) localStorage.removeItem(key);
    await this.write(['projects', 'sources', 'ops'], (in_) => {
      in_('projects').delete(content);
      in_('sources').delete(content);
      in_('ops').delete(IDBKeyRange.bound([content], [content, []]));
    });
  }

  private tell(news: News): void {
    this.channel.postMessage(news);
  }

  private async read<T>(what: (db: Database) => Promise<T>): Promise<T | null> {
    if (!this.db) return null;
    try {
      return await what(this.db);
    } catch (e) {
      this.fail(e);
      return null;
    }
  }

  private async write(stores: Parameters<Database['write']>[0], change: Parameters<Database['write']>[1]): Promise<void> {
    if (!this.db) return this.fail('it keeps no data (a private window?)');
    try {
      await this.db.write(stores, change);
    } catch (e) {
      this.fail(e);
      throw e;
    }
  }

  private fail(why: unknown): void {
    if (this.told) return;
    this.told = true;
    const full = why instanceof DOMException && why.name === 'QuotaExceededError';
    this.warn(`This browser does not keep what you do: ${full ? 'its storage is full: forget transcripts that you do not need any more' : why}. Save before you close the page.`);
  }
}

const stored = (prefix: string): string[] => {
  try {
    return Object.keys(localStorage).filter((k) => k.startsWith(prefix));
  } catch {
    return [];
  }
};
