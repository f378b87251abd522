import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  decideAdjustment,
  decideDebtSettlement,
  proposeAdjustment,
  proposeDebtSettlement,
} from '#contracts/customers/users.ts';
import { decideGoodwill, proposeGoodwill, refuseClaim } from '#contracts/desk/claims.ts';
import { closeMonth, decideReopening, proposeReopening } from '#contracts/office/periods.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { closeAccounts } from '#features/office/books/sums/close-accounts.ts';
import { closeLedgerDays } from '#features/office/periods/sums/close-ledger-days.ts';
import { transaction } from '#platform/db/transaction.ts';
import { anchorLedger } from '#platform/ledger/chain/anchor-ledger.ts';
import { openProposal } from './open-proposal.ts';
import { pick, pickFitting, Step } from './step.ts';

type Decision = 'approved' | 'rejected';
const reason = 'As the model says';

/** Puts an amount on a balance, or takes it: one proposes, another one decides. */
export const adjust = (buyer: number, cents: number, decision: Decision) =>
  new Step('adjust', `${buyer} by ${cents}, ${decision}`, async (model, real) => {
    const { shop, staff, buyers } = real;
    const { id } = buyers[buyer]!;
    const body = { cents, cause: 'correction' as const, reason };
    const fits = model.balances[buyer]! + cents >= 0;
    const proposed = await shop.as(staff.support)(proposeAdjustment, { params: { id }, body });
    expect(proposed.status).toBe(fits ? 204 : 422);
    if (!fits) return 422;
    const proposal_id = await openProposal(real, 'balance.adjust', id);
    const decide = () =>
      shop.as(staff.approver)(decideAdjustment, {
        params: { id },
        body: { proposal_id, decision, reason },
        idempotencyKey: randomUUID(),
      });
    expect((await decide()).status).toBe(200);
    if (decision === 'approved') {
      model.house.adjustments -= cents;
      model.credit(buyer, cents);
    }
    return 200;
  });

/** Refunds a part of an order by hand. */
export const refund = (at: number, cents: number) =>
  new Step('refund by hand', `${at} by ${cents}`, async (model, real) => {
    const order = pickFitting(model.orders, at, (each) => model.rest(each) >= cents);
    if (!order) return;
    const { shop, staff, buyers } = real;
    const { id } = buyers[order.buyer]!;
    const body = { cents, cause: 'refund' as const, order_number: order.number, reason };
    const fits = cents <= model.rest(order);
    const proposed = await shop.as(staff.support)(proposeAdjustment, { params: { id }, body });
    expect(proposed.status).toBe(fits ? 204 : 422);
    if (!fits) return 422;
    const decided = await shop.as(staff.second)(decideAdjustment, {
      params: { id },
      body: { proposal_id: await openProposal(real, 'balance.adjust', id), decision: 'approved', reason },
      idempotencyKey: randomUUID(),
    });
    expect(decided.status).toBe(200);
    order.hand += cents;
    model.house.adjustments -= cents;
    model.credit(order.buyer, cents);
    return 200;
  });

/** Writes a part of a debt off. */
export const writeOff = (at: number, part: number) =>
  new Step('write off', `${part} % of ${at}`, async (model, real) => {
    const { shop, staff, buyers } = real;
    const buyer = pickFitting([...buyers.keys()], at, (each) => model.debts[each]! > 0)!;
    const { id } = buyers[buyer]!;
    const owed = model.debts[buyer]!;
    const cents = Math.max(1, Math.floor((owed * part) / 100));
    const body = { how: 'write_off' as const, cents, reason };
    const proposed = await shop.as(staff.support)(proposeDebtSettlement, { params: { id }, body });
    expect(proposed.status).toBe(owed > 0 ? 204 : 409);
    if (owed === 0) return 409;
    const decided = await shop.as(staff.approver)(decideDebtSettlement, {
      params: { id },
      body: { proposal_id: await openProposal(real, 'debt.settle', id), decision: 'approved', reason },
      idempotencyKey: randomUUID(),
    });
    expect(decided.status).toBe(200);
    model.debts[buyer]! -= cents;
    model.house.bad_debts -= cents;
    model.settle(buyer);
    return 200;
  });

/** Support refuses a claim, or proposes goodwill, about which an approver decides. */
export const answerClaim = (at: number, answer: Decision | 'refused') =>
  new Step(`claim ${answer}`, `${at}`, async (model, real) => {
    const line = pick(
      model.lines.filter(({ claim }) => claim?.state === 'open'),
      at,
    );
    if (!line?.claim) return;
    const { shop, staff } = real;
    const params = { id: line.claim.id };
    if (answer === 'refused') {
      expect((await shop.as(staff.support)(refuseClaim, { params, body: { reason } })).status).toBe(200);
      line.claim.state = 'refused';
      return 200;
    }
    expect((await shop.as(staff.support)(proposeGoodwill, { params, body: { reason } })).status).toBe(200);
    const decideAs = async (decision: Decision) =>
      shop.as(staff.approver)(decideGoodwill, {
        params,
        body: { proposal_id: await openProposal(real, 'claim.goodwill', params.id), decision, reason },
        idempotencyKey: randomUUID(),
      });
    const { status } = await decideAs(answer);
    const payable = model.rest(line.order) >= line.price;
    expect(status).toBe(answer === 'approved' && !payable ? 409 : 200);
    // What can't be paid any more is rejected, so that the next can be proposed.
    if (status === 409) expect((await decideAs('rejected')).status).toBe(200);
    else if (answer === 'approved') {
      line.claim.state = 'goodwill';
      model.giveBack(line, 'refunded');
    }
    return status;
  });

/** Only the first month that isn't closed can be. */
export const close = (at: number) =>
  new Step('close a month', `${at}`, async (_model, { shop, staff, months }) => {
    const expected = at === months.closed ? 204 : 409;
    const { status } = await shop.as(staff.approver)(closeMonth, { params: { month: months.names[at]! } });
    expect(status).toBe(expected);
    if (status === 204) months.closed += 1;
    return status;
  });

/** Only the last month that was closed is reopened, by two people. */
export const reopen = (at: number, decision: Decision) =>
  new Step('reopen a month', `${at}, ${decision}`, async (_model, real) => {
    const { shop, staff, months } = real;
    const params = { month: months.names[at]! };
    const expected = at === months.closed - 1 ? 204 : 409;
    const proposed = await shop.as(staff.approver)(proposeReopening, { params, body: { reason } });
    expect(proposed.status).toBe(expected);
    if (expected !== 204) return expected;
    const [closing] = await real.sql<{ id: string }[]>`
      select id from month_closings where month = ${`${params.month}-01`} and reopened_at is null`;
    const body = { proposal_id: await openProposal(real, 'books.reopening', closing!.id), decision, reason };
    expect((await shop.as(staff.approver)(decideReopening, { params, body })).status).toBe(403);
    expect((await shop.as(staff.second)(decideReopening, { params, body })).status).toBe(204);
    if (decision === 'approved') months.closed -= 1;
    return 204;
  });

export const pass = (hours: number) =>
  new Step('time passes', `${hours} hours`, async (model, { clock }) => {
    clock.advance(hours * HOUR_MS);
    model.now += hours * HOUR_MS;
    return 200;
  });

/** What the shop does by itself at night: sums of days and of sellers, and where the chain ends. */
export const night = new Step('night', '', async (_model, { ctx }) => {
  await closeLedgerDays(ctx);
  await closeAccounts(ctx, 1);
  await transaction(ctx.sql, (tx) => anchorLedger(tx, ctx.vault, ctx.clock.now()));
  return 200;
});
