// What is said of hypotheses beside their graph: sums, differences, what was wanted.
import { button, h } from './dom';
import { type Change, type Hypothesis, type Trace, type Want, made } from './tracescore';

const svgName = 'http://www.w3.org/2000/svg';
const number = (v: number, digits = 5): string => v.toFixed(digits).replace('-', '−');
const signed = (v: number): string => (v < 0 ? '' : '+') + number(v);

/** short writes a number with few digits. */
export const short = (v: number): string => String(Number(v.toPrecision(4))).replace('-', '−');

/** sentence returns the words, with what a hypothesis removes as such. */
export function sentence(t: Trace, labels: string): HTMLElement {
  const p = h('p', { class: 'trace-words' });
  t.words.forEach((w, i) => {
    p.append(i > 0 ? ' ' : '', labels[i] === 'O' ? w : h('del', { class: labels[i] === 'F' ? 'filler' : '', title: labels[i] === 'F' ? 'a filler' : 'repaired' }, w));
  });
  return p;
}

/** outcome says what became of a hypothesis. */
export function outcome(t: Trace, x: Hypothesis): string {
  let says = made(x) ? 'kept' : 'scored for comparison';
  let stayed = x.id === 0;
  let merged = 0;
  for (const r of t.rounds) {
    stayed ||= r.stack.includes(x.id);
    for (const p of r.proposals) if (p.merged && p.hypothesis === x.id) merged++;
    const lost = r.pruned.find((p) => p.hypothesis === x.id);
    if (lost) says = `${stayed ? 'dropped' : 'pruned'} in round ${r.round} at rank ${lost.rank}, ${number(-lost.margin)}`;
  }
  if (x.id === t.winner) says = 'the winner';
  if (x.id === t.baseline) says += ', the baseline’s';
  return merged > 0 ? `${says}; ${merged} equal merged into it` : says;
}

/** origin says where a hypothesis comes from. */
export const origin = (x: Hypothesis): string => (x.parent >= 0 ? `${x.producer}, of ${x.parent}, round ${x.round}` : x.id === 0 ? 'the first' : x.producer);

/** removes says what a hypothesis removes. */
export const removes = (x: Hypothesis): string => (x.removed.length === 0 ? 'nothing' : x.removed.join(' | '));

interface Step {
  cells: string[];
  from: number;
  to: number;
}

