import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { DAY_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { readList } from '../../../customers/sanctions/read-list.ts';
import { LINES_REPORTED, noteFileTime, storeList } from '../../../customers/sanctions/store-list.ts';
import { screenDeposits } from './screen-deposits.ts';

const MAX_BYTES = 50_000_000;
/** How far back credited deposits are screened again; those not fully credited always are. */
const RECENT_MS = 30 * DAY_MS;
const DEPOSITS_AT_ONCE = 1_000;

/**
 * Loads the operator's list of addresses, countries and names if it changed, audits which one is in force,
 * and screens held and recent deposits again.
 */
export async function loadSanctions(ctx: Ctx): Promise<void> {
  const { sanctions_file } = ctx.config;
  if (!sanctions_file) return;
  const { size, mtime } = await stat(sanctions_file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`SANCTIONS_FILE can't be read (${error.code}): ${sanctions_file}`);
  });
  if (size > MAX_BYTES) throw new Error(`SANCTIONS_FILE is over ${MAX_BYTES} bytes long`);
  const text = await readFile(sanctions_file, 'utf8');
  const hash = createHash('sha256').update(text).digest();
  const [known] = await ctx.sql<{ id: number; sha256: Uint8Array }[]>`
    select id, sha256 from sanctions_lists order by id desc limit 1`;
  if (known && hash.equals(known.sha256)) {
    await noteFileTime(ctx.sql, known.id, mtime);
    return;
  }
  const list = readList(text);
  const { keys, countries, names, skipped } = list;
  const entries = keys.length + countries.length + names.length;
  await transaction(ctx.sql, async (sql) => {
    const list_id = await storeList(sql, list, { sha256: hash, entries, file_at: mtime, now: ctx.clock.now() });
    const details = {
      sha256: hash.toString('hex'),
      entries,
      countries: countries.length,
      names: names.length,
      skipped: skipped.length,
    };
    await appendAudit(sql, { actor_id: null, action: 'sanctions.loaded', subject: String(list_id), details });
    await screenAgain(ctx, sql);
  });
  ctx.log.info({ entries, skipped: skipped.length }, 'sanctions list loaded');
  if (skipped.length > 0)
    ctx.log.warn(
      { lines: skipped.slice(0, LINES_REPORTED) },
      'lines of the sanctions list are no address, country or name: skipped',
    );
}

async function screenAgain(ctx: Ctx, sql: Db): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - RECENT_MS);
  const rows = await sql<{ id: string }[]>`
    select id from deposits
    where state <> 'credited' or credited_units < amount_units or credited_at > ${since} order by id`;
  for (let start = 0; start < rows.length; start += DEPOSITS_AT_ONCE) {
    await screenDeposits(
      ctx,
      sql,
      rows.slice(start, start + DEPOSITS_AT_ONCE).map(({ id }) => id),
    );
  }
}
