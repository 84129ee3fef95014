// How the player is set, as one left it.

/** Sounding is what is kept of the player. */
export interface Sounding {
  speed: number;
  skip: boolean; // removed words
  follow: boolean;
  rewind: boolean; // a little on each pause
  zoom: number; // of the waveform
  large: boolean; // the video
  pauses: number; // seconds from which on they are shown in the text; 0: none are
}

const KEY = 'tidytalk.player';

const first: Sounding = { speed: 1, skip: true, follow: true, rewind: false, zoom: 2, large: false, pauses: 2 };

/** checked takes from something that was kept what is as it has to be. */
export function checked(kept: unknown): Sounding {
  const out = { ...first };
  if (typeof kept !== 'object' || kept === null) return out;
  for (const name of Object.keys(first) as (keyof Sounding)[]) {
    const value = (kept as Record<string, unknown>)[name];
    if (typeof value === typeof first[name] && (typeof value !== 'number' || (value >= 0 && value <= 60))) (out as Record<string, unknown>)[name] = value;
  }
  return out;
}

/** sounding is how the player was left. */
export function sounding(): Sounding {
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return { ...first };
  }
}

/** keepSounding keeps a part of it. */
export function keepSounding(part: Partial<Sounding>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...sounding(), ...part }));
  } catch {
    // It holds until the page is closed.
  }
}
