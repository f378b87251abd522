import type { Db, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { ChainedLog, Link } from './chained-log.ts';

const BATCH = 2_000;

/** Links every committed row that has no link yet; returns how many. Only one sealer of a log works at a time. */
export async function sealLog<Row, Made extends Link>(
  sql: Db,
  log: ChainedLog<Row, Made>,
  onBatch: (sealed: number) => void = () => {},
): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await transaction(sql, (tx) => sealBatch(tx, log));
    sealed += count;
    if (count < BATCH) return sealed;
    onBatch(sealed);
  }
}

async function sealBatch<Row, Made extends Link>(tx: Tx, log: ChainedLog<Row, Made>): Promise<number> {
  await tx`select pg_advisory_xact_lock(${log.lock})`;
  const end = await log.findEnd(tx);
  // A row that committed late has a lower number than the last: an anti-join finds it, a cursor would miss it.
  const rows = await log.readUnsealed(tx, BATCH);
  if (rows.length === 0) return 0;
  let position = end?.position ?? 0;
  let link: Uint8Array = end?.link ?? new Uint8Array(32);
  const links = rows.map((row) => {
    position += 1;
    const made = log.makeLink(link, position, row);
    link = made.link;
    return made;
  });
  await log.append(tx, links);
  return links.length;
}
