import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';

const MAX_BYTES = 50_000_000;
const ROWS_AT_ONCE = 5_000;

/** Reads the operator's list (one address a line, `#` starts a remark) when it changed; which one is in force is audited. */
export async function loadSanctions(ctx: Ctx): Promise<void> {
  const { sanctions_file } = ctx.config;
  if (!sanctions_file) return;
  const { size } = await stat(sanctions_file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`SANCTIONS_FILE can't be read (${error.code}): ${sanctions_file}`);
  });
  if (size > MAX_BYTES) throw new Error(`SANCTIONS_FILE is over ${MAX_BYTES} bytes long`);
  const text = await readFile(sanctions_file, 'utf8');
  const hash = createHash('sha256').update(text).digest();
  const [known] = await ctx.sql<{ sha256: Uint8Array }[]>`select sha256 from sanctions_lists order by id desc limit 1`;
  if (known && hash.equals(known.sha256)) return;
  const lines = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);
  const keys = [...new Set(lines.flatMap((line) => addressKey(line) ?? []))];
  const skipped = lines.filter((line) => addressKey(line) === null).length;
  await transaction(ctx.sql, async (sql) => {
    const [list] = await sql<{ id: number }[]>`
      insert into sanctions_lists (sha256, entries, skipped, loaded_at)
      values (${hash}, ${keys.length}, ${skipped}, ${ctx.clock.now()}) returning id`;
    await sql`delete from sanctioned_keys`;
    for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
      const rows = keys.slice(start, start + ROWS_AT_ONCE).map((key) => ({ key, list_id: list!.id }));
      await sql`insert into sanctioned_keys ${sql(rows)}`;
    }
    const details = { sha256: hash.toString('hex'), entries: keys.length, skipped };
    await appendAudit(sql, { actor_id: null, action: 'sanctions.loaded', subject: String(list!.id), details });
  });
  ctx.log.info({ entries: keys.length, skipped }, 'sanctions list loaded');
}
