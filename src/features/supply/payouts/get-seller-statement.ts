import type { Input, Reply } from '#contracts/call.ts';
import type { getSellerStatement as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { visibleSellers } from '../sellers/access/of-seller.ts';
import { sellerMovements } from './owed/seller-movements.ts';

type Statement = Reply<typeof contract>['data'];

/** Longer statements are refused rather than truncated: an incomplete one is worse than none. */
const LINES = 50_000;

/** Everything that changed what a seller is owed in a month or a year, with the sum after each. */
export async function getSellerStatement(
  { sql }: Ctx,
  actor: Actor,
  { params: { id, period } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [seller] = await sql<Statement['seller'][]>`
    select s.id, s.legal_name from sellers s where s.id = ${id} and ${visibleSellers(sql, actor)}`;
  if (!seller) throw new AppError('not_found', message('seller.not_found'));
  const [from, to] = boundsOf(period);
  const [[before], rows] = await Promise.all([
    sql<[{ cents: number }]>`
      select coalesce(sum(amount_cents), 0)::bigint as cents from (${sellerMovements(sql, id)}) as m
      where created_at < ${from}`,
    sql<Omit<Statement['lines'][number], 'owed_cents'>[]>`
      select created_at as at, kind, reference, amount_cents from (${sellerMovements(sql, id)}) as m
      where created_at >= ${from} and created_at < ${to} order by id limit ${LINES + 1}`,
  ]);
  if (rows.length > LINES) throw new AppError('invalid', message('export.too_long', { limit: LINES }));
  let owed_cents = before.cents;
  const lines = rows.map((line) => {
    owed_cents += line.amount_cents;
    return { ...line, owed_cents };
  });
  return { data: { seller, period, opening_cents: before.cents, closing_cents: owed_cents, lines } };
}

function boundsOf(period: string): [Date, Date] {
  const [year = 0, month] = period.split('-').map(Number);
  return month === undefined
    ? [new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1))]
    : [new Date(Date.UTC(year, month - 1, 1)), new Date(Date.UTC(year, month, 1))];
}
