import { useRouteLoaderData } from 'react-router';

/** A record of a list that somebody works through. */
export interface QueueItem {
  id: string;
  /** Its page, beside the same list. */
  to: string;
  title: string;
  /** Whose it is, and what else tells it from others. */
  detail: string;
  at: string;
  cents: number | null;
}

/** The list beside the page, as the URL names it. */
export interface Queue {
  name: 'tickets' | 'approvals' | 'claims' | 'payments';
  /** Path of the list's own page, with its filters. */
  list: string;
  items: QueueItem[];
  /** The id of the record that the page shows; null where it is none of them any more. */
  current: string | null;
  /** Where a decision leads on to: the record after this one, or the list after the last. */
  next: string;
}

/** The list that stands beside the page, or null. */
export const useQueue = (): Queue | null =>
  (useRouteLoaderData('layout-admin') as { queue: Queue | null } | undefined)?.queue ?? null;
