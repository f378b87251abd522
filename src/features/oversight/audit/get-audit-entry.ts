import type { Input, Reply } from '#contracts/call.ts';
import type { AuditDetail, getAuditEntry as contract } from '#contracts/oversight/audit.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { RecordKind } from '../../feature.ts';
import { findRecords, isId } from './named-records/find-records.ts';
import { notePerson } from './note-view.ts';

export const getAuditEntry = (kinds: readonly RecordKind[]) =>
  async function getAuditEntry(
    ctx: Ctx,
    actor: Actor,
    { params: { id } }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { sql } = ctx;
    const [entry] = await sql<Omit<AuditDetail, 'record' | 'records'>[]>`
    select e.id, e.at, e.action, e.subject, e.address, e.details,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as actor,
      case when c.position is not null then jsonb_build_object('position', c.position, 'hash', encode(c.link, 'hex'))
        end as link
    from audit_entries e left join users u on u.id = e.actor_id left join audit_chain c on c.entry_id = e.id
    where e.id = ${id}`;
    if (!entry) throw new AppError('not_found', message('audit.missing'));
    await notePersons(ctx, actor, [entry.subject, entry.actor?.id ?? '']);
    const texts = Object.values(entry.details)
      .flat()
      .filter((value) => typeof value === 'string');
    const { subject } = entry;
    const records = await findRecords(sql, kinds, [subject, ...texts]);
    const named = [...records.values()].filter((one) => one.id !== subject);
    return { data: { ...entry, record: records.get(subject) ?? null, records: named } };
  };

/** An entry has addresses and facts of the buyers it names, but what staff did is their work. */
async function notePersons(ctx: Ctx, actor: Actor, named: readonly string[]): Promise<void> {
  const buyers = await ctx.sql<{ id: string }[]>`
    select id from users where id = any(${named.filter(isId)}::uuid[]) and role = 'buyer'`;
  for (const { id } of buyers) await notePerson(ctx, ctx.sql, actor, id);
}
