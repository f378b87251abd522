/** Units of a coin that came in together, and what was credited for them. */
export interface TaxLot {
  units: bigint;
  cents: number;
}

/** Units that left together, and what they were worth then; null where no rate is known. */
export interface Outgoing {
  units: bigint;
  worth_cents: number | null;
}

/** What left of one lot by one disposal; `lot` is null where more left than ever came in. */
export interface Match<L extends TaxLot, O extends Outgoing> {
  lot: L | null;
  outgoing: O;
  units: bigint;
  cost_cents: number | null;
  proceeds_cents: number | null;
}

/**
 * Takes what left from the lots in their order: first in, first out. A lot or a worth that is divided loses no cent: parts are
 * rounded so that they add up to the whole.
 */
export async function* matchTaxLots<L extends TaxLot, O extends Outgoing>(
  lots: AsyncIterable<L>,
  outgoings: AsyncIterable<O>,
): AsyncGenerator<Match<L, O>> {
  const source = lots[Symbol.asyncIterator]();
  let lot: L | null = null;
  let used = 0n;
  for await (const outgoing of outgoings) {
    for (let left = 0n; left < outgoing.units; ) {
      while (lot === null || used === lot.units) {
        const next: IteratorResult<L, undefined> = await source.next();
        lot = next.value ?? null;
        used = 0n;
        if (lot === null) break;
      }
      const rest = outgoing.units - left;
      const units: bigint = lot !== null && lot.units - used < rest ? lot.units - used : rest;
      yield {
        lot,
        outgoing,
        units,
        cost_cents: lot && shareOf(lot.cents, lot.units, used, units),
        proceeds_cents: outgoing.worth_cents && shareOf(outgoing.worth_cents, outgoing.units, left, units),
      };
      used += units;
      left += units;
    }
  }
}

/** The cents of some units after others of a whole. */
const shareOf = (cents: number, whole: bigint, before: bigint, units: bigint): number =>
  Number((BigInt(cents) * (before + units)) / whole - (BigInt(cents) * before) / whole);
