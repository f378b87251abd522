import type { Reply } from '#contracts/call.ts';
import type { AccountKind, getReconciliation as contract } from '#contracts/office/books.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { type Holding, readHoldings } from './sums/read-holdings.ts';
import { sumKinds } from './sums/sum-kinds.ts';

type Data = Reply<typeof contract>['data'];
type Reason = Data['explained'][number];

/**
 * What the shop owes to users and sellers against what its addresses hold. All accounts together are zero, so what the
 * coins were credited for, less what the shop's own accounts keep, is owed. The reasons come from the records of deposits and
 * returns, not from the ledger: what is left is unexplained.
 */
export async function getReconciliation(ctx: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const [kinds, holdings] = await transaction(ctx.sql, async (sql) => {
    // Credits go on in between.
    await sql`set transaction isolation level repeatable read`;
    return [await sumKinds(sql), await readHoldings(sql, ctx.clock.now())] as const;
  });
  // Not a minus sign in front: of nothing it would make -0, which is written in another way.
  const creditedFor = ({ coin }: Holding) => 0 - (balanceOf(kinds, `crypto_${coin.toLowerCase()}`) ?? 0);
  const owed = kinds
    .filter(({ kind, side }) => side !== 'house' && kind !== 'seller_paid')
    .map(({ kind, side, balance_cents }) => ({ kind, side, cents: balance_cents }));
  const owed_cents = sumOf(owed.map(({ cents }) => cents));
  const coins = holdings.map(({ worth: _, records: __, ...coin }, index) => ({
    ...coin,
    credited_cents: creditedFor(holdings[index]!),
  }));
  const worth_cents = sumOf(coins.map((coin) => coin.worth_cents));
  const difference_cents = worth_cents - owed_cents;
  const known = [...reasonsOf(holdings), ...accountsOf(kinds)];
  const unexplained = difference_cents - sumOf(known.map(({ cents }) => cents));
  const explained = [...known, { reason: 'unexplained' as const, account: null, cents: unexplained }];
  return {
    data: {
      owed,
      owed_cents,
      coins,
      worth_cents,
      difference_cents,
      explained: explained.filter(({ cents }) => cents !== 0),
    },
  };
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
const balanceOf = (kinds: readonly AccountKind[], name: string) =>
  kinds.find(({ kind }) => kind === name)?.balance_cents;

/** What became of the coins since they were credited; rounding of the parts counts as change of price. */
function reasonsOf(holdings: readonly Holding[]): Reason[] {
  const total = (part: keyof Holding['worth']) => sumOf(holdings.map(({ worth }) => worth[part]));
  const parts = { waiting: total('waiting'), unclaimed: total('unclaimed'), moved: 0 - total('moved') };
  const recorded = (what: keyof Holding['records']) => sumOf(holdings.map(({ records }) => records[what]));
  const price_change = total('held') - sumOf(Object.values(parts)) - recorded('credited');
  const reasons = { price_change, ...parts, sent_back: recorded('sent_back') };
  return Object.entries(reasons).map(([reason, cents]) => ({
    reason: reason as keyof typeof reasons,
    account: null,
    cents,
  }));
}

/** What the shop's own accounts keep, and what sellers were paid already. */
const accountsOf = (kinds: readonly AccountKind[]): Reason[] =>
  kinds
    .filter(({ kind, side }) => kind === 'seller_paid' || (side === 'house' && !kind.startsWith('crypto_')))
    .map(({ kind, balance_cents }) => ({
      reason: kind === 'seller_paid' ? ('paid_out' as const) : ('account' as const),
      account: kind,
      cents: balance_cents,
    }));
