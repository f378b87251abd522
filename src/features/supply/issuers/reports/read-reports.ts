import type { Reply } from '#contracts/call.ts';
import type { getIssuerReports as contract } from '#contracts/supply/issuers.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { DUE_DAYS, isExpected, nextFrom } from './report-due.ts';

type Reports = Reply<typeof contract>['data'];

/** Whether reports of a programme's issuer are expected, by when, and the last one. */
export async function readReports({ sql, clock }: Ctx, programme_id: string): Promise<Reports> {
  const [row] = await sql<{ expected: boolean; next_from: string | null }[]>`
    select ${isExpected(sql)} as expected, ${nextFrom(sql)} as next_from from programmes p
    where p.id = ${programme_id}`;
  if (!row) throw new AppError('not_found', message('programme.not_found'));
  const [last] = await sql<NonNullable<Reports['last']>[]>`
    select r.covers_from, r.covers_until, r.listed, r.unsold, u.username as uploaded_by, r.created_at
    from issuer_reports r join users u on u.id = r.uploaded_by
    where r.programme_id = ${programme_id} order by r.covers_until desc limit 1`;
  const { expected, next_from } = row;
  const due_at =
    expected && next_from ? new Date(new Date(next_from).getTime() + DUE_DAYS * DAY_MS).toISOString() : null;
  const overdue = due_at !== null && due_at < clock.now().toISOString();
  return { expected, next_from, due_at, overdue, last: last ?? null };
}
