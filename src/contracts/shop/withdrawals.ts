import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { call } from '../call.ts';
import { cents, dataOf, id, idParams, NAME_CONTROLS, pageOf, pageQuery, time } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { orderCard } from './orders.ts';

/** A card of an order: the subject of one contract. */
const bought = orderCard.pick({ currency: true, face_cents: true, price_cents: true }).extend({
  order: z.object({ id, number: z.int(), created_at: time }),
  programme: z.string(),
});

const withdrawal = bought.extend({
  id,
  /** Who withdrew, as they gave it. */
  name: z.string(),
  refund_cents: cents,
  declared_at: time,
  /** Where the confirmation goes. */
  email: z.string(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

const withdrawable = bought.extend({ card_id: id, refund_cents: cents, until: time });
export type Withdrawable = z.infer<typeof withdrawable>;

export const listWithdrawable = call({
  method: 'GET',
  path: '/api/withdrawals',
  summary: 'The cards for which you can withdraw from the contract: not revealed, bought within 14 days',
  guards: ['auth', 'active'],
  query: z.object({
    ...pageQuery,
    /** Only this card. */
    card_id: id.optional(),
  }),
  reply: pageOf(withdrawable),
});

export const withdrawFromContract = call({
  method: 'POST',
  path: '/api/withdrawals',
  summary: 'Withdraw from the contract for a card: its price goes back to your balance, and a mail confirms it',
  guards: ['auth', 'active'],
  idempotent: true,
  deduplicate: () => true,
  body: z.strictObject({
    order_id: id,
    card_id: id,
    name: onSurface(
      'name',
      z
        .string()
        .trim()
        .min(1, messageKey('withdrawal.name_missing'))
        .max(100, messageKey('invalid.maximum_characters'))
        .refine((given) => !NAME_CONTROLS.test(given), messageKey('invalid.control')),
    ),
  }),
  reply: dataOf(withdrawal),
  status: 201,
});

export const getWithdrawal = call({
  method: 'GET',
  path: '/api/withdrawals/{id}',
  summary: 'What you declared when you withdrew from a contract, with date and time',
  guards: ['auth', 'active'],
  params: idParams,
  reply: dataOf(withdrawal),
});
