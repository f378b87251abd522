import type { Tx } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { openDestination } from '../../payouts/destination/read-destination.ts';
import { bookedCurrency, bookedUnits, unbookedPayouts } from '../../payouts/payout/booking.ts';
import { noteBooked } from '../../payouts/payout/note-booked.ts';
import { macOfIban } from './iban-mac.ts';

interface OpenEntry {
  id: string;
  booked_on: string;
  currency: string;
  units: string;
  text: string;
  iban_mac: Uint8Array | null;
}

interface Unbooked {
  id: string;
  reference: string;
  currency: string;
  amounts: string[];
  destination_id: string;
  proposed_on: string;
}

type Pair = readonly [OpenEntry, Unbooked];

/** Shorter references stand in a text by chance. */
const MIN_REFERENCE_CHARS = 5;
const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/**
 * Matches open debits with paid payouts that no statement has, in the caller's transaction: of the same amount and currency, by the
 * reference first, then by the account. Only where neither could be another's, and never with an entry that paid another account than the
 * seller's, whatever reference it carries; the rest is for a person. Says which entries were matched.
 */
export async function matchOpen(ctx: VaultCtx, sql: Tx): Promise<string[]> {
  const [entries, payouts] = [await readOpen(sql), await readUnbooked(sql)];
  const pairs = entries.flatMap((entry) =>
    payouts.filter((payout) => fits(entry, payout)).map((payout): Pair => [entry, payout]),
  );
  const accounts = await macsOfAccounts(ctx, sql, pairs);
  const reaches = ([{ iban_mac }, { destination_id }]: Pair) =>
    iban_mac === null ? null : accounts.get(destination_id)!.equals(iban_mac);
  const named = alone(pairs.filter((pair) => names(...pair) && reaches(pair) !== false));
  const done = new Set(named.flatMap(([entry, payout]) => [entry.id, payout.id]));
  const left = pairs.filter(([entry, payout]) => !done.has(entry.id) && !done.has(payout.id));
  const paid = alone(left.filter((pair) => reaches(pair)));
  for (const pair of named) await match(ctx, sql, pair, 'reference');
  for (const pair of paid) await match(ctx, sql, pair, 'iban');
  return [...named, ...paid].map(([entry]) => entry.id);
}

const readOpen = (sql: Tx) => sql<OpenEntry[]>`
  select id, booked_on, currency, units::text as units, text, iban_mac from bank_entries
  where state = 'open' and direction = 'debit' order by id limit 20000 for update`;

const readUnbooked = (sql: Tx) => sql<Unbooked[]>`
  select p.id, p.reference, ${bookedCurrency(sql)} as currency, p.destination_id,
    ${bookedUnits(sql)}::text[] as amounts,
    (p.created_at at time zone 'UTC')::date as proposed_on
  from ${unbookedPayouts(sql)} order by p.id`;

const fits = (entry: OpenEntry, payout: Unbooked): boolean =>
  entry.currency === payout.currency && payout.amounts.includes(entry.units) && entry.booked_on >= payout.proposed_on;

/** The reference as it was recorded, or the payout's own id, which a list to pay may carry as one. */
function names(entry: OpenEntry, { id, reference }: Unbooked): boolean {
  const [text, recorded] = [plain(entry.text), plain(reference)];
  return text.includes(plain(id)) || (recorded.length >= MIN_REFERENCE_CHARS && text.includes(recorded));
}

/** The MACs of the accounts that payouts went to, by their destinations: each is opened once, and only where an entry has one to compare. */
async function macsOfAccounts(ctx: VaultCtx, sql: Tx, pairs: readonly Pair[]): Promise<Map<string, Buffer>> {
  const macs = new Map<string, Buffer>();
  for (const [{ iban_mac }, { destination_id }] of pairs) {
    if (!iban_mac || macs.has(destination_id)) continue;
    macs.set(destination_id, macOfIban(ctx, await openDestination(ctx, sql, destination_id)));
  }
  return macs;
}

/** Those of which neither side has another. */
function alone(pairs: readonly Pair[]): Pair[] {
  const times = new Map<string, number>();
  for (const { id } of pairs.flat()) times.set(id, (times.get(id) ?? 0) + 1);
  return pairs.filter((pair) => pair.every(({ id }) => times.get(id) === 1));
}

async function match(ctx: VaultCtx, sql: Tx, [entry, payout]: Pair, how: 'reference' | 'iban'): Promise<void> {
  await sql`
    update bank_entries set state = 'matched', payout_id = ${payout.id}, how = ${how}, decided_at = ${ctx.clock.now()}
    where id = ${entry.id}`;
  await noteBooked(ctx, sql, payout.id, entry.booked_on);
}
