import type { Input, Reply } from '#contracts/call.ts';
import type { approveProgramme as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import type { Tx } from '#platform/db/client.ts';
import { isUniqueViolation } from '#platform/db/pg-errors.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import type { OpenProposal } from '../../oversight/four-eyes/proposal/lock-proposal.ts';
import { checkFormat } from '../../oversight/import-guard/check-format.ts';
import { requireOpen } from './facts/check-facts.ts';
import { refusalOf } from './facts/find-problems.ts';
import { requireFingerprint } from './facts/key-fingerprint.ts';
import { type Linked, requireLinkHost, requireTypedHost } from './facts/require-link-host.ts';
import { readProgramme } from './programme/read-programme.ts';
import { kindOfProposal } from './proposals/kind-of-proposal.ts';
import { programmeKind } from './proposals/programme-kind.ts';
import { resumeKind } from './proposals/resume-kind.ts';
import { refuseOtherKey } from './published/compare-published-key.ts';

interface Proposed {
  state: string;
  /** What is in force. */
  now: Linked;
  /** The version that is proposed. */
  facts: (Linked & { network: 'closed_loop' | 'open_loop' }) | null;
  public_key: Uint8Array | null;
}

/**
 * Approves what is proposed about a programme: itself and a new version once two people besides the proposer have (P1),
 * its resumption at once. Whoever approves a new one confirms the issuer's key by the end of its fingerprint, and of a
 * version with claim links the host that they lead to.
 */
export async function approveProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const [key] = await ctx.sql<{ id: string }[]>`
    select k.id from issuer_keys k join programmes p on p.id = k.programme_id
    where p.id = ${id} and p.state = 'proposed' and k.approved_at is null and k.closed_at is null`;
  if (key) await refuseOtherKey(ctx, key.id);
  const data = await transaction(ctx.sql, async (sql) => {
    const { state, now, facts, public_key } = await readProposed(sql, id);
    const kind = await kindOfProposal(sql, id, body.proposal_id);
    const decision = { id: body.proposal_id, decision: 'approved', reason: body.reason } as const;
    if (kind !== programmeKind) requireOpen(state);
    const proposal = await decide(ctx, sql, actor, { kind, subject: id, ...decision });
    if (kind === programmeKind && public_key) requireFingerprint(public_key, body.fingerprint_end);
    // The mask is judged once more by today's range table.
    const rule = facts && checkFormat(facts.code_format, facts.network);
    if (rule) throw new AppError('conflict', refusalOf(rule));
    const judged = kind === resumeKind ? now : (facts ?? now);
    requireLinkHost(ctx, judged);
    if (kind !== resumeKind) requireTypedHost(judged, body.link_host);
    if (proposal.settled) await putInForce(ctx, sql, actor, proposal);
    return readProgramme(sql, actor, id);
  });
  return { data };
}

const ACTIONS: Record<string, string> = {
  'programme.approval': 'programme.approved',
  'programme.edit': 'programme.edited',
  'programme.resume': 'programme.resumed',
};

async function putInForce(ctx: Ctx, sql: Tx, actor: Actor, { id, kind, subject }: OpenProposal): Promise<void> {
  afterCommit(sql, ctx.catalogue.forget);
  if (kind === resumeKind.name) await sql`update programmes set state = 'active' where id = ${subject}`;
  else
    await sql`select put_programme_in_force(${id})`.catch((error) => {
      if (isUniqueViolation(error, 'programmes_name')) throw new AppError('conflict', message('programme.name_taken'));
      throw error;
    });
  await appendAudit(sql, { ...by(actor), action: ACTIONS[kind]!, subject });
}

async function readProposed(sql: Tx, id: string): Promise<Proposed> {
  const [programme] = await sql<Proposed[]>`
    select p.state, jsonb_build_object('terms_url', p.terms_url, 'code_format', p.code_format) as now, v.facts,
      k.public_key from programmes p
    left join programme_versions v on v.programme_id = p.id and v.state = 'proposed'
    left join issuer_keys k on k.programme_id = p.id and k.approved_at is null and k.closed_at is null
    where p.id = ${id} limit 1`;
  if (!programme) throw new AppError('not_found', message('programme.not_found'));
  return programme;
}
