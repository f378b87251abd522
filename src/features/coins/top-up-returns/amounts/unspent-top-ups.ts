/** A movement of a buyer's balance, as the ledger booked it. */
export interface Movement {
  kind: string;
  /** Below zero: out of the balance. */
  cents: number;
  /** The top-up that it credits, reverses or sends back. */
  deposit_id: string | null;
}

interface Pool {
  left: number;
  spent: number;
}

/** What comes back of a purchase: it goes where the money was taken from. */
const RESTORED = new Set(['return', 'claim', 'preorder_released']);

/**
 * What is left of each top-up in a balance, by its deposit. Money that nobody paid in (put there by staff, say) is spent
 * first, then the oldest top-up; what a purchase gives back returns in the opposite order. So no more ever goes back than was
 * paid in and is unspent, and what was given never does.
 */
export function unspentTopUps(movements: readonly Movement[]): Map<string, number> {
  const given: Pool = { left: 0, spent: 0 };
  const paid = new Map<string, Pool>();
  const pools = () => [given, ...paid.values()];
  const poolOf = (deposit_id: string) => {
    const pool = paid.get(deposit_id) ?? { left: 0, spent: 0 };
    paid.set(deposit_id, pool);
    return pool;
  };
  for (const { kind, cents, deposit_id } of movements) {
    if (deposit_id !== null && cents > 0) poolOf(deposit_id).left += cents;
    else if (deposit_id !== null) takeBack(poolOf(deposit_id), -cents, pools());
    else if (cents < 0) spend(pools(), -cents);
    else given.left += RESTORED.has(kind) ? restore(pools(), cents) : cents;
  }
  return new Map([...paid].map(([id, { left }]) => [id, left]));
}

function spend(pools: readonly Pool[], cents: number): void {
  let open = cents;
  for (const pool of pools) {
    const part = Math.min(open, pool.left);
    pool.left -= part;
    pool.spent += part;
    open -= part;
  }
}

/** Returns what none of it had been spent for. */
function restore(pools: readonly Pool[], cents: number): number {
  let open = cents;
  const [given, ...paid] = pools;
  for (const pool of [given!, ...paid.toReversed()]) {
    const part = Math.min(open, pool.spent);
    pool.spent -= part;
    pool.left += part;
    open -= part;
  }
  return open;
}

/** What the network undid, or what goes back. Spent money of it is taken from the rest, and never comes back to it. */
function takeBack(pool: Pool, cents: number, all: readonly Pool[]): void {
  const own = Math.min(cents, pool.left);
  pool.left -= own;
  if (own === cents) return;
  pool.spent = 0;
  spend(all, cents - own);
}
