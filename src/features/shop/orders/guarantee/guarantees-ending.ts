import { pagePath } from '#contracts/page-path.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Attention, AttentionSource } from '../../../feature.ts';
import { guaranteeEnd, openOutage } from './read-card-facts.ts';

const SHOWN = 3;
const SOON_MS = DAY_MS;

/** Orders with cards whose guarantee ends within a day and that nobody has claimed or marked as used. */
export const guaranteesEnding: AttentionSource['find'] = async ({ sql, clock }, { user }) => {
  const now = clock.now();
  const orders = await sql<{ id: string; number: number; cards: number; given: boolean; ends_at: string }[]>`
    select e.id, e.number, e.given, count(*) as cards, min(e.ends_at) as ends_at
    from (
      select r.id, r.number, ${guaranteeEnd(sql, now)} as ends_at,
        exists (select from given_lines where line_id = l.id and opened_at is not null) as given
      from orders r join order_lines l on l.order_id = r.id join cards c on c.id = l.card_id ${openOutage(sql)}
      where r.user_id = ${user.id} and l.state = 'revealed' and l.used_at is null
        and not exists (select from claimed_lines where line_id = l.id)) e
    where e.ends_at > ${now} and e.ends_at <= ${new Date(now.getTime() + SOON_MS)}
    group by e.id, e.number, e.given order by min(e.ends_at), e.id limit ${SHOWN}`;
  return orders.map(
    ({ id, number, cards, given, ends_at }): Attention => ({
      tone: 'warn',
      text: message(given ? 'attention.guarantee_given' : 'attention.guarantee', {
        count: cards,
        number: String(number),
        at: { at: ends_at },
      }),
      link: pagePath('/orders/:id', { id }),
    }),
  );
};
