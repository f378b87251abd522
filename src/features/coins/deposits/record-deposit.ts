import type { Coin, Tip, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { type SealedRow, sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../ctx.ts';
import { checkSeals } from '../../identity/sessions/seals/check-seals.ts';
import { changeSealed } from './change-sealed.ts';
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
  hint_id: string | null;
  hinted_at: string | null;
}

interface Sighted extends SealedRow {
  hint_id: string | null;
  payment_id: string;
  first_seen_at: string;
}

interface Mined {
  coin: Coin;
  transfer: Transfer;
  at: MinedAt;
}

interface Known {
  id: string;
  senders: string[];
}

/**
 * Records what a transaction pays to one of our addresses as one deposit, or finds it after a reorganisation. Credits
 * nothing.
 */
export async function recordDeposit(ctx: Ctx, sql: Db, coin: Coin, transfer: Transfer, at: MinedAt): Promise<void> {
  const now = ctx.clock.now();
  const mined = { coin, transfer, at };
  const owner = await findOwner(ctx, sql, coin, transfer, now);
  const known = await findKnown(sql, coin, transfer);
  for (const deposit of known) await findAgain(ctx, sql, deposit, mined);
  const ids = known.length > 0 ? known.map(({ id }) => id) : [await insertDeposit(ctx, sql, mined, owner)];
  if (owner.hint_id !== null) await sql`update seen_hints set deposit_id = ${ids[0]!} where id = ${owner.hint_id}`;
  await endConflicting(sql, now, { coin, ...transfer });
  await sql`
    update deposit_addresses set paid_at = ${now} where coin = ${coin} and key = ${transfer.key} and paid_at is null`;
  await raiseRequiredDepth(ctx, sql, owner.user_id);
  await screenDeposits(ctx, sql, ids);
  if (known.length > 0) return;
  await checkDeposit(ctx, sql, { id: ids[0]!, coin, user_id: owner.user_id, senders: transfer.senders });
}

/** The deposit of a transfer; one for each of its outputs if they were recorded so, as before migration 0026. */
const findKnown = (sql: Db, coin: Coin, { txid, n, outputs }: Transfer): Promise<Known[]> => sql<Known[]>`
  select id, senders from deposits
  where coin = ${coin} and txid = ${txid}
    and n = any(${outputs?.map((output) => output.n) ?? [n]}::int[]) order by n`;

async function findAgain(ctx: Ctx, sql: Db, { id, senders }: Known, { transfer, at }: Mined): Promise<void> {
  await sql`update deposits set gone_at = null where id = ${id}`;
  const { height, hash } = at;
  const known = senders.length > 0 ? senders : transfer.senders;
  await changeSealed(ctx, sql, { table: 'deposits', id }, { height, hash, senders: known });
}

async function insertDeposit(ctx: Ctx, sql: Db, { coin, transfer, at }: Mined, owner: Owner): Promise<string> {
  const { txid, n, key, amount, outputs, senders, possibleSenders = [], minDepth } = transfer;
  // A miner's clock may be off: its time counts only if it favours the customer.
  const hinted = owner.hinted_at ? Date.parse(owner.hinted_at) : Infinity;
  const seen = Math.min(ctx.clock.now().getTime(), at.time * 1000, hinted);
  const depth = Math.max(1, minDepth, requiredDepth(coin, 0));
  const [deposit] = await sql<{ id: string; facts: string }[]>`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, output_ns, output_units, senders,
      possible_senders, first_seen_at, required_depth, height, hash)
    values (${coin}, ${txid}, ${n}, ${key}, ${owner.user_id}, ${owner.payment_id}, ${amount.toString()},
      ${outputs?.map((output) => output.n) ?? null},
      ${outputs?.map((output) => output.amount.toString()) ?? null}::numeric[],
      ${senders}, ${possibleSenders}, ${new Date(seen)}, ${depth}, ${at.height}, ${at.hash})
    returning id, sealed_facts(deposits) as facts`;
  await sealRow(ctx.vault, sql, 'deposits', deposit!);
  return deposit!.id;
}

/**
 * The owner of the money and the quote it pays: the one of its sighting, if the shop wrote that, else the newest. A live sighting is taken over by
 * its own transaction, or by amount where the chain hides the inputs and changes the id (a peg-out).
 */
async function findOwner(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  { key, txid, amount, spends }: Transfer,
  now: Date,
): Promise<Owner> {
  const [found] = await sql<(Sighted & { user_id: string; newest_id: string | null })[]>`
    select a.user_id, p.id as newest_id, h.id as hint_id, h.payment_id, h.first_seen_at, h.facts, h.mac
    from deposit_addresses a
    left join lateral (
      select id::text, payment_id, first_seen_at, sealed_facts(s) as facts, mac from seen_hints s
      where coin = a.coin and key = a.key and amount_units = ${amount.toString()} and deposit_id is null
        and gone_at is null
        and payment_id in (select id from payments where address_id = a.id)
        and (txid = ${txid} or (spends = '{}' and ${spends.length === 0}))
      order by txid = ${txid} desc, id limit 1
    ) h on true
    left join lateral (
      select id from payments where address_id = a.id
        order by created_at <= ${now} desc, created_at desc, id desc limit 1
    ) p on true
    where a.coin = ${coin} and a.key = ${key}`;
  if (!found?.newest_id) throw new Error(`${coin} address ${key} has no payment`);
  const { user_id, newest_id, hint_id, payment_id, first_seen_at, ...seal } = found;
  return hint_id !== null && checkSeals(ctx, { ...seal, table: 'seen_hints', id: hint_id })
    ? { user_id, payment_id, hint_id, hinted_at: first_seen_at }
    : { user_id, payment_id: newest_id, hint_id: null, hinted_at: null };
}
