import type { Input, Reply } from '#contracts/call.ts';
import type { listQuarantinedCards as contract } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';

export async function listQuarantinedCards(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query, 50);
  const [quarantine] = await sql<{ total: number }[]>`
    select (select count(*) from cards where quarantine_id = q.id and state = 'quarantined') as total
    from quarantines q where q.id = ${id}`;
  if (!quarantine) throw new AppError('not_found', message('quarantine.not_found'));
  const data = await sql<Reply<typeof contract>['data']>`
    select id, import_row as row, face_cents, expires_on from cards
    where quarantine_id = ${id} and state = 'quarantined'
    order by import_row, id limit ${page.per_page} offset ${offsetOf(page)}`;
  return { data: [...data], meta: numberedMeta(page, quarantine.total, data.length) };
}
