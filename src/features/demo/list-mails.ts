import type { Reply } from '#contracts/call.ts';
import type { listMails as contract } from '#contracts/demo/demo.ts';
import type { Ctx, Visitor } from '../ctx.ts';

/** The mails on demo mode's mailbox page, newest first. */
export async function listMails(ctx: Ctx, _caller: Visitor): Promise<Reply<typeof contract>> {
  const data = await ctx.sql<Reply<typeof contract>['data']>`
    select id, recipient as to, subject, text_body as text, html_body as html, sent_at from mailbox
    order by id desc limit 200`;
  return { data: [...data] };
}
