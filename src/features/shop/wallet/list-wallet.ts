import type { Input, Reply } from '#contracts/call.ts';
import type { listWallet as contract } from '#contracts/shop/wallet.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { walletColumns, walletOf } from './read-wallet.ts';

type Result = Reply<typeof contract>;

/** The buyer's cards that the filters select, by brand, never with a code. */
export async function listWallet(ctx: Ctx, actor: Actor, { query }: Input<typeof contract>): Promise<Result> {
  const { sql, clock } = ctx;
  const page = numberedPage(query, 24);
  const { q = '', programme_id = null, state = null } = query;
  const pattern = `%${escapeLike(q.trim())}%`;
  const wallet = walletOf(sql, clock, actor.user.id);
  const which = sql`
    (${programme_id}::uuid is null or programme_id = ${programme_id}) and (${state}::text is null or state = ${state})
    and (name ilike ${pattern} or note ilike ${pattern} or number::text like ${pattern})`;
  const [[count], data, counts] = await Promise.all([
    sql<{ total: number }[]>`with wallet as (${wallet}) select count(*) as total from wallet where ${which}`,
    sql<Result['data']>`
      with wallet as (${wallet})
      select ${walletColumns(sql)} from wallet where ${which}
      order by name, line_id desc limit ${page.per_page} offset ${offsetOf(page)}`,
    sql<{ state: Result['data'][number]['state'] | null; programme_id: string | null; name: string; count: number }[]>`
      with wallet as (${wallet})
      select state, programme_id, min(name) as name, count(*) from wallet
      group by grouping sets (state, programme_id) order by min(name)`,
  ]);
  const states = counts.flatMap((row) => (row.state ? [{ value: row.state, count: row.count }] : []));
  const programmes = counts.flatMap(({ programme_id, name, count }) =>
    programme_id ? [{ value: programme_id, label: name, count }] : [],
  );
  return { data: [...data], meta: { ...numberedMeta(page, count?.total ?? 0, data.length), states, programmes } };
}
