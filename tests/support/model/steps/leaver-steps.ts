import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import {
  closeAccount,
  decideReturnReversal,
  decideTopUpReturn,
  failTopUpReturn,
  proposeReturnReversal,
  proposeTopUpReturn,
  recordTopUpReturn,
} from '#contracts/coins/top-up-returns.ts';
import type { ShopModel, WayBack } from '../shop-model.ts';
import type { Run } from '../world.ts';
import { topUp } from './coin-steps.ts';
import { openProposal } from './open-proposal.ts';
import { pickFitting, Step } from './step.ts';

const reason = 'As the model says';

/** Somebody tops up, buys nothing and closes the account: what was paid in is set aside to go back. */
export const leave = (quoted: number) =>
  new Step('close an account', `${quoted}`, async (model, real) => {
    const { shop, buyers } = real;
    const user = await shop.createUser({ tier: 2 });
    const buyer = model.join();
    buyers.push(user);
    await topUp(buyer, quoted, 100).act(model, real);
    const cents = model.balances[buyer]!;
    const answer = await shop.as(user)(closeAccount, {
      body: { amount_cents: cents, addresses_mine: true },
      idempotencyKey: randomUUID(),
    });
    expect(answer).toMatchObject({ status: 200 });
    const { id } = answer.body.data.returns[0]!;
    model.askBack({ id, buyer, cents, deposit: model.deposits.at(-1)! });
    return 200;
  });

type End = Exclude<WayBack['state'], 'asked'> | 'not reversed';

/** From where a way back gets there. */
const FROM: Record<End, readonly WayBack['state'][]> = {
  approved: ['asked'],
  rejected: ['asked'],
  paid: ['approved'],
  failed: ['asked', 'approved'],
  reversed: ['paid'],
  'not reversed': ['paid'],
};

/** Two people decide about an unspent top-up, one records that it was sent or couldn't be, two that it came back. */
export const moveOn = (at: number, to: End) =>
  new Step(`way back ${to}`, `${at}`, async (model, real) => {
    const way = pickFitting(model.waysBack, at, ({ state }) => FROM[to].includes(state));
    if (!way) return;
    const status = await ASK[to](model, real, way);
    const proposable = (to !== 'approved' && to !== 'rejected') || model.mayGoBack(way);
    expect(status).toBe(FROM[to].includes(way.state) && proposable ? 200 : 409);
    if (status === 200) take(model, way, to);
    return status;
  });

function take(model: ShopModel, way: WayBack, to: End): void {
  if (to === 'approved') way.state = to;
  else if (to === 'paid') model.sendBack(way);
  else if (to === 'failed' && way.state === 'asked') model.undoWayBack(way, 'rejected');
  else if (to !== 'not reversed') model.undoWayBack(way, to);
}

type Ask = (model: ShopModel, real: Run, way: WayBack) => Promise<number>;

/** One proposes to send it back, another one decides; nobody proposes what can't go back. */
const decided =
  (decision: 'approved' | 'rejected'): Ask =>
  async (_model, real, { id }) => {
    const [{ shop, staff }, params] = [real, { id }];
    const proposed = await shop.as(staff.payer)(proposeTopUpReturn, { params, body: { reason } });
    if (proposed.status !== 200) return proposed.status;
    const body = { proposal_id: await openProposal(real, 'top_up_return.approval', id), decision, reason };
    expect((await shop.as(staff.payer)(decideTopUpReturn, { params, body })).status).toBe(403);
    return (await shop.as(staff.countersigner)(decideTopUpReturn, { params, body })).status;
  };

const reversed =
  (decision: 'approved' | 'rejected'): Ask =>
  async (_model, real, { id }) => {
    const [{ shop, staff, ctx }, params] = [real, { id }];
    const returned_on = ctx.clock.now().toISOString().slice(0, 10);
    const evidence = { evidence: 'No block holds it', returned_on, reason };
    const proposed = await shop.as(staff.payer)(proposeReturnReversal, { params, body: evidence });
    if (proposed.status !== 200) return proposed.status;
    const body = { proposal_id: await openProposal(real, 'top_up_return.reverse', id), decision, reason };
    expect((await shop.as(staff.payer)(decideReturnReversal, { params, body })).status).toBe(403);
    return (await shop.as(staff.countersigner)(decideReturnReversal, { params, body })).status;
  };

const ASK: Record<End, Ask> = {
  approved: decided('approved'),
  rejected: decided('rejected'),
  reversed: reversed('approved'),
  'not reversed': reversed('rejected'),
  paid: async (_model, { shop, staff }, { id }) => {
    const txid = `0x${randomUUID().replaceAll('-', '').repeat(2)}`;
    return (await shop.as(staff.payer)(recordTopUpReturn, { params: { id }, body: { txid, reason } })).status;
  },
  failed: async (_model, { shop, staff }, { id }) =>
    (await shop.as(staff.payer)(failTopUpReturn, { params: { id }, body: { reason } })).status,
};
