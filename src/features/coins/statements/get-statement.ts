import type { Input, Reply } from '#contracts/call.ts';
import type { getStatement as contract } from '#contracts/coins/statements.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { balanceMovements, monthOf, monthStart } from './read-movements.ts';

/** More lines in a month are refused, not cut off. */
const LINES = 20_000;

interface MovementRow {
  at: string;
  kind: string;
  payment_id: string | null;
  payment_number: number | null;
  order_id: string | null;
  order_number: number | null;
  amount_cents: number;
}

/** A month of the user's ledger: the opening balance, and every movement with the balance after it. */
export async function getStatement(
  ctx: Ctx,
  actor: Actor,
  { params: { month } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const user_id = actor.user.id;
  const [about] = await sql<{ first: string; opening_cents: number; display_name: string }[]>`
    select u.display_name, least(u.created_at,
      (select min(created_at) from (${balanceMovements(sql, user_id)}) m)) as first,
      (select coalesce(sum(amount_cents), 0)::bigint from (${balanceMovements(sql, user_id)}) m
        where created_at < ${monthStart(month)}) as opening_cents
    from users u where u.id = ${user_id}`;
  const [first, last] = [monthOf(new Date(about!.first)), monthOf(ctx.clock.now())];
  if (month < first || month > last) throw new AppError('not_found', message('statement.missing'));
  const rows = await readMovements(sql, user_id, month);
  if (rows.length > LINES) throw new AppError('invalid', message('export.too_long', { limit: LINES }));
  let balance_cents = about!.opening_cents;
  const lines = rows.map(({ payment_id, payment_number, order_id, order_number, ...row }) => {
    balance_cents += row.amount_cents;
    return {
      ...row,
      payment: payment_id ? { id: payment_id, number: payment_number! } : null,
      order: order_id ? { id: order_id, number: order_number! } : null,
      balance_cents,
    };
  });
  const sum = (sign: 1 | -1) => rows.reduce((total, { amount_cents }) => total + Math.max(0, sign * amount_cents), 0);
  return {
    data: {
      month,
      opening_cents: about!.opening_cents,
      in_cents: sum(1),
      out_cents: sum(-1),
      closing_cents: balance_cents,
      buyer: { username: actor.user.username, name: about!.display_name },
      previous: month > first ? monthOf(monthStart(month, -1)) : null,
      next: month < last ? monthOf(monthStart(month, 1)) : null,
      lines,
    },
  };
}

/** What a pre-order frees for an order carries that in its key: preorder:<pre-order>:<order>. */
const filledOrder = (sql: Db) => sql`(
  case when m.kind = 'preorder_released' and m.unique_key not like '%:end'
    then split_part(m.unique_key, ':', 3)::uuid end)`;

const readMovements = (sql: Db, user_id: string, month: string) => sql<MovementRow[]>`
  select m.created_at as at, m.kind, m.amount_cents::bigint as amount_cents,
    p.id as payment_id, p.number as payment_number, o.id as order_id, o.number as order_number
  from (${balanceMovements(sql, user_id)}) m
  left join deposits d on d.id = m.reference
  left join payments p on p.id = d.payment_id
  left join line_orders l on l.id = m.reference
  left join numbered_orders o on o.id = coalesce(l.order_id, ${filledOrder(sql)}, m.reference)
    and o.user_id = ${user_id}
  where m.created_at >= ${monthStart(month)} and m.created_at < ${monthStart(month, 1)}
  order by m.created_at, m.id limit ${LINES + 1}`;
