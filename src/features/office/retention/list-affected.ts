import type { Input, Reply } from '#contracts/call.ts';
import type { AffectedUser, listAffected as contract } from '#contracts/office/retention.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Fragment, Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';

const LONGEST_MS = 366 * DAY_MS;
const MAX_USERS = 20_000;

type Asked = Input<typeof contract>['body'];

/** Whom an incident concerns, so that they can be told: a list with addresses, so each reading of it is audited. */
export async function listAffected(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'approver');
  const { reason, ...asked } = body;
  if (Date.parse(asked.to) - Date.parse(asked.from) > LONGEST_MS) throw invalidField('from', message('affected.long'));
  return transaction(ctx.sql, async (sql) => {
    const rows = [...(await readRevealed(sql, asked)), ...(asked.staff_id ? await readViewed(sql, asked) : [])];
    const details = { ...asked, users: rows.length, reason };
    await appendAudit(sql, { ...by(actor), action: 'breach.listed', subject: 'affected-users', details });
    return { data: rows.slice(0, MAX_USERS), cut: rows.length > MAX_USERS };
  });
}

/** SQL for an id that an entry names; null for anything else, which must not keep the list from being made. */
const idIn = (sql: Tx, named: Fragment) =>
  sql`case when ${named} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${named})::uuid end`;

const until = (to: string) => new Date(Date.parse(to) + DAY_MS);

/** By the reveal log: who saw a code in the time, of the programme and batch, or of batches that the member of staff handled. */
const readRevealed = (sql: Tx, { from, to, programme_id, batch_id, staff_id }: Omit<Asked, 'reason'>) => sql<
  AffectedUser[]
>`
  select u.id as user_id, u.username, case when u.erased_at is null then u.email end as email, 'revealed' as why,
    count(*) as times, min(e.at) as first_at, max(e.at) as last_at
  from audit_entries e join cards c on c.id = ${idIn(sql, sql`e.subject`)} join batches b on b.id = c.batch_id
  join users u on u.id = e.actor_id
  where e.action = 'card.revealed' and e.at >= ${from}::date and e.at < ${until(to)}
    and (${programme_id}::uuid is null or b.programme_id = ${programme_id})
    and (${batch_id}::uuid is null or b.id = ${batch_id})
    and (${staff_id}::uuid is null or ${staff_id} in (select batch_importers(b.id)))
  group by u.id order by u.id limit ${MAX_USERS + 1}`;

/** Buyers whose account or ticket the audit log shows that the member of staff looked at or changed. */
const readViewed = (sql: Tx, { from, to, staff_id }: Omit<Asked, 'reason'>) => sql<AffectedUser[]>`
  select u.id as user_id, u.username, case when u.erased_at is null then u.email end as email, 'looked_up' as why,
    count(*) as times, min(e.at) as first_at, max(e.at) as last_at
  from (
    select at, ${idIn(sql, sql`named`)} as named from (
      select at, named from audit_entries, jsonb_array_elements_text(
        coalesce(details -> 'user_ids', jsonb_build_array(coalesce(details ->> 'user_id', subject)))) as named
      where actor_id = ${staff_id} and at >= ${from}::date and at < ${until(to)}) as entries) as e
  left join tickets t on t.id = e.named
  join users u on u.id = coalesce(t.user_id, e.named)
  where u.role = 'buyer' group by u.id order by u.id limit ${MAX_USERS + 1}`;
