import type { Input, Reply } from '#contracts/call.ts';
import { holdReasons } from '#contracts/coins/deposits.ts';
import type { listHeld as contract } from '#contracts/coins/holds.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx, VaultCtx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { heldDeposits, readHeldList } from './read-held.ts';

const LIST_AGE_MS = 7 * DAY_MS;

/** The queue of what is held, the longest waiting first. */
export async function listHeld(
  ctx: VaultCtx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const filter = { text: query.q, coin: query.coin, reason: query.reason };
  const [data, counts, sanctions] = await Promise.all([
    readHeldList(ctx, actor, { ...filter, limit: page.per_page, offset: offsetOf(page) }),
    countByReason(ctx.sql, { text: query.q, coin: query.coin }),
    readSanctions(ctx),
  ]);
  await noteList(
    ctx,
    ctx.sql,
    actor,
    data.map(({ user: { id } }) => id),
  );
  const counted = holdReasons.map((value) => ({ value, label: LABELS[value], count: counts.get(value) ?? 0 }));
  const total = counted.reduce(
    (sum, { value, count }) => sum + (!query.reason || query.reason === value ? count : 0),
    0,
  );
  return {
    data,
    meta: numberedMeta(page, total, data.length),
    reasons: counted.filter(({ count }) => count > 0),
    sanctions,
  };
}

const LABELS = {
  review: 'Sender on the sanctions list',
  kept: 'Kept on hold',
  unknown: 'Sender unknown',
  stored: 'Balance limit exceeded',
  monthly: '30-day top-up limit exceeded',
  minimum: 'Below the minimum',
} as const;

async function countByReason(sql: Db, filter: Parameters<typeof heldDeposits>[1]): Promise<Map<string, number>> {
  const rows = await sql<{ hold_reason: string; count: number }[]>`
    select d.hold_reason, count(*) as count from ${heldDeposits(sql, filter)} group by d.hold_reason`;
  return new Map(rows.map(({ hold_reason, count }) => [hold_reason, count]));
}

async function readSanctions({ sql, clock }: Ctx): Promise<Reply<typeof contract>['sanctions']> {
  const [list] = await sql<Omit<NonNullable<Reply<typeof contract>['sanctions']>, 'old'>[]>`
    select encode(sha256, 'hex') as sha256, entries, skipped, skipped_lines, loaded_at,
      coalesce(file_at, loaded_at) as file_at
    from sanctions_lists order by id desc limit 1`;
  return list ? { ...list, old: clock.now().getTime() - Date.parse(list.file_at) > LIST_AGE_MS } : null;
}
