import type { AccountData } from '../../../feature.ts';
import { documentColumns } from './document-columns.ts';

/** Invoices outlive an account, with the name that they were issued to: the law wants them for years. */
export const invoiceData: AccountData = {
  sections: [
    {
      name: 'invoices',
      read: (sql, { user_id, after, limit }) => sql`
        select ${documentColumns(sql)}, i.buyer_name, i.buyer_country, i.supplied_at, i.lines
        from invoices i join numbered_orders o on o.id = i.order_id
        where i.user_id = ${user_id} and i.id > ${after} order by i.id limit ${limit}`,
    },
  ],
};
