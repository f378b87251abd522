import type { Reply } from '#contracts/call.ts';
import { type listMissingLegalTexts as contract, LEGAL_KINDS } from '#contracts/content/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The kinds of which the shop still shows what it brought along. */
export async function listMissingLegalTexts({ sql, clock }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const rows = await sql<{ kind: string }[]>`
    select distinct kind from legal_texts where published_at <= ${clock.now()} limit 10`;
  return { data: LEGAL_KINDS.filter((kind) => !rows.some((row) => row.kind === kind)) };
}
