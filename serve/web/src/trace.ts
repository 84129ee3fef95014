// The graph of a trace in a page, and what people ask of it. In a page that stands alone
// (tidytalk trace --to html) it finds the traces itself.
import './trace.css';
import { button, h } from './dom';
import { alone, parse, save } from './tracefile';
import { type Graph, graph } from './tracegraph';
import { differenceOf, lost, origin, outcome, removes, scoreOf, sentence, short } from './traceparts';
import { type Hypothesis, type Trace, ranked, whyNot } from './tracescore';

export type { Trace } from './tracescore';

/** Feature is a feature of the decoder, with its weight in the trace, and the usual one. */
export interface Feature {
  name: string;
  about: string;
  weight: number;
  default: number;
}

/** View is what is shown. */
export interface View {
  trace: Trace;
  svg?: string; // as serve/traceview draws it; missing: it stands in the element
  features?: Feature[];
  producers?: { name: string; about: string }[];
  /** decode decodes again, with weights in place of the usual ones, and asks for a clean text;
   *  without it the hypotheses of the trace are scored again. */
  decode?: ((question: Question) => Promise<View>) | undefined;
  /** page returns the page of the trace that stands alone. */
  page?: ((question: Question) => Promise<Blob>) | undefined;
}

/** Question is what is asked of decode. */
export interface Question {
  weights: Record<string, number>;
  want: string;
}

/** mount shows a trace in an element, with all that can be asked of it. */
export function mount(root: HTMLElement, view: View): void {
  new Shown(root, view);
}

class Shown {
  private trace: Trace;
  private features: Feature[];
  private weights: number[]; // by which is scored, in the order of the trace's features
  private changed = new Map<string, number>(); // by feature
  private chosen: number[] = [];
  private graph!: Graph;
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly decode: View['decode'];
  private readonly place = h('div', { class: 'trace-view' });
  private readonly panel = h('div', { class: 'trace-panel', role: 'region', 'aria-label': 'The hypotheses that are chosen' });
  private readonly answer = h('div', { class: 'trace-answer', role: 'status' });
  private readonly state = h('p', { class: 'trace-state', role: 'status' });
  private readonly legend = h('div', { class: 'trace-legend', role: 'group', 'aria-label': 'Producers' });
  private readonly table = h('details', { class: 'trace-table' }, h('summary', {}, 'All hypotheses as a table'));
  private readonly sliders = new Map<string, { range: HTMLInputElement; field: HTMLInputElement }>();
  private readonly merged = button('Merged', () => this.merged.setAttribute('aria-pressed', String(!this.graph.svg.classList.toggle('no-merged'))), { title: 'Proposals of what was there already' });
  private readonly want = h('input', { type: 'text', class: 'trace-text', spellcheck: false });

  constructor(
    root: HTMLElement,
    private view: View,
  ) {
    this.decode = view.decode;
    this.trace = view.trace;
    this.weights = [...view.trace.weights];
    this.features = view.features?.length ? view.features : view.trace.features.map((name, i) => ({ name, about: '', weight: this.weights[i], default: this.weights[i] }));
    if (!view.decode) this.features = this.features.filter((f) => view.trace.features.includes(f.name)); // of others no values are known
    root.classList.add('trace');
    const svg = view.svg ? parse(view.svg) : root.querySelector<SVGSVGElement>('svg');
    if (!svg) throw new Error('a trace has no graph');
    const there = root.querySelector<HTMLDetailsElement>('details.trace-table');
    const heading = root.querySelector('h2');
    this.table.addEventListener('toggle', () => this.fillTable());
    const path = button('Winner’s path', () => path.setAttribute('aria-pressed', String(this.graph.svg.classList.toggle('only-path'))), { 'aria-pressed': 'false' });
    const tools = h(
      'div',
      { class: 'trace-tools', role: 'toolbar', 'aria-label': 'Graph' },
      button('+', () => this.graph.zoom(1.25), { 'aria-label': 'Larger' }),
      button('−', () => this.graph.zoom(0.8), { 'aria-label': 'Smaller' }),
      button('Fit', () => this.graph.fit()),
      button('Winner', () => {
        this.graph.activate(this.trace.winner, true);
        this.choose(this.trace.winner, false);
      }),
      path,
      this.merged,
      button('SVG', () => save(new Blob([alone(this.graph.svg)], { type: 'image/svg+xml' }), 'trace.svg'), { 'aria-label': 'Download as SVG' }),
      button('JSON', () => save(new Blob([JSON.stringify(this.trace) + '\n'], { type: 'application/json' }), 'trace.json'), { 'aria-label': 'Download as JSON' }),
      view.page && button('HTML', () => void this.savePage(), { 'aria-label': 'Download as HTML' }),
    );
    const why = h(
      'form',
      {
        class: 'trace-why',
        onsubmit: (e: Event) => {
          e.preventDefault();
          this.ask();
        },
      },
      h('label', {}, 'Why not this? ', this.want),
      h('button', {}, 'Ask'),
    );
    root.replaceChildren(
      ...(heading ? [heading] : []),
      h('p', { class: 'trace-hint' }, 'Click a hypothesis for its score, a second one with Shift to compare. Drag or use arrow keys to move; wheel, + and − to scale; Enter goes to the winner, arrow keys then along ranks and rounds, P to the parent, C compares.'),
      tools,
      this.legend,
      this.place,
      this.panel,
      why,
      this.answer,
      this.weighing(),
      there ?? this.table,
    );
    this.want.value = this.trace.want?.clean ?? this.trace.clean;
    this.draw(svg);
    if (this.trace.want) this.tell();
  }

