import type { Input, Reply } from '#contracts/call.ts';
import type { getIssuerCheck as contract } from '#contracts/supply/issuers.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readCheck } from './read-check.ts';

export async function getIssuerCheck(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [batch] = await sql<{ has_adapter: boolean }[]>`
    select p.adapter_url is not null as has_adapter
    from batches b join programmes p on p.id = b.programme_id where b.id = ${id}`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  return { data: { ...batch, check: await readCheck(sql, id) } };
}
