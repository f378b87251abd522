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

const LIFETIME_MS = 90 * DAY_MS;
const MAILS_PER_DAY = 10;
// `x.com`, also with brackets or spaces before the dot, which readers put back; and what programs open by its scheme.
const LINK =
  /\b(?:mailto|tel|sms|javascript|data):|[a-z]:\/\/|\bwww\b|[\p{L}\p{N}](?:[.。]|\s*[[({<]\s*(?:[.。]|dot)\s*[\])}>]\s*|\s+[.。])\p{L}{2}|\d{1,3}(\.\d{1,3}){3}/iu;

interface Given {
  order_id: string;
  card_id: string;
  message: string;
  email: string | undefined;
}

/** Refuses links: phishers would have our mails carry theirs. Mail programs turn bare host names into links, too. */
export function refuseLinks(text: string): void {
  // Format characters, soft hyphens and variation selectors are invisible to the reader.
  if (LINK.test(text.normalize('NFKC').replace(/[\p{Cf}\p{DI}]/gu, '')))
    throw invalidField('message', message('gift.no_links'));
}

/**
 * Makes one card a gift in the caller's transaction, and returns the gift's id. The card stays its buyer's (P8); for
 * them it counts as revealed, with the consent, the waiting time and the alarms of a reveal.
 */
export async function giveCard(ctx: VaultCtx, actor: Actor, given: Given): Promise<string> {
  const { sql } = ctx;
  const { id: user_id } = actor.user;
  const { order_id, card_id, message: text, email } = given;
  const [line] = await sql<{ id: string }[]>`
    select l.id from order_lines l join orders o on o.id = l.order_id
    where o.id = ${order_id} and o.user_id = ${user_id} and l.card_id = ${card_id} for update of l`;
  if (!line) throw new AppError('not_found', message('order.no_such_card'));
  const now = ctx.clock.now();
  const [live] = await sql<{ opened_at: string | null }[]>`
    select opened_at from gifts
    where line_id = ${line.id} and withdrawn_at is null and (opened_at is not null or expires_at > ${now})`;
  if (live) throw new AppError('conflict', message(live.opened_at ? 'gift.opened_already' : 'gift.exists'));
  const mails = { key: `gift:${user_id}`, hits: MAILS_PER_DAY, window_seconds: DAY_S };
  if (email) await throttle(ctx, [mails], 'email');
  await revealCard(ctx, actor, { params: { id: order_id, card_id }, query: undefined, body: { consent: true } });
  await sql`update gifts set withdrawn_at = ${now}, email = null where line_id = ${line.id} and withdrawn_at is null`;
  const [gift] = await sql<{ id: string }[]>`
    insert into gifts (line_id, user_id, message, mailed, email, created_at, expires_at)
    values (${line.id}, ${user_id}, ${text}, ${email !== undefined}, ${email ?? null}, ${now},
      ${new Date(now.getTime() + LIFETIME_MS)}) returning id`;
  const { id } = gift!;
  await sql`update gifts set mac = ${sealGift(ctx.vault, { id, line_id: line.id })} where id = ${id}`;
  if (email) {
    await queueMail(sql, 'gift', { gift_id: id });
    await linkReceiver(ctx, user_id, email);
  }
  const details = { gift_id: id, order_id, mailed: email !== undefined };
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
