import type { Reply } from '#contracts/call.ts';
import type { AccountKind, getReconciliation } from '#contracts/office/books.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { readSuspense } from '../../periods/sums/read-suspense.ts';
import { deriveHouse } from '../verification/derived/verify-house.ts';
import { type Holding, PARTS, readHoldings, worthOf } from './read-holdings.ts';
import { readOutflowSums } from './read-outflow-sums.ts';
import { readReserves } from './read-reserves.ts';
import { sumKinds } from './sum-kinds.ts';

type Data = Reply<typeof getReconciliation>['data'];
type Reason = Data['explained'][number];
type House = Map<string, number>;

/**
 * Units of each coin first; then what is owed to users and sellers, in cents by the ledger, against what the addresses hold at the
 * newest rates. The reasons come from the records of deposits, credits, returns, orders and shares, not from the ledger, so what
 * is left is unexplained: a credit, a sale or a balance that nothing caused.
 */
export async function readReconciliation(ctx: Pick<Ctx, 'sql' | 'clock'>): Promise<Data> {
  const [kinds, holdings, derived, open, outflows, reserves] = await transaction(ctx.sql, async (sql) => {
    // Credits go on in between.
    await sql`set transaction isolation level repeatable read`;
    const now = ctx.clock.now();
    return [
      await sumKinds(sql),
      await readHoldings(sql, now),
      await deriveHouse(sql),
      await readSuspense(sql, now),
      await readOutflowSums(sql),
      await readReserves(sql),
    ] as const;
  });
  const house: House = new Map(derived.map(({ kind, expected }) => [kind, expected]));
  const owed = kinds
    .filter(({ kind, side }) => side !== 'house' && kind !== 'seller_paid')
    .map(({ kind, side, balance_cents }) => ({ kind, side, cents: balance_cents }));
  const owed_cents = sumOf(owed.map(({ cents }) => cents));
  const coins = holdings.map((holding) => coinOf(holding, kinds));
  const worth_cents = sumOf(coins.map((coin) => coin.worth_cents));
  const difference_cents = worth_cents - owed_cents;
  const known = [...reasonsOf(holdings), ...accountsOf(kinds, house)];
  const unexplained = difference_cents - sumOf(known.map(({ cents }) => cents));
  const explained = [...known, { reason: 'unexplained' as const, account: null, cents: unexplained }];
  return {
    owed,
    owed_cents,
    coins,
    suspense: open.map((row) => ({
      ...row,
      worth_cents: holdings.find(({ coin }) => coin === row.coin)!.worth[row.part],
    })),
    outflows: outflows.map((row) => withWorth(row, holdings)),
    reserves: reserves.map((row) => withWorth(row, holdings)),
    worth_cents,
    difference_cents,
    explained: explained.filter(({ cents }) => cents !== 0),
  };
}

const withWorth = <Row extends { coin: Holding['coin']; units: string }>(row: Row, holdings: readonly Holding[]) => ({
  ...row,
  worth_cents: worthOf(holdings.find(({ coin }) => coin === row.coin)!, BigInt(row.units)),
});

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
const balanceOf = (kinds: readonly AccountKind[], name: string) =>
  kinds.find(({ kind }) => kind === name)?.balance_cents;

function coinOf(
  { worth, sent_back_cents: _, usd_e8: __, ...coin }: Holding,
  kinds: readonly AccountKind[],
): Data['coins'][number] {
  return {
    ...coin,
    // Not a minus sign in front: of nothing it would make -0, which is written in another way.
    credited_cents: 0 - (balanceOf(kinds, `crypto_${coin.coin.toLowerCase()}`) ?? 0),
    price_change_cents: worth.credited - coin.cost_cents,
  };
}

/** How each part of the coins counts in what is on addresses. */
const SIGNS = { credited: 1, gone: -1, held: 1, waiting: 1, unclaimed: 1, moved: -1 } as const;

/** What became of the coins. Each part is rounded down to cents on its own: some cents a coin are the rounding. */
function reasonsOf(holdings: readonly Holding[]): Reason[] {
  const part = (name: (typeof PARTS)[number]) => sumOf(holdings.map(({ worth }) => SIGNS[name] * worth[name]));
  const rounding = holdings.map(
    ({ worth, worth_cents }) => worth_cents - sumOf(PARTS.map((name) => SIGNS[name] * worth[name])) - worth.unexplained,
  );
  const reasons = {
    price_change: sumOf(holdings.map(({ worth, cost_cents }) => worth.credited - cost_cents)),
    held: part('held'),
    waiting: part('waiting'),
    unclaimed: part('unclaimed'),
    gone: part('gone'),
    moved: part('moved'),
    sent_back: sumOf(holdings.map(({ sent_back_cents }) => sent_back_cents)),
    rounding: sumOf(rounding),
  };
  return Object.entries(reasons).map(([reason, cents]) => ({
    reason: reason as keyof typeof reasons,
    account: null,
    cents,
  }));
}

/** What the shop's own accounts keep: what must follow where it can be derived. And what sellers were paid already. */
function accountsOf(kinds: readonly AccountKind[], house: House): Reason[] {
  const posted = kinds.filter(({ side, kind }) => side === 'house' && !kind.startsWith('crypto_') && !house.has(kind));
  const derived = [...house].filter(([kind]) => !kind.startsWith('crypto_'));
  const paid = balanceOf(kinds, 'seller_paid') ?? 0;
  return [
    ...posted.map(({ kind, balance_cents }) => ({ reason: 'account' as const, account: kind, cents: balance_cents })),
    ...derived.map(([kind, cents]) => ({ reason: 'account' as const, account: kind, cents })),
    { reason: 'paid_out' as const, account: 'seller_paid', cents: paid },
  ];
}
