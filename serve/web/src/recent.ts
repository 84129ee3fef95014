// The transcripts that were opened here before, on the page of the start.
import { attempt, button, h, note } from './dom';
import type { Project } from './projects';
import type { Talks } from './talks';

/** recent shows them in an element. */
export async function recent(into: HTMLElement, talks: Talks): Promise<void> {
  const all = (await talks.projects.list()).filter((p) => !talks.all.some((t) => t.content === p.content));
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
          h('p', {}, 'They are kept in this browser, with all that you have done to them.'),
        ]),
  );
}
