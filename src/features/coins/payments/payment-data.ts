import type { Coin } from '#platform/chain/types.ts';
import type { VaultCtx } from '../../ctx.ts';
import type { AccountData } from '../../feature.ts';
import { type IssuedAddress, issuedAddress, vouchedAddress } from '../watcher/keys/issued-address.ts';

type Row = { id: string; coin: Coin; issued: IssuedAddress } & Record<string, unknown>;

/** The rows with their address, where it is ours. */
const withAddress = (ctx: Pick<VaultCtx, 'chains' | 'vault'>, user_id: string, rows: readonly Row[]) =>
  rows.map(({ id, coin, issued, ...row }) => ({
    id,
    coin,
    address: vouchedAddress(ctx, { coin, user_id, ...issued }),
    ...row,
  }));

export const paymentData: AccountData = {
  sections: [
    {
      name: 'addresses',
      read: async (sql, { user_id, after, limit }, ctx) => {
        const rows = await sql<Row[]>`
          select a.id, a.coin, ${issuedAddress(sql)} as issued, a.created_at, a.paid_at from deposit_addresses a
          where a.user_id = ${user_id} and a.id > ${after} order by a.id limit ${limit}`;
        return withAddress(ctx, user_id, rows);
      },
    },
    {
      name: 'payments',
      read: async (sql, { user_id, after, limit }, ctx) => {
        const rows = await sql<Row[]>`
        select p.id, p.coin, ${issuedAddress(sql)} as issued, p.amount_cents, p.amount_units::text,
          p.created_at, p.expires_at,
          coalesce((select jsonb_agg(jsonb_build_object('txid', d.txid,
            'amount_units', d.amount_units::text, 'state', d.state,
            'first_seen_at', d.first_seen_at, 'credited_cents', d.credited_cents, 'credited_at', d.credited_at)
            order by d.id)
            from deposits d where d.payment_id = p.id), '[]') as deposits
        from payments p join deposit_addresses a on a.id = p.address_id
        where p.user_id = ${user_id} and p.id > ${after} order by p.id limit ${limit}`;
        return withAddress(ctx, user_id, rows);
      },
    },
  ],
  lossOf: async (sql, { user_id, now }) => {
    const [loss] = await sql<[{ open_payments: number }]>`
      select count(*)::int as open_payments from payments p where p.user_id = ${user_id} and (
        exists (select from deposits d where d.payment_id = p.id and d.state <> 'credited')
        or p.expires_at > ${now} and not exists (select from deposits d where d.payment_id = p.id))`;
    return loss;
  },
};
