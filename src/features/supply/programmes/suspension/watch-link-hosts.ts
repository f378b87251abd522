import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { linkHostOf } from '../facts/link-host.ts';
import { type Linked, linkHostRefusal } from '../facts/require-link-host.ts';
import { linkHostAlert } from './alert-kinds.ts';

const RULE = 'P14';

/** Takes programmes off sale whose claim links don't lead to their issuer by today's rule and list (P14). Only two people resume one. */
export async function watchLinkHosts(ctx: Ctx): Promise<void> {
  const linked = await ctx.sql<(Linked & { id: string; name: string })[]>`
    select id, name, terms_url, code_format from programmes
    where state = 'active' and code_format -> 'code' ->> 'kind' = 'link' order by id`;
  for (const programme of linked) if (linkHostRefusal(ctx, programme)) await suspend(ctx, programme);
}

async function suspend(ctx: Ctx, { id, name, code_format }: Linked & { id: string; name: string }): Promise<void> {
  const now = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    const { count } = await sql`
      update programmes set state = 'suspended'
      where id = ${id} and state = 'active' and code_format = ${sql.json(code_format)}`;
    if (count === 0) return;
    afterCommit(sql, ctx.catalogue.forget);
    await sql`
      insert into programme_suspensions (programme_id, rule, suspended_at) values (${id}, ${RULE}, ${now})`;
    const host = linkHostOf(code_format.code);
    await appendAudit(sql, {
      actor_id: null,
      action: 'programme.suspended',
      subject: id,
      details: { rule: RULE, host },
    });
    await raiseAlert(sql, now, { kind: linkHostAlert, subject: id, details: { name, host } });
  });
}
