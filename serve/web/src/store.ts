// Corrections are kept in this browser, by the content of the file, so that closing the page
// loses nothing.
import type { Correction, Corrections, Settings } from './model';

/** Kept is what is remembered of a file. */
export interface Kept {
  name: string;
  at: number; // when, in milliseconds
  settings: Settings;
  corrections: [number, Correction][];
}

const PREFIX = 'tidytalk:';
const MOST = 30; // files

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

const all = (): string[] => Object.keys(localStorage).filter((k) => k.startsWith(PREFIX));

export function recall(content: string): Kept | null {
  try {
    const text = localStorage.getItem(PREFIX + content);
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null; // no storage, or something else's
  }
}

/** remember keeps corrections; without any, what was kept is forgotten. It says whether
 *  that worked. */
export function remember(content: string, name: string, settings: Settings, corrections: Corrections): boolean {
  const key = PREFIX + content;
  try {
    if (corrections.size === 0) {
      localStorage.removeItem(key);
      return true;
    }
    const kept: Kept = { name, at: Date.now(), settings, corrections: [...corrections] };
    const old = all()
      .filter((k) => k !== key)
      .map((k) => [recall(k.slice(PREFIX.length))?.at ?? 0, k] as const)
      .sort((a, b) => b[0] - a[0]);
    for (const [, k] of old.slice(MOST - 1)) localStorage.removeItem(k);
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false; // it is full, or switched off
  }
}

/** forget removes all that is kept. */
export function forget(): void {
  for (const k of all()) localStorage.removeItem(k);
}
