import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { gateOf } from '#platform/vault/decision-gate.ts';
import { changeRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { OpenProposal } from './proposal/lock-proposal.ts';
import { readDecider } from './read-decider.ts';

export interface Verdict {
  decision: 'approved' | 'rejected' | 'withdrawn';
  /** Absent or empty where none was given. */
  reason?: string | undefined;
  /** Closed with its subject: nobody decided about it. */
  dismissed?: true;
}

/** Writes and seals what became of a locked proposal, audited; open pages of the back office read themselves again. */
export async function closeProposal(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { id, kind, subject }: Pick<OpenProposal, 'id' | 'kind' | 'subject'>,
  { decision, reason, dismissed }: Verdict,
): Promise<void> {
  const { session_id, factor } = await readDecider(sql, actor);
  const changes = {
    decision,
    decider_id: actor.user.id,
    decision_reason: reason || null,
    decided_at: ctx.clock.now(),
    decider_session_id: session_id,
    decider_factor: factor,
  };
  await changeRow(ctx.vault, sql, { table: 'proposals', id }, changes, (mac, facts) => {
    const gate = gateOf(ctx.vault, 'proposals', facts);
    return sql`update proposals set ${sql({ ...changes, mac, gate })} where id = ${id}`;
  });
  await appendAudit(sql, {
    ...by(actor),
    action: `proposal.${decision}`,
    subject: id,
    details: { kind, subject, reason: reason || null, ...(dismissed && { dismissed }) },
  });
  await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'proposal-closed', data: { id } });
}