/** waterfall returns a table of steps that add up, with a bar for each. */
function waterfall(head: string[], steps: Step[], total: string[], end: number): HTMLElement {
  const all = [0, end, ...steps.map((s) => s.to)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = most - least || 1;
  const bar = (from: number, to: number, kind: string): SVGElement => {
    const svg = document.createElementNS(svgName, 'svg');
    svg.setAttribute('class', 'trace-bar');
    svg.setAttribute('viewBox', '0 0 200 16');
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    const part = (name: string, a: number, b: number): void => {
      const r = svg.appendChild(document.createElementNS(svgName, 'rect'));
      r.setAttribute('class', name);
      r.setAttribute('x', String(((Math.min(a, b) - least) / span) * 198));
      r.setAttribute('width', String(Math.max(1.5, (Math.abs(b - a) / span) * 198)));
      r.setAttribute('y', name === 'zero' ? '0' : '3');
      r.setAttribute('height', name === 'zero' ? '16' : '10');
    };
    part('zero', 0, 0);
    part(kind, from, to);
    return svg;
  };
  const row = (cells: string[], picture: SVGElement, tag: 'td' | 'th'): HTMLElement =>
    h('tr', {}, h('th', { scope: 'row' }, cells[0]), ...cells.slice(1).map((c) => h(tag, {}, c)), h('td', {}, picture));
  return h(
    'table',
    { class: 'trace-waterfall' },
    h('thead', {}, h('tr', {}, ...head.map((c) => h('th', { scope: 'col' }, c)), h('td', {}))),
    h('tbody', {}, ...steps.map((s) => row(s.cells, bar(s.from, s.to, s.to < s.from ? 'down' : 'up'), 'td'))),
    h('tfoot', {}, row(total, bar(0, end, 'sum'), 'td')),
  );
}

/** steps turns terms into steps from 0 on, the largest first. */
function steps(terms: { cells: string[]; term: number }[]): Step[] {
  let at = 0;
  return terms
    .filter((x) => x.term !== 0)
    .sort((a, b) => Math.abs(b.term) - Math.abs(a.term))
    .map((x) => ({ cells: x.cells, from: at, to: (at += x.term) }));
}

/** scoreOf shows the score of a hypothesis as a sum of weights times values. */
export function scoreOf(t: Trace, x: Hypothesis, weights: number[]): HTMLElement {
  const terms = t.features.map((f, i) => ({ term: weights[i] * x.values[i], cells: [f, number(weights[i]), number(x.values[i]), signed(weights[i] * x.values[i])] }));
  const sum = terms.reduce((s, v) => s + v.term, 0);
  return waterfall(['feature', 'weight', 'value', 'weight × value'], steps(terms), ['score', '', '', number(sum)], sum);
}

/** differenceOf shows why a hypothesis has a higher score than another, or a lower one. */
export function differenceOf(t: Trace, a: Hypothesis, b: Hypothesis, weights: number[]): HTMLElement {
  const terms = t.features.map((f, i) => {
    const term = weights[i] * (a.values[i] - b.values[i]);
    return { term, cells: [f, number(a.values[i]), number(b.values[i]), signed(term)] };
  });
  const sum = terms.reduce((s, v) => s + v.term, 0);
  return waterfall(['feature', `value in ${a.id}`, `in ${b.id}`, 'difference'], steps(terms), [`${a.id} is`, '', '', `${signed(sum)} ${sum < 0 ? 'behind' : 'ahead'}`], sum);
}

/** lost says what became of a wanted text. local: nobody has decoded again. */
export function lost(t: Trace, w: Want, local: boolean, hypothesis: (id: number) => void, attempt: (weights: Record<string, number>) => void): Node[] {
  const out: Node[] = [h('p', {}, 'Wanted: ', h('b', {}, w.clean))];
  const say = (text: string): void => void out.push(h('p', {}, text));
  if (!w.proposed && (local || w.producers.length === 0)) {
    say(local ? 'No hypothesis here keeps these words: no producer proposed it, and no weights would choose it among these.' : 'No producer proposes it, not even with a beam of 64: no weights bring it about.');
    return out;
  }
  if (w.proposed) {
    const go = button(`hypothesis ${w.hypothesis}`, () => hypothesis(w.hypothesis));
    if (w.changes.length === 0) {
      out.push(h('p', {}, 'It wins: ', go));
      return out;
    }
    const from = w.producers.length > 0 ? `, proposed by ${w.producers.join(', ')}, ` : ' ';
    out.push(
      h('p', {}, 'It is ', go, w.left_round > 0 ? `${from}and left the beam in round ${w.left_round} at rank ${w.rank}, ${number(w.margin)} below the last that stayed.` : `${from}and stayed to the end at rank ${w.rank}: it lost by ${number(w.margin)}.`),
    );
  } else {
    say(`It was not proposed. With a beam of 64 it is, by ${w.producers.join(', ')}.`);
  }
  if (w.keeping_beam > 0) say(`A beam of ${w.keeping_beam} keeps it to the end; ${w.winning_beam > 0 ? `one of ${w.winning_beam} lets it win.` : 'none up to 64 lets it win.'}`);
  const possible = w.changes.filter((c) => c.possible);
  const none = w.changes.filter((c) => !c.possible).map((c) => c.feature);
  const row = (c: Change): HTMLElement =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, c.feature),
      h('td', {}, short(c.weight)),
      h('td', {}, (c.delta < 0 ? '' : '+') + short(c.delta)),
      h('td', {}, short(c.to)),
      h('td', {}, `${(100 * c.share).toFixed(1)} %`),
      h('td', {}, c.wins === undefined ? '?' : c.wins ? 'yes' : 'no'),
      h('td', {}, button('Try', () => attempt({ [c.feature]: c.to }), { 'aria-label': `Try ${c.feature} at ${short(c.to)}` })),
    );
  if (possible.length > 0) {
    const head = ['feature', 'weight', 'change', 'to', 'of all weights', 'wins when decoded again', ''];
    out.push(
      h('p', {}, `One weight alone would have to change so for it to score highest among ${w.wide ? 'what a beam of 64 makes' : 'these hypotheses'}:`),
      h('div', { class: 'trace-scroll' }, h('table', { class: 'trace-changes' }, h('thead', {}, h('tr', {}, ...head.map((c) => h('th', { scope: 'col' }, c)))), h('tbody', {}, ...possible.map(row)))),
    );
  }
  if (none.length > 0) say(`No weight of ${none.join(', ')} alone does it.`);
  if (w.joint) {
    const all: Record<string, number> = {};
    t.features.forEach((f, i) => {
      if (w.joint && w.joint.weights[i] !== t.weights[i]) all[f] = w.joint.weights[i];
    });
    const list = Object.entries(all).map(([f, v]) => `${f} ${short(v)}`);
    const joint = all;
    out.push(h('p', {}, `All together, as little as can be: ${list.join(', ')}; ${w.joint.wins ? 'it wins' : 'another one wins'} when decoded again. `, button('Try', () => attempt(joint), { 'aria-label': 'Try all together' })));
  } else if (w.joint === null) {
    say('No weights do it together, either.');
  }
  if (w.advice) out.push(h('p', {}, 'On the command line it wins with ', h('code', {}, w.advice)));
  return out;
}
