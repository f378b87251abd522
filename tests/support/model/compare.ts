import { expect } from 'vitest';
import type { ShopModel } from './shop-model.ts';
import { type Run, readSeller } from './world.ts';

const byId = <R extends { id: string }>(rows: readonly R[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The shop is as the model describes it: cards, pre-orders, and what everybody has and owes. */
export async function compare(model: ShopModel, { sql, buyers, programme_id, ...world }: Run): Promise<void> {
  const ids = buyers.map(({ id }) => id);
  const [cards, preorders, people] = await Promise.all([
    sql`
      select id, price_cents as price, state from cards
      where programme_id = ${programme_id} and state <> 'void' order by id`,
    sql`select id, state, filled, spent_cents as spent from preorders where programme_id = ${programme_id} order by id`,
    sql`
      select u.id, coalesce(sum(b.balance_cents) filter (where a.kind = 'available'), 0)::bigint as available,
        coalesce(sum(b.balance_cents) filter (where a.kind = 'preorder_reserved'), 0)::bigint as reserved,
        coalesce(sum(b.balance_cents) filter (where a.kind = 'returning'), 0)::bigint as returning,
        coalesce(sum(-account_sum(a.id)) filter (where a.kind = 'debt'), 0)::bigint as owed,
        exists (select from spending_blocks s where s.user_id = u.id and s.lifted_at is null) as blocked
      from users u join ledger_accounts a on a.owner_id = u.id left join ledger_balances b on b.account_id = a.id
      where u.id = any(${ids}) group by u.id order by u.id`,
  ]);
  const sellers = [];
  for (const { id } of model.sellers) sellers.push({ id, ...(await readSeller({ sql, ...world }, id)) });
  expect({ cards: [...cards], preorders: [...preorders], people: [...people], sellers }).toEqual({
    cards: byId(model.cards.map(({ id, price, state }) => ({ id, price, state }))),
    preorders: byId(model.preorders.map(({ id, state, filled, spent }) => ({ id, state, filled, spent }))),
    people: byId(
      buyers.map(({ id }, at) => ({
        id,
        available: model.balances[at],
        reserved: model.reserved(at),
        returning: model.returning(at),
        owed: model.debts[at],
        blocked: model.blocked.has(at),
      })),
    ),
    sellers: model.sellers.map(({ id, pending, available, reserved, paying, paid }) => ({
      id,
      pending,
      available,
      reserved,
      paying,
      paid,
    })),
  });
}
