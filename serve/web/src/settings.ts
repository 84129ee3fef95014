// The panel that says what is removed and how the rest is written.
import type { Info, Option } from './api';
import { button, h, percent, plural } from './dom';
import { explainKinds } from './kinds';
import { type Arranged, styled } from './model';
import type { Talk } from './talk';
import { pauseField } from './pausefield';
import type { View } from './view';

export class SettingsPanel {
  readonly el: HTMLElement;
  private readonly kinds: { box: HTMLInputElement; count: HTMLElement }[];
  private readonly style: HTMLSelectElement;
  private readonly level: HTMLSelectElement;
  private readonly sure = h('input', { type: 'range', min: '0', max: '100', step: '1', value: '50', 'aria-describedby': 'sure-about' });
  private readonly sureAbout = h('output', { id: 'sure-about' });
  private readonly writing: [keyof Pick<Talk['settings'], 'punct' | 'case' | 'numbers'>, HTMLSelectElement][];
  private readonly paragraphs = h('input', { type: 'checkbox' });
  private readonly speakers = h('fieldset', { class: 'speakers' });
  private readonly names = h('textarea', { id: 'names', rows: '4', spellcheck: false, 'aria-describedby': 'names-about' });
  private readonly total = h('p', { class: 'total' });
  private readonly odd = h('details', { class: 'odd' });
  private talk: Talk | null = null;
  private listed: Arranged | null = null; // whose speakers are listed

  constructor(
    private readonly info: Info,
    private readonly view: View,
    private readonly spell: (talk: Talk, names: string) => void,
  ) {
    this.kinds = info.kinds.map((k, i) => {
      const box = h('input', { type: 'checkbox', onchange: () => this.toggle(i) });
      box.dataset['kind'] = k.name;
      return { box, count: h('small') };
    });
    this.style = select(info.options.style);
    this.style.onchange = () => this.talk?.set(styled(info, this.style.value));
    this.level = select(info.options.level);
    this.level.append(h('option', { value: '' }, 'By how sure the models are'));
    this.level.onchange = () => {
      const level = info.levels.indexOf(this.level.value);
      this.talk?.set(level < 0 ? { confidence: this.confidence } : { level, confidence: null });
    };
    this.sure.oninput = () => this.talk?.set({ confidence: this.confidence });
    this.writing = [
      ['punct', select(info.options.punct)],
      ['case', select(info.options.case)],
      ['numbers', select(info.options.numbers)],
    ];
    for (const [name, field] of this.writing) field.onchange = () => this.talk?.set({ [name]: field.value });
    this.paragraphs.onchange = () => this.talk?.set({ paragraphs: this.paragraphs.checked ? (info.options['paragraph-words'].default as number) : 0 });
    this.el = h(
      'section',
      { class: 'panel settings', 'aria-label': 'What is removed' },
      this.total,
      h('fieldset', { class: 'amount' }, h('legend', {}, 'Style'), h('label', {}, h('span', { class: 'unseen' }, 'Style'), this.style)),
      h(
        'fieldset',
        {},
        h('legend', {}, 'What is removed'),
        ...this.kinds.map(({ box, count }, i) => h('label', { class: `k${i}` }, box, info.kinds[i]!.title, ' ', count)),
        button('What are these?', () => this.talk && explainKinds(info, this.talk, (w) => view.focus(w))),
      ),
      h(
        'fieldset',
        { class: 'amount' },
        h('legend', {}, 'How much of it'),
        h('label', {}, h('span', { class: 'unseen' }, 'Level'), this.level),
        h('label', { class: 'slider' }, h('span', {}, 'Sure at least'), this.sure, this.sureAbout),
      ),
      h(
        'fieldset',
        { class: 'writing' },
        h('legend', {}, 'How the rest is written'),
        h('label', {}, h('span', {}, 'Punctuation'), this.writing[0]![1]),
        h('label', {}, h('span', {}, 'Capitals'), this.writing[1]![1]),
        h('label', {}, h('span', {}, 'Numbers'), this.writing[2]![1]),
        h('label', {}, this.paragraphs, 'Long turns in paragraphs'),
        pauseField(() => view.cut()),
      ),
      h(
        'details',
        { class: 'names' },
        h('summary', {}, 'Names'),
        h('label', { for: 'names' }, 'Names, products, acronyms'),
        this.names,
        h('p', { id: 'names-about' }, 'As they are spelled, one a line. Text without capitals is written so.'),
        button('Spell them so', () => this.talk && this.spell(this.talk, this.names.value)),
      ),
      this.speakers,
      this.odd,
    );
  }

