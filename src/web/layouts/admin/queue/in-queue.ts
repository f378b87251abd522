import type { Queue } from '#web/router/use-queue.ts';
import { withQuery } from '#web/server/page-query.ts';

/** The page of a record beside the list that it stands in, whose filters go along. */
export function inQueue(name: Queue['name'], path: string, filters: URLSearchParams): string {
  const filter = new URLSearchParams(filters);
  for (const passing of ['undo', 'select']) filter.delete(passing);
  return withQuery(path, { queue: name, filter: filter.size ? filter.toString() : null });
}
