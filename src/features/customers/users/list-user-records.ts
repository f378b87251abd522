import type { Input, Reply } from '#contracts/call.ts';
import type { listUserRecords as contract, UserRecord } from '#contracts/customers/users.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Brought } from '../../feature.ts';
import { describeDevice } from '../../identity/sessions/devices/describe-device.ts';
import { notePerson } from '../../oversight/audit/note-view.ts';

const MAX_RECORDS = 1000;

interface RecordRow extends Omit<UserRecord, 'link'> {
  user_agent: string | null;
  page_id: string | null;
}

/** One kind of what belongs to an account, newest first; nothing is counted beyond what can be looked at. */
export const listUserRecords = ({ userRecords }: Brought) =>
  async function listUserRecords(
    ctx: Ctx,
    actor: Actor,
    { params: { id }, query }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    const { sql } = ctx;
    const page = numberedPage(query, 20);
    const [person] = await sql`select from users where id = ${id}`;
    if (!person) throw new AppError('not_found', message('review.no_person'));
    await notePerson(ctx, sql, actor, id);
    const { select } = userRecords.find(({ kind }) => kind === query.kind)!;
    const rows = await sql<(RecordRow & { total: number })[]>`
    with records as materialized (${select(sql, { user_id: id, now: ctx.clock.now(), limit: MAX_RECORDS })})
    select r.*, count(*) over () as total from records r order by r.at desc, r.id desc
    limit ${page.per_page} offset ${offsetOf(page)}`;
    const data = rows.map(({ total: _total, user_agent, page_id, ...row }) => ({
      ...row,
      label: labelOf(actor, query.kind, { label: row.label, user_agent }),
      link: page_id === null ? null : linkOf(actor, query.kind, page_id),
    }));
    return { data, meta: numberedMeta(page, rows[0]?.total ?? 0, data.length) };
  };

/** Of a ticket, whoever the desk is closed to reads the number alone: a subject says what its buyer wrote. */
function labelOf(actor: Actor, kind: Kind, { label, user_agent }: Pick<RecordRow, 'label' | 'user_agent'>): string {
  if (kind === 'tickets' && !opensDesk(actor)) return label.split(' ', 1)[0]!;
  return user_agent === null ? label : [deviceName(user_agent), label].filter(Boolean).join(', ');
}

function deviceName(user_agent: string): string {
  const { browser, system } = describeDevice(user_agent);
  return [browser, system].filter(Boolean).join(', ');
}

type Kind = Input<typeof contract>['query']['kind'];

const opensDesk = (actor: Actor) => holdsDuty(actor.user.roles, 'support', 'auditor');

function linkOf(actor: Actor, kind: Kind, id: string): string | null {
  if (kind === 'payments' || kind === 'movements') return pagePath('/admin/payments/:id', { id });
  if (kind === 'orders' || kind === 'purchases') return pagePath('/admin/orders/:id', { id });
  if (kind === 'audit') return pagePath('/admin/users/:id', { id });
  return kind === 'tickets' && opensDesk(actor) ? pagePath('/admin/tickets/:id', { id }) : null;
}
