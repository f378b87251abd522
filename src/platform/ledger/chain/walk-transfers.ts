import { MINUTE_MS } from '#contracts/time-units.ts';
import { firstPlace, followLink, type Place } from '#platform/chained-log/follow-link.ts';
import type { Problems } from '#platform/chained-log/problem-list.ts';
import type { Db } from '#platform/db/client.ts';
import { transferColumns } from './transfer-columns.ts';
import { type LedgerKey, type SealedTransfer, transferLink } from './transfer-link.ts';

const PAGE = 5_000;
/** No transaction of the shop takes so long: within it, transfers may be committed in another order than they began. */
const OVERLAP_MS = 15 * MINUTE_MS;

/** How far a check of the chain over transfers is. */
export interface Walk extends Place {
  /** When it began, with the first link. */
  since: string;
  /** The highest number so far, and when that was sealed. */
  highest: number;
  highest_at: string;
  /** The latest time of a transfer so far. */
  latest: string;
  /** The last transfer that was there, for the name of what is missing after it. */
  last: string;
  /** Whether everything was in order so far. */
  sound: boolean;
}

export const startOfWalk = (now: Date): Walk => ({
  ...firstPlace(),
  since: now.toISOString(),
  highest: 0,
  highest_at: new Date(0).toISOString(),
  latest: new Date(0).toISOString(),
  last: 'the beginning',
  sound: true,
});

interface Link extends SealedTransfer {
  position: number;
  link: Uint8Array;
  sealed_at: string;
  /** null if the transfer is gone. */
  created_at: string | null;
}

/** Checks the next links and moves `walk` to their end: each transfer has to be as it was sealed, and in its time. */
export async function walkTransfers(
  sql: Db,
  key: LedgerKey,
  walk: Walk,
  problems: Problems,
): Promise<{ links: number; ended: boolean }> {
  const links = await sql<Link[]>`
    select l.position, l.link, l.transfer_id as id, l.sealed_at, l.sealed_at::text as linked_at, t.created_at,
      ${transferColumns(sql)}
    from ledger_chain l left join ledger_transfers t on t.id = l.transfer_id
    left join ledger_accounts d on d.id = t.debit_account_id left join ledger_accounts c on c.id = t.credit_account_id
    where l.position > ${walk.position} order by l.position limit ${PAGE}`;
  for (const link of links) checkLink(key, walk, link, problems);
  return { links: links.length, ended: links.length < PAGE };
}

function checkLink(key: LedgerKey, walk: Walk, link: Link, problems: Problems): void {
  const previous = followLink(walk, link, problems, `, after ${walk.last}`);
  const { id, position, created_at, sealed_at } = link;
  if (created_at === null) problems.add(`transfer ${id}, sealed on ${sealed_at} after ${walk.last}, is gone`);
  else {
    walk.last = `transfer ${id} of ${created_at}`;
    if (previous !== null && !transferLink(key, previous, position, link).equals(link.link))
      problems.add(`${walk.last} differs from its link at position ${position}`);
    else if (!isInTime(walk, id, created_at))
      problems.add(`${walk.last} was inserted, or lost its link: it was sealed on ${sealed_at}`);
    if (created_at > walk.latest) walk.latest = created_at;
  }
  if (id > walk.highest) Object.assign(walk, { highest: id, highest_at: sealed_at });
}

/**
 * One that follows the highest number began hardly before the latest. One that was committed late was under way when a higher number
 * was sealed: it began before that, and not long before.
 */
function isInTime({ highest, highest_at, latest }: Walk, id: number, created_at: string): boolean {
  const began = Date.parse(created_at);
  if (id > highest) return began >= Date.parse(latest) - OVERLAP_MS;
  return began <= Date.parse(highest_at) && began >= Date.parse(highest_at) - OVERLAP_MS;
}
