import type { Input } from '#contracts/call.ts';
import type { acceptTerms as contract } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx, localeOf } from '../../ctx.ts';
import { noteAcceptedTerms } from '../../identity/sessions/profile/note-accepted-terms.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';

/** Accepts the version of the terms that was read, unless a newer one has taken its place. */
export async function acceptTerms(
  ctx: Ctx,
  actor: Actor,
  { body: { id } }: Input<typeof contract>,
): Promise<undefined> {
  const now = ctx.clock.now();
  const { id: user_id } = actor.user;
  await transaction(ctx.sql, async (sql) => {
    const [text] = await sql<{ id: string }[]>`select id from legal_text_in_force('terms', ${localeOf(actor)}, ${now})`;
    if (text?.id !== id) throw new AppError('conflict', message('legal.changed'));
    await sql`
      insert into terms_acceptances (user_id, text_id, accepted_at) values (${user_id}, ${id}, ${now})
      on conflict do nothing`;
    await noteAcceptedTerms(sql, user_id, now);
    await appendAudit(sql, {
      ...by(actor),
      action: 'legal.terms_accepted',
      subject: user_id,
      details: { text_id: id },
    });
    await publishUserEvent(sql, user_id, 'account');
  });
}
