import type { AccountData } from '../../feature.ts';

export const cartData: AccountData = {
  sections: [
    {
      name: 'cart',
      read: (sql, { user_id, limit }) => sql`
        select card_id, added_at, max_price_cents is not null as by_value, max_price_cents, replaced from cart_items
        where user_id = ${user_id} order by added_at limit ${limit}`,
    },
  ],
};
