import type { EditedText } from '#contracts/content/editor-calls.ts';
import type { OpenProposal } from '#contracts/oversight/four-eyes.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { publicationKind } from './publication-kind.ts';

/** Texts as staff reads them, each with what waits for a second publisher. */
export async function withProposals<Text extends EditedText>(
  sql: Db,
  actor: Actor,
  texts: readonly Text[],
): Promise<Text[]> {
  const rows = await sql<(OpenProposal & { subject: string })[]>`
    select p.id, p.subject, jsonb_build_object('id', u.id, 'username', u.username) as proposer, p.proposed_at,
      p.proposer_id = ${actor.user.id} as own, '[]'::jsonb as approved_by, 1 as approvals_needed
    from proposals p join users u on u.id = p.proposer_id
    where p.kind = ${publicationKind.name} and p.decision is null and p.subject = any(${texts.map(({ id }) => id)})`;
  const open = new Map(rows.map(({ subject, ...proposal }) => [subject, proposal]));
  return texts.map((text) => ({ ...text, proposal: open.get(text.id) ?? null }));
}
