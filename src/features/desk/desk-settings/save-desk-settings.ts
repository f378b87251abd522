import type { Input } from '#contracts/call.ts';
import type { saveDeskSettings as contract, DeskSettings } from '#contracts/desk/desk-settings.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** Changes when support answers, and how soon. What waits already keeps the time at which it is due. */
export async function saveDeskSettings(ctx: Ctx, actor: Actor, { body }: Input<typeof contract>): Promise<undefined> {
  const { time_zone, hours, holidays, targets, close_after_days } = body;
  await transaction(ctx.sql, async (sql) => {
    await sql`
      update desk_settings set time_zone = ${time_zone}, hours = ${sql.json(hours)}, holidays = ${holidays}::date[],
        targets = ${sql.json(targets)}, close_after_days = ${close_after_days}`;
    await appendAudit(sql, { ...by(actor), action: 'desk.settings_saved', details: detailsOf(body) });
  });
}

/** The log holds no nested facts: each day and each priority is one text. */
const detailsOf = ({ time_zone, hours, holidays, targets, close_after_days }: DeskSettings) => ({
  time_zone,
  close_after_days,
  hours: hours.map((open) => (open ? `${open.from}-${open.to}` : 'closed')),
  targets: targets.map(({ answer, solve }) => `${answer}/${solve}`),
  holidays,
});
