import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { applyReport } from './apply-report.ts';
import { DUE_DAYS, nextFrom } from './report-due.ts';
import { reportDueAlert } from './report-due-alert.ts';
import { type Report, readReport } from './report-text.ts';

interface Before {
  registration_ref: string;
  last_until: string | null;
  /** When the next one has to begin at the latest. */
  next_from: string | null;
}

/** Clocks differ; a report that ends later would keep out the next ones. */
const AHEAD_MS = 5 * MINUTE_MS;

/** Takes a report that a programme's issuer signed: as a whole, in the order of time and without gaps, or not at all. */
export async function takeReport(
  ctx: VaultCtx,
  actor: Actor,
  { programme_id, report: signed }: { programme_id: string; report: string },
): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    const now = ctx.clock.now();
    // One after the other, without the programme's row: whoever imports has locked a batch before that.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`issuer_reports ${programme_id}`}, 0))`;
    const [programme] = await sql<Before[]>`
      select p.registration_ref, ${nextFrom(sql)} as next_from,
        (select max(covers_until) from issuer_reports where programme_id = p.id) as last_until
      from programmes p where p.id = ${programme_id}`;
    if (!programme) throw new AppError('not_found', message('programme.not_found'));
    const report = readReport(signed, await readKeys(sql, programme_id, now));
    if (report.programme !== programme.registration_ref) throw invalidField('report', message('report.other'));
    requireNext(report, programme, now);
    const listed = report.statuses.size;
    const unsold = await applyReport(ctx, sql, actor, { programme_id, statuses: report.statuses });
    const report_sha256 = createHash('sha256').update(signed).digest();
    await sql`
      insert into issuer_reports
        (programme_id, key_id, report_sha256, covers_from, covers_until, listed, unsold, uploaded_by, created_at)
      values (${programme_id}, ${report.key.id}, ${report_sha256}, ${report.from},
        ${report.until}, ${listed}, ${unsold},
        ${actor.user.id}, ${now})`;
    const [from, until] = [report.from.toISOString(), report.until.toISOString()];
    const details = {
      from,
      until,
      listed,
      unsold,
      report_sha256: report_sha256.toString('hex'),
      key_id: report.key.id,
    };
    await appendAudit(sql, { ...by(actor), action: 'programme.reported', subject: programme_id, details });
    if (report.until.getTime() > now.getTime() - DUE_DAYS * DAY_MS)
      await endAlert(sql, now, { kind: reportDueAlert, subject: programme_id });
  });
}

const readKeys = (sql: Tx, programme_id: string, now: Date) => sql<{ id: string; public_key: Buffer }[]>`
  select id, public_key from issuer_keys
  where programme_id = ${programme_id} and approved_at is not null and replaced_at is null and revoked_at is null
    and valid_from <= ${now} for share`;

/** Whoever took a code could leave out the report that names it, so each begins where the last one ended. */
function requireNext(
  { from, until }: Pick<Report, 'from' | 'until'>,
  { last_until, next_from }: Before,
  now: Date,
): void {
  if (until <= from) throw invalidField('report', message('report.no_time'));
  if (until.getTime() > now.getTime() + AHEAD_MS) throw invalidField('report', message('report.ahead'));
  if (last_until && until <= new Date(last_until))
    throw invalidField('report', message('report.old', { until: { at: last_until } }));
  if (next_from && from > new Date(next_from))
    throw invalidField('report', message('report.gap', { from: { at: next_from } }));
}
