import { matchPath } from 'react-router';
import { type Screen, screens } from '#web/routes.ts';

const IDLE_TIMEOUT_MS = 2000;
/** Paths that were ever queued. */
const seen = new Set<string>();
/** Paths whose pages are still to be prefetched. */
const queue: string[] = [];
/** Pages whose code was asked for. */
const requested = new Set<string>();

interface Connection {
  effectiveType?: string;
  saveData?: boolean;
}

/** True where data is expensive: nothing is prefetched on a 2g or data-saver connection. */
export function isThrifty(connection: Connection | undefined): boolean {
  return Boolean(connection?.saveData) || /2g$/.test(connection?.effectiveType ?? '');
}

/** Prefetches the code (not the data) of the page at a path once the browser is idle, one page at a time. */
export function prefetchPage(path: string): void {
  const pathname = path.split(/[?#]/, 1)[0] ?? path;
  if (seen.has(pathname)) return;
  seen.add(pathname);
  if (queue.push(pathname) === 1) whenFree(loadNext);
}

function loadNext(): void {
  if (queue.length > 1) whenFree(loadNext);
  load(queue.shift()!);
}

function whenFree(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
  else setTimeout(work, IDLE_TIMEOUT_MS);
}

function load(pathname: string): void {
  if (isThrifty((navigator as { connection?: Connection }).connection)) return;
  // Each match compiles an expression: only screens that may match are asked.
  const known = ({ path }: Screen) =>
    path !== '*' && pathname.startsWith(beforeParam(path)) && matchPath(path, pathname);
  const screen = screens.find(({ path }) => path === pathname) ?? screens.find(known);
  if (!screen || requested.has(screen.page)) return;
  requested.add(screen.page);
  const route = window.__reactRouterManifest?.routes[screen.page];
  for (const href of route ? [route.module, ...(route.imports ?? [])] : []) {
    if (document.querySelector(`link[rel=modulepreload][href="${CSS.escape(href)}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

const beforeParam = (path: string): string => path.split(':', 1)[0] ?? path;

interface KnownRoute {
  id: string;
  path?: string;
  parentId?: string;
  module: string;
  imports?: string[];
}

declare global {
  interface Window {
    /** The router's list of page files; it has no other way to fetch a page's code without its data. */
    __reactRouterManifest?: { routes: Record<string, KnownRoute | undefined> };
  }
}
