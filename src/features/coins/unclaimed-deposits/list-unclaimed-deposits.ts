import type { Input, Reply } from '#contracts/call.ts';
import type { listUnclaimedDeposits as contract } from '#contracts/coins/unclaimed-deposits.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { ownerOf } from './owner-of.ts';
import { readUnclaimedDeposits } from './read-unclaimed-deposits.ts';

type Query = Input<typeof contract>['query'];

export async function listUnclaimedDeposits(
  ctx: VaultCtx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const which = selected(ctx.sql, query);
  const [[count], data] = await Promise.all([
    ctx.sql<{ total: number }[]>`select count(*) as total from unclaimed_deposits s where ${which}`,
    readUnclaimedDeposits(ctx, { which, limit: page.per_page, offset: offsetOf(page) }),
  ]);
  await noteList(
    ctx,
    ctx.sql,
    actor,
    data.flatMap((one) => ownerOf(one) ?? []),
  );
  return { data, meta: numberedMeta(page, count?.total ?? 0, data.length) };
}

const STATES = {
  open: (sql: Db) => sql`s.deposit_id is null and s.height is not null`,
  gone: (sql: Db) => sql`s.deposit_id is null and s.height is null`,
  assigned: (sql: Db) => sql`s.deposit_id is not null`,
};

const selected = (sql: Db, { coin, state }: Query): Fragment => sql`
  ${coin ? sql`s.coin = ${coin}` : sql`true`} and ${state ? STATES[state](sql) : sql`true`}`;
