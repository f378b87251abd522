import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { ProposalKind } from '../../../feature.ts';
import { editKind } from './edit-kind.ts';
import { programmeKind } from './programme-kind.ts';
import { resumeKind } from './resume-kind.ts';

/** What can be open about a programme itself. */
export const programmeKinds: readonly ProposalKind[] = [programmeKind, editKind, resumeKind];

/** The kind of a proposal about a programme; what isn't open any more is refused by the decision on it. */
export async function kindOfProposal(sql: Db, subject: string, proposal_id: string): Promise<ProposalKind> {
  const [found] = await sql<{ kind: string }[]>`
    select kind from proposals where id = ${proposal_id} and subject = ${subject}`;
  const kind = programmeKinds.find(({ name }) => name === found?.kind);
  if (!kind) throw new AppError('conflict', message('approvals.none_open'));
  return kind;
}
