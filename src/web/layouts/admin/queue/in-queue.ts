import type { Queue } from '#web/router/use-queue.ts';

/** The page of a record beside the list that it stands in, whose filters go along. */
export function inQueue(name: Queue['name'], path: string, filters: URLSearchParams): string {
  const [pathname = '', search = ''] = path.split('?');
  const query = new URLSearchParams(search);
  query.set('queue', name);
  const filter = new URLSearchParams(filters);
  for (const passing of ['undo', 'select']) filter.delete(passing);
  if (filter.size) query.set('filter', filter.toString());
  return `${pathname}?${query}`;
}
