import type { Input } from '#contracts/call.ts';
import type { proposeEarlierOutflows as contract } from '#contracts/office/outflows.ts';
import { message } from '#i18n/message.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { propose } from '../../../oversight/four-eyes/propose.ts';
import { EARLIER, earlierKind } from './earlier-kind.ts';
import { digestOf, readEarlier } from './read-earlier.ts';

/** Proposes to label what left before the record began as just that: nobody wrote down then what it was for. */
export async function proposeEarlierOutflows(
  ctx: Ctx,
  actor: Actor,
  { body: { reason } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const { outflows } = await readEarlier(sql);
    if (outflows.length === 0) throw new AppError('conflict', message('outflows.earlier_none'));
    const facts = { transactions: outflows.length, outflows: digestOf(outflows) };
    await propose(ctx, sql, actor, { kind: earlierKind, subject: EARLIER, facts, reason });
  });
}
