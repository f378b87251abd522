import type { Input, Reply } from '#contracts/call.ts';
import type { listBatchHistory as contract } from '#contracts/supply/stock.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';

type Entry = Reply<typeof contract>['data'][number];

/** What was done with a batch and decided about it, by whom, newest first. */
export async function listBatchHistory(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const [batch] = await sql<{ subjects: string[] }[]>`
    select array(
      select b.id::text union all
      select p.id::text from proposals p
      where p.subject = b.id or p.subject in (select q.id from quarantines q where q.batch_id = b.id)
    ) as subjects from batches b where b.id = ${id}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  const { subjects } = batch;
  const [[all], data] = await Promise.all([
    sql<[{ total: number }]>`select count(*) as total from audit_entries where subject = any(${subjects})`,
    sql<Entry[]>`
      select e.id, e.at, e.action, u.username as by, e.details
      from audit_entries e left join users u on u.id = e.actor_id
      where e.subject = any(${subjects}) order by e.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  return { data, meta: numberedMeta(page, all.total, data.length) };
}
