import type { Reply } from '#contracts/call.ts';
import type { BatchState } from '#contracts/supply/batches.ts';
import type { batchOptions as contract } from '#contracts/supply/stock.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { visibleBatches, visibleSellers } from '../sellers/access/of-seller.ts';

interface Option {
  value: string;
  label: string;
  count: number;
}

/** The filters of the batches, with the number of batches for each. */
export async function batchOptions({ sql }: Ctx, actor: Actor): Promise<Reply<typeof contract>> {
  const visible = () => visibleBatches(sql, actor);
  const [programmes, states, suppliers, sellers, active_programmes, open_sellers] = await Promise.all([
    sql<Option[]>`
      select p.id as value, p.name as label, count(*) as count
      from batches b join programmes p on p.id = b.programme_id where ${visible()} group by p.id
      order by p.name limit 500`,
    sql<{ value: BatchState; count: number }[]>`
      select state as value, count(*) as count from batches b where ${visible()} group by state order by state`,
    sql<Option[]>`
      select supplier as value, supplier as label, count(*) as count
      from batches b where ${visible()} group by supplier order by supplier limit 500`,
    sql<Option[]>`
      select s.id as value, s.legal_name as label, count(*) as count
      from batches b join sellers s on s.id = b.seller_id where ${visible()} group by s.id order by 2 limit 500`,
    sql<Omit<Option, 'count'>[]>`
      select id as value, name as label from programmes where state = 'active' order by name limit 500`,
    sql<Omit<Option, 'count'>[]>`
      select s.id as value, s.legal_name as label from sellers s
      where s.state <> 'ended' and ${visibleSellers(sql, actor)} order by 2 limit 500`,
  ]);
  const named = states.map((one) => ({
    ...one,
    label: translate(localeOf(actor), message(`batch.state.${one.value}`)),
  }));
  return { data: { programmes, states: named, suppliers, sellers, active_programmes, open_sellers } };
}
