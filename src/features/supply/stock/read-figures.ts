import type { Reply } from '#contracts/call.ts';
import type { getBatch } from '#contracts/supply/stock.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { countsOf, moneyOf } from './figures.ts';

type Detail = Reply<typeof getBatch>['data'];
type Figures = Pick<
  Detail,
  | ('counts' | 'stock_price_cents' | 'stock_cost_cents' | 'sold_price_cents' | 'sold_cost_cents' | 'unusable')
  | ('cost_bp' | 'card_cost_cents' | 'follows_rate' | 'authorisation')
>;

/** A batch's cards by state, what they are worth and what is known of their purchase. */
export async function readFigures(sql: Db, id: string): Promise<Figures> {
  const [figures] = await sql<Figures[]>`
    select ${countsOf(sql)} as counts, ${moneyOf(sql)}, b.cost_bp, b.card_cost_cents, b.follows_rate,
      (select count(*) from cards where batch_id = b.id and unusable_at is not null) as unusable,
      case when b.authorisation_reference is not null then jsonb_build_object('reference', b.authorisation_reference,
        'from', b.authorised_from, 'until', b.authorised_until) end as authorisation
    from batches b left join batch_figures f on f.batch_id = b.id where b.id = ${id}`;
  if (!figures) throw new AppError('not_found', message('batch.not_found'));
  return figures;
}
