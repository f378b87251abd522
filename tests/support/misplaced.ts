import type { Page } from 'playwright-core';

/**
 * What is laid out wrongly on the page: controls that overlap, text that its box cuts off, and what stays under a bar at
 * the bottom when the page is scrolled to its end.
 */
export function misplacedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Borders that touch and the ascenders of neighbouring lines are no overlap. */
    const slack = 3;
    type Box = { left: number; top: number; right: number; bottom: number };
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const isArea = ({ left, top, right, bottom }: Box) => right - left > slack && bottom - top > slack;
    const named = (element: Element) => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ');
      return `<${element.localName} class="${element.className}"> ${text.slice(0, 40)}`;
    };

    // Tiles out of sight keep an estimated height; those that are measured need their own.
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, whole];
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const styles = new Map<Element, CSSStyleDeclaration>();
    const shown = [...document.querySelectorAll<HTMLElement>('body *:not(svg, svg *)')].filter((element) => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      const style = getComputedStyle(element);
      styles.set(element, style);
      // What only screen readers get is clipped to nothing.
      return style.clipPath === 'none' && styles.get(element.closest('thead') ?? element)?.clipPath === 'none';
    });

    /** The nearest part of the page that stays in place while the rest is scrolled. */
    const layerOf = (element: Element): Element | null => {
      for (let one: Element | null = element; one; one = one.parentElement)
        if (/fixed|sticky/.test(styles.get(one)?.position ?? '')) return one;
      return null;
    };
    /** Its lines, without what its scrolling ancestors hide. */
    const boxesOf = (element: Element): Box[] => {
      let boxes: Box[] = [...element.getClientRects()];
      for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
        const box = styles.get(one)?.overflowX === 'visible' ? null : one.getBoundingClientRect();
        if (box) boxes = boxes.map((line) => meet(line, box));
      }
      return boxes.filter(isArea);
    };

    const faults: string[] = [];
    const controls = shown
      .filter((element) => element.matches('a[href], button, input, select, textarea, summary'))
      .map((element) => ({ element, boxes: boxesOf(element), layer: layerOf(element) }));
    controls.forEach((one, at) => {
      for (const other of controls.slice(at + 1)) {
        if (one.layer !== other.layer || one.element.contains(other.element)) continue;
        // A button inside a field stands on it on purpose.
        const control = one.element.closest('.control');
        if (control?.contains(other.element)) continue;
        if (one.boxes.some((a) => other.boxes.some((b) => isArea(meet(a, b)))))
          faults.push(`overlap: ${named(one.element)} and ${named(other.element)}`);
      }
    });

    for (const element of shown) {
      const { overflowX, textOverflow } = styles.get(element)!;
      const cuts = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis';
      const isControl = element.matches('a, button, summary, .tag, .badge');
      const excess = element.clientWidth ? element.scrollWidth - element.clientWidth : 0;
      if (excess > 1 && (cuts || isControl) && element.textContent?.trim())
        faults.push(`${cuts ? 'cut off' : 'sticks out'} by ${excess} px: ${named(element)}`);
    }

    const bars = shown.filter((element) => {
      const { position, pointerEvents } = styles.get(element)!;
      const { top, bottom } = element.getBoundingClientRect();
      return (
        /fixed|sticky/.test(position) && pointerEvents !== 'none' && top > innerHeight / 2 && bottom <= innerHeight + 1
      );
    });
    for (const bar of bars) {
      const box = bar.getBoundingClientRect();
      for (const element of shown) {
        const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        const isWithin = bar.contains(element) || layerOf(element);
        if (isText && !isWithin && boxesOf(element).some((one) => isArea(meet(one, box))))
          faults.push(`under <${bar.localName} class="${bar.className}">: ${named(element)}`);
      }
    }
    scrollTo({ top: 0, behavior: 'instant' });
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== whole);
    return faults;
  });
}
