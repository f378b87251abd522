import { expect } from 'vitest';
import { releasePayment } from '#contracts/coins/holds.ts';
import { createPayment } from '#contracts/coins/payments.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { blockNumber, type Run } from '../world.ts';
import { pick, Step } from './step.ts';

const DEPTH = usualDepth('ETH');

/** Whole cents of so many units of ETH, at dollars for one coin with up to eight decimals. */
function centsFor(units: bigint, usd: string): number {
  const [whole, part = ''] = usd.split('.');
  return Number((units * BigInt(`${whole}${part.padEnd(8, '0')}`)) / 10n ** 24n);
}

/** The next block is of now: what its time says counts as long as it isn't later. */
async function setTime({ dev, clock }: Run): Promise<void> {
  const { timestamp } = await dev.rpc.call<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false]);
  const at = Math.max(Math.floor(clock.now().getTime() / 1000), Number(timestamp) + 1);
  await dev.rpc.call('evm_setNextBlockTimestamp', [at]);
}

/** The watcher looks until it has decided about everything that is deep enough, and again while that takes longer. */
async function look({ poll, ctx, sql }: Run): Promise<void> {
  await refreshRates(ctx, demoSources());
  const isPaused = async () => {
    const [cursor] = await sql<{ reason_code: string | null }[]>`
      select reason_code from chain_cursors where coin = 'ETH'`;
    return ['node_timeout', 'catching_up'].includes(cursor?.reason_code ?? '');
  };
  for (let looks = 0; looks < 2 || (looks < 20 && (await isPaused())); looks++) await poll();
}

/** Pays so many per cent of what was quoted for so many cents. */
export const topUp = (buyer: number, quoted: number, percent: number) =>
  new Step('top up', `${buyer}: ${percent} % of ${quoted}`, async (model, real) => {
    const { shop, sql, dev, buyers } = real;
    await look(real);
    const answer = await shop.as(buyers[buyer]!)(createPayment, { body: { coin: 'ETH', amount_cents: quoted } });
    expect(answer).toMatchObject({ status: 201 });
    const { id, address, amount_units, usd } = answer.body.data;
    const units = (BigInt(amount_units) * BigInt(percent)) / 100n;
    await dev.send(address, units);
    await setTime(real);
    const block = (await blockNumber(real)) + 1;
    await dev.mine(DEPTH);
    await look(real);
    const [deposit] = await sql<{ id: string }[]>`select id from deposits where payment_id = ${id}`;
    model.deposits.push({
      id: deposit!.id,
      buyer,
      cents: centsFor(units, usd),
      block,
      seen: model.now,
      credited: null,
    });
    model.look();
    return 201;
  });

/** The network replaces its last blocks, with the payments of so many top-ups, by empty ones. */
export const reorganise = (top_ups: number) =>
  new Step('reorganise', `the last ${top_ups} top-ups`, async (model, real) => {
    const from = model.deposits.slice(-top_ups)[0]?.block;
    if (from === undefined) return;
    const { dev } = real;
    await look(real);
    await dev.reorganise((await blockNumber(real)) - from + 1);
    await look(real);
    await dev.mine(DEPTH);
    await look(real);
    model.loseBlocks(from);
    model.look();
    return 200;
  });

export const releaseHeld = (at: number) =>
  new Step('release a held payment', `${at}`, async (model, { shop, staff }) => {
    const deposit = pick(
      model.deposits.filter(({ credited }) => credited === null),
      at,
    );
    if (!deposit) return;
    const answer = await shop.as(staff.support)(releasePayment, {
      params: { id: deposit.id },
      body: { reason: 'Known to us' },
    });
    expect(answer.status).toBe(200);
    model.creditDeposit(deposit);
    return 200;
  });