  /** draw shows the graph of the trace, and its winner. */
  private draw(svg: SVGSVGElement): void {
    this.graph = graph(this.trace, svg, {
      describe: (id) => this.describe(this.trace.hypotheses[id]),
      say: (id) => {
        const x = this.trace.hypotheses[id];
        return `${id}, ${origin(x)}; ${outcome(this.trace, x)}; score ${short(this.scoreOf(x))}; removes ${removes(x)}`;
      },
      choose: (id, second) => this.choose(id, second),
    });
    this.place.replaceChildren(this.graph.pane);
    this.graph.fit();
    // Thousands of dashed lines are slow to draw, and hide the others.
    svg.classList.toggle('no-merged', svg.classList.contains('marks'));
    this.merged.setAttribute('aria-pressed', String(!svg.classList.contains('no-merged')));
    this.showLegend();
    this.choose(this.trace.winner, false);
  }

  private scoreOf(x: Hypothesis): number {
    return x.values.reduce((sum, v, i) => sum + v * this.weights[i], 0);
  }

  private describe(x: Hypothesis): Node[] {
    return [
      h('b', {}, `${x.id}  ${short(this.scoreOf(x))}`),
      h('span', {}, origin(x)),
      h('span', {}, outcome(this.trace, x)),
      sentence(this.trace, x.labels),
    ];
  }

  private choose(id: number, second: boolean): void {
    this.chosen = second && this.chosen.length > 0 && this.chosen[0] !== id ? [this.chosen[0], id] : [id];
    this.graph.chosen(this.chosen);
    this.show();
  }

  /** show shows the hypotheses that are chosen. */
  private show(): void {
    const t = this.trace;
    const both = this.chosen.map((id) => t.hypotheses[id]);
    const one = (x: Hypothesis): HTMLElement =>
      h('section', { class: 'trace-one', 'aria-label': `Hypothesis ${x.id}` }, h('h3', {}, `Hypothesis ${x.id}`), h('p', {}, `${origin(x)}; ${outcome(t, x)}`), sentence(t, x.labels), h('div', { class: 'trace-scroll' }, scoreOf(t, x, this.weights)));
    const parts = both.map(one);
    if (both.length === 2) {
      parts.push(h('section', { class: 'trace-one trace-difference' }, h('h3', {}, `${both[0].id} against ${both[1].id}`), h('div', { class: 'trace-scroll' }, differenceOf(t, both[0], both[1], this.weights))));
    } else if (both[0].id !== t.winner) {
      parts.push(h('p', {}, button('Compare with the winner', () => this.choose(t.winner, true))));
    } else if (t.runner_up >= 0) {
      parts.push(h('p', {}, button('Compare with the runner-up', () => this.choose(t.runner_up, true))));
    }
    this.panel.replaceChildren(...parts);
  }

