const timeout_ms = 2000;

/** Runs `work` once the page has loaded and the browser is idle; returns what calls it off. */
export function whenIdle(work: () => void): () => void {
  let called_off = false;
  const run = () => {
    if (!called_off) work();
  };
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: timeout_ms });
    else setTimeout(run, timeout_ms);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
  return () => {
    called_off = true;
  };
}
