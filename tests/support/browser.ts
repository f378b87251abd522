import process from 'node:process';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';

export const narrow = 360;
export const wide = 1440;

interface Visit {
  /** Signs in with the cookie that the login page would set. */
  token?: string;
  javaScript?: boolean;
  width?: number;
  colorScheme?: 'light' | 'dark';
  /** Lets the page install its service worker, which costs time and fetches pages instead of the page. */
  serviceWorker?: boolean;
  /** Loads the code of the pages that are linked, as browsers do that don't spare data: each page costs some forty requests. */
  prefetches?: boolean;
  /** The page stays open until the end of the file instead of the test. */
  kept?: boolean;
  /** The test expects a refusal: the browser's console line about a 4xx response is not a fault. */
  refusals?: boolean;
  /** The test expects faults: matching console lines and response statuses don't count. */
  expected?: RegExp;
}

// All files of a worker share one browser, which ends with the worker: starting it costs a second of processor time.
let browser: Promise<Browser> | undefined;

const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-gpu',
    ],
  });

/**
 * Opens pages for the test file. A page that prints an error or a warning, throws, breaks the content security policy or
 * gets a 5xx response fails its test.
 */
export async function openBrowser(url: string, { prefetching = false } = {}) {
  browser ??= launch();
  const running = await browser;
  const faults: string[] = [];
  const kept = new Set<BrowserContext>();
  const closeAll = (contexts: BrowserContext[]) => Promise.all(contexts.map((context) => context.close()));
  afterEach(async () => {
    await closeAll(running.contexts().filter((context) => !kept.has(context)));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(() => closeAll([...kept]));

  function watch(page: Page, refusals: boolean, expected: RegExp | undefined): void {
    const note = (fault: string) => {
      if (!expected?.test(fault)) faults.push(`${page.url()}: ${fault}`);
    };
    page.on('pageerror', (error) => note(error.message));
    page.on('console', (message) => {
      // The browser prints this when a page is left before its socket is open.
      if (message.text().endsWith('WebSocket is closed before the connection is established.')) return;
      if (message.text() === 'Service Worker registration blocked by Playwright') return;
      // The browser judges by seconds, which pass on a busy machine before the page has run its scripts.
      if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
      const refused = /^Failed to load resource: .* status of 4\d\d/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !(refusals && refused))
        note(`${message.text()} ${message.location().url}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500) note(`${response.status()} from ${response.url()}`);
    });
  }

  /** A page in its own browser profile. */
  return async function newPage({
    token,
    javaScript = true,
    width = wide,
    colorScheme,
    serviceWorker = false,
    prefetches = prefetching,
    kept: isKept = false,
    refusals = false,
    expected,
  }: Visit = {}) {
    const context = await running.newContext({
      baseURL: url,
      viewport: { width, height: width === narrow ? 780 : 900 },
      javaScriptEnabled: javaScript,
      serviceWorkers: serviceWorker ? 'allow' : 'block',
      ...(colorScheme && { colorScheme }),
      // What a person's press on a button allows in a browser with a window.
      permissions: ['clipboard-write'],
    });
    if (!prefetches) await context.addInitScript(spareData);
    if (isKept) kept.add(context);
    if (token) await context.addCookies([{ name: 'facevalue', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    watch(page, refusals, expected);
    return page;
  };
}

/** Runs in the page. */
function spareData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** The path and query that the page ended on. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Stops the clock of the pages that are opened from now on: only the test moves it, by `page.clock`. */
export async function stopClock(page: Page): Promise<void> {
  const time = Date.now();
  // A clock can only be moved ahead, and it runs until it is stopped.
  await page.clock.install({ time: time - 60_000 });
  await page.clock.pauseAt(time);
}

/** Presses a button by keyboard once it takes that: it is busy while the page is read anew after a refusal. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull();
  await button.press('Enter');
}

/** Waits until React has hydrated the whole page: the router takes over scrolling in an effect at that moment. */
export function untilHydrated(page: Page): Promise<void> {
  return expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
}
