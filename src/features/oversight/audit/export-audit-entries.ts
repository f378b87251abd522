import type { Input } from '#contracts/call.ts';
import type { exportAuditEntries as contract } from '#contracts/oversight/audit.ts';
import { toCsv } from '#contracts/to-csv.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { readSelection, recorded, type Selection, selected } from './named-records/select-entries.ts';

/** Larger exports are refused rather than truncated: an incomplete record is worse than none. */
const LIMIT = 100_000;
const PART = 1_000;
const HEADER = ['id', 'at', 'actor', 'actor_id', 'action', 'subject', 'address', 'details', 'position', 'link'];

interface Row {
  id: number;
  at: string;
  username: string | null;
  actor_id: string | null;
  action: string;
  subject: string;
  address: string;
  details: string;
  position: number | null;
  link: string | null;
}

/** The selected entries, newest first. The export itself is an entry, written before the first line leaves. */
export async function exportAuditEntries(
  { sql }: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<AsyncIterable<string>> {
  const selection = await readSelection(sql, query);
  const [last] = await sql<{ last: number | null }[]>`select max(id) as last from audit_entries`;
  const [beyond] = await sql`
    select e.id from audit_entries e where ${selected(sql, selection)} order by e.id desc offset ${LIMIT} limit 1`;
  if (beyond) throw new AppError('invalid', message('export.too_long', { limit: LIMIT }));
  await appendAudit(sql, {
    ...by(actor),
    action: 'audit.exported',
    subject: 'audit',
    details: { ...recorded(selection) },
  });
  return lines(sql, selection, last?.last ?? 0);
}

async function* lines(sql: Db, selection: Selection, last: number): AsyncIterable<string> {
  yield toCsv([HEADER]);
  for (let before = last + 1; ; ) {
    const rows = await sql<Row[]>`
      select e.id, e.at, u.username, e.actor_id, e.action, e.subject, e.address, e.details::text as details,
        c.position, encode(c.link, 'hex') as link
      from audit_entries e left join users u on u.id = e.actor_id left join audit_chain c on c.entry_id = e.id
      where e.id < ${before} and ${selected(sql, selection)} order by e.id desc limit ${PART}`;
    yield toCsv(rows.map(cellsOf));
    if (rows.length < PART) return;
    before = rows.at(-1)!.id;
  }
}

const cellsOf = (row: Row) => [
  row.id,
  row.at,
  row.username ?? '',
  row.actor_id ?? '',
  row.action,
  row.subject,
  row.address,
  row.details,
  row.position ?? '',
  row.link ?? '',
];
