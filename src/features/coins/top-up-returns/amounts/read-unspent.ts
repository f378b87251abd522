import { unitsFor } from '#contracts/coin-amounts.ts';
import type { Closing } from '#contracts/coins/top-up-returns.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { SHARED_BY } from '../../deposits/check-deposit.ts';
import { isDust } from './dust.ts';
import { type Movement, unspentTopUps } from './unspent-top-ups.ts';

export type Unspent = Closing['unspent'][number];

interface Paid {
  deposit_id: string;
  payment_id: string;
  coin: Coin;
  credited_at: string | null;
  senders: string[];
  gone: boolean;
  summed: boolean;
  returned: boolean;
  listed: boolean;
  payers: number;
  usd_e8: string | null;
  credited_cents: number;
}

interface Which {
  user_id: string;
  /** What one of them would send back, and its own row, which doesn't stand against itself. */
  only?: { deposit_id: string; amount_cents: number; return_id: string };
}

/** What is unspent of each top-up in a balance, the newest first, where it came from, and what stands against its way back. */
export async function readUnspent(ctx: Ctx, sql: Db, { user_id, only }: Which): Promise<Unspent[]> {
  const left = only
    ? new Map([[only.deposit_id, only.amount_cents]])
    : unspentTopUps(await readMovements(sql, user_id));
  const ids = [...left].flatMap(([id, cents]) => (cents > 0 ? [id] : []));
  const rows = await sql<Paid[]>`
    select d.id as deposit_id, d.payment_id, d.credited_cents, d.coin, d.credited_at, d.senders,
      d.state <> 'credited' or d.height is null as gone, is_sum_of_dust(d.txid) as summed,
      exists (select from top_up_returns r where r.deposit_id = d.id and r.state in ('asked', 'approved', 'paid')
        and r.id is distinct from ${only?.return_id ?? null}) as returned,
      exists (select from sanctioned_keys k where k.key = any(d.senders || d.possible_senders)) as listed,
      (select count(distinct o.user_id) from deposits o where o.senders @> d.senders[1:1])::int as payers,
      (select usd_e8 from rate_samples r where r.coin = d.coin order by r.id desc limit 1) as usd_e8
    from deposits d where d.id = any(${ids}) and d.user_id = ${user_id} order by d.id desc`;
  return rows.map((row) => {
    const { deposit_id, payment_id, coin, credited_at, senders } = row;
    const unspent_cents = left.get(deposit_id)!;
    // What came back after its network undid it, and credited it again, is somebody else's.
    const amount_cents = row.gone ? unspent_cents : Math.min(unspent_cents, row.credited_cents);
    const address = senders[0] === undefined ? null : (ctx.chains[coin]?.addressOf(senders[0]) ?? null);
    const obstacle = obstacleOf(ctx, row, { address, amount_cents });
    return { deposit_id, payment_id, coin, credited_at, amount_cents, address, obstacle };
  });
}

function obstacleOf(
  { config }: Ctx,
  { coin, senders, gone, summed, returned, listed, payers, usd_e8 }: Paid,
  { address, amount_cents }: Pick<Unspent, 'address' | 'amount_cents'>,
): Unspent['obstacle'] {
  if (gone) return 'gone';
  if (returned) return 'returned';
  if (listed) return 'listed';
  if (senders.length === 0) return 'no_sender';
  // A contract passed it on: nobody can tell whether it takes money back. Coins of several outputs are one wallet's, but for dust.
  if (address === null || ((coin === 'ETH' || summed) && senders.length > 1)) return 'unclear';
  // Most likely an exchange's, and what comes there is lost. In demo mode everybody pays from the chain's own wallet.
  if (payers >= SHARED_BY && !config.demo) return 'shared';
  if (usd_e8 === null) return 'no_rate';
  return isDust(coin, unitsFor(coin, amount_cents, BigInt(usd_e8))) ? 'dust' : null;
}

const readMovements = (sql: Db, user_id: string) => sql<Movement[]>`
  select t.kind, case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end as cents,
    case when t.kind in ('top_up', 'top_up_reversal') then d.id else r.deposit_id end as deposit_id
  from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
  left join deposits d on d.id = t.reference
  left join top_up_returns r on r.id = t.reference and t.kind like 'top\\_up\\_return%'
  where a.owner_id = ${user_id} and a.kind = 'available' order by t.id`;
