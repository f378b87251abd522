import type { Coin, Tip, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { changeDeposit } from './change-deposit.ts';
import { checkDeposit } from './check-deposit.ts';
import { raiseRequiredDepth } from './raise-required-depth.ts';
import { requiredDepth } from './required-depth.ts';
import { screenDeposits } from './screening/screen-deposits.ts';
import { endConflicting } from './sightings/end-sightings.ts';

/** The block that contains a transfer, with its own timestamp in Unix seconds. */
export interface MinedAt extends Tip {
  time: number;
}

interface Owner {
  user_id: string;
  payment_id: string;
  hint_id: number | null;
  hinted_at: string | null;
}

/** Records a transfer to one of our addresses as a deposit, or finds it after a reorganisation. Credits nothing. */
export async function recordDeposit(ctx: Ctx, sql: Db, coin: Coin, transfer: Transfer, at: MinedAt): Promise<void> {
  const now = ctx.clock.now();
  const owner = await findOwner(sql, coin, transfer, now);
  // A miner's clock may be off: its time counts only if it favours the customer.
  const seen = Math.min(now.getTime(), at.time * 1000, owner.hinted_at ? Date.parse(owner.hinted_at) : Infinity);
  const depth = Math.max(1, transfer.minDepth, requiredDepth(coin, 0));
  const [deposit] = await sql<{ id: string; is_new: boolean; senders: string[]; facts: string }[]>`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, senders, possible_senders,
      first_seen_at, required_depth, height, hash)
    values (${coin}, ${transfer.txid}, ${transfer.n}, ${transfer.key}, ${owner.user_id}, ${owner.payment_id},
      ${transfer.amount.toString()}, ${transfer.senders}, ${transfer.possibleSenders ?? []},
      ${new Date(seen)}, ${depth}, ${at.height}, ${at.hash})
    on conflict (coin, txid, n) do update set gone_at = null
    returning id, xmax = 0 as is_new, senders, sealed_facts(deposits) as facts`;
  if (deposit!.is_new) await sealRow(ctx.vault, sql, 'deposits', deposit!);
  else {
    const senders = deposit!.senders.length > 0 ? deposit!.senders : transfer.senders;
    await changeDeposit(ctx, sql, deposit!.id, { height: at.height, hash: at.hash, senders });
  }
  if (owner.hint_id !== null) await sql`update seen_hints set deposit_id = ${deposit!.id} where id = ${owner.hint_id}`;
  await endConflicting(sql, now, { coin, ...transfer });
  await sql`
    update deposit_addresses set paid_at = ${now} where coin = ${coin} and key = ${transfer.key} and paid_at is null`;
  await raiseRequiredDepth(ctx, sql, owner.user_id);
  await screenDeposits(ctx, sql, [deposit!.id]);
  const { id, is_new } = deposit!;
  if (is_new) await checkDeposit(ctx, sql, { id, coin, user_id: owner.user_id, senders: transfer.senders });
}

/**
 * The owner of the money and the quote it pays: the one of its sighting, else the newest. A live sighting is taken over by
 * its own transaction, or by amount where the chain hides the inputs and changes the id (a peg-out).
 */
async function findOwner(sql: Db, coin: Coin, { key, txid, amount, spends }: Transfer, now: Date): Promise<Owner> {
  const [owner] = await sql<Owner[]>`
    select a.user_id, coalesce(h.payment_id, p.id) as payment_id, h.id as hint_id, h.first_seen_at as hinted_at
    from deposit_addresses a
    left join lateral (
      select id, payment_id, first_seen_at from seen_hints
      where coin = a.coin and key = a.key and amount_units = ${amount.toString()} and deposit_id is null and gone_at is null
        and payment_id in (select id from payments where address_id = a.id)
        and (txid = ${txid} or (spends = '{}' and ${spends.length === 0}))
      order by txid = ${txid} desc, id limit 1
    ) h on true
    left join lateral (
      select id from payments where address_id = a.id order by created_at <= ${now} desc, created_at desc, id desc limit 1
    ) p on true
    where a.coin = ${coin} and a.key = ${key}`;
  if (!owner?.payment_id) throw new Error(`${coin} address ${key} has no payment`);
  return owner;
}
