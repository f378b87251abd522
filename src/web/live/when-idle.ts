/** So long a busy browser may keep the next piece of work waiting, and that piece the one after it. */
const TIMEOUT_MS = 2000;
/** Where the browser doesn't say when it is idle. */
const PAUSE_MS = 200;

type Work = () => unknown;

const waiting: Work[] = [];
let running = false;

/**
 * Runs work that can wait: once the page has loaded, whenever the browser is idle, one piece after the other. What the page
 * itself needs goes `first`. Returns a function that calls it off.
 */
export function whenIdle(work: Work, { first = false } = {}): () => void {
  if (first) waiting.unshift(work);
  else waiting.push(work);
  if (!running) void runWaiting();
  return () => {
    const place = waiting.indexOf(work);
    if (place >= 0) waiting.splice(place, 1);
  };
}

async function runWaiting(): Promise<void> {
  running = true;
  await loaded();
  while (waiting.length > 0) {
    await idle();
    const work = waiting.shift();
    try {
      await Promise.race([work?.(), after(TIMEOUT_MS)]);
    } catch (error) {
      reportError(error);
    }
  }
  running = false;
}

function loaded(): Promise<unknown> | undefined {
  if (document.readyState !== 'complete') return new Promise((done) => addEventListener('load', done, { once: true }));
}

function idle(): Promise<unknown> {
  if (!('requestIdleCallback' in window)) return after(PAUSE_MS);
  return new Promise((done) => requestIdleCallback(done, { timeout: TIMEOUT_MS }));
}

const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
