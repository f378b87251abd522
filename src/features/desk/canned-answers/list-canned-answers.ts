import type { Reply } from '#contracts/call.ts';
import type { CannedAnswer, listCannedAnswers as contract } from '#contracts/desk/canned-answers.ts';
import type { Actor, Ctx } from '../../ctx.ts';

export async function listCannedAnswers({ sql }: Ctx, _actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<CannedAnswer[]>`
    select id, name, bodies, tags, settle, updated_at from canned_answers order by name limit 200`;
  return { data: [...data] };
}
