import type { Input } from '#contracts/call.ts';
import { type unsubscribe as contract, optionalKinds } from '#contracts/messages/notifications.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { invalidField } from '#platform/http/errors.ts';
import { by, type Ctx, type Visitor } from '../../ctx.ts';
import { readUnsubscribeToken } from './settings/unsubscribe-token.ts';

/** Stops mails of one kind. The link never expires: an old mail must still be good for it. */
export async function unsubscribe(ctx: Ctx, actor: Visitor, { query }: Input<typeof contract>): Promise<undefined> {
  const { kind, token } = query;
  const id = readUnsubscribeToken(ctx.vault, token, kind);
  const refusal = () => invalidField('token', message('unsubscribe.wrong_link'));
  if (!id) throw refusal();
  await transaction(ctx.sql, async (sql) => {
    await sql`
      insert into notification_settings (user_id, kind, inbox, mail)
      values (${id}, ${kind}, ${optionalKinds[kind].inbox}, false)
      on conflict (user_id, kind) do update set mail = false`;
    // The new row has waited for an erasure that was under way.
    const [user] = await sql`select from recipients where id = ${id}`;
    if (!user) throw refusal();
    await appendAudit(sql, { ...by(actor), action: 'notifications.unsubscribed', subject: id, details: { kind } });
  });
}
