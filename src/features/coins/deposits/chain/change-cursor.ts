import type { Coin, PauseReason, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** Sets a chain's cursor at a block, for the first time or on another chain than before. */
export async function startCursor(
  sql: Db,
  { coin, identity, height, hash }: Tip & { coin: Coin; identity: string },
): Promise<void> {
  await sql`
    insert into chain_cursors (coin, identity, height, hash, reason_code)
    values (${coin}, ${identity}, ${height}, ${hash}, 'starting')
    on conflict (coin) do update set identity = excluded.identity, height = excluded.height, hash = excluded.hash,
      reconciled_height = 0`;
}

/** Notes what a look at the chain said: its tip, and why it isn't followed. */
export async function noteCheck(
  sql: Db,
  coin: Coin,
  { reason, tip, now }: { reason: PauseReason | null; tip: Tip | null; now: Date },
): Promise<void> {
  await sql`
    insert into chain_cursors (coin, state, reason_code, reason_facts, checked_at, tip_height, tip_hash)
    values (${coin}, ${reason ? 'paused' : 'following'}, ${reason?.code ?? null}, ${sql.json(reason?.facts ?? {})},
      ${now}, ${tip?.height ?? 0}, ${tip?.hash ?? null})
    on conflict (coin) do update set state = excluded.state, reason_code = excluded.reason_code,
      reason_facts = excluded.reason_facts,
      checked_at = excluded.checked_at,
      tip_height = case when excluded.tip_hash is null then chain_cursors.tip_height else excluded.tip_height end,
      tip_hash = coalesce(excluded.tip_hash, chain_cursors.tip_hash)`;
}

/** Up to this height, the balances of our addresses are explained. */
export async function noteReconciled(sql: Db, coin: Coin, height: number): Promise<void> {
  await sql`update chain_cursors set reconciled_height = ${height} where coin = ${coin}`;
}

/** Blocks above this height have to be reconciled again. */
export async function reconcileAbove(sql: Db, coin: Coin, height: number): Promise<void> {
  await sql`update chain_cursors set reconciled_height = least(reconciled_height, ${height}) where coin = ${coin}`;
}
