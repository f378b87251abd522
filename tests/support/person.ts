import process from 'node:process';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Steps {
  clicks: number;
  /** Fields typed in. */
  fields: number;
  /** Keys pressed to get somewhere or to choose, not to type. */
  keys?: number;
}

/** The upper third of a phone is out of a thumb's reach. */
const OUT_OF_REACH = 1 / 3;

/** Somebody at a page whose clicks, typed fields and key presses are counted; a thumb clicks only what it reaches. */
export function personAt(page: Page, { thumb = false } = {}) {
  const steps = { clicks: 0, fields: 0, keys: 0 };

  async function press(key: string): Promise<void> {
    await page.keyboard.press(key);
    steps.keys++;
  }

  return {
    press,

    async click(target: Locator): Promise<void> {
      if (thumb) await bringIntoReach(page, target);
      await target.click();
      steps.clicks++;
    },

    async fill(target: Locator, text: string): Promise<void> {
      await target.fill(text);
      steps.fields++;
    },

    /** Types where the focus is. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text);
      steps.fields++;
    },

    /** Presses Tab, or another key, until the element has the focus; the focus must be visible at every stop. */
    async tabTo(name: RegExp, key = 'Tab'): Promise<void> {
      for (let stop = 0; stop < 40; stop++) {
        await press(key);
        const seen = await focusOn(page);
        expect(seen, seen.label).toMatchObject({ outline: true, shown: true });
        if (name.test(seen.label)) return;
      }
      throw new Error(`the keyboard did not reach ${name}`);
    },

    /** Prints what the journey took: fewer steps are welcome, more are not. */
    took(journey: string, most: Steps): void {
      const { clicks, fields, keys } = steps;
      const said = [`${clicks} clicks`, `${fields} typed fields`, ...(keys ? [`${keys} keys`] : [])].join(', ');
      process.stdout.write(`${journey}: ${said}\n`);
      expect(clicks, `clicks of: ${journey}`).toBeLessThanOrEqual(most.clicks);
      expect(fields, `typed fields of: ${journey}`).toBeLessThanOrEqual(most.fields);
      expect(keys, `keys of: ${journey}`).toBeLessThanOrEqual(most.keys ?? 0);
    },
  };
}

export type Person = ReturnType<typeof personAt>;

/** What has the focus, and whether that can be seen; a hidden radio button shows it on its label. */
function focusOn(page: Page): Promise<{ label: string; outline: boolean; shown: boolean }> {
  return page.locator(':focus').evaluate((element) => {
    const around = element.closest('label');
    const outlined = [element, ...(around ? [around] : [])].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
    const box = element.getBoundingClientRect();
    const own = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined;
    const label = (own ?? around)?.textContent ?? element.getAttribute('aria-label') ?? element.textContent;
    return { label: label ?? '', outline: outlined, shown: box.width > 1 && box.top >= 0 };
  });
}

/** Scrolls like a person who holds the phone in one hand. */
async function bringIntoReach(page: Page, target: Locator): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  const isReached = async () => {
    const box = await target.boundingBox();
    return box !== null && box.y + box.height / 2 >= height * OUT_OF_REACH && box.y + box.height <= height;
  };
  if (await isReached()) return;
  await target.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  expect(await isReached(), `within a thumb's reach: ${target}`).toBe(true);
}
