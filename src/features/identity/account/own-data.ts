import { balanceOf } from '#platform/ledger/transfer.ts';
import type { AccountData } from '../../feature.ts';

export const ownData: AccountData = {
  sections: [
    {
      name: 'ledger_transfers',
      numbered: true,
      read: (sql, { user_id, after, limit }) => sql`
        with own as (select id from ledger_accounts where owner_id = ${user_id}),
        moved as (
          (select t.* from own join ledger_transfers t on t.debit_account_id = own.id where t.id > ${after}
            order by t.id limit ${limit})
          union
          (select t.* from own join ledger_transfers t on t.credit_account_id = own.id where t.id > ${after}
            order by t.id limit ${limit}))
        select m.id, m.kind, d.kind as debit, c.kind as credit, m.amount_cents, m.reference, m.created_at
        from moved m join ledger_accounts d on d.id = m.debit_account_id
        join ledger_accounts c on c.id = m.credit_account_id
        order by m.id limit ${limit}`,
    },
    {
      name: 'audit_entries',
      numbered: true,
      read: (sql, { user_id, after, limit }) => sql`
        select id, at, action, subject, case when actor_id = ${user_id} then address end as address, details from (
          (select * from audit_entries where actor_id = ${user_id} and id > ${after} order by id limit ${limit})
          union (select * from audit_entries where subject = ${user_id}::text and id > ${after}
            order by id limit ${limit})
        ) as entries order by id limit ${limit}`,
    },
  ],
  lossOf: async (sql, { user_id }) => ({
    balance_cents: await balanceOf(sql, { kind: 'available', owner_id: user_id }),
  }),
};
