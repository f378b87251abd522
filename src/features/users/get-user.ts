import type { Input, Reply } from '#contracts/call.ts';
import type { getUser as contract, UserDetail } from '#contracts/users.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { readAlerts } from '../alerts/read-alerts.ts';
import { type Actor, type Ctx, localeOf } from '../ctx.ts';

const SHOWN = 50;

type Account = Omit<UserDetail, 'owed_cents' | 'balance_cents' | 'deposits' | 'orders' | 'alerts'>;

/** An account as the back office reviews it: no email address, no real name, no secret. */
export async function getUser(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const [account] = await sql<Account[]>`
    select id, username, role, tier, created_at, activated_at, disabled_at,
      (select blocked_at from spending_blocks where user_id = u.id and lifted_at is null) as spending_blocked_at
    from users u where id = ${id}`;
  if (!account) throw new AppError('not_found', message('review.no_person'));
  const [available, debt, deposits, orders, alerts] = await Promise.all([
    balanceOf(sql, { kind: 'available', owner_id: id }),
    balanceOf(sql, { kind: 'debt', owner_id: id }),
    sql<UserDetail['deposits']>`
      select id, coin, amount_units, credited_cents, state, first_seen_at from deposits
      where user_id = ${id} order by id desc limit ${SHOWN}`,
    sql<UserDetail['orders']>`
      select id, number, total_cents, card_count, created_at from orders
      where user_id = ${id} order by id desc limit ${SHOWN}`,
    readAlerts(sql, { locale: localeOf(actor), user_id: id }),
  ]);
  const data = { ...account, balance_cents: available, owed_cents: Math.max(0, -debt), deposits, orders, alerts };
  return { data };
}
