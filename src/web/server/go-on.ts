import { localPath } from './safe-redirect.ts';

/**
 * Where a page leads after a decision: on to the next record of the list that stands beside it, which its form names, else
 * to `own`, a path of the page itself.
 */
export function goOn(field: (name: string) => string, own: string): string {
  const next = field('next');
  return next ? localPath(next) : own;
}

/** A path of the same page with the list that stands beside it. */
export function besideQueue({ searchParams }: URL, path: string): string {
  const [pathname = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  for (const name of ['queue', 'filter']) {
    const value = searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  return query.size ? `${pathname}?${query}` : path;
}
