import type { Db } from '#platform/db/client.ts';
import { ForgedRowError, isGenuine } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import type { ProposalFacts, ProposalKind } from '../../../feature.ts';

export interface OpenProposal {
  id: string;
  kind: string;
  subject: string;
  facts: ProposalFacts;
  proposer_id: string;
}

/**
 * The open proposal about a subject, locked after the subject itself; undefined where there is none. Throws a
 * ForgedRowError for one that nobody proposed through the shop.
 */
export async function lockProposal(
  { vault }: Pick<Ctx, 'vault'>,
  sql: Db,
  kind: ProposalKind,
  subject: string,
): Promise<OpenProposal | undefined> {
  const [found] = await sql<(OpenProposal & { seal: string; mac: Uint8Array | null })[]>`
    select id, kind, subject, facts, proposer_id, sealed_facts(p) as seal, mac from proposals p
    where kind = ${kind.name} and subject = ${subject} and decision is null for update`;
  if (!found) return undefined;
  const { seal, mac, ...open } = found;
  if (!isGenuine(vault, 'proposals', { facts: seal, mac })) throw new ForgedRowError('proposals', open.id);
  return open;
}
