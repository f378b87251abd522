import type { Input, Reply } from '#contracts/call.ts';
import type { labelOutflows as contract, Outflow } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { appendLabel } from './labels/append-label.ts';
import { outflowColumns } from './listed/select-outflows.ts';

/** A person says of several outflows at once what they were for. Those that say so already stay as they are. */
export async function labelOutflows(
  ctx: Ctx,
  actor: Actor,
  { body: { ids, label, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  if (label === 'other' && reason === null) throw invalidField('reason', message('outflow.say_what'));
  const unique = [...new Set(ids)];
  const labelled = await transaction(ctx.sql, async (sql) => {
    const outflows = await sql<Outflow[]>`${outflowColumns(sql)} where o.id = any(${unique}) order by o.id`;
    if (outflows.length < unique.length) throw new AppError('not_found', message('outflow.not_found'));
    const others = outflows.filter((before) => before.label !== label || before.reason !== reason);
    for (const { coin, txid } of others) await appendLabel(ctx, sql, actor, { coin, txid, label, reason });
    return others.length;
  });
  return { data: { labelled } };
}
