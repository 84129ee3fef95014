// Tuning the models to corrections, in the background, and what would change by it.
import * as api from './api';
import { announce, attempt, button, complain, h, percent, plural } from './dom';
import type { Talk } from './talk';

const EVERY = 500; // milliseconds between two looks at a job
const MOST = 200; // changes that are listed
/** FATES are the fates of words, as the page calls them. */
const FATES: Record<string, string> = { stays: 'kept', goes: 'removed' };

/** Studio is what the panel needs of the page. */
export interface Studio {
  talks: () => Talk[];
  jump: (document: string, w: number) => void;
  again: () => Promise<void>; // all documents are posted again
}

/** verdict is whether weights were learned, and why not. */
const verdict = (r: NonNullable<api.Job['result']>): string =>
  r.too_few > 0
    ? `The weights are as they were: for others ${plural(r.too_few, 'correction')} more ${r.too_few === 1 ? 'is' : 'are'} needed, or what is found is chance.`
    : r.refused
      ? 'On what was kept out the new weights do no better: they are not used.'
      : `On sentences that were kept out ${plural(r.gained, 'word')} fewer ${r.gained === 1 ? 'is' : 'are'} wrong.`;

export class LearnPanel {
  readonly el: HTMLElement;
  private readonly what = h('p');
  private readonly start = button('Learn from my corrections', () => attempt(() => this.learn()), { class: 'main' });
  private readonly body = h('div', { class: 'job' });
  private job: string | null = null;
  private learned: string | null;

  constructor(
    private readonly info: api.Info,
    private readonly studio: Studio,
  ) {
    this.learned = info.settings?.job ?? null;
    this.el = h('section', { class: 'panel learn', 'aria-label': 'Learning' }, h('h2', {}, 'Learn'), this.what, this.start, this.body);
    if (this.learned) this.inUse();
  }

  refresh(): void {
    let judged = 0;
    for (const t of this.studio.talks()) for (const c of t.corrections.values()) if (c.fate) judged++;
    this.el.hidden = !this.info.learns || this.studio.talks().length === 0;
    this.what.textContent =
      judged === 0
        ? 'Judge some words first: what you bring back, remove and confirm is what is learned from.'
        : `You have judged ${plural(judged, 'word')}. The weights of the decoder are tuned to them, on this machine.`;
    this.start.disabled = judged === 0 || this.job !== null;
  }

  private async learn(): Promise<void> {
    this.job = 'asked';
    this.refresh();
    try {
      const documents = [];
      for (const t of this.studio.talks()) {
        if ([...t.corrections.values()].some((c) => c.fate)) documents.push({ id: await t.held.alive(t.edit), edit: t.edit });
      }
      this.job = (await api.learn(documents)).job;
      announce('Learning has begun.');
      await this.watch(this.job);
    } finally {
      this.job = null;
      this.refresh();
    }
  }

  private async watch(id: string): Promise<void> {
    const bar = h('progress', { 'aria-label': 'Learning' });
    const step = h('p');
    const log = h('pre', { tabIndex: 0, role: 'region', 'aria-label': 'What was done' });
    this.body.replaceChildren(step, bar, button('Stop', () => attempt(() => api.stop(id))), h('details', {}, h('summary', {}, 'What is done'), log));
    for (;;) {
      const job = await api.job(id);
      step.textContent = job.step;
      if (job.all > 0) {
        bar.max = job.all;
        bar.value = job.done;
      }
      log.textContent = (job.lines ?? []).join('\n');
      if (job.state === 'running') {
        await new Promise((r) => setTimeout(r, EVERY));
        continue;
      }
      if (job.state === 'done' && job.result) this.done(id, job.result);
      else {
        this.body.replaceChildren();
        if (job.state === 'failed') complain(`Nothing was learned: ${job.error}`);
        else announce('Learning was stopped.');
      }
      return;
    }
  }

  private done(id: string, r: NonNullable<api.Job['result']>): void {
    const changes = r.changes ?? [];
    const all = changes.length + r.more;
    const lessons = r.lessons ?? [];
    const left = r.refused || r.too_few > 0; // the weights are as they were
    const figure = (name: string, before: number, after: number): HTMLElement =>
      h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, before.toFixed(1)), h('td', {}, after.toFixed(1)));
    this.body.replaceChildren(
      h('p', {}, `Learned from ${plural(r.words, 'word')} with ${plural(r.corrections, 'correction')}. By themselves the models made ${r.known.toLocaleString('en')} of them; they make ${r.learned.toLocaleString('en')} now.`),
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, r.objective), h('th', { scope: 'col' }, 'before'), h('th', { scope: 'col' }, 'after'))),
        h(
          'tbody',
          {},
          figure('your text', r.before, r.after),
          ...(r.held > 0 ? [figure('kept out', r.held_before, r.held_after)] : []),
        ),
      ),
      h('p', {}, verdict(r)),
      ...(lessons.length === 0
        ? []
        : [
            h('h3', {}, 'Words that are nearly always removed, or kept'),
            h('ul', { class: 'lessons' }, ...lessons.map((l) => h('li', {}, h('code', {}, l.line), h('small', {}, ` ${l.times} of ${l.of}`)))),
          ]),
      h('h3', {}, all === 0 ? 'Nothing would change.' : `${plural(all, 'place')} would change`),
      h(
        'ol',
        { class: 'changes' },
        ...changes.slice(0, MOST).map((c) =>
          h('li', {}, button(`“${c.text}” ${FATES[c.before]} → ${FATES[c.after]}`, () => this.studio.jump(c.document, c.from)), h('small', {}, ` ${percent(c.confidence)} sure`)),
        ),
      ),
      h('p', {}, all > MOST ? `and ${(all - MOST).toLocaleString('en')} more` : ''),
      h(
        'div',
        { class: 'buttons' },
        (!left || lessons.length > 0) && button('Use from now on', () => attempt(() => this.use(id)), { class: 'main' }),
        button(left && lessons.length === 0 ? 'Close' : 'Discard', () => {
          this.body.replaceChildren();
          if (this.learned) this.inUse();
        }),
      ),
      h(
        'p',
        {},
        h('a', { href: api.download(id, 'corrections.jsonl'), download: 'corrections.jsonl' }, 'Corrections'),
        ' ',
        h('a', { href: api.download(id, 'corpus.tsv'), download: 'corpus.tsv' }, 'The same as a corpus'),
        ' ',
        h('a', { href: api.download(id, 'settings.txt'), download: 'settings.txt' }, 'Settings'),
        ...(lessons.length === 0 ? [] : [' ', h('a', { href: api.download(id, 'fillers.txt'), download: 'fillers.txt' }, 'List of fillers')]),
      ),
    );
    announce(`Learning is done. ${r.objective}: ${r.before.toFixed(1)} before, ${r.after.toFixed(1)} after. ${plural(all, 'place')} would change.`);
  }

  private async use(id: string | null): Promise<void> {
    await api.use(id);
    this.learned = id;
    await this.studio.again();
    if (id) this.inUse();
    else this.body.replaceChildren();
  }

  private inUse(): void {
    this.body.replaceChildren(
      h('p', {}, 'What was learned is in use.'),
      button('Back to what the models came with', () => attempt(() => this.use(null))),
    );
  }
}
