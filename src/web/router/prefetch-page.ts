import { matchPath } from 'react-router';
import { whenIdle } from '#web/live/when-idle.ts';
import { screens } from '#web/routes.ts';

/** Paths that were ever asked for. */
const seen = new Set<string>();
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

/** Prefetches the code (not the data) of the page at a path once the browser is idle, one page after the other. */
export function prefetchPage(path: string): void {
  const pathname = path.split(/[?#]/, 1)[0] ?? path;
  if (seen.has(pathname)) return;
  seen.add(pathname);
  whenIdle(() => load(pathname));
}

async function load(pathname: string): Promise<void> {
  if (isThrifty((navigator as { connection?: Connection }).connection)) return;
  // Each match compiles an expression: only screens that may match are asked.
  const known = ({ path }: (typeof screens)[number]) =>
    path !== '*' && pathname.startsWith(beforeParam(path)) && matchPath(path, pathname);
  const screen = screens.find(({ path }) => path === pathname) ?? screens.find(known);
  if (!screen || requested.has(screen.page)) return;
  requested.add(screen.page);
  const route = window.__reactRouterManifest?.routes[screen.page];
  await Promise.all((route ? [route.module, ...(route.imports ?? [])] : []).map(preloadModule));
}

/** Resolves when the file has arrived, or can't. */
function preloadModule(href: string): Promise<unknown> | undefined {
  if (document.querySelector(`link[rel=modulepreload][href="${CSS.escape(href)}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
  return new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
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
