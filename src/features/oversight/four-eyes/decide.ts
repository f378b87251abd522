import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { appendEvent } from '#platform/events/append-event.ts';
import { AppError } from '#platform/http/errors.ts';
import { gateOf } from '#platform/vault/decision-gate.ts';
import { ForgedRowError, isGenuine, rowMac, type SealedRow } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { ProposalKind } from '../../feature.ts';
import { closeProposal } from './close-proposal.ts';
import type { OpenProposal } from './proposal/lock-proposal.ts';
import { readDecider } from './read-decider.ts';
import { takeProposal } from './take-proposal.ts';

interface Decision {
  kind: ProposalKind;
  subject: string;
  /** The proposal that the caller read, if named: any other is refused. */
  id?: string;
  decision: 'approved' | 'rejected';
  /** Absent or empty where none was given. */
  reason?: string;
}

/**
 * Another person than the proposer decides the open proposal, in the transaction of what follows from it, and has signed
 * that by a passkey if they have one. `settled` is false while a kind that takes two approvals has only the first.
 */
export async function decide(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { kind, subject, id, decision, reason }: Decision,
): Promise<OpenProposal & { settled: boolean }> {
  const open = await takeProposal(ctx, sql, actor, { kind, subject, decision, ...(id !== undefined && { id }) });
  if (decision === 'approved' && kind.approvals === 2 && !(await isSecond(ctx, sql, actor, open.id))) {
    await recordFirst(ctx, sql, actor, open, reason);
    return { ...open, settled: false };
  }
  await closeProposal(ctx, sql, actor, open, { decision, reason });
  return { ...open, settled: true };
}

async function isSecond({ vault }: Ctx, sql: Db, actor: Actor, proposal_id: string): Promise<boolean> {
  const [first] = await sql<(SealedRow & { own: boolean })[]>`
    select approver_id = ${actor.user.id} as own, sealed_facts(a) as facts, mac
    from proposal_approvals a where proposal_id = ${proposal_id}`;
  if (first && !isGenuine(vault, 'proposal_approvals', first))
    throw new ForgedRowError('proposal_approvals', proposal_id);
  if (first?.own) throw new AppError('forbidden', message('approvals.approved_by_you'));
  return first !== undefined;
}

async function recordFirst(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { id, kind, subject }: OpenProposal,
  reason: string | undefined,
): Promise<void> {
  const { session_id, factor } = await readDecider(sql, actor);
  const approval = {
    proposal_id: id,
    approver_id: actor.user.id,
    at: ctx.clock.now().toISOString(),
    session_id,
    factor,
  };
  // The row can't be changed, so what proves it has to come with it.
  const [row] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::proposal_approvals, ${sql.json(approval)})) as facts`;
  const mac = rowMac(ctx.vault, 'proposal_approvals', row.facts);
  const gate = gateOf(ctx.vault, 'proposal_approvals', row.facts);
  await sql`insert into proposal_approvals ${sql({ ...approval, mac, gate })}`;
  await appendAudit(sql, {
    ...by(actor),
    action: 'proposal.approved_first',
    subject: id,
    details: { kind, subject, reason: reason || null },
  });
  await appendEvent(sql, { channel: DASHBOARD_CHANNEL, event: 'proposal-closed', data: { id } });
}
