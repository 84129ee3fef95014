// The graph of a trace, as serve/traceview draws it: moved, scaled, walked through.
import { h } from './dom';
import type { Trace } from './tracescore';

/** Graph is what others may do with a graph. */
export interface Graph {
  pane: HTMLElement;
  svg: SVGSVGElement;
  fit(): void;
  zoom(by: number): void;
  activate(id: number, reveal: boolean): void;
  chosen(ids: number[]): void;
}

interface Events {
  describe(id: number): Node[];
  say(id: number): string;
  choose(id: number, second: boolean): void;
}

const svgName = 'http://www.w3.org/2000/svg';

/** graph gives life to the graph of a trace. No element of it has a listener: the pane has. */
export function graph(t: Trace, svg: SVGSVGElement, on: Events): Graph {
  const elements: SVGGraphicsElement[] = [];
  for (const e of svg.querySelectorAll<SVGGraphicsElement>('[data-id]')) elements[Number(e.dataset['id'])] = e;
  const width = svg.width.baseVal.value;
  const height = svg.height.baseVal.value;
  const label = svg.getAttribute('aria-label') ?? 'Trace';
  svg.setAttribute('role', 'presentation'); // the pane says what it is
  svg.removeAttribute('aria-label');
  const hot = svg.insertBefore(document.createElementNS(svgName, 'path'), svg.firstChild);
  hot.setAttribute('class', 'hot');
  const tip = h('div', { class: 'trace-tip', hidden: true });
  const voice = h('div', { class: 'trace-voice', role: 'status', 'aria-live': 'polite' });
  const pane = h(
    'div',
    {
      class: 'trace-pane',
      tabIndex: 0,
      role: 'group',
      'aria-roledescription': 'graph',
      'aria-label': label + '. Arrow keys move it; Enter goes to the winner, and arrow keys then from one hypothesis to the next.',
    },
    svg,
    tip,
    voice,
  );

  // Where things are: the corner of the graph in the pane, and its scale.
  let [x, y, k] = [0, 0, 1];
  const put = (): void => {
    svg.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
  };
  const fit = (): void => {
    k = Math.min(1.2, Math.max(0.02, Math.min(pane.clientWidth / width, pane.clientHeight / height)));
    if (k < 0.5 && width * 0.5 > pane.clientWidth && elements.length < 400) k = Math.min(1, Math.max(0.6, pane.clientHeight / height)); // legible, from the start
    [x, y] = [Math.max(0, (pane.clientWidth - width * k) / 2), Math.max(0, (pane.clientHeight - height * k) / 2)];
    put();
  };
  const zoomAt = (by: number, px: number, py: number): void => {
    const to = Math.min(8, Math.max(0.02, k * by));
    x = px - ((px - x) * to) / k;
    y = py - ((py - y) * to) / k;
    k = to;
    put();
  };
  const zoom = (by: number): void => zoomAt(by, pane.clientWidth / 2, pane.clientHeight / 2);

  const box = (id: number): { x: number; y: number; w: number; h: number } => {
    const e = elements[id];
    const number = (name: string): number => Number(e.getAttribute(name));
    switch (e.tagName) {
      case 'circle':
        return { x: number('cx') - 3, y: number('cy') - 3, w: 6, h: 6 };
      case 'rect':
        return { x: number('x'), y: number('y'), w: number('width'), h: number('height') };
    }
    const [, left, top] = /\((\S+) (\S+)\)/.exec(e.getAttribute('transform') ?? '') ?? ['', '0', '0'];
    const r = e.querySelector('rect');
    return { x: Number(left), y: Number(top), w: Number(r?.getAttribute('width')), h: Number(r?.getAttribute('height')) };
  };

  let active = -1;
  const mark = (id: number, reveal: boolean): void => {
    if (active >= 0) elements[active]?.classList.remove('active');
    active = id;
    if (id < 0 || !elements[id]) {
      tip.hidden = true;
      hot.setAttribute('d', '');
      return;
    }
    elements[id].classList.add('active');
    const way: string[] = [];
    for (let at = id, n = 0; at >= 0 && n < 300; at = t.hypotheses[at].parent, n++) {
      const b = box(at);
      way.push(`${b.x + b.w / 2} ${b.y + b.h / 2}`);
    }
    hot.setAttribute('d', 'M' + way.join('L'));
    const b = box(id);
    if (reveal) {
      // Into sight.
      const [left, top] = [x + b.x * k, y + b.y * k];
      if (left < 8 || left + b.w * k > pane.clientWidth - 8) x += pane.clientWidth / 2 - left - (b.w * k) / 2;
      if (top < 8 || top + b.h * k > pane.clientHeight - 8) y += pane.clientHeight / 2 - top - (b.h * k) / 2;
      put();
    }
    tip.replaceChildren(...on.describe(id));
    tip.hidden = false;
    const below = y + (b.y + b.h) * k + 8;
    tip.style.left = `${Math.max(4, Math.min(x + b.x * k, pane.clientWidth - tip.offsetWidth - 4))}px`;
    tip.style.top = `${below + tip.offsetHeight < pane.clientHeight ? below : Math.max(4, y + b.y * k - tip.offsetHeight - 8)}px`;
  };
  const activate = (id: number, reveal: boolean): void => {
    mark(id, reveal);
    voice.textContent = id < 0 ? '' : on.say(id);
  };

  // Pointers: one moves the graph, two scale it.
  const at = new Map<number, PointerEvent>();
  let moved = 0;
  const idOf = (e: Event): number => {
    const found = (e.target as Element).closest('[data-id]');
    return found ? Number((found as SVGElement).dataset['id']) : -1;
  };
  pane.addEventListener('pointerdown', (e) => {
    at.set(e.pointerId, e);
    moved = 0;
  });
  pane.addEventListener('pointermove', (e) => {
    const before = at.get(e.pointerId);
    if (!before) {
      const id = idOf(e);
      if (id !== active) mark(id, false);
      return;
    }
    const others = [...at.values()].filter((o) => o.pointerId !== e.pointerId);
    if (others.length === 1) {
      const o = others[0];
      const r = pane.getBoundingClientRect();
      const far = (p: PointerEvent): number => Math.hypot(p.clientX - o.clientX, p.clientY - o.clientY) || 1;
      zoomAt(far(e) / far(before), (e.clientX + o.clientX) / 2 - r.left, (e.clientY + o.clientY) / 2 - r.top);
    } else {
      moved += Math.abs(e.clientX - before.clientX) + Math.abs(e.clientY - before.clientY);
      if (moved > 4 && !pane.classList.contains('moving')) {
        pane.classList.add('moving');
        pane.setPointerCapture(e.pointerId);
        tip.hidden = true;
      }
      x += e.clientX - before.clientX;
      y += e.clientY - before.clientY;
      put();
    }
    at.set(e.pointerId, e);
  });
  for (const over of ['pointerup', 'pointercancel'] as const) {
    pane.addEventListener(over, (e) => {
      at.delete(e.pointerId);
      pane.classList.remove('moving');
    });
  }
  pane.addEventListener('pointerleave', () => {
    at.clear();
    mark(-1, false);
  });
  pane.addEventListener('click', (e) => {
    const id = moved > 4 ? -1 : idOf(e);
    if (id >= 0) on.choose(id, e.shiftKey);
  });
  pane.addEventListener(
    'wheel',
    (e) => {
      e.preventDefault();
      const r = pane.getBoundingClientRect();
      zoomAt(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0015)), e.clientX - r.left, e.clientY - r.top);
    },
    { passive: false },
  );

  // Keys.
  const layers: number[][] = [];
  for (const one of t.hypotheses) {
    const round = one.id === 0 || one.parent >= 0 ? one.round : t.rounds.length + 1;
    (layers[round] ??= []).push(one.id);
  }
  for (const l of layers) l?.sort((a, b) => t.hypotheses[b].score - t.hypotheses[a].score || a - b);
  const step = (rounds: number, ranks: number): number => {
    const layer = layers.findIndex((l) => l?.includes(active));
    const rank = layers[layer].indexOf(active);
    let to = layer + rounds;
    while (layers[to] === undefined && to > 0 && to < layers.length) to += rounds;
    const l = layers[to];
    return l ? l[Math.max(0, Math.min(l.length - 1, rank + ranks))] : active;
  };
  const shown = (id: number): boolean => elements[id] !== undefined && getComputedStyle(elements[id]).display !== 'none';
  const walk = (rounds: number, ranks: number): void => {
    const from = active;
    let to = step(rounds, ranks);
    for (let n = 0; n < 400 && !shown(to) && ranks !== 0; n++) {
      active = to;
      const next = step(0, ranks);
      active = from;
      if (next === to) break;
      to = next;
    }
    if (shown(to)) activate(to, true);
  };
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  pane.addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const arrow = arrows[e.key];
    if (arrow && (active < 0 || e.shiftKey)) {
      x -= arrow[0] * 60;
      y -= arrow[1] * 60;
      put();
    } else if (arrow) {
      walk(...arrow);
    } else if (e.key === '+' || e.key === '=') {
      zoom(1.25);
    } else if (e.key === '-') {
      zoom(0.8);
    } else if (e.key === '0' || e.key === 'f') {
      fit();
    } else if (e.key === 'w' || ((e.key === 'Enter' || e.key === ' ') && active < 0)) {
      activate(t.winner, true);
    } else if (e.key === 'p' && active >= 0) {
      if (t.hypotheses[active].parent >= 0) activate(t.hypotheses[active].parent, true);
    } else if (e.key === 'Enter' || e.key === ' ') {
      on.choose(active, e.shiftKey);
    } else if (e.key === 'c' && active >= 0) {
      on.choose(active, true);
    } else if (e.key === 'Escape' && active >= 0) {
      activate(-1, false);
    } else {
      return;
    }
    e.preventDefault();
  });
  return {
    pane,
    svg,
    fit,
    zoom,
    activate,
    chosen(ids) {
      for (const e of svg.querySelectorAll('.chosen, .other')) e.classList.remove('chosen', 'other');
      ids.forEach((id, i) => elements[id]?.classList.add(i === 0 ? 'chosen' : 'other'));
    },
  };
}
