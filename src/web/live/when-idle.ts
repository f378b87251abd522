const TIMEOUT_MS = 2000;

/** Runs `work` once the page has loaded and the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  let called_off = false;
  const run = () => {
    if (!called_off) work();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: TIMEOUT_MS });
    else setTimeout(run, TIMEOUT_MS);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    called_off = true;
  };
}
