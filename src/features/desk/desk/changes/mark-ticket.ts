import { MAX_TAGS } from '#contracts/desk/desk.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { readDeskSettings } from '../../desk-settings/read-desk-settings.ts';
import { lockStates, writeState } from '../../support/staff/ticket-state.ts';
import { applyChange } from './apply-change.ts';

interface Marks {
  ticket_id: string;
  tags: readonly string[];
}

/** Marks a locked ticket with each tag that it lacks, as if they were added one by one; refuses more than a ticket takes. */
export async function markTicket(ctx: Ctx, sql: Tx, actor: Actor, { ticket_id, tags }: Marks): Promise<void> {
  const [locked] = await lockStates(sql, [ticket_id]);
  const { user_id: _owner, number: _number, ...before } = locked!;
  if (new Set([...before.tags, ...tags]).size > MAX_TAGS) throw invalidField('tags', message('desk.too_many_tags'));
  const around = { user_id: actor.user.id, settings: await readDeskSettings(sql), now: ctx.clock.now() };
  let state = before;
  for (const tag of tags) {
    const { after, actions } = applyChange(state, { tag }, around);
    const details = { priority: after.priority, status_before: state.status, assignee_id: after.assignee_id };
    for (const action of actions) await appendAudit(sql, { ...by(actor), action, subject: ticket_id, details });
    state = after;
  }
  if (state !== before) await writeState(sql, around.now, state);
}
