import type { Db } from '#platform/db/client.ts';
import { isGenuine, type SealedRow, sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

/** Trusts the device of a session, in the caller's transaction. */
export async function trustSessionDevice(ctx: Ctx, sql: Db, session_id: string | null): Promise<void> {
  const [session] = await sql<{ device_id: string }[]>`select device_id from sessions where id = ${session_id}`;
  if (session) await trustDevice(ctx, sql, session.device_id);
}

/** Trusts a device from now on. One that the shop trusts already keeps its time; trust written past it counts as none. */
export async function trustDevice({ vault, clock }: Ctx, sql: Db, id: string): Promise<void> {
  const [device] = await sql<(SealedRow & { trusted: boolean })[]>`
    select trusted_at is not null as trusted, sealed_facts(d) as facts, mac from devices d where id = ${id} for update`;
  if (!device || (device.trusted && isGenuine(vault, 'devices', device))) return;
  const [trusted] = await sql<{ id: string; facts: string }[]>`
    update devices set trusted_at = ${clock.now()}, mac = null where id = ${id}
    returning id, sealed_facts(devices) as facts`;
  await sealRow(vault, sql, 'devices', trusted!);
}

/** Trusts none of a user's devices any more. */
export const distrustDevices = (sql: Db, user_id: string) =>
  sql`update devices set trusted_at = null, mac = null where user_id = ${user_id}`;
