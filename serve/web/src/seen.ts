// What of a recording is seen at once.
import { place, type Times } from './times';

/** windowed is where what is seen begins, so that a time is in it: it goes on a page at a time. */
export function windowed(from: number, span: number, now: number, length: number): number {
  if (span >= length) return 0;
  const inside = now >= from && now <= from + span * 0.95;
  const next = inside ? from : now - span * (now > from && now < from + span * 2 ? 0.05 : 0.3);
  return Math.max(0, Math.min(next, length - span));
}

/** removedBetween are the removed stretches between two times, in order; those that touch are one. */
export function removedBetween(t: Times, gone: Uint8Array, from: number, to: number): [number, number][] {
  const out: [number, number][] = [];
  for (let i = Math.max(0, place(t, from)); i < t.order.length; i++) {
    const w = t.order[i]!;
    if (t.start[w]! > to) break;
    if (!gone[w] || t.end[w]! < from) continue;
    const last = out.at(-1);
    if (last && t.start[w]! <= last[1] + 0.02) last[1] = Math.max(last[1], t.end[w]!);
    else out.push([t.start[w]!, t.end[w]!]);
  }
  return out;
}
