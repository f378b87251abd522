import { z } from 'zod';
import { DAY_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { LOOK_BACK } from '#platform/chained-log/chained-log.ts';
import type { VaultCtx } from '../../../ctx.ts';

/** A shorter ledger is read whole every night. */
const LONG = 1_000_000;
/** A longer one at least so often; on the other nights, what is new of that which is only ever added to. */
const WHOLE_EVERY_MS = 7 * DAY_MS;
/** Of so many. Whoever writes more of their own hides the shop's, and has all checked again. */
const LOOKED_AT = 100;

/** Up to where transfers and sums of days were read. */
export interface Passed {
  transfer_id: number;
  day: string;
}

/** How far this check reads, what it need not read again, and whether everything was in order so far. */
export interface Run extends Passed {
  /** When the last check that read everything began: this one, if nothing is passed over. */
  since: string;
  after: Passed | null;
  sound: boolean;
}

type Note = Passed & Pick<Run, 'since'>;

const shape = z.object({ since: z.iso.datetime(), transfer_id: z.int().positive(), day: z.iso.date(), mac: z.hex() });
const textOf = ({ since, transfer_id, day }: Note) => JSON.stringify([since, transfer_id, day]);

/** Begins after what a sound check of a long ledger read lately, with what may have been committed late since; else at the first transfer. */
export async function beginRun(ctx: VaultCtx, long = LONG): Promise<Run> {
  const now = ctx.clock.now();
  const [end] = await ctx.sql<[Passed]>`
    select coalesce((select max(id) from ledger_transfers), 0) as transfer_id,
      coalesce((select max(day) from ledger_days), '1970-01-01')::text as day`;
  const note = end.transfer_id >= long ? await findChecked(ctx) : undefined;
  if (!note || now.getTime() - Date.parse(note.since) >= WHOLE_EVERY_MS)
    return { ...end, since: now.toISOString(), after: null, sound: true };
  const after = { transfer_id: Math.max(0, note.transfer_id - LOOK_BACK), day: note.day };
  return { ...end, since: note.since, after, sound: true };
}

/** Notes in the audit log, with a MAC, up to where a check of a long ledger found everything in order. */
export async function noteChecked(
  { sql, vault }: VaultCtx,
  { since, transfer_id, day, sound }: Run,
  long = LONG,
): Promise<void> {
  if (!sound || transfer_id < long) return;
  const note = { since, transfer_id, day };
  const mac = vault.own.mac('ledger checked', textOf(note)).toString('hex');
  await appendAudit(sql, { actor_id: null, action: 'ledger.checked', subject: 'ledger', details: { ...note, mac } });
}

/** The latest note that this shop wrote. */
async function findChecked({ sql, vault }: VaultCtx): Promise<Note | undefined> {
  const entries = await sql<{ details: unknown }[]>`
    select details from audit_entries where subject = 'ledger' and action = 'ledger.checked'
    order by id desc limit ${LOOKED_AT}`;
  for (const { details } of entries) {
    const { data } = shape.safeParse(details);
    if (data && vault.own.verifyMac('ledger checked', textOf(data), Buffer.from(data.mac, 'hex'))) return data;
  }
  return undefined;
}
