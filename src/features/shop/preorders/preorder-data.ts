import { MAX_OPEN_PREORDERS } from '#contracts/shop/preorders.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import type { AccountData } from '../../feature.ts';
import { endPreorder } from './money/end-preorder.ts';
import { reservedAccount } from './money/reserved-account.ts';

export const preorderData: AccountData = {
  sections: [
    {
      name: 'preorders',
      read: (sql, { user_id, after, limit }) => sql`
        select p.id, g.name as programme, p.face_cents, p.quantity, p.filled, p.highest_price_cents,
          p.notify_only, p.state,
          p.reserved_cents, p.spent_cents, p.expires_on, p.created_at, p.skip_reason, p.ended_at, p.end_reason
        from preorders p join programmes g on g.id = p.programme_id
        where p.user_id = ${user_id} and p.id > ${after} order by p.id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id }) => ({ balance_cents: await balanceOf(sql, reservedAccount(user_id)) }),
  // Their reserved money becomes part of the balance; their cards go to others.
  end: async (sql, { user_id, now }) => {
    const open = await sql<{ id: string }[]>`
      select id from preorders where user_id = ${user_id} and ended_at is null order by id limit ${MAX_OPEN_PREORDERS}`;
    for (const { id } of open) await endPreorder(sql, { id, state: 'cancelled', reason: 'erased', now });
  },
};
