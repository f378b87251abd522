import { centsFor } from '#contracts/coin-amounts.ts';
import type { UnclaimedDeposit } from '#contracts/coins/unclaimed-deposits.ts';
import type { Fragment } from '#platform/db/client.ts';
import type { VaultCtx } from '../../ctx.ts';
import { isDerivedByUs } from '../watcher/keys/derived-key.ts';
import { ownerKind } from './owner-kind.ts';

type Row = Omit<UnclaimedDeposit, 'address' | 'amount_cents'> & {
  xpub_hash: Buffer;
  account_id: number;
  mac: Buffer | null;
  key: string;
  usd_e8: string | null;
};

/** Money on addresses that nobody was given, newest first; `which` selects among the deposits `s`. */
export async function readUnclaimedDeposits(
  { sql, chains, vault }: Pick<VaultCtx, 'sql' | 'chains' | 'vault'>,
  { which, limit, offset = 0 }: { which: Fragment; limit: number; offset?: number },
): Promise<UnclaimedDeposit[]> {
  const rows = await sql<Row[]>`
    select s.id, s.coin, x.xpub_hash, s.account_id, s.index, s.key, s.txid, s.n, s.senders, s.amount_units,
      s.first_seen_at, s.height,
      (select k.mac from derived_keys k where k.account_id = s.account_id and k.index = s.index) as mac,
      r.usd_e8, coalesce(h.decisions, '[]') as decisions, case when d.id is not null then jsonb_build_object(
        'owner', jsonb_build_object('id', o.id, 'username', o.username), 'deposit_id', d.id, 'payment_id', d.payment_id
      ) end as assigned
    from unclaimed_deposits s join xpub_accounts x on x.id = s.account_id
    left join deposits d on d.id = s.deposit_id left join users o on o.id = d.user_id
    left join lateral (select usd_e8 from rate_samples r where r.coin = s.coin order by id desc limit 1) r on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', h.id, 'decision', h.decision, 'reason', h.reason,
        'owner', jsonb_build_object('id', u.id, 'username', u.username),
        'by', jsonb_build_object('id', w.id, 'username', w.username),
        'at', to_char(h.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by h.id, h.step) as decisions
      from proposals p join users u on u.id = (p.facts ->> 'user_id')::uuid
      cross join lateral (values
        (1, p.id, 'propose', p.reason, p.proposer_id, p.proposed_at),
        (2, p.id, 'approve', p.decision_reason, p.decider_id, p.decided_at)
      ) h (step, id, decision, reason, actor_id, at)
      join users w on w.id = h.actor_id
      where p.subject = s.id and p.kind = ${ownerKind.name} and p.decision is distinct from 'withdrawn'
        and (h.step = 1 or p.decision = 'approved')
    ) h on true
    where ${which} order by s.id desc limit ${limit} offset ${offset}`;
  return rows.map(({ xpub_hash, account_id, mac, key, usd_e8, ...row }) => {
    const chain = chains[row.coin];
    const isCurrent = chain?.xpubHash.equals(xpub_hash) ?? false;
    const own = isCurrent ? chain!.addressAt(row.index) : null;
    // A key that is not in use any more is not derived: its script says the same as an address.
    const isOurs = own
      ? own.key === key
      : isDerivedByUs(vault, { coin: row.coin, account_id, index: row.index, key }, mac);
    return {
      ...row,
      address: isOurs ? (own?.address ?? key) : '',
      amount_cents: usd_e8 ? centsFor(row.coin, BigInt(row.amount_units), BigInt(usd_e8)) : null,
    };
  });
}
