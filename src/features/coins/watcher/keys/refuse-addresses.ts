import { MINUTE_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import type { VaultCtx } from '../../../ctx.ts';
import type { StartLoop } from '../../../feature.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { markRefused } from '../../deposits/addresses/mark-refused.ts';
import type { DerivedKey } from './derived-key.ts';
import { foreignAddressAlert } from './foreign-address-alert.ts';
import { isIssued } from './issued-address.ts';
import type { JudgedAddress } from './verify-addresses.ts';

const EVERY_MS = 5 * MINUTE_MS;
/** Neither derived nor spelled, an address takes microseconds to judge. */
const AT_ONCE = 1_000;

/** Looks through all addresses whenever there are others than before: one that nobody vouches for is refused and told of. */
export const startAddressesLoop: StartLoop<VaultCtx> = (ctx) => {
  let judged = -1;
  return repeat(ctx, 'check-addresses', EVERY_MS, async () => {
    const [row] = await ctx.sql<{ addresses: number }[]>`select count(*) as addresses from deposit_addresses`;
    if (row!.addresses === judged) return;
    await refuseAddresses(ctx);
    judged = row!.addresses;
  });
};

export async function refuseAddresses(ctx: VaultCtx): Promise<void> {
  for (let after = FIRST_ID; ; ) {
    const rows = await ctx.sql<(JudgedAddress & { account_id: number; key: string; mac: string | null })[]>`
      select id, coin, user_id, account_id, index, key, encode(mac, 'hex') as mac from deposit_addresses
      where id > ${after} order by id limit ${AT_ONCE}`;
    for (const row of rows) {
      if (isIssued(ctx.vault, row)) continue;
      await transaction(ctx.sql, (sql) => refuseAddress(sql, ctx.clock.now(), row));
    }
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.id;
  }
}

/** Marks an address as none of ours, once: with an entry in the audit log and an alert. */
export async function refuseAddress(sql: Db, now: Date, { id, coin, user_id, index }: JudgedAddress): Promise<void> {
  if (!(await markRefused(sql, id, now))) return;
  const details = { coin, index };
  await appendAudit(sql, { actor_id: null, action: 'address.refused', subject: id, details, at: now });
  await raiseAlert(sql, now, { kind: foreignAddressAlert, subject: id, details, user_ids: [user_id] });
}

/** The same for a stored key that the shop didn't derive, of whose row nothing else remains: told of once. */
export async function refuseKey(
  sql: Db,
  now: Date,
  { coin, account_id, index }: Omit<DerivedKey, 'key'>,
): Promise<void> {
  const subject = `${coin}:${account_id}:${index}`;
  const [raised] = await sql`select from alerts where kind = ${foreignAddressAlert.name} and subject = ${subject}`;
  if (raised) return;
  const details = { coin, index };
  await appendAudit(sql, { actor_id: null, action: 'address.refused', subject, details, at: now });
  await raiseAlert(sql, now, { kind: foreignAddressAlert, subject, details });
}
