import type { Input, Reply } from '#contracts/call.ts';
import type { buyWhenCredited as contract } from '#contracts/shop/waiting-purchases.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { LOCK_HONOURED_MS } from '../../coins/deposits/credit/credit-value.ts';
import { createPayment } from '../../coins/payments/create-payment.ts';
import { type Actor, by, localeOf, type VaultCtx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { CONSENT_VERSION } from '../orders/reveals/consent-version.ts';
import { amountToAdd } from './asked/amount-to-add.ts';
import { readAskedCards } from './asked/read-asked-cards.ts';
import { replaceFormer } from './asked/replace-former.ts';
import { readWaitingPurchases } from './shown/read-waiting-purchases.ts';

/**
 * Starts a payment of what the balance lacks for certain cards, and notes that they are to be bought once it is credited. What a
 * purchase by hand would be refused for is refused here; all of it is checked again when the money is there.
 */
export async function buyWhenCredited(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id, session_id } = actor.user;
  if (session_id === null) throw new AppError('unauthenticated', message('auth.sign_in_first'));
  return transaction(ctx.sql, async (sql) => {
    const inside = within(ctx, sql);
    const cards = await readAskedCards(inside, sql, user_id, body);
    const total_cents = cards.reduce((sum, { price_cents }) => sum + price_cents, 0);
    if (total_cents !== body.expected_total_cents)
      throw new AppError('conflict', message('order.price_changed', { total: { cents: total_cents } }), {
        total_cents: [String(total_cents)],
      });
    const amount_cents = await amountToAdd(inside, sql, actor, { total_cents, cards: cards.length });
    const { data: payment } = await createPayment(inside, actor, {
      params: undefined,
      query: undefined,
      body: { coin: body.coin, amount_cents },
    });
    const now = ctx.clock.now();
    await replaceFormer(inside, sql, user_id);
    const [row] = await sql<{ id: string; facts: string }[]>`
      insert into waiting_purchases (id, user_id, session_id, card_ids, prices_cents, value_card_ids, total_cents, consent_at,
        consent_version, asked_at, expires_at)
      values (${payment.id}, ${user_id}, ${session_id}, ${cards.map(({ id }) => id)},
        ${cards.map(({ price_cents }) => price_cents)}, ${cards.flatMap(({ id, by_value }) => (by_value ? id : []))}::uuid[], ${total_cents},
        ${body.consent ? now : null}, ${body.consent ? CONSENT_VERSION : null}, ${now},
        ${new Date(Date.parse(payment.created_at) + LOCK_HONOURED_MS)})
      returning id, sealed_facts(waiting_purchases) as facts`;
    await sealRow(ctx.vault, sql, 'waiting_purchases', row!);
    const details = { total_cents, cards: cards.length, consent: body.consent === true };
    await appendAudit(sql, { ...by(actor), action: 'purchase.asked', subject: payment.id, details });
    await publishUserEvent(sql, user_id, 'payment', { id: payment.id });
    const { data } = await readWaitingPurchases(sql, { user_id, id: payment.id, locale: localeOf(actor), limit: 1 });
    return { data: data[0]! };
  });
}
