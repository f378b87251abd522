import type { ProgrammeFacts } from '#contracts/programmes.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../ctx.ts';
import { readOpenProposal } from '../four-eyes/read-open-proposal.ts';
import { type CodeFormat, describeMask, describePin } from '../import-guard/format.ts';
import { programmeKind } from './programme-kind.ts';

type Row = Omit<ProgrammeFacts, 'code_mask' | 'pin_mask' | 'proposal'> & { code_format: CodeFormat };

/** A programme with what its approvers need to judge it; not the issuer's key, whose fingerprint they bring themselves. */
export async function readProgramme(sql: Db, actor: Actor, id: string): Promise<ProgrammeFacts> {
  const [row] = await sql<Row[]>`
    select id, state, name, issuer_name, issuer_country, registration_ref, terms_url, network, country, currency, level,
      code_format, face_values_cents, voucher_kind, expiry_policy, funds, redemption_text, encode(evidence_sha256, 'hex') as evidence_sha256,
      created_at
    from programmes where id = ${id}`;
  if (!row) throw new AppError('not_found', message('programme.not_found'));
  const { code_format, ...facts } = row;
  return {
    ...facts,
    code_mask: describeMask(code_format.code),
    pin_mask: code_format.pin && describePin(code_format.pin),
    proposal: await readOpenProposal(sql, actor, programmeKind, id),
  };
}
