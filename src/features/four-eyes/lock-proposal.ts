import type { Db } from '#platform/db/client.ts';
import type { ProposalFacts, ProposalKind } from './proposal-kind.ts';

export interface OpenProposal {
  id: string;
  kind: string;
  subject: string;
  facts: ProposalFacts;
  proposer_id: string;
}

/** The open proposal about a subject, locked after the subject itself; undefined where there is none. */
export async function lockProposal(sql: Db, kind: ProposalKind, subject: string): Promise<OpenProposal | undefined> {
  const [open] = await sql<OpenProposal[]>`
    select id, kind, subject, facts, proposer_id from proposals
    where kind = ${kind.name} and subject = ${subject} and decision is null for update`;
  return open;
}
