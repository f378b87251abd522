import type { Reply } from '#contracts/call.ts';
import type { listAcceptedTerms as contract } from '#contracts/content/content.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** The versions that the user accepted: at registration, and whenever the terms changed. */
export async function listAcceptedTerms({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const data = await sql<Reply<typeof contract>['data']>`
    select t.id, t.locale, t.published_at, a.accepted_at
    from terms_acceptances a join legal_texts t on t.id = a.text_id
    where a.user_id = ${actor.user.id} order by a.accepted_at desc, t.id desc limit 100`;
  return { data: [...data] };
}
