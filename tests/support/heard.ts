import type { Page } from 'playwright-core';

declare global {
  interface Window {
    heard?: string[];
  }
}

/** Writes down what the live regions of the pages say that are opened from now on, as a screen reader would hear it. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(noteAnnouncements);
}

/** Runs in the page: each text that is added to a live region, with the urgent ones marked. */
function noteAnnouncements(): void {
  const heard: string[] = [];
  window.heard = heard;
  const regions = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]';
  const textOf = (node: Node) => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
  const observer = new MutationObserver((changes) => {
    for (const { target, type, addedNodes } of changes) {
      const around = target instanceof Element ? target : target.parentElement;
      const region = around?.closest(regions);
      for (const node of type === 'characterData' ? [target] : addedNodes) {
        const own = region ?? (node instanceof Element && node.matches(regions) ? node : null);
        const text = textOf(node);
        if (own && text) heard.push(own.matches('[role="alert"], [aria-live="assertive"]') ? `! ${text}` : text);
      }
    }
  });
  // What comes with the page is read with it.
  addEventListener('DOMContentLoaded', () =>
    observer.observe(document, { subtree: true, childList: true, characterData: true }),
  );
}

/** What was said on the page since it was opened, in order. */
export const heardOn = (page: Page): Promise<string[]> => page.evaluate(() => window.heard ?? []);
