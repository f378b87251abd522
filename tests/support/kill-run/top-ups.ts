import { setTimeout as delay } from 'node:timers/promises';
import * as payments from '#contracts/coins/payments.ts';
import * as demo from '#contracts/demo/demo.ts';
import { ask, type Question } from './ask.ts';
import type { Buyer } from './history.ts';
import type { Field } from './market.ts';

const LOOK_EVERY_MS = 200;
/** A payment that shows nothing for so long went to a chain that was killed: pay again. */
const PAY_AGAIN_MS = 5_000;
const CREDIT_LIMIT_MS = 240_000;

/** A buyer who tops up by the development chain, one payment after the other; the last one is credited before it ends. */
export async function topUpAlong(field: Field, { id: user_id, token }: Buyer): Promise<void> {
  const send = (question: Question) => ask(field.url, { method: 'POST', token, ...question });
  let keys = 0;
  while (!field.stopping) {
    const payment = await request();
    if (!payment) continue;
    const cents = await payUntilCredited(payment);
    field.history.topUps.push({ user_id, payment_id: payment.id, cents });
  }

  /** A new payment, or nothing while the coin is not offered. */
  async function request(): Promise<payments.Payment | undefined> {
    const body = { coin: 'ETH', amount_cents: 1_000 };
    const answer = await send({ path: payments.createPayment.path, key: `payment-${++keys}`, body });
    if (answer.status === 201) return answer.body.data;
    await delay(LOOK_EVERY_MS);
  }

  async function payUntilCredited({ id, address, amount_units }: payments.Payment): Promise<number> {
    let paid_at = -PAY_AGAIN_MS;
    for (
      const deadline = performance.now() + CREDIT_LIMIT_MS;
      performance.now() < deadline;
      await delay(LOOK_EVERY_MS)
    ) {
      const answer = await send({ method: 'GET', path: `${payments.createPayment.path}/${id}` });
      const { status, credited_cents } = answer.body.data as payments.Payment;
      if (status === 'credited') return credited_cents;
      if (status !== 'waiting' || performance.now() < paid_at + PAY_AGAIN_MS) continue;
      await send({ path: demo.pay.path, body: { coin: 'ETH', address, amount_units } });
      await send({ path: demo.mine.path, body: { coin: 'ETH', blocks: 12 } });
      paid_at = performance.now();
    }
    throw new Error(`payment ${id} was not credited within ${CREDIT_LIMIT_MS / 1000} s`);
  }
}
