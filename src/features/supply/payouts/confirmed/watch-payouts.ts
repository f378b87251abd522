import type { Coin } from '#contracts/coins.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import type { Paid } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import { usualDepth } from '../../../coins/deposits/required-depth.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { openDestination } from '../destination/read-destination.ts';
import { noteBooked } from '../payout/note-booked.ts';
import { otherAmountAlert, unconfirmedAlert } from './alert-kinds.ts';

/** Asked for at a time; the next hour goes on with those that are left. */
const LIMIT = 200;
const PATIENCE_MS = DAY_MS;

interface Unconfirmed {
  id: string;
  seller_id: string;
  destination_id: string;
  coin: Coin;
  reference: string;
  sent_units: string;
  paid_at: string;
}

/**
 * Asks the nodes for the transactions of payouts in coins. What is deep enough and pays what was recorded to where the seller is
 * paid is noted with the day of its block, as the bank's is; anything else has an alert.
 */
export async function watchPayouts(ctx: VaultCtx): Promise<void> {
  await endSettled(ctx);
  const payouts = await ctx.sql<Unconfirmed[]>`
    select p.id, p.seller_id, p.destination_id, d.kind as coin, p.reference, p.sent_units::text as sent_units, p.paid_at
    from seller_payouts p join seller_destinations d on d.id = p.destination_id
    where p.state = 'paid' and d.kind <> 'IBAN' and p.booked_on is null and p.sent_currency = d.kind
    order by p.paid_at limit ${LIMIT}`;
  for (const payout of payouts) {
    const chain = ctx.chains[payout.coin];
    if (!chain) continue;
    const key = addressKey(await openDestination(ctx, ctx.sql, payout.destination_id));
    try {
      if (key !== null) await judge(ctx, payout, await chain.adapter.paidBy(payout.reference, key));
    } catch (err) {
      // The watcher says what is wrong with a node.
      ctx.log.warn({ payout_id: payout.id, err }, 'a payout could not be looked up');
    }
  }
}

async function judge(ctx: VaultCtx, payout: Unconfirmed, paid: Paid | null): Promise<void> {
  const { id, seller_id, coin, sent_units, paid_at } = payout;
  const { sql } = ctx;
  const now = ctx.clock.now();
  if (paid && paid.depth >= usualDepth(coin) && paid.time !== null) {
    const units = paid.amount.toString();
    if (units !== sent_units)
      return raiseAlert(sql, now, { kind: otherAmountAlert, subject: id, details: { coin, seller_id, units } });
    const day = new Date(paid.time * 1000).toISOString().slice(0, 10);
    await transaction(sql, (tx) => noteBooked(ctx, tx, id, day));
    return endSettled(ctx);
  }
  if (now.getTime() - Date.parse(paid_at) > PATIENCE_MS)
    await raiseAlert(sql, now, { kind: unconfirmedAlert, subject: id, details: { coin, seller_id } });
}

/** Ends what was said of payouts that a block has now, or that came back. */
async function endSettled({ sql, clock }: VaultCtx): Promise<void> {
  for (const kind of [otherAmountAlert, unconfirmedAlert]) {
    const open = await sql<{ subject: string }[]>`
      select a.subject from alerts a join seller_payouts p on p.id::text = a.subject
      where a.kind = ${kind.name} and a.resolved_at is null and (p.state <> 'paid' or p.booked_on is not null)`;
    for (const { subject } of open) await endAlert(sql, clock.now(), { kind, subject });
  }
}
