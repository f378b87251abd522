import type { Input, Reply } from '#contracts/call.ts';
import { centsFor, quoteUnits, unitsFor } from '#contracts/coin-amounts.ts';
import type { createPayment as contract } from '#contracts/coins/payments.ts';
import type { Coin } from '#contracts/coins.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message, type Text } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, localeOf, type VaultCtx } from '../../ctx.ts';
import { requireOpenAccount } from '../../customers/spending/require-open-account.ts';
import { CEILING_CENTS } from '../../customers/tiers/tier-limits.ts';
import { MINIMUM_CENTS, overStoredLimit, type TopUpRoom, topUpRoom } from '../deposits/credit/top-up-limits.ts';
import { openPayment } from '../deposits/payments/open-payment.ts';
import { supersede } from '../deposits/payments/supersede.ts';
import { freshRate } from '../rates/samples/fresh-rate.ts';
import { readCoinAvailability } from '../watcher/coin-availability.ts';
import { allocateAddress } from './allocate-address.ts';
import { readPayments } from './read-payments.ts';

const RATE_LOCK_MS = 20 * MINUTE_MS;
const WEI_PER_GWEI = 10n ** 9n;

/** Quotes an amount of coin at the current rate, locked for 20 minutes and payable to the user's own address. */
export async function createPayment(
  ctx: VaultCtx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { coin } = body;
  const user_id = actor.user.id;
  const now = ctx.clock.now();
  const chain = ctx.chains[coin];
  if (!chain) throw invalidField('coin', message('billing.not_offered_coin', { coin }));
  return transaction(ctx.sql, async (sql) => {
    await requireOpenAccount(sql, user_id);
    if (body.amount_cents !== undefined) await refuseAmount(sql, { user_id, amount_cents: body.amount_cents, now });
    const { reason_code } = await readCoinAvailability(ctx, sql, coin, localeOf(actor));
    if (reason_code)
      throw invalidField(
        'coin',
        message('billing.paused_coin', { coin, reason: message(`billing.off.${reason_code}`) }),
      );
    const rate = (await freshRate(ctx, sql, coin, now))!;
    // A huge amount needn't be worth more than one that exceeds every limit.
    const asked = roundToGwei(coin, BigInt(body.amount_units ?? 0));
    const units = minimum(asked, unitsFor(coin, CEILING_CENTS * 2, rate.usd_e8));
    const amount_cents = body.amount_cents ?? centsFor(coin, units, rate.usd_e8);
    const amount_units = (body.amount_units ? asked : quoteUnits(coin, amount_cents, rate.usd_e8)).toString();
    if (body.amount_cents === undefined) await refuseAmount(sql, { user_id, amount_cents, now });
    const address = await allocateAddress(ctx, sql, chain, user_id).catch(refuseWithoutNode);
    // Read under the address lock, so that an address's newest quote is also the last one created.
    const quoted_at = ctx.clock.now();
    await supersede(sql, address.id, quoted_at);
    const id = await openPayment(ctx, sql, {
      user_id,
      coin,
      address_id: address.id,
      amount_cents,
      amount_units,
      rate_id: rate.id,
      created_at: quoted_at,
      expires_at: new Date(quoted_at.getTime() + RATE_LOCK_MS),
    });
    await appendAudit(sql, { ...by(actor), action: 'payment.created', subject: id, details: { coin, amount_cents } });
    const { data } = await readPayments(within(ctx, sql), quoted_at, {
      user_id,
      locale: localeOf(actor),
      id,
      limit: 1,
    });
    return { data: data[0]! };
  });
}

/** Ether in whole gwei: a typed number of wei is long enough for a card number. */
const roundToGwei = (coin: Coin, units: bigint) => (coin === 'ETH' ? units - (units % WEI_PER_GWEI) : units);
const minimum = (a: bigint, b: bigint) => (a < b ? a : b);

async function refuseAmount(
  sql: Tx,
  { user_id, amount_cents, now }: { user_id: string; amount_cents: number; now: Date },
): Promise<void> {
  if (amount_cents < MINIMUM_CENTS)
    throw invalidField('amount_cents', message('billing.below_minimum', { amount: { cents: MINIMUM_CENTS } }));
  const room = await topUpRoom(sql, { user_id, now });
  if (amount_cents > room.room_cents) throw invalidField('amount_cents', overStoredLimit(room) ?? overRoom(room));
}

function overRoom({ bound_by, room_cents, stored_limit_cents, top_up_30d_limit_cents }: TopUpRoom): Text {
  if (room_cents < MINIMUM_CENTS) return message('billing.no_room');
  const room = { cents: room_cents };
  return bound_by === 'stored'
    ? message('billing.over_stored', { limit: { cents: stored_limit_cents }, room })
    : message('billing.over_monthly', { limit: { cents: top_up_30d_limit_cents }, room });
}

/** A node that has just stopped may not be known to be down yet. */
function refuseWithoutNode(error: unknown): never {
  if (!(error instanceof RpcError)) throw error;
  throw invalidField('coin', message('billing.node_away'));
}
