import type { Input, Reply } from '#contracts/call.ts';
import type { createPayment as contract } from '#contracts/payments.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { RpcError } from '#platform/chain/json-rpc.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { freshRate } from '../rates/fresh-rate.ts';
import { allocateAddress } from './allocate-address.ts';
import { dollars, unitsFor } from './amounts.ts';
import { MINIMUM_CENTS, readOffer } from './offers.ts';
import { readPayments } from './read-payments.ts';
import { type TopUpRoom, topUpRoom } from './top-up-limits.ts';

const RATE_LOCK_MS = 20 * 60_000;

/** Quotes an amount of coin for cents at the present rate, locked for a while, to be paid to the user's own address. */
export async function createPayment(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { coin, amount_cents } = body;
  const user_id = actor.user.id;
  const now = ctx.clock.now();
  const chain = ctx.chains[coin];
  if (!chain) throw invalidField('coin', `${coin} is not offered here.`);
  return transaction(ctx.sql, async (sql) => {
    if (amount_cents < MINIMUM_CENTS)
      throw invalidField('amount_cents', `The least amount is ${dollars(MINIMUM_CENTS)}.`);
    const room = await topUpRoom(sql, { user_id, now });
    if (amount_cents > room.room_cents) throw invalidField('amount_cents', overLimit(room));
    const { reason } = await readOffer(ctx, sql, coin);
    if (reason) throw invalidField('coin', `${coin} cannot be paid right now. ${reason} Try again in a moment.`);
    const rate = (await freshRate(sql, coin, now))!;
    const address = await allocateAddress(ctx, sql, chain, user_id).catch(refuseWithoutNode);
    // Read under the address's lock: the newest quote of an address is also the one made last.
    const quoted_at = ctx.clock.now();
    await supersede(sql, address.id, quoted_at);
    const [created] = await sql<{ id: string }[]>`
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
      values (${user_id}, ${coin}, ${address.id}, ${amount_cents}, ${unitsFor(coin, amount_cents, rate.usd_e8).toString()},
        ${rate.id}, ${quoted_at}, ${new Date(quoted_at.getTime() + RATE_LOCK_MS)})
      returning id`;
    const { id } = created!;
    await appendAudit(sql, { ...by(actor), action: 'payment.created', subject: id, details: { coin, amount_cents } });
    const { data } = await readPayments(sql, quoted_at, { user_id, id, limit: 1 });
    return { data: data[0]! };
  });
}

function overLimit({ bound_by, room_cents, stored_limit_cents, top_up_30d_limit_cents }: TopUpRoom): string {
  const limit =
    bound_by === 'stored'
      ? `Your balance may be at most ${dollars(stored_limit_cents)} at your verification tier.`
      : `You may add at most ${dollars(top_up_30d_limit_cents)} within 30 days at your verification tier.`;
  return `${limit} You can add ${dollars(room_cents)} now: add less.`;
}

/** A node that ended a moment ago may not be known to be away yet. */
function refuseWithoutNode(error: unknown): never {
  if (!(error instanceof RpcError)) throw error;
  throw invalidField('coin', 'This coin cannot be paid right now. Its network does not answer. Try again in a moment.');
}

/** An older quote on the same address that nobody answered ends: what comes belongs to the newest. */
async function supersede(sql: Tx, address_id: string, now: Date): Promise<void> {
  await sql`
    update payments p set expires_at = greatest(p.created_at, ${now}::timestamptz)
    where p.address_id = ${address_id} and p.expires_at > ${now}
      and not exists (select from seen_hints h where h.payment_id = p.id)
      and not exists (select from deposits d where d.payment_id = p.id)`;
}
