import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  decidePayout,
  decidePayoutReturn,
  failPayout,
  proposePayout,
  proposePayoutReturn,
  recordPayout,
} from '#contracts/supply/payouts.ts';
import { approveBatchAs } from '#features/demo/people/approve-as.ts';
import { confirmBatch } from '#features/supply/batches/confirm-batch.ts';
import { releaseShares } from '#features/supply/sellers/shares/release-shares.ts';
import { codeNumber } from '../../staff.ts';
import type { Seller, ShopModel } from '../shop-model.ts';
import { openProposal } from './open-proposal.ts';
import { pick, pickFitting, Step } from './step.ts';

const reason = 'As the model says';
const MINIMUM_PAYOUT_CENTS = 100;
let serial = 900_000;

/** A batch is imported, confirmed with its manifest and approved by another. `seller` is a place, or null for the shop's own. */
export const arrive = ({ seller, count, discount_bp }: { seller: number | null; count: number; discount_bp: number }) =>
  new Step('cards arrive', `${count} of ${seller ?? 'the shop'} less ${discount_bp}`, async (model, real) => {
    const { ctx, sql, people, programme_id, registration_ref } = real;
    const { staff } = people;
    const codes = Array.from({ length: count }, () => codeNumber(++serial * 7919));
    const invoice_reference = `INV-${randomUUID().slice(0, 8)}`;
    const seller_id = seller === null ? null : model.sellers[seller]!.id;
    const batch_id = await staff.openBatch(programme_id, { invoice_reference, discount_bp, seller_id });
    const rows = codes.map((code) => `${code},123456,10.00,`);
    await staff.importText(batch_id, ['code,pin,face_value,expires_on', ...rows].join('\n'));
    const manifest = staff.manifestOf(codes, registration_ref, invoice_reference);
    await confirmBatch(ctx, staff.importer, { batch_id, manifest });
    await approveBatchAs(ctx, staff.approver, { batch_id });
    const cards = await sql<{ id: string }[]>`select id from cards where batch_id = ${batch_id} order by id`;
    expect(cards).toHaveLength(count);
    const price = Math.round((1000 * (10_000 - discount_bp)) / 10_000);
    const arrived = cards.map(({ id }) => ({ id, price, seller, state: 'unconfirmed' as const }));
    model.cards.push(...arrived);
    model.arrive(arrived);
    return 200;
  });

export const release = new Step('release shares', '', async (model, { ctx }) => {
  await releaseShares(ctx);
  model.release();
  return 200;
});

const isClaimed = (model: ShopModel, seller: Seller) =>
  model.lines.some(
    ({ share, claim }) => share?.seller === seller && share.state === 'available' && claim?.state === 'open',
  );

/** What a seller could be paid now; 0 while something is in the way. */
function payable(model: ShopModel, seller: Seller): number {
  const open = model.payouts.some((payout) => payout.seller === seller && payout.state === 'approved');
  return open || isClaimed(model, seller) || seller.available < MINIMUM_PAYOUT_CENTS ? 0 : seller.available;
}

export const payOut = (at: number, part: number, decision: 'approved' | 'rejected') =>
  new Step('pay out', `${part} % to ${at}, ${decision}`, async (model, { shop, staff }) => {
    const seller = pick(model.sellers, at)!;
    const most = payable(model, seller);
    const cents = Math.max(MINIMUM_PAYOUT_CENTS, Math.floor((most * part) / 100));
    const params = { id: seller.id };
    const proposed = await shop.as(staff.payer)(proposePayout, {
      params,
      body: { amount_cents: cents, reason },
      idempotencyKey: randomUUID(),
    });
    expect(proposed.status).toBe(most > 0 ? 200 : 409);
    if (most === 0) return 409;
    const { payout_id, id: proposal_id } = proposed.body.data.proposal!;
    const decided = await shop.as(staff.countersigner)(decidePayout, {
      params: { id: payout_id },
      body: { proposal_id, decision, reason },
      idempotencyKey: randomUUID(),
    });
    expect(decided.status).toBe(200);
    if (decision === 'rejected') return 200;
    seller.available -= cents;
    seller.paying += cents;
    model.payouts.push({ id: payout_id, seller, cents, state: 'approved' });
    return 201;
  });

export const endPayout = (at: number, how: 'paid' | 'failed') =>
  new Step(`payout ${how}`, `${at}`, async (model, { shop, staff }) => {
    const payout = pickFitting(model.payouts, at, (each) => each.state === 'approved');
    if (!payout) return;
    const { id, state, seller, cents } = payout;
    const params = { id };
    const sent = { reference: `SEPA ${at}`, currency: 'USD', sent_units: `${cents}`, fee_units: '0', reason };
    const by = shop.as(staff.payer);
    const answer =
      how === 'paid'
        ? await by(recordPayout, { params, body: sent, idempotencyKey: randomUUID() })
        : await by(failPayout, { params, body: { reason }, idempotencyKey: randomUUID() });
    expect(answer.status).toBe(state === 'approved' ? 200 : 409);
    if (state !== 'approved') return 409;
    seller.paying -= cents;
    seller[how === 'paid' ? 'paid' : 'available'] += cents;
    payout.state = how;
    return 200;
  });

/** A paid payout that the bank sent back. */
export const returnPayout = (at: number) =>
  new Step('payout comes back', `${at}`, async (model, real) => {
    const { shop, staff, ctx } = real;
    const payout = pickFitting(model.payouts, at, (each) => each.state === 'paid');
    if (!payout) return;
    const { id, state, seller, cents } = payout;
    const params = { id };
    const returned_on = ctx.clock.now().toISOString().slice(0, 10);
    const proposed = await shop.as(staff.payer)(proposePayoutReturn, {
      params,
      body: { evidence: `RETURN ${at}`, returned_on, reason },
      idempotencyKey: randomUUID(),
    });
    expect(proposed.status).toBe(state === 'paid' ? 200 : 409);
    if (state !== 'paid') return 409;
    const decided = await shop.as(staff.countersigner)(decidePayoutReturn, {
      params,
      body: { proposal_id: await openProposal(real, 'payout.reverse', id), decision: 'approved', reason },
      idempotencyKey: randomUUID(),
    });
    expect(decided.status).toBe(200);
    seller.paid -= cents;
    seller.available += cents;
    payout.state = 'reversed';
    return 201;
  });
