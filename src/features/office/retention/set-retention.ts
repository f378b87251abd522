import type { Input, Reply } from '#contracts/call.ts';
import type { setRetention as contract } from '#contracts/office/retention.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import type { RetentionRule } from '../../feature.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { readRules } from './periods/read-rules.ts';

export const setRetention = (rules: readonly RetentionRule[]) =>
  async function setRetention(
    ctx: Ctx,
    actor: Actor,
    { params: { name }, body: { days } }: Input<typeof contract>,
  ): Promise<Reply<typeof contract>> {
    requireDuty(actor, 'approver');
    const now = ctx.clock.now();
    return transaction(ctx.sql, async (sql) => {
      const [before] = (await readRules(sql, rules, now)).filter((rule) => rule.name === name);
      if (!before) throw new AppError('not_found', message('retention.no_rule'));
      const { min_days: min, max_days: max } = before;
      if (days < min || days > max) throw invalidField('days', message('retention.outside', { min, max }));
      await sql`
        insert into retention_periods (name, days, changed_by, changed_at)
        values (${name}, ${days}, ${actor.user.id}, ${now})
        on conflict (name) do update
        set days = excluded.days, changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
      const details = { from_days: before.days, to_days: days };
      await appendAudit(sql, { ...by(actor), action: 'retention.changed', subject: name, details });
      return { data: { ...before, days } };
    });
  };
