import type { Input, Reply } from '#contracts/call.ts';
import type { createTicket as contract } from '#contracts/desk/support.ts';
import { DAY_S, HOUR_S } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { throttle } from '../../identity/sessions/throttle/throttle.ts';
import { openTicket } from './open-ticket.ts';
import { readReferences } from './references/read-references.ts';
import { findSummary } from './ticket/find-summary.ts';

const PER_HOUR = 5;
const PER_DAY = 20;

/** Opens a ticket of the buyer's own about something of theirs. */
export async function createTicket(
  ctx: Ctx,
  actor: Actor,
  { body: { category, subject, body, reference } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id: user_id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    const [offered] = await sql`select from support_categories where slug = ${category} and offered`;
    if (!offered) throw invalidField('category', message('support.category_missing'));
    if (reference && !(await readReferences(sql, { user_id, only: reference })).length)
      throw invalidField('reference', message('support.reference_missing'));
    await throttle(
      within(ctx, sql),
      [
        { key: `ticket:hour:${user_id}`, hits: PER_HOUR, window_seconds: HOUR_S },
        { key: `ticket:day:${user_id}`, hits: PER_DAY, window_seconds: DAY_S },
      ],
      'subject',
    );
    const { address } = actor.client;
    const id = await openTicket(ctx, sql, { user_id, category, subject, body, reference, proof: null, address });
    return { data: await findSummary(sql, actor, id) };
  });
}
