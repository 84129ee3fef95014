// How words look in the page: what becomes of them, and what else is to be seen of them.
import type { Span } from './api';
import { percent } from './dom';
import { type Piece, pieces, source } from './pieces';
import { LEAST } from './queue';
import type { Talk } from './talk';

/** Live is a row that is in the page. */
export interface Live {
  el: HTMLElement;
  words: HTMLElement[];
  look: string[]; // of each word, as it was painted
  text: string[];
}

/** Marked is what is shown of words besides what becomes of them. */
export interface Marked {
  hits: Span[];
  hit: number; // in hits
  lit: number; // the word that is said
  place: Span | null; // the one that is asked about
  selected: Span | null;
  speaker: number; // who is highlighted; -1: nobody
}

/** paintWord shows what there is to say of a word, the i-th of a row; focused: the keys go from it. */
export function paintWord(talk: Talk, kinds: readonly { title: string }[], m: Marked, l: Live, i: number, w: number, focused: boolean): void {
  const { doc } = talk;
  const gone = talk.gone[w] === 1;
  const said = talk.corrections.get(w);
  const kind = talk.kind(w);
  const doubt = doc.doubt[w] ?? 0;
  let classes = 'w';
  let title = '';
  if (gone) {
    classes += ` gone k${kind < 0 ? 'x' : kind}`;
    title = kind < 0 ? 'removed with a number' : kinds[kind]!.title + (doc.why[w] && !said?.fate ? `, ${percent(doc.confidence[w]!)} sure` : '');
  } else if (!said?.fate && doc.why[w]! & talk.settings.remove && doc.confidence[w]! >= LEAST) {
    classes += ` may k${kind}`;
    title = `kept, ${kinds[kind]!.title.toLowerCase()}, should be removed with ${percent(doc.confidence[w]!)}`;
  } else if (!said?.fate && doubt >= LEAST) {
    classes += ' may';
    title = 'kept, in doubt';
  }
  const heard = gone && said?.sound === 'stays';
  if (heard) {
    classes += ' heard';
    title += ', out of the text only: the recording keeps it';
  }
  if (said && !(heard && Object.keys(said).length === 1)) {
    classes += said.text === undefined ? ' said' : ' said typed';
    title = [title, 'corrected'].filter(Boolean).join(', ');
  }
  const noted = talk.noted(w);
  if (noted) {
    classes += ` mark-${noted.highlight ?? 'yellow'}`;
    if (noted.text) title = [title, `comment: ${noted.text}`].filter(Boolean).join(', ');
  }
  if (talk.text.note[w]) classes += ' note';
  if (talk.written?.opens.has(w)) classes += ' opens';
  if (m.place && w >= m.place[0] && w < m.place[1]) classes += ' asked';
  if (m.selected && w >= m.selected[0] && w < m.selected[1]) classes += ' selected';
  const hit = hitOf(m.hits, w);
  if (hit >= 0) classes += hit === m.hit ? ' hit here' : ' hit';
  if (w === m.lit) classes += ' lit';
  const written: Piece[] = gone ? [{ what: 0, text: source(talk.text, w) }] : pieces(talk.text, talk.corrections, talk.written, w);
  const el = l.words[i]!;
  const content = written.map((p) => p.what + p.text).join('\u0000');
  if (l.text[i] !== content) {
    l.text[i] = content;
    el.replaceChildren(...written.map((p) => (p.what === 0 ? p.text : marked(p))));
  }
  const look = `${classes}|${focused}|${title}`;
  if (l.look[i] === look) return;
  l.look[i] = look;
  el.className = classes;
  if (focused) el.tabIndex = 0;
  else el.removeAttribute('tabindex');
  if (title) el.title = title;
  else el.removeAttribute('title');
  // The roles of <del> and <ins>, so that the word itself is kept, and fades.
  if (gone) el.setAttribute('role', 'deletion');
  else el.removeAttribute('role');
}

function marked(p: Piece): HTMLElement {
  const el = document.createElement(p.what === 1 ? 'del' : 'ins');
  if (p.what === 1) el.className = 'm';
  el.textContent = p.text;
  return el;
}

// hitOf is which of some stretches, in order, has a word; -1: none.
function hitOf(hits: readonly Span[], w: number): number {
  let low = 0;
  let high = hits.length - 1;
  while (low <= high) {
    const mid = (low + high) >> 1;
    if (hits[mid]![1] <= w) low = mid + 1;
    else if (hits[mid]![0] > w) high = mid - 1;
    else return mid;
  }
  return -1;
}
