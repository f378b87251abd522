import { timingSafeEqual } from 'node:crypto';
import type { Input, Reply } from '#contracts/call.ts';
import type { approveProgramme as contract } from '#contracts/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { decide } from '../four-eyes/decide.ts';
import { checkFormat } from '../import-guard/check-format.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import { forgetCatalogue } from './catalogue.ts';
import { fingerprintEnd } from './key-fingerprint.ts';
import { programmeKind } from './programme-kind.ts';
import { readProgramme } from './read-programme.ts';

interface Row {
  state: string;
  network: 'closed_loop' | 'open_loop';
  code_format: CodeFormat;
  issuer_public_key: Uint8Array;
}

/**
 * Approves a proposed programme, which is active once two people besides its proposer have (P1). Each confirms the
 * issuer's key by the end of its fingerprint, and the mask is judged once more by today's range table.
 */
export async function approveProgramme(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body }: Pick<Input<typeof contract>, 'params' | 'body'>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<Row[]>`
      select state, network, code_format, issuer_public_key from programmes where id = ${id} for update`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    if (programme.state !== 'proposed') throw new AppError('conflict', message('programme.approved_already'));
    const decision = { id: body.proposal_id, decision: 'approved', reason: body.reason } as const;
    const { settled } = await decide(ctx, sql, actor, { kind: programmeKind, subject: id, ...decision });
    requireFingerprint(programme.issuer_public_key, body.fingerprint_end);
    const rule = checkFormat(programme.code_format, programme.network);
    if (rule) throw new AppError('conflict', message('rule.refused', { rule, what: message(`rule.${rule}`) }));
    if (settled) {
      await sql`update programmes set state = 'active' where id = ${id}`;
      await appendAudit(sql, { ...by(actor), action: 'programme.approved', subject: id });
    }
    return readProgramme(sql, actor, id);
  });
  forgetCatalogue(ctx);
  return { data };
}

function requireFingerprint(key: Uint8Array, typed: string): void {
  const right = Buffer.from(fingerprintEnd(key));
  if (!timingSafeEqual(right, Buffer.from(typed.toLowerCase())))
    throw invalidField('fingerprint_end', message('programme.fingerprint_wrong'));
}
