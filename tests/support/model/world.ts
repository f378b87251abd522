import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { getTrialBalance } from '#contracts/office/periods.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { followDevChain, startDevChain } from '../dev-chain.ts';
import { createSellers } from '../sellers.ts';
import { createTestShop, type TestUser } from '../shop.ts';
import { createMonths } from './months.ts';
import { GUARANTEE_HOURS, type Seller, ShopModel, type Terms } from './shop-model.ts';

const BUYERS = 3;
const TERMS: readonly Terms[] = [
  { commission_bp: 1000, returns_borne_by: 'shop', reserve_bp: 500, reserve_days: 30 },
  { commission_bp: 1234, returns_borne_by: 'seller', reserve_bp: 0, reserve_days: 0 },
];

/** A shop with its staff, sellers and chain, for all runs of the model. */
export async function createWorld() {
  const shop = await createTestShop();
  const { sql, ctx, clock } = shop;
  const people = await createSellers(shop);
  const dev = await startDevChain();
  const { poll } = await followDevChain(ctx, dev);
  const employ = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
  const staff = {
    support: await employ('support'),
    approver: await employ('approver'),
    second: await employ('approver'),
    payer: await employ('payouts'),
    countersigner: await employ('payouts'),
    auditor: await employ('auditor'),
  };
  const months = await createMonths(shop);

  /** Everybody stays signed in, with a confirmation of a moment ago. */
  const staySignedIn = () => sql`
    update sessions set created_at = ${clock.now()}, confirmed_at = ${clock.now()}, last_used_at = ${clock.now()},
      expires_at = ${new Date(clock.now().getTime() + 90 * DAY_MS)}`;

  /** Whether a run left the books wrong: then only the model judges those that follow, which shrink what failed. */
  const books = { broken: false };
  return { shop, sql, ctx, clock, people, dev, poll, staff, months, books, staySignedIn };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What one run of the model works with: buyers, sellers and a programme of its own. */
export interface Run extends World {
  buyers: TestUser[];
  programme_id: string;
  registration_ref: string;
  /** Blocks before are none of this run's. */
  first_block: number;
  /** What the shop's own accounts held at first. */
  held: Record<string, number>;
}

/** Buyers and sellers without money, and a programme without cards. */
export async function startRun(world: World): Promise<{ model: ShopModel; real: Run }> {
  await world.staySignedIn();
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => world.shop.createUser({ tier: 2 })));
  const { id, registration_ref } = await world.people.staff.activeProgramme({
    face_values_cents: [1000],
    guarantee_hours: GUARANTEE_HOURS,
    name: `Programme of run ${randomUUID().slice(0, 8)}`,
  });
  const sellers: Seller[] = [];
  for (const terms of TERMS) {
    const seller = await world.people.verified({ legal_name: `Seller ${randomUUID().slice(0, 8)} Ltd`, ...terms });
    await world.people.payTo(seller.id);
    sellers.push({ ...terms, id: seller.id, pending: 0, available: 0, reserved: 0, paying: 0, paid: 0 });
  }
  // Until the new destinations may be paid to.
  world.clock.advance(10 * DAY_MS);
  await world.staySignedIn();
  const [first_block, held] = [await blockNumber(world), await readKinds(world)];
  return {
    model: new ShopModel(BUYERS, sellers, world.clock.now().getTime()),
    real: { ...world, buyers, programme_id: id, registration_ref, first_block, held },
  };
}

export const blockNumber = async ({ dev }: Pick<World, 'dev'>) =>
  Number(await dev.rpc.call<string>('eth_blockNumber', []));

/** What each kind of account holds, as the auditor sees it in the trial balance of all days. */
export async function readKinds({ shop, staff, clock }: Pick<World, 'shop' | 'staff' | 'clock'>) {
  const query = { from: '2020-01-01', to: clock.now().toISOString().slice(0, 10) };
  const { status, body } = await shop.as(staff.auditor)(getTrialBalance, { query });
  expect(status).toBe(200);
  expect(body.meta.totals).toMatchObject({ opening_cents: 0, closing_cents: 0 });
  return Object.fromEntries(body.data.map(({ kind, closing_cents }) => [kind, closing_cents]));
}

/** A seller's accounts, by their transfers. */
export async function readSeller({ sql }: Pick<World, 'sql'>, id: string) {
  const rows = await sql<{ kind: string; cents: number }[]>`
    select a.kind, sum(case when t.credit_account_id = a.id then t.amount_cents else -t.amount_cents end)::bigint as cents
    from ledger_accounts a join ledger_transfers t on a.id in (t.credit_account_id, t.debit_account_id)
    where a.seller_id = ${id} group by a.kind`;
  const of = (kind: string) => rows.find((row) => row.kind === `seller_${kind}`)?.cents ?? 0;
  return {
    pending: of('pending'),
    available: of('available'),
    reserved: of('reserved'),
    paying: of('paying'),
    paid: of('paid'),
  };
}
