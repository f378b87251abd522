import { HOUR_MS } from '#contracts/time-units.ts';
import { firstPlace, followLink, type Place } from '#platform/chained-log/follow-link.ts';
import type { Problems } from '#platform/chained-log/problem-list.ts';
import type { Db } from '#platform/db/client.ts';
import { findNumbersOfBefore } from './find-numbers-of-before.ts';
import { transferColumns } from './transfer-columns.ts';
import { type LedgerKey, type SealedTransfer, transferLink } from './transfer-link.ts';

const PAGE = 5_000;
/** No transaction of the shop takes so long: within it, transfers may be committed in another order than they began. */
const OVERLAP_MS = HOUR_MS;

/** How far a check of the chain over transfers is. */
export interface Walk extends Place {
  /** When it began, with the first link. */
  since: string;
  /** The highest number and the latest time so far. */
  highest: number;
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
  latest: new Date(0).toISOString(),
  last: 'the beginning',
  sound: true,
});

interface Link extends SealedTransfer {
  position: number;
  link: Uint8Array;
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
    select l.position, l.link, l.transfer_id as id, t.created_at, ${transferColumns(sql)}
    from ledger_chain l left join ledger_transfers t on t.id = l.transfer_id
    left join ledger_accounts d on d.id = t.debit_account_id left join ledger_accounts c on c.id = t.credit_account_id
    where l.position > ${walk.position} order by l.position limit ${PAGE}`;
  const late: Link[] = [];
  for (const link of links) {
    checkLink(key, walk, link, problems);
    if (link.id < walk.highest && link.created_at !== null) late.push(link);
    walk.highest = Math.max(walk.highest, link.id);
  }
  for (const problem of await findNumbersOfBefore(sql, late, OVERLAP_MS)) problems.add(problem);
  return { links: links.length, ended: links.length < PAGE };
}

function checkLink(key: LedgerKey, walk: Walk, link: Link, problems: Problems): void {
  const previous = followLink(walk, link, problems, `, after ${walk.last}`);
  const { id, position, created_at } = link;
  if (created_at === null) {
    problems.add(`transfer ${id} is gone, sealed at position ${position} after ${walk.last}`);
    return;
  }
  walk.last = `transfer ${id} of ${created_at}`;
  if (previous !== null && !transferLink(key, previous, position, link).equals(link.link))
    problems.add(`${walk.last} differs from its link at position ${position}`);
  if (Date.parse(created_at) < Date.parse(walk.latest) - OVERLAP_MS)
    problems.add(`${walk.last} was inserted later, after a transfer of ${walk.latest}`);
  if (created_at > walk.latest) walk.latest = created_at;
}
