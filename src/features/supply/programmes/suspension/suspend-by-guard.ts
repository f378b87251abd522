import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import type { Rule } from '../../../oversight/import-guard/scan/rule.ts';
import { suspendedAlert } from './alert-kinds.ts';

/** Stops a programme's sale because of what a file of its cards holds, and tells the back office. Only two people resume it. */
export async function suspendByGuard(
  ctx: Ctx,
  actor: Actor,
  { batch_id, rule }: { batch_id: string; rule: Rule },
): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const [programme] = await sql<{ id: string; name: string }[]>`
      update programmes p set state = 'suspended' from batch_standings b
      where b.id = ${batch_id} and p.id = b.programme_id and p.state in ('active', 'suspended') returning p.id, p.name`;
    if (!programme) return;
    afterCommit(sql, ctx.catalogue.forget);
    const { id, name } = programme;
    await sql`
      insert into programme_suspensions (programme_id, rule, suspended_by, suspended_at)
      values (${id}, ${rule}, ${actor.user.id}, ${ctx.clock.now()})`;
    await appendAudit(sql, { ...by(actor), action: 'programme.suspended', subject: id, details: { batch_id, rule } });
    await raiseAlert(sql, ctx.clock.now(), {
      kind: suspendedAlert,
      subject: id,
      details: { name, batch_id, rule },
    });
  });
}
