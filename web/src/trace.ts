// The graph of a trace in a page.
import './trace.css';

/** mount puts the graph of a trace, as SVG, into an element. */
export function mount(root: HTMLElement, _trace: unknown, svg: string): void {
  root.classList.add('trace');
  const graph = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  root.replaceChildren(document.importNode(graph, true));
}
