// Graphs of traces as SVG, and as files that people save.
import { h } from './dom';

/** parse returns the graph that is written as SVG. */
export function parse(svg: string): SVGSVGElement {
  return document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true) as unknown as SVGSVGElement;
}

/** alone returns a graph as a file of its own, with its style. */
export function alone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute('style');
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) if (rule.cssText.includes('.trace-graph')) style.textContent += rule.cssText + '\n';
  }
  copy.prepend(style);
  return new XMLSerializer().serializeToString(copy);
}

/** save gives people a file. */
export function save(content: Blob, name: string): void {
  const a = h('a', { href: URL.createObjectURL(content), download: name });
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 60_000);
}
