import type { Rule } from './rule.ts';

/** Cards, orders, their audit entries and events. */
export const saleRules: Record<string, Rule> = {
  no_card_on_two_live_lines: (sql) => sql`
    select format('card %s is on %s live lines', card_id, count(*)) as detail from order_lines
    where state in ('delivered', 'revealed') group by card_id having count(*) > 1`,

  batch_counts_equal_their_cards: (sql) => sql`
    with counted as (
      select batch_id, state, sum(cards) as cards, sum(price_cents) as price_cents,
        sum(confirmed) as confirmed
      from (select * from batch_stock union all select * from batch_stock_changes) as noted group by batch_id, state),
    held as (select batch_id, state, count(*) as cards, sum(price_cents) as price_cents, sum(issuer_confirmed::int) as confirmed
      from cards group by batch_id, state)
    select format('batch %s counts %s cards %s and has %s', batch_id, counted.cards, state, held.cards) as detail
    from counted full join held using (batch_id, state)
    where coalesce(counted.cards, 0) <> coalesce(held.cards, 0)
      or coalesce(counted.price_cents, 0) <> coalesce(held.price_cents, 0)
      or coalesce(counted.confirmed, 0) <> coalesce(held.confirmed, 0)`,

  sold_cards_have_live_lines: (sql) => sql`
    with live as (select distinct card_id from order_lines where state in ('delivered', 'revealed'))
    select format('card %s is %s and has %s', c.id, c.state, case when l.card_id is null then 'no live line' else 'a live line' end) as detail
    from cards c left join live l on l.card_id = c.id where (c.state = 'sold') <> (l.card_id is not null)
    union all
    select format('a line sells card %s, which does not exist', l.card_id) from live l left join cards c on c.id = l.card_id
    where c.id is null`,

  orders_equal_their_lines: (sql) => sql`
    with lines as (
      select order_id, count(*) as cards, sum(price_cents) as total,
        coalesce(sum(price_cents) filter (where state in ('returned', 'refunded')), 0) as refunded
      from order_lines group by order_id
    )
    select format('order %s says %s cards over %s, %s of it refunded (%s); its lines say %s, %s, %s',
      o.id, o.card_count, o.total_cents, o.refunded_cents, o.status, l.cards, l.total, l.refunded) as detail
    from orders o left join lines l on l.order_id = o.id
    where (o.card_count, o.total_cents, o.refunded_cents) is distinct from (l.cards, l.total, l.refunded)
      or o.status <> case when o.refunded_cents = 0 then 'paid' when o.refunded_cents = o.total_cents then 'refunded' else 'part_refunded' end`,

  one_audit_entry_per_order: (sql) => sql`
    select format('order %s has %s audit entries', o.id, count(e.id)) as detail
    from orders o left join audit_entries e on e.subject = o.id::text and e.action = 'order.placed'
    group by o.id having count(e.id) <> 1`,

  one_audit_entry_per_return: (sql) => sql`
    select format('the return of line %s has %s audit entries', l.id, count(e.id)) as detail
    from order_lines l left join audit_entries e
      on e.subject = l.card_id::text and e.action = 'order.card_returned' and e.details ->> 'order_id' = l.order_id::text
    group by l.id having count(e.id) <> case when l.state = 'returned' then 1 else 0 end`,

  revealed_cards_are_audited: (sql) => sql`
    select format('the reveal of line %s has no audit entry', l.id) as detail
    from order_lines l left join audit_entries e
      on e.subject = l.card_id::text and e.action = 'card.revealed' and e.details ->> 'order_id' = l.order_id::text
    where l.state = 'revealed' and e.id is null`,

  event_numbers_without_gap: (sql) => sql`
    with numbered as (
      select channel, seq from events where seq is not null
      union all select 'all', position from events where position is not null
    )
    select format('channel %s counts to %s; its %s events run from %s to %s', n.channel, c.last, count(*), min(n.seq), max(n.seq)) as detail
    from numbered n left join event_counters c on c.channel = n.channel
    group by n.channel, c.last
    having c.last is distinct from max(n.seq) or max(n.seq) - min(n.seq) + 1 <> count(*) or count(distinct n.seq) <> count(*)
    union all
    select format('event %s has no number', id) from events where position is null`,

  // Events are kept for an hour: older orders have lost theirs. The demo's customer changes orders in other ways too.
  one_event_per_change_of_an_order: (sql) => sql`
    with changes as (
      select o.id, o.user_id, 1 + count(*) filter (where l.state in ('returned', 'revealed')) as count
      from orders o join users u on u.id = o.user_id join order_lines l on l.order_id = o.id
      where o.created_at > now() - interval '50 minutes' and u.username <> 'regular' group by o.id
    )
    select format('order %s changed %s times; its buyer got %s events', c.id, c.count, count(e.id)) as detail
    from changes c left join events e
      on e.channel = 'private-user.' || c.user_id and e.event = 'order' and e.data ->> 'id' = c.id::text
    group by c.id, c.count having count(e.id) <> c.count`,
};
