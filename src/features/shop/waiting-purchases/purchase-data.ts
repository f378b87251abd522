import type { AccountData } from '../../feature.ts';

export const purchaseData: AccountData = {
  sections: [
    {
      name: 'waiting_purchases',
      read: (sql, { user_id, after, limit }) => sql`
        select id, card_ids, prices_cents, value_card_ids, total_cents, asked_at, consent_at, consent_version, expires_at, state,
          ended_at, order_id
        from waiting_purchases where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
};
