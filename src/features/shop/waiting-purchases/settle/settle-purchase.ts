import { message, type Text } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { isGenuine } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { dropLines } from '../../cart/swap/drop-lines.ts';
import { buy } from '../../orders/place-order.ts';
import { endPurchase } from '../ends/end-purchase.ts';
import { cardsToBuy } from './cards-to-buy.ts';
import { lockPurchase, type Waiting } from './lock-purchase.ts';
import { notifyNotBought } from './notify-not-bought.ts';
import { readAsker } from './read-asker.ts';

/**
 * Buys what waits for a credit, if that is there, by the same way as its buyer would now; else ends it if it can't be bought any more, and
 * says why. One transaction holds the order and that it was bought, so it is bought once, however often and from wherever this runs.
 */
export async function settlePurchase(ctx: Ctx, id: string): Promise<void> {
  try {
    await transaction(ctx.sql, async (sql) => {
      const waiting = await lockPurchase(sql, id, ctx.clock.now());
      if (waiting) await settle(within(ctx, sql), sql, waiting);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isPassing(error)) return;
    await transaction(ctx.sql, async (sql) => {
      const waiting = await lockPurchase(sql, id, ctx.clock.now());
      if (waiting) await fail(within(ctx, sql), sql, waiting, error.text);
    });
  }
}

async function settle(ctx: Ctx, sql: Tx, waiting: Waiting): Promise<void> {
  if (!isGenuine(ctx.vault, 'waiting_purchases', waiting))
    return endPurchase(ctx, sql, waiting.id, { state: 'failed', why: message('purchase.why.changed') });
  const hindered = hindrance(waiting);
  if (hindered) return fail(ctx, sql, waiting, message(`purchase.why.${hindered}`));
  const cards = await cardsToBuy(ctx, sql, waiting);
  if ('why' in cards) return fail(ctx, sql, waiting, message(`purchase.why.${cards.why}`));
  if (!waiting.credited || !waiting.active) return;
  const { id, user_id, card_ids, asked_at, consent_at, consent_version } = waiting;
  const order = await buy(ctx, sql, await readAsker(ctx, sql, waiting), {
    ids: cards.ids,
    expected_total_cents: cards.total_cents,
    asked: {
      payment_id: id,
      at: asked_at,
      consent: consent_at && consent_version ? { at: consent_at, version: consent_version } : null,
    },
  });
  await dropLines(sql, user_id, card_ids);
  await endPurchase(ctx, sql, id, { state: 'bought', order_id: order.id });
}

/** What has ended a purchase whatever its cards are; undefined if nothing has. */
function hindrance({ disabled, closing, over, unpaid, credited, active }: Waiting) {
  if (disabled) return 'account';
  if (closing) return 'closing';
  if (unpaid) return 'unpaid';
  if (!over) return undefined;
  if (!credited) return 'late';
  return active ? 'short' : 'inactive';
}

async function fail(ctx: Ctx, sql: Tx, waiting: Waiting, why: Text): Promise<void> {
  await endPurchase(ctx, sql, waiting.id, { state: 'failed', why });
  // A quote that nobody paid has nothing to tell: its page says it.
  if (!waiting.unpaid) await notifyNotBought(sql, waiting, why);
}

/** Whether the next run may succeed: the sum isn't whole yet, or somebody else was just quicker and another card may do. */
function isPassing({ code, errors }: AppError): boolean {
  if (errors?.missing_cents) return true;
  if (code === 'conflict') return errors?.total_cents !== undefined;
  return errors?.ids?.every((id) => typeof id === 'string') ?? false;
}
