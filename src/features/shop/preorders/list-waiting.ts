import type { Input, Reply } from '#contracts/call.ts';
import type { listWaiting as contract } from '#contracts/shop/preorders.ts';
import { message } from '#i18n/message.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { noteList } from '../../oversight/audit/note-view.ts';
import { preorderColumns } from './queue/read-preorders.ts';

export async function listWaiting(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const page = numberedPage(query);
  const open = sql`p.programme_id = ${id} and p.state in ('open', 'part_filled')`;
  const [[programme], [count], data] = await Promise.all([
    sql<Reply<typeof contract>['programme'][]>`select id, name, currency from programmes where id = ${id}`,
    sql<[{ total: number }]>`select count(*) as total from preorders p where ${open}`,
    sql<Reply<typeof contract>['data']>`
      select ${preorderColumns(sql)}, json_build_object('id', u.id, 'username', u.username) as user
      from preorders p join programmes g on g.id = p.programme_id join users u on u.id = p.user_id
      where ${open} order by p.face_cents, p.notify_only, p.queued_at, p.id
      limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  if (!programme) throw new AppError('not_found', message('programme.not_found'));
  await noteList(
    ctx,
    sql,
    actor,
    data.map(({ user }) => user.id),
  );
  return { data: [...data], meta: numberedMeta(page, count.total, data.length), programme };
}
