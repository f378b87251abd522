import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { AccountData } from '../../feature.ts';

export const returnData: AccountData = {
  sections: [
    {
      name: 'closing',
      read: (sql, { user_id }) => sql`select asked_at from account_closings where user_id = ${user_id}`,
    },
    {
      name: 'top_up_returns',
      read: (sql, { user_id, after, limit }) => sql`
        select id, deposit_id, coin, address, amount_cents, state, created_at, txid, paid_at,
          ended_at from top_up_returns
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
  // It may be on its way, and afterwards nobody could be told.
  end: async (sql, { user_id }) => {
    const [open] = await sql`
      select from top_up_returns where user_id = ${user_id} and state in ('asked', 'approved') limit 1`;
    if (open) throw new AppError('conflict', message('closing.erase_waits'));
  },
};
