import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { appendAnchorLine, readAnchorLines } from './anchor-file.ts';
import { type Anchor, anchorLine, readAnchor } from './anchor-line.ts';
import { anchorRecords } from './anchor-records.ts';
import { appendAudit } from './append-audit.ts';
import type { AuditKey } from './link-hash.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyChain } from './verify-chain.ts';

export interface Anchoring {
  sql: Db;
  key: AuditKey;
  file: string;
  clock: Clock;
  /** Writes entries that the anchor is to cover, such as where another chain ends. */
  before?: (tx: Tx) => Promise<void>;
}

// Checked every five minutes, so that an anchor is at most an hour old.
const DUE_AFTER_MS = 55 * MINUTE_MS;
// Any constant that no other lock uses.
const ANCHOR_LOCK = 7_346_103;

/**
 * Writes where the chain ends into the anchor file and returns the line, or undefined if none is due: `due` after an
 * hour, `now` if there is anything new. `renew` accepts the chain as it is. Only one process writes at a time.
 */
export async function anchorAudit(
  { sql, key, file, clock, before }: Anchoring,
  when: 'due' | 'now' | 'renew' = 'due',
): Promise<string | undefined> {
  await sealAudit(sql, key);
  return transaction(sql, async (tx) => {
    await tx`select pg_advisory_xact_lock(${ANCHOR_LOCK})`;
    const text = (await readAnchorLines(file))?.at(-1);
    const last = text === undefined ? undefined : readAnchor(key, text);
    const recorded = await lastRecorded(tx);
    if (when !== 'renew') refuseDamaged(file, { text, last, recorded });
    const seen = await headOf(tx);
    // The entry that records the last anchor is not news.
    const known = last && last.position + (last.number === recorded ? 1 : 0);
    const isOld = seen.position === last?.position || seen.position === known;
    if (when !== 'renew' && last && (isOld || (when === 'due' && !isDue(last, clock.now())))) return undefined;
    await before?.(tx);
    await sealAudit(tx, key);
    const head = await headOf(tx);
    const renewed = when === 'renew' || !last;
    const { anchor, line } = anchorLine(key, {
      number: Math.max(last?.number ?? 0, recorded) + 1,
      at: clock.now().toISOString(),
      ...head,
      unkeyed: renewed ? (await verifyChain(tx, key)).unkeyed : last.unkeyed,
      renewed,
      after: last?.mac ?? '',
    });
    await appendAnchorLine(file, line);
    const details = { number: anchor.number, mac: anchor.mac, renewed };
    await appendAudit(tx, { actor_id: null, action: 'audit.anchored', subject: 'audit', details });
    return line;
  });
}

/** Going on would hide that lines are missing. */
function refuseDamaged(
  file: string,
  { text, last, recorded }: { text: string | undefined; last: Anchor | undefined; recorded: number },
): void {
  if (text !== undefined && !last)
    throw new Error(`The last line of ${file} was changed, or made with another master key. ${WAY_ON}`);
  if ((last?.number ?? 0) < recorded)
    throw new Error(`${file} lacks anchor ${recorded}, which the audit log records. ${WAY_ON}`);
}

const WAY_ON = 'Run facevalue audit verify; put the file back, or run facevalue audit renew.';

const isDue = (last: Anchor, now: Date) => now.getTime() - Date.parse(last.at) >= DUE_AFTER_MS;

async function headOf(tx: Tx): Promise<{ position: number; link: string }> {
  const [head] = await tx<{ position: number; link: string }[]>`
    select position, encode(link, 'hex') as link from audit_chain order by position desc limit 1`;
  return head ?? { position: 0, link: '' };
}

async function lastRecorded(tx: Tx): Promise<number> {
  const [row] = await tx<{ number: number }[]>`select number from ${anchorRecords(tx)} order by id desc limit 1`;
  return row?.number ?? 0;
}