  private showLegend(): void {
    const svg = this.graph.svg;
    const seen: string[] = [];
    for (const r of this.trace.rounds) for (const p of r.proposals) if (!seen.includes(p.producer)) seen.push(p.producer);
    this.legend.replaceChildren(
      ...seen.map((name) => {
        const edge = [...svg.querySelectorAll<SVGElement>('.edge')].find((e) => e.dataset['producer'] === name);
        const kind = /\bp\d\b/.exec(edge?.getAttribute('class') ?? '')?.[0] ?? 'p7';
        const i = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].indexOf(kind);
        const key = button(`${i < 0 ? name[0].toUpperCase() : 'FERDCN'[i]} ${name}`, () => key.setAttribute('aria-pressed', String(!svg.classList.toggle('no-' + kind))), {
          class: `trace-key ${kind}`,
          title: this.view.producers?.find((p) => p.name === name)?.about ?? '',
          'aria-pressed': 'true',
        });
        return key;
      }),
    );
  }

  /** weighing returns the sliders. */
  private weighing(): HTMLElement {
    const total = this.features.reduce((sum, f) => sum + Math.abs(f.default), 0) || 1;
    const rows = this.features.map((f) => {
      const reach = Math.max(3 * Math.abs(f.default), total / 2);
      const at = { min: String(f.default - reach), max: String(f.default + reach), step: String(reach / 200) };
      const range = h('input', { type: 'range', ...at, 'aria-label': f.name, defaultValue: String(f.weight) });
      const field = h('input', { type: 'number', step: 'any', 'aria-label': `${f.name}, as a number`, defaultValue: String(Number(f.weight.toPrecision(6))) });
      this.sliders.set(f.name, { range, field });
      range.addEventListener('input', () => this.set({ [f.name]: Number(range.value) }, 'range'));
      field.addEventListener('input', () => {
        if (field.value !== '' && Number.isFinite(Number(field.value))) this.set({ [f.name]: Number(field.value) }, 'field');
      });
      if (f.weight !== f.default) this.changed.set(f.name, f.weight);
      return h('div', { class: 'trace-weight', title: f.about }, h('span', {}, f.name), range, field);
    });
    const note = this.decode ? 'The sentence is decoded again at once.' : 'This changes which is best among these hypotheses; the search is not made again.';
    return h('details', { class: 'trace-weights' }, h('summary', {}, 'Weights'), h('p', {}, note), ...rows, button('As they were', () => this.reset()), this.state);
  }

  private reset(): void {
    this.changed.clear();
    for (const f of this.features) this.move(f.name, f.default);
    this.again();
  }

  private move(name: string, to: number, but = ''): void {
    const s = this.sliders.get(name);
    if (!s) return;
    if (but !== 'range') {
      if (to < Number(s.range.min)) s.range.min = String(to);
      if (to > Number(s.range.max)) s.range.max = String(to);
      s.range.value = String(to);
    }
    if (but !== 'field') s.field.value = String(Number(to.toPrecision(6)));
  }

  /** set gives features other weights. */
  private set(weights: Record<string, number>, by = ''): void {
    for (const [name, w] of Object.entries(weights)) {
      this.changed.set(name, w);
      this.move(name, w, by);
    }
    this.again();
  }

  /** again decodes again, or scores again. */
  private again(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.decode ? void this.search('') : this.rescore()), this.decode ? 120 : 16);
  }

  private async savePage(): Promise<void> {
    try {
      save(await this.view.page!({ weights: Object.fromEntries(this.changed), want: this.trace.want?.clean ?? '' }), 'trace.html');
    } catch (e) {
      this.state.textContent = e instanceof Error ? e.message : String(e);
    }
  }

  private async search(want: string): Promise<void> {
    const n = ++this.asked;
    this.state.textContent = 'Decoding …';
    try {
      const next = await this.decode!({ weights: Object.fromEntries(this.changed), want });
      if (n !== this.asked) return; // something else has been asked since
      this.view = { ...this.view, ...next };
      this.trace = next.trace;
      this.weights = [...next.trace.weights];
      this.answer.replaceChildren();
      this.table.querySelector('table')?.remove();
      if (next.svg) this.draw(parse(next.svg));
      this.fillTable();
      this.state.textContent = `It becomes: ${this.trace.clean}`;
      if (this.trace.want) this.tell();
    } catch (e) {
      if (n === this.asked) this.state.textContent = e instanceof Error ? e.message : String(e);
    }
  }

  /** rescore scores the hypotheses of the trace with other weights. */
  private rescore(): void {
    const t = this.trace;
    this.weights = t.features.map((f, i) => this.changed.get(f) ?? this.features.find((x) => x.name === f)?.default ?? t.weights[i]);
    const order = ranked(t, this.weights);
    const best = order[0].h;
    for (const e of this.graph.svg.querySelectorAll('.best')) e.classList.remove('best');
    this.graph.svg.querySelector(`[data-id="${best.id}"]`)?.classList.add('best');
    if (this.graph.svg.classList.contains('full')) {
      for (const { h: x, score } of order) {
        const label = this.graph.svg.querySelector(`[data-id="${x.id}"] .score:not(.below)`);
        if (label) label.textContent = score.toFixed(5);
      }
    }
    this.state.replaceChildren(
      `Among these hypotheses ${best.id === t.winner ? 'the winner is best still' : `${best.id} would be best`}, `,
      order[1] ? `${short(order[0].score - order[1].score)} ahead of ${order[1].h.id}. ` : '',
      'The search is not made again.',
      sentence(t, best.labels),
    );
    this.show();
  }

  /** ask asks why it is not the text that is typed. */
  private ask(): void {
    const text = this.want.value.trim();
    if (text === '') this.answer.replaceChildren();
    else if (this.decode) void this.search(text);
    else this.tell();
  }

  /** tell says what became of the wanted text. */
  private tell(): void {
    const t = this.trace;
    // What was decided by decoding again, where that was for this text and these weights.
    const asked = this.changed.size === 0 || this.decode ? t.want : undefined;
    const mine = whyNot(t, this.want.value, this.weights);
    const known = asked && (this.decode || mine?.clean === asked.clean) ? asked : undefined;
    const want = known ?? mine;
    if (!want) {
      this.answer.replaceChildren(h('p', {}, 'This has other words than the sentence, or in another order.'));
      return;
    }
    this.answer.replaceChildren(
      ...lost(
        t,
        want,
        !known,
        (id) => {
          this.choose(id, false);
          if (id !== t.winner) this.choose(t.winner, true);
          this.graph.activate(id, true);
        },
        (weights) => {
          for (const d of this.panel.parentElement?.querySelectorAll<HTMLDetailsElement>('.trace-weights') ?? []) d.open = true;
          this.set(weights);
        },
      ),
    );
    if (want.hypothesis >= 0) {
      this.choose(want.hypothesis, false);
      if (want.hypothesis !== t.winner) this.choose(t.winner, true);
    }
  }

  /** fillTable writes the table, once it is open. */
  private fillTable(): void {
    if (!this.table.open || this.table.querySelector('table')) return;
    const t = this.trace;
    const head = ['hypothesis', 'round', 'of', 'producer', 'score', 'what became of it', 'removes'];
    this.table.append(
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, ...head.map((c) => h('th', { scope: 'col' }, c)))),
        h(
          'tbody',
          {},
          ...t.hypotheses.map((x) =>
            h('tr', {}, h('th', { scope: 'row' }, String(x.id)), ...[String(x.round), x.parent < 0 ? '–' : String(x.parent), x.producer, x.score.toFixed(5), outcome(t, x), removes(x)].map((c) => h('td', {}, c))),
          ),
        ),
      ),
    );
  }
}

/** start shows the traces of a page that stands alone, one at a time. */
function start(): void {
  const sections = [...document.querySelectorAll<HTMLElement>('.trace-page section.trace')];
  const shown = new Set<HTMLElement>();
  const show = (i: number): void => {
    sections.forEach((s, k) => (s.hidden = k !== i));
    const s = sections[i];
    if (shown.has(s)) return;
    shown.add(s);
    mount(s, JSON.parse(s.querySelector('script[type="application/json"]')?.textContent ?? '') as View);
  };
  if (sections.length > 1) {
    const chooser = h('select', { onchange: () => show(chooser.selectedIndex) }, ...sections.map((s) => h('option', {}, s.querySelector('h2')?.textContent ?? '')));
    sections[0].before(h('p', { class: 'trace-chooser' }, h('label', {}, 'Sentence ', chooser)));
  }
  if (sections.length > 0) show(0);
}
start();