  private get confidence(): number {
    return Math.max(0.01, +this.sure.value / 100);
  }

  toggle(kind: number): void {
    if (this.talk) this.talk.set({ remove: this.talk.settings.remove ^ (1 << kind) });
  }

  /** nudge moves the slider. */
  nudge(by: number): void {
    this.sure.value = String(+this.sure.value + by);
    this.talk?.set({ confidence: this.confidence });
  }

  show(talk: Talk | null): void {
    this.talk = talk;
    this.names.value = talk?.held.original.names ?? '';
    this.el.hidden = !talk;
    this.listSpeakers();
    this.listOdd();
    this.refresh();
  }

  refresh(): void {
    const talk = this.talk;
    if (!talk) return;
    if (this.listed !== talk.arranged) this.listSpeakers();
    const s = talk.settings;
    this.kinds.forEach(({ box, count }, k) => {
      box.checked = (s.remove & (1 << k)) !== 0;
      if (talk.written) count.textContent = talk.written.counts[k]!.toLocaleString('en');
    });
    this.style.value = s.style ?? (this.info.options.style.default as string);
    this.level.value = s.confidence === null ? this.info.levels[s.level]! : '';
    if (s.confidence !== null) this.sure.value = String(Math.round(s.confidence * 100));
    this.sure.classList.toggle('idle', s.confidence === null);
    this.sureAbout.textContent = s.confidence === null ? 'level' : percent(s.confidence);
    this.sure.setAttribute('aria-valuetext', s.confidence === null ? `not used: the level is ${this.info.levels[s.level]}` : percent(s.confidence));
    for (const [name, field] of this.writing) field.value = s[name];
    this.paragraphs.checked = s.paragraphs > 0;
    let gone = 0;
    for (const g of talk.gone) gone += g;
    this.total.textContent = `${plural(talk.text.size, 'word')}, ${gone.toLocaleString('en')} of them removed`;
  }

  // listOdd lists what was odd about the file, and what was left alone.
  private listOdd(): void {
    const doc = this.talk?.doc;
    const goTo = (w: number, text: string): HTMLElement => h('li', {}, button(text, () => this.view.focus(w)));
    const all = [
      ...(doc?.warnings ?? []).map((x) => h('li', {}, `line ${x.line}: ${x.text}`)),
      ...(doc?.left ?? []).map(([from, end, language]) => goTo(from, `${language}, ${plural(end - from, 'word')}: left as it is`)),
      ...(doc?.problems ?? []).map((x) => h('li', {}, x)),
    ];
    this.odd.hidden = all.length === 0;
    this.odd.replaceChildren(h('summary', {}, `${plural(all.length, 'note')} about this file`), h('ul', {}, ...all.slice(0, 100)));
  }

  private listSpeakers(): void {
    const talk = this.talk;
    this.listed = talk?.arranged ?? null;
    const names = talk?.arranged.speakers ?? [];
    this.speakers.hidden = names.length < 2;
    if (!talk || names.length < 2) return;
    const words = new Array<number>(names.length).fill(0);
    for (const [from, end, s] of talk.arranged.turns) if (s >= 0) words[s]! += end - from;
    this.speakers.replaceChildren(
      h('legend', {}, 'Speakers'),
      ...names.map((name, s) => {
        const box = h('input', { type: 'checkbox', checked: !this.view.hidden.has(s), 'aria-label': `Show ${name}` });
        box.onchange = () => {
          if (box.checked) this.view.hidden.delete(s);
          else this.view.hidden.add(s);
          this.view.cut();
        };
        const mark = h('button', { type: 'button', class: 'mark', 'aria-pressed': String(this.view.marked.speaker === s), 'aria-label': `Highlight ${name}` }, 'highlight');
        mark.onclick = () => {
          const on = this.view.marked.speaker !== s;
          for (const b of this.speakers.querySelectorAll('.mark')) b.setAttribute('aria-pressed', 'false');
          mark.setAttribute('aria-pressed', String(on));
          this.view.marked.speaker = on ? s : -1;
          this.view.paint();
        };
        return h('div', {}, h('label', {}, box, name, ' ', h('small', {}, words[s]!.toLocaleString('en'))), mark);
      }),
    );
  }
}

function select(o: Option): HTMLSelectElement {
  return h('select', {}, ...(o.values ?? []).map((v) => h('option', { value: v.name }, v.title)));
}
