import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { screenDeposits } from './screen-deposits.ts';

const MAX_BYTES = 50_000_000;
const ROWS_AT_ONCE = 5_000;
const LINES_REPORTED = 50;
/** How far back credited deposits are screened again; those not fully credited always are. */
const RECENT_MS = 30 * 86_400_000;
const DEPOSITS_AT_ONCE = 1_000;

/**
 * Loads the operator's list (one address per line, `#` starts a comment) if it changed, audits which one is in force,
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
    await ctx.sql`update sanctions_lists set file_at = ${mtime} where id = ${known.id} and file_at is distinct from ${mtime}`;
    return;
  }
  const { keys, skipped } = readList(text);
  await transaction(ctx.sql, async (sql) => {
    const [list] = await sql<{ id: number }[]>`
      insert into sanctions_lists (sha256, entries, skipped, skipped_lines, loaded_at, file_at)
      values (${hash}, ${keys.length}, ${skipped.length}, ${skipped.slice(0, LINES_REPORTED)}, ${ctx.clock.now()}, ${mtime})
      returning id`;
    await sql`delete from sanctioned_keys`;
    for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
      const rows = keys.slice(start, start + ROWS_AT_ONCE).map((key) => ({ key, list_id: list!.id }));
      await sql`insert into sanctioned_keys ${sql(rows)}`;
    }
    const details = { sha256: hash.toString('hex'), entries: keys.length, skipped: skipped.length };
    await appendAudit(sql, { actor_id: null, action: 'sanctions.loaded', subject: String(list!.id), details });
    await screenAgain(ctx, sql);
  });
  ctx.log.info({ entries: keys.length, skipped: skipped.length }, 'sanctions list loaded');
  if (skipped.length > 0)
    ctx.log.warn({ lines: skipped.slice(0, LINES_REPORTED) }, 'lines of the sanctions list are no addresses: skipped');
}

/** The keys on a list, and the numbers of the lines that aren't an address of a known chain. */
function readList(text: string): { keys: string[]; skipped: number[] } {
  const keys = new Set<string>();
  const skipped: number[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*/, '').trim();
    if (!line) continue;
    const key = addressKey(line);
    if (key === null) skipped.push(index + 1);
    else keys.add(key);
  }
  return { keys: [...keys], skipped };
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
