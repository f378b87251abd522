import { withQuery } from './page-query.ts';
import { localPath } from './safe-redirect.ts';

/**
 * Where a page leads after a decision: on to the next record of the list that stands beside it, which its form names, else
 * to `own`, a path of the page itself, with that list.
 */
export function goOn(field: (name: string) => string, url: URL, own: string): string {
  const next = field('next');
  return next ? localPath(next) : besideQueue(url, own);
}

/** A path of the same page with the list that stands beside it. */
export const besideQueue = ({ searchParams }: URL, path: string): string =>
  withQuery(path, { queue: searchParams.get('queue'), filter: searchParams.get('filter') });
