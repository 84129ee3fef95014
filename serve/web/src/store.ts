// What this browser keeps beside its database: names, and what pages of before kept of corrections.
import type { Correction, Settings } from './model';

/** contentOf is a name for the content of files: of a transcript and, as words can be in another order by it, of what says
 *  who speaks when. */
export async function contentOf(...files: (Blob | null)[]): Promise<string> {
  const bytes = new Uint8Array(await new Blob(files.filter((f) => f !== null)).arrayBuffer());
  if (crypto.subtle) {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return Array.from(sum.subarray(0, 16), (b) => b.toString(16).padStart(2, '0')).join('');
  }
  // Without HTTPS, and not on this machine, browsers have no digests: two 32-bit FNV sums.
  let a = 0x811c9dc5;
  let b = 0x1b873593;
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) + 1;
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${bytes.length}`;
}

const NAMES = 'tidytalk.names';

/** names are those that somebody has given, as they are spelled, one a line. */
export function names(): string {
  try {
    return localStorage.getItem(NAMES) ?? '';
  } catch {
    return '';
  }
}

/** keepNames keeps them for all files to come. */
export function keepNames(text: string): void {
  try {
    localStorage.setItem(NAMES, text);
  } catch {
    // They hold for the open file alone.
  }
}

/** Kept is what a page of before remembered of a file. */
export interface Kept {
  settings: Settings;
  corrections: [number, Correction][];
}

const PREFIX = 'tidytalk:';

/** recall is what a page of before remembered of a file; forgetKept removes it, when it is in the database. */
export function recall(content: string): Kept | null {
  try {
    const text = localStorage.getItem(PREFIX + content);
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null; // no storage, or something else's
  }
}

export function forgetKept(content: string): void {
  localStorage.removeItem(PREFIX + content);
}
