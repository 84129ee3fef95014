// The clean text, to take away: copied, and printed.
import type { Span } from './api';
import { clock, h, note } from './dom';
import { pieces } from './pieces';
import type { Talk } from './talk';
import type { View } from './view';

/** Part is a paragraph of the clean text: who says it, when it begins, and words as they are written. */
export interface Part {
  speaker: string; // '' where it goes on, or nobody is known
  start: number; // seconds; NaN: unknown
  words: { text: string; gone: boolean; blank: boolean }[]; // blank: one stands before it
}

/** parts are the paragraphs of a stretch, with its removed words. */
export function parts(talk: Talk, [from, end]: Span): Part[] {
  const { text, written } = talk;
  const out: Part[] = [];
  for (let t = talk.turn(from); t < talk.arranged.turns.length && talk.arranged.turns[t]![0] < end; t++) {
    const [first, stop, speaker] = talk.arranged.turns[t]!;
    let part: Part | null = null;
    for (let w = Math.max(first, from); w < Math.min(stop, end); w++) {
      if (!part || (written?.opens.has(w) && w > first)) {
        part = { speaker: part ? '' : (talk.arranged.speakers[speaker] ?? ''), start: talk.times.start[w]!, words: [] };
        out.push(part);
      }
      const gone = talk.gone[w] === 1;
      const own = gone
        ? text.lead[w]! + text.doc.words[w]! + text.trail[w]!
        : pieces(text, talk.corrections, written, w).map((p) => (p.what === 1 ? '' : p.text)).join('');
      part.words.push({ text: own, gone, blank: part.words.length > 0 && !text.joined[w - 1] && !written?.tight.has(w) });
    }
  }
  return out.filter((p) => p.words.some((w) => !w.gone && w.text !== ''));
}

/** line is a part without what is removed. */
export function line(p: Part): string {
  let out = '';
  let blank = false;
  for (const w of p.words) {
    blank ||= w.blank;
    if (w.gone || w.text === '') continue;
    out += (blank && out !== '' ? ' ' : '') + w.text;
    blank = false;
  }
  return out;
}

/** clean is the clean text of a stretch, a paragraph a line, with who says it and when, if that is wanted and known. */
export function clean(talk: Talk, span: Span, how: { speakers: boolean; times: boolean }): string {
  const all = parts(talk, span);
  return all
    .map((p) => {
      const head = [how.times && !Number.isNaN(p.start) ? `[${clock(p.start)}]` : '', how.speakers && p.speaker ? `${p.speaker}:` : ''];
      return [...head, line(p)].filter(Boolean).join(' ');
    })
    .join(how.speakers || how.times || all.length > 1 ? '\n\n' : '\n');
}

/** copyClean puts the clean text of all of a transcript on the clipboard. */
export async function copyClean(talk: Talk, how: { speakers: boolean; times: boolean }): Promise<void> {
  const text = clean(talk, [0, talk.text.size], how) + '\n';
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    // Without HTTPS, and not on this machine, a page has no clipboard but by a selection.
    const area = h('textarea', { value: text, class: 'unseen' });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  note('The clean text is copied.');
}

/** copying lets what is selected be copied clean, with what is removed struck out where a program shows that, as it is seen here. */
export function copying(view: View, scroller: HTMLElement, current: () => Talk | null): void {
  document.addEventListener('copy', (e) => {
    const talk = current();
    const span = talk && view.chosen();
    const inText = scroller.contains(getSelection()?.anchorNode ?? null) || scroller.contains(document.activeElement) || view.marked.selected !== null;
    if (!talk || !span || !inText || (e.target as Element).closest?.('input, textarea, dialog')) return;
    e.preventDefault();
    const several = talk.turn(span[0]) !== talk.turn(span[1] - 1);
    e.clipboardData?.setData('text/plain', clean(talk, span, { speakers: several, times: false }));
    const page = h('div', {}, ...paragraphs(talk, span, several, scroller.dataset['show'] === 'struck'));
    e.clipboardData?.setData('text/html', page.innerHTML);
  });
}

function paragraphs(talk: Talk, span: Span, speakers: boolean, struck: boolean): HTMLElement[] {
  return parts(talk, span).map((part) => {
    const p = h('p');
    if (speakers && part.speaker) p.append(h('b', {}, `${part.speaker}:`), ' ');
    if (!struck) p.append(line(part));
    else
      for (const w of part.words) {
        if (w.text === '') continue;
        p.append(w.blank ? ' ' : '', w.gone ? h('s', {}, w.text) : w.text);
      }
    return p;
  });
}

/** printing lets all of the clean text be printed, with its name as the title, and not the page. */
export function printing(current: () => Talk | null): void {
  let sheet: HTMLElement | null = null;
  addEventListener('beforeprint', () => {
    const talk = current();
    if (!talk || sheet) return;
    sheet = h('article', { class: 'sheet' }, h('h1', {}, talk.doc.name));
    for (const part of parts(talk, [0, talk.text.size])) {
      sheet.append(h('p', {}, !Number.isNaN(part.start) && part.speaker !== '' && h('small', {}, clock(part.start) + ' '), part.speaker !== '' && h('b', {}, part.speaker + ': '), line(part)));
    }
    document.body.append(sheet);
  });
  addEventListener('afterprint', () => {
    sheet?.remove();
    sheet = null;
  });
}
