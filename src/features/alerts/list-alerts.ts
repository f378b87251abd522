import type { Input, Reply } from '#contracts/call.ts';
import type { Alert, listAlerts as contract } from '#contracts/chains.ts';
import { translate } from '#words/translate.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { alertSentence } from './alert-sentence.ts';

const SHOWN = 200;

/** The newest alerts, open ones first. */
export async function listAlerts(
  ctx: Ctx,
  { client, user }: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const rows = await ctx.sql<Omit<Alert, 'sentence'>[]>`
    select a.id, a.kind, a.subject, a.details, a.times, a.raised_at, a.last_raised_at, a.resolved_at, u.username as resolved_by
    from alerts a left join users u on u.id = a.resolved_by
    where ${query.open ? ctx.sql`a.resolved_at is null` : ctx.sql`true`}
    order by a.resolved_at is null desc, a.id desc limit ${SHOWN}`;
  return {
    data: rows.map((row) => ({ ...row, sentence: translate(user.locale ?? client.locale, alertSentence(row)) })),
  };
}
