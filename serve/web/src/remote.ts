// Transcripts that the server keeps, beside the browser: where it was started with a folder for them.
import * as api from './api';
import { complain } from './dom';
import type { Op } from './log';
import { projectOf } from './save';
import type { Talk } from './talk';

const SOON = 600; // milliseconds until what was done is sent, while steps follow each other

/** Remote keeps open transcripts on the server. */
export class Remote {
  private readonly known = new Set<string>(); // contents whose transcript is there
  private readonly due = new Map<Talk, ReturnType<typeof setTimeout>>();
  private told = false;

  /** list is what is kept there; empty where nothing is. */
  async list(): Promise<api.KeptProject[]> {
    try {
      return await api.projects();
    } catch (e) {
      this.fail(e);
      return [];
    }
  }

  /** steps is what was done to a transcript in other browsers. */
  async steps(content: string): Promise<Op[]> {
    try {
      const { operations } = await api.project(content);
      this.known.add(content);
      return (operations ?? []) as Op[];
    } catch (e) {
      if (!(e instanceof api.Failure && e.code === 'no_project')) this.fail(e);
      return [];
    }
  }

  /** soon sends what was done to a transcript, when no step follows for a moment. */
  soon(t: Talk): void {
    if (t.held.original.speakers) return; // whose words are in an order that the file alone does not have
    clearTimeout(this.due.get(t));
    this.due.set(t, setTimeout(() => void this.send(t), SOON));
  }

  /** leave sends what is not sent yet: the page goes away. */
  leave(): void {
    for (const t of this.due.keys()) void this.send(t, true);
  }

  private async send(t: Talk, leaving = false): Promise<void> {
    clearTimeout(this.due.get(t));
    this.due.delete(t);
    try {
      const project = await projectOf(t);
      const source = this.known.has(t.content) ? null : await base64(t.held.original.file);
      const { operations } = await api.putProject(t.content, { project, source }, leaving);
      this.known.add(t.content);
      this.told = false;
      t.absorb((operations ?? []) as Op[]);
    } catch (e) {
      if (e instanceof api.Failure && e.code === 'no_project') {
        this.known.delete(t.content); // somebody has removed it
        this.soon(t);
      } else this.fail(e);
    }
  }

  private fail(e: unknown): void {
    if (this.told) return;
    this.told = true;
    complain(`The server does not keep what you do: ${e instanceof Error ? e.message : e} It is kept in this browser.`);
  }
}

async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
