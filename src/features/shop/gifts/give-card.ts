import { DAY_MS, DAY_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, type VaultCtx } from '../../ctx.ts';
import { linkAccount, linkKey } from '../../identity/linked-accounts/link-account.ts';
import { throttle } from '../../identity/sessions/throttle/throttle.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { revealCard } from '../orders/reveal-card.ts';
import { sealGift } from './seals/seal-gift.ts';
import type { Wrapping } from './wrapping.ts';

const LIFETIME_MS = 90 * DAY_MS;
const MAILS_PER_DAY = 10;
interface Given {
  order_id: string;
  card_id: string;
  wrapping: Wrapping;
  email: string | undefined;
}

/**
 * Makes one card a gift in the caller's transaction, and returns the gift's id. The card stays its buyer's (P8); for
 * them it counts as revealed, with the consent, the waiting time and the alarms of a reveal.
 */
export async function giveCard(ctx: VaultCtx, actor: Actor, given: Given): Promise<string> {
  const { sql } = ctx;
  const { id: user_id } = actor.user;
  const { order_id, card_id, wrapping, email } = given;
  const [line] = await sql<{ id: string; expires_on: string | null }[]>`
    select l.id, c.expires_on from order_lines l join orders o on o.id = l.order_id join cards c on c.id = l.card_id
    where o.id = ${order_id} and o.user_id = ${user_id} and l.card_id = ${card_id} for update of l`;
  if (!line) throw new AppError('not_found', message('order.no_such_card'));
  const now = ctx.clock.now();
  const send_at = email ? wrapping.send_at : null;
  if (send_at && line.expires_on && send_at.toISOString().slice(0, 10) > line.expires_on)
    throw invalidField('send_at', message('gift.day_after_end'));
  const [live] = await sql<{ opened_at: string | null }[]>`
    select opened_at from gifts
    where line_id = ${line.id} and withdrawn_at is null and (opened_at is not null or expires_at > ${now})`;
  if (live) throw new AppError('conflict', message(live.opened_at ? 'gift.opened_already' : 'gift.exists'));
  const mails = { key: `gift:${user_id}`, hits: MAILS_PER_DAY, window_seconds: DAY_S };
  if (email) await throttle(ctx, [mails], 'email');
  await revealCard(ctx, actor, { params: { id: order_id, card_id }, query: undefined, body: { consent: true } });
  await sql`update gifts set withdrawn_at = ${now}, email = null where line_id = ${line.id} and withdrawn_at is null`;
  const [gift] = await sql<{ id: string }[]>`
    insert into gifts (line_id, user_id, giver, message, design, mailed, email, created_at, send_at, expires_at)
    values (${line.id}, ${user_id}, ${wrapping.giver}, ${wrapping.message}, ${wrapping.design}, ${email !== undefined},
      ${email ?? null}, ${now}, ${send_at}, ${new Date((send_at ?? now).getTime() + LIFETIME_MS)}) returning id`;
  const { id } = gift!;
  await sql`update gifts set mac = ${sealGift(ctx.vault, { id, line_id: line.id })} where id = ${id}`;
  if (email) {
    await queueMail(sql, 'gift', { gift_id: id }, send_at ? { run_at: send_at } : undefined);
    await linkReceiver(ctx, user_id, email);
  }
  const details = { gift_id: id, order_id, mailed: email !== undefined, send_at: send_at?.toISOString() ?? null };
  await appendAudit(sql, { ...by(actor), action: 'gift.made', subject: card_id, details });
  return id;
}

/** Gifts to one address on three occasions tie their giver to whoever else gives there as often, and to its account. */
async function linkReceiver(ctx: Ctx, giver: string, email: string): Promise<void> {
  const { sql } = ctx;
  const key = linkKey(ctx, 'gifts', email.toLowerCase());
  const owners = await sql<{ id: string }[]>`
    select id from users where email = ${email.toLowerCase()} and email_verified_at is not null`;
  for (const user_id of new Set([giver, ...owners.map(({ id }) => id)]))
    await linkAccount(ctx, sql, { user_id, kind: 'gifts', key });
}
