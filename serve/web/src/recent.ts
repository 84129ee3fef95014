// The transcripts that were opened here before, on the page of the start.
import { dropProject } from './api';
import { attempt, button, h, note } from './dom';
import type { Project } from './projects';
import type { Talks } from './talks';

/** recent shows them in an element. */
export async function recent(into: HTMLElement, talks: Talks): Promise<void> {
  const all = (await talks.projects.list()).filter((p) => !talks.all.some((t) => t.content === p.content));
  const there = ((await talks.remote?.list()) ?? []).filter((k) => ![...all, ...talks.all].some((x) => x.content === k.content));
  const forget = (p: Project): void =>
    attempt(async () => {
      await talks.projects.forget(p.content);
      note(`${p.name} and its corrections are not kept any more.`);
      await recent(into, talks);
    });
  into.replaceChildren(
    ...(all.length === 0
      ? []
      : [
          h('h3', {}, 'Opened before'),
          h(
            'ul',
            { class: 'recent' },
            ...all.map((p) =>
              h(
                'li',
                {},
                button(p.name, () => attempt(() => talks.reopen(p))),
                h('small', {}, ` ${new Date(p.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}, ${p.size.toLocaleString('en')} words `),
                button('Forget', () => forget(p), { 'aria-label': `Forget ${p.name}` }),
              ),
            ),
          ),
          h('p', {}, `They are kept in this browser${talks.remote ? ' and on the server' : ''}, with all that you have done to them.`),
        ]),
    ...(there.length === 0
      ? []
      : [
          h('h3', {}, 'On the server'),
          h(
            'ul',
            { class: 'recent' },
            ...there.map((k) =>
              h(
                'li',
                {},
                button(k.name, () => attempt(() => talks.fetch(k))),
                h('small', {}, ` ${new Date(k.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })} `),
                button('Remove', () =>
                  attempt(async () => {
                    await dropProject(k.content);
                    note(`${k.name} is not on the server any more.`);
                    await recent(into, talks);
                  }), { 'aria-label': `Remove ${k.name} from the server` }),
              ),
            ),
          ),
        ]),
  );
}
