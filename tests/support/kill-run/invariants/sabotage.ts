import type { Tx } from '#platform/db/client.ts';
import type { History } from '../history.ts';

/** One way to break each rule, with triggers, foreign keys and whatever constraint holds it switched off. */
export const sabotage: Record<string, (sql: Tx, history: History) => Promise<unknown>> = {
  async transfers_sum_to_zero(sql) {
    await sql`alter table ledger_transfers drop constraint ledger_transfers_debit_account_id_fkey`;
    await sql`update ledger_transfers set debit_account_id = 999999999 where id = (select min(id) from ledger_transfers)`;
  },
  balances_equal_entries: (sql) =>
    sql`update ledger_balances set balance_cents = balance_cents + 1 where account_id = (select min(account_id) from ledger_balances)`,
  async no_balance_below_zero(sql) {
    await sql`alter table ledger_balances drop constraint ledger_balances_balance_cents_check`;
    await sql`update ledger_balances set balance_cents = -1 where account_id = (select min(account_id) from ledger_balances)`;
  },
  one_charge_per_order: (sql) => sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
    select debit_account_id, credit_account_id, amount_cents, kind, reference, 'twice' from ledger_transfers where kind = 'order' limit 1`,
  one_refund_per_returned_card: (sql) =>
    sql`delete from ledger_transfers where id = (select min(id) from ledger_transfers where kind = 'return')`,
  deposits_credited_once: (sql) => sql`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
    select t.debit_account_id, t.credit_account_id, t.amount_cents, t.kind, t.reference, 'twice'
    from ledger_transfers t join deposits d on d.id = t.reference where t.kind = 'top_up' limit 1`,
  async no_card_on_two_live_lines(sql) {
    await sql`drop index order_lines_live_card`;
    await sql`
      insert into order_lines (order_id, card_id, batch_id, face_cents, price_cents)
      select order_id, card_id, batch_id, face_cents, price_cents from order_lines where state in ('delivered', 'revealed') limit 1`;
  },
  sold_cards_have_live_lines: (sql) =>
    sql`update cards set state = 'available' where id = (select id from cards where state = 'sold' limit 1)`,
  batch_counts_equal_their_cards: (sql) =>
    sql`update batch_stock set cards = cards + 1 where (batch_id, state) in (select batch_id, state from batch_stock limit 1)`,
  orders_equal_their_lines: (sql) =>
    sql`update orders set card_count = card_count + 1 where id = (select id from orders limit 1)`,
  one_audit_entry_per_order: (sql) => sql`
    insert into audit_entries (actor_id, action, subject) select actor_id, action, subject from audit_entries
    where action = 'order.placed' limit 1`,
  one_audit_entry_per_return: (sql) => sql`
    insert into audit_entries (actor_id, action, subject, details) select actor_id, action, subject, details
    from audit_entries where action = 'order.card_returned' limit 1`,
  revealed_cards_are_audited: (sql) => sql`
    update audit_entries set action = 'card.looked_at'
    where action = 'card.revealed' and subject in (select card_id::text from order_lines where state = 'revealed' limit 1)`,
  event_numbers_without_gap: (sql) => sql`
    delete from events where id = (select e.id from events e where position > 1 and exists (
      select from events later where later.channel = e.channel and later.seq > e.seq) order by position desc limit 1)`,
  one_event_per_change_of_an_order: (sql) =>
    sql`delete from events where id = (select max(id) from events where event = 'order')`,
  acknowledged_orders: (sql, { orders }) => sql`update orders set id = uuidv7() where id = ${orders[0]!.id}`,
  acknowledged_returns: (sql, { returns }) => sql`
    update order_lines set state = 'refunded' where order_id = ${returns[0]!.order_id} and card_id = ${returns[0]!.card_id}`,
  acknowledged_reveals: (sql, { reveals }) => sql`
    update order_lines set state = 'delivered' where order_id = ${reveals[0]!.order_id} and card_id = ${reveals[0]!.card_id}`,
  acknowledged_registrations: (sql, { registrations }) =>
    sql`delete from users where username = ${registrations[0]!.username}`,
  async registrations_are_mailed(sql, { registrations }) {
    await sql`delete from mailbox where recipient = ${registrations[0]!.email}`;
    await sql`delete from graphile_worker._private_jobs`;
  },
  carts_as_told: (sql, { carts }) => sql`
    insert into cart_items (user_id, card_id) select ${[...carts.keys()][0]!}, id from cards where state = 'unconfirmed'
    or id not in (select card_id from cart_items) limit 1`,
  value_carts_as_told: (sql, { valueCarts }) => sql`
    insert into cart_items (user_id, card_id, max_price_cents) select ${[...valueCarts.keys()][0]!}, id, price_cents from cards
    where id not in (select card_id from cart_items) limit 1`,
  balances_as_told: (sql, { opening_cents }) => sql`
    update ledger_balances set balance_cents = balance_cents + 1
    where account_id = (select id from ledger_accounts where owner_id = ${[...opening_cents.keys()][0]!} and kind = 'available')`,
  acknowledged_top_ups: (sql, { topUps }) =>
    sql`update deposits set credited_cents = credited_cents + 1 where payment_id = ${topUps[0]!.payment_id}`,
  one_effect_per_key: (sql, { orders }) =>
    sql`delete from idempotency_keys where reply -> 'data' ->> 'id' = ${orders[0]!.id}`,
  async only_sold_cards_are_refused(sql, { refusedAsSold }) {
    await sql`delete from order_lines where card_id = any(${[...refusedAsSold]})`;
  },
  acknowledged_preorders: (sql, { preorders }) =>
    sql`update preorders set id = uuidv7() where id = ${[...preorders.keys()][0]!}`,
  preorders_verify: (sql) =>
    sql`update preorders set spent_cents = spent_cents - 1 where id = (select id from preorders where spent_cents > 0 limit 1)`,
  reserved_money_verifies: (sql) => sql`
    delete from ledger_transfers where id = (select min(id) from ledger_transfers where kind = 'preorder_reserved')`,
  ledger_verifies: (sql) =>
    sql`update ledger_balances set balance_cents = balance_cents + 1 where account_id = (select min(account_id) from ledger_balances)`,
  chained_transfers_verify: (sql) => sql`
    update ledger_transfers set unique_key = unique_key || '.' where id = (select min(id) from ledger_transfers)`,
  audit_verifies: (sql) =>
    sql`update audit_entries set action = 'order.forged' where id = (select min(id) from audit_entries)`,
};
