import { z } from 'zod';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Problems } from '#platform/chained-log/problem-list.ts';
import type { Db, Tx } from '#platform/db/client.ts';
import type { LedgerKey } from './transfer-link.ts';

const shape = z.object({
  at: z.iso.datetime(),
  /** Where the chain ended, and its link there in hex. */
  position: z.int().positive(),
  link: z.string(),
  mac: z.hex(),
});

/** Says where the chain over transfers ended at a time: an entry of the audit log, whose own end is anchored outside. */
type LedgerAnchor = Omit<z.output<typeof shape>, 'mac'>;

const textOf = ({ at, position, link }: LedgerAnchor) => JSON.stringify([at, position, link]);

/** Writes where the chain ends into the audit log, if it is longer than any anchor says. */
export async function anchorLedger(tx: Tx, key: LedgerKey, now: Date): Promise<void> {
  const [end] = await tx<{ position: number; link: string }[]>`
    select position, encode(link, 'hex') as link from ledger_chain order by position desc limit 1`;
  if (!end || (await readAnchors(tx, key)).some(({ position }) => position >= end.position)) return;
  const anchor = { at: now.toISOString(), ...end };
  const mac = key.own.mac('ledger anchor', textOf(anchor)).toString('hex');
  await appendAudit(tx, {
    actor_id: null,
    action: 'ledger.anchored',
    subject: 'ledger',
    details: { ...anchor, mac },
  });
}

/** Names every anchor that the chain contradicts. */
export async function compareLedgerAnchors(sql: Db, key: LedgerKey, problems: Problems): Promise<void> {
  const anchors = await readAnchors(sql, key);
  const [end] = await sql<{ position: number }[]>`select coalesce(max(position), 0) as position from ledger_chain`;
  const rows = await sql<{ position: number; link: string }[]>`
    select position, encode(link, 'hex') as link from ledger_chain
    where position = any(${anchors.map(({ position }) => position)}::bigint[])`;
  const links = new Map(rows.map(({ position, link }) => [position, link]));
  for (const { at, position, link } of anchors) {
    const anchor = `the anchor of ${at} in the audit log`;
    if (position > end!.position)
      problems.add(
        `${anchor} names position ${position}, but the chain ends at ${end!.position}: newer transfers were removed`,
      );
    else if ((links.get(position) ?? '') !== link)
      problems.add(`${anchor}: the link at position ${position} was changed since`);
  }
}

/** Those that this shop wrote: whoever can add entries to the audit log can add others. */
async function readAnchors(sql: Db, key: LedgerKey): Promise<LedgerAnchor[]> {
  const entries = await sql<{ details: unknown }[]>`
    select details from audit_entries where subject = 'ledger' and action = 'ledger.anchored' order by id`;
  return entries.flatMap(({ details }) => {
    const { data } = shape.safeParse(details);
    return data && key.own.verifyMac('ledger anchor', textOf(data), Buffer.from(data.mac, 'hex')) ? [data] : [];
  });
}
