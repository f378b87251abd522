import { setTimeout as pause } from 'node:timers/promises';
import { data, href, redirect } from 'react-router';
import type { CallInput } from '#contracts/call.ts';
import type { Coin } from '#contracts/coins.ts';
import { placeOrder, revealOrder } from '#contracts/shop/orders.ts';
import { buyWhenCredited } from '#contracts/shop/waiting-purchases.ts';
import type { FormFields } from '#web/forms/form-data.ts';
import { drawCode } from '#web/pages/shop/orders/order/draw-code.ts';
import type { Secret } from '#web/pages/shop/orders/order/secret-view.tsx';
import { attempt, type Where } from '#web/server/api.ts';

/** An order that was just paid, with its codes. */
export interface Bought {
  id: string;
  number: number;
  cards: {
    id: string;
    name: string;
    brand: string;
    face_cents: number;
    currency: string;
    secret: Secret | undefined;
  }[];
}

/** Starts a payment of what is missing; the cards of the form are bought once it is credited, by the consent in the same form. */
async function payLater({ context, url }: Where, field: FormFields) {
  const consent = field('consent') === 'on';
  const total_cents = field('total_cents');
  const coin = field('coin') as Coin;
  const preserve = { consent: consent ? 'on' : '', total_cents, coin };
  const outcome = await attempt({ context, url, preserve }, buyWhenCredited, {
    body: {
      coin,
      ids: field('ids').split(','),
      by_value: field('by_value') === 'on',
      expected_total_cents: Number(total_cents) || 0,
      ...(consent && { consent }),
    },
    idempotencyKey: field('order_key'),
  });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  return redirect(href('/billing/:id', { id: outcome.reply.data.id }));
}

const PAUSE_MS = 250;
const PAUSES = 20;

/** Places the order; pressed twice, the button waits for what the first press gets. */
async function place(where: Where, input: CallInput<typeof placeOrder>) {
  for (let paused = 0; ; paused++) {
    const outcome = await attempt(where, placeOrder, input);
    const running = !outcome.ok && outcome.refusal.marks?.reason === 'request_running';
    if (!running || paused === PAUSES) return outcome;
    await pause(PAUSE_MS);
  }
}

/**
 * Pays for the cards of the form, all or none. With the buyer's consent in the same form, it answers with their codes; without, or where
 * a code has to wait or the device to be confirmed first, it leads to the order, which says so.
 */
export async function pay({ context, url }: Where, field: FormFields) {
  if (field('intent') === 'credit') return payLater({ context, url }, field);
  const consent = field('consent') === 'on';
  const total_cents = field('total_cents');
  const preserve = { consent: consent ? 'on' : '', total_cents };
  const outcome = await place(
    { context, url, preserve },
    {
      body: { ids: field('ids').split(','), expected_total_cents: Number(total_cents) || 0 },
      idempotencyKey: field('order_key'),
    },
  );
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const { id, number, cards } = outcome.reply.data;
  const page = href('/orders/:id', { id });
  if (!consent || cards.some(({ revealable_at }) => revealable_at)) return redirect(page);
  const there = { context, url: new URL(page, url), preserve: { card_id: '', consent: 'on' } };
  const revealed = await attempt(there, revealOrder, { params: { id }, body: { consent: true } });
  if (!revealed.ok || revealed.reply.sealed.length) return redirect(page);
  const secrets = new Map(
    await Promise.all(
      revealed.reply.data.map(
        async ({ card_id, barcode, ...secret }): Promise<[string, Secret]> => [
          card_id,
          { ...secret, barcode: await drawCode(barcode, secret.code) },
        ],
      ),
    ),
  );
  const shown = cards.map(({ id: card_id, programme, face_cents, currency }) => ({
    id: card_id,
    name: programme.name,
    brand: programme.brand,
    face_cents,
    currency,
    secret: secrets.get(card_id),
  }));
  const bought: Bought = { id, number, cards: shown };
  return data({ bought }, { headers: { 'cache-control': 'no-store' } });
}
