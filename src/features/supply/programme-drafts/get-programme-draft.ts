import type { Input, Reply } from '#contracts/call.ts';
import type { getProgrammeDraft as contract } from '#contracts/supply/programme-drafts.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readDraft } from './draft/read-drafts.ts';

export async function getProgrammeDraft(
  { sql }: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return { data: await readDraft(sql, params.id) };
}
