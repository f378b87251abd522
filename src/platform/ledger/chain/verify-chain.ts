import { DAY_MS } from '#contracts/time-units.ts';
import { problemList } from '#platform/chained-log/problem-list.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { compareLedgerAnchors } from './anchor-ledger.ts';
import { sealTransfers } from './seal-transfers.ts';
import type { LedgerKey } from './transfer-link.ts';
import { findVerified, noteVerified } from './verified-note.ts';
import { startOfWalk, type Walk, walkTransfers } from './walk-transfers.ts';

/** A shorter chain is walked whole every night, which takes half a minute (bench/ledger-chain.ts). */
const LONG = 1_000_000;
/** A longer one at least so often; on the other nights, what is new. */
const WHOLE_EVERY_MS = 7 * DAY_MS;

export interface Verifying {
  sql: Db;
  vault: LedgerKey;
  clock: Clock;
  /** From how many links on a check may go on from where the last one ended. */
  long?: number;
}

/**
 * Checks a piece of the chain over transfers. `after` is where the last piece ended; `first` begins with the first link, and `noted`
 * with what came after the last sound check of a long chain. `last` is null once the anchors were compared, too.
 */
export async function verifyTransferChain(
  verifying: Verifying,
  after: string,
): Promise<{ last: string | null; count: number; problems: string[] }> {
  const { sql, vault, clock, long = LONG } = verifying;
  if (after === 'first' || after === 'noted') {
    await sealTransfers(sql, vault);
    const noted = after === 'noted' ? await findNote(verifying) : undefined;
    return { last: JSON.stringify(noted ?? startOfWalk(clock.now())), count: 0, problems: [] };
  }
  const walk: Walk = JSON.parse(after);
  const problems = problemList();
  const { links, ended } = await walkTransfers(sql, vault, walk, problems);
  if (ended) await compareLedgerAnchors(sql, vault, problems);
  const found = problems.list();
  walk.sound &&= found.length === 0;
  if (ended && walk.position >= long) await noteVerified(sql, vault, walk);
  return { last: ended ? null : JSON.stringify(walk), count: links, problems: found };
}

async function findNote({ sql, vault, clock }: Verifying): Promise<Walk | undefined> {
  const note = await findVerified(sql, vault);
  return note && clock.now().getTime() - Date.parse(note.since) < WHOLE_EVERY_MS ? note : undefined;
}
