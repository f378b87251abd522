import type { Input, Reply } from '#contracts/call.ts';
import type { proposeProgrammeDraft as contract } from '#contracts/supply/programme-drafts.ts';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import type { Actor, VaultCtx } from '../../ctx.ts';
import { createProgramme } from '../programmes/create-programme.ts';
import { lockDraft } from './draft/lock-draft.ts';
import { readDraft } from './draft/read-drafts.ts';

/** Proposes what a draft says, by all rules of a proposal, and removes the draft with it. */
export async function proposeProgrammeDraft(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { revision, evidence_ref, adapter_secret } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { facts } = await readDraft(ctx.sql, id);
  const programme = { ...facts, evidence_ref, adapter_secret } as NewProgramme;
  const data = await createProgramme(ctx, actor, programme, async (sql) => {
    // What was proposed is what this revision says, and nobody proposes it twice.
    await lockDraft(sql, { id, revision });
    await sql`delete from programme_drafts where id = ${id}`;
  });
  return { data };
}
