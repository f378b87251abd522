import { z } from 'zod';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import type { LedgerKey } from './transfer-link.ts';
import type { Walk } from './walk-transfers.ts';

const shape = z.object({
  since: z.iso.datetime(),
  position: z.int().positive(),
  previous: z.string(),
  highest: z.int().positive(),
  highest_at: z.iso.datetime(),
  latest: z.iso.datetime(),
  last: z.string(),
  mac: z.hex(),
});

type Note = Omit<z.output<typeof shape>, 'mac'>;

const textOf = ({ since, position, previous, highest, highest_at, latest, last }: Note) =>
  JSON.stringify([since, position, previous, highest, highest_at, latest, last]);

/** Of so many. Whoever writes more of their own hides the shop's, and has all checked again. */
const LOOKED_AT = 100;

/** Notes in the audit log, with a MAC, up to where a check found everything in order. */
export async function noteVerified(sql: Db, key: LedgerKey, { sound, ...walk }: Walk): Promise<void> {
  if (!sound) return;
  const mac = key.own.mac('ledger verified', textOf(walk)).toString('hex');
  await appendAudit(sql, {
    actor_id: null,
    action: 'ledger.verified',
    subject: 'ledger',
    details: { ...walk, mac },
  });
}

/** The latest note that this shop wrote, if the chain still has the link that it names. */
export async function findVerified(sql: Db, key: LedgerKey): Promise<Walk | undefined> {
  const entries = await sql<{ details: unknown }[]>`
    select details from audit_entries where subject = 'ledger' and action = 'ledger.verified'
    order by id desc limit ${LOOKED_AT}`;
  for (const { details } of entries) {
    const { data } = shape.safeParse(details);
    if (!data || !key.own.verifyMac('ledger verified', textOf(data), Buffer.from(data.mac, 'hex'))) continue;
    const { mac, ...note } = data;
    const links = await sql`
      select from ledger_chain where position = ${note.position} and link = decode(${note.previous}, 'hex')`;
    return links.length === 1 ? { ...note, sound: true } : undefined;
  }
  return undefined;
}
