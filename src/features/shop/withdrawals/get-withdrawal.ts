import type { Input } from '#contracts/call.ts';
import type { getWithdrawal as contract, Withdrawal } from '#contracts/shop/withdrawals.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** What a buyer declared; 404 for anyone else's. */
export async function getWithdrawal(
  { sql }: Ctx,
  actor: Actor,
  { params }: Input<typeof contract>,
): Promise<{ data: Withdrawal }> {
  return { data: await readWithdrawal(sql, { id: params.id, user_id: actor.user.id }) };
}

export async function readWithdrawal(sql: Db, { id, user_id }: { id: string; user_id: string }): Promise<Withdrawal> {
  const [row] = await sql<(Omit<Withdrawal, 'order'> & { order_id: string; number: number; created_at: string })[]>`
    select w.id, w.name, w.refund_cents, w.declared_at, u.email, p.name as programme, p.currency,
      l.face_cents, l.price_cents, o.id as order_id, o.number, o.created_at
    from withdrawals w join order_lines l on l.id = w.line_id join orders o on o.id = l.order_id
      join users u on u.id = o.user_id join cards c on c.id = l.card_id join programmes p on p.id = c.programme_id
    where w.id = ${id} and o.user_id = ${user_id}`;
  if (!row) throw new AppError('not_found', message('withdrawal.unknown'));
  const { order_id, number, created_at, ...withdrawal } = row;
  return { ...withdrawal, order: { id: order_id, number, created_at } };
}
