import { numberAfter } from '#platform/db/verify-all.ts';
import type { AccountData } from '../../feature.ts';

export const dustData: AccountData = {
  sections: [
    {
      name: 'dust',
      numbered: true,
      read: (sql, { user_id, after, limit }) => sql`
        select id::text, coin, txid, n, amount_units::text, first_seen_at, payment_id, deposit_id from dust_deposits
        where user_id = ${user_id} and id > ${numberAfter(after)} order by id limit ${limit}`,
    },
  ],
};
