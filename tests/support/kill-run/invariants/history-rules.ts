import { type Rule, told } from './rule.ts';

/** What was acknowledged, against what is there. Every outcome is known, so there must be nothing more either. */
export const historyRules: Record<string, Rule> = {
  acknowledged_orders: (sql, { orders, opening_cents }) => sql`
    with told as (
      select * from jsonb_to_recordset(${told(
        sql,
        orders.map(({ id, buyer, total_cents, cards }) => ({
          id,
          user_id: buyer.id,
          total_cents,
          cards: cards.map((card) => card.id).sort(),
        })),
      )}) as o (id uuid, user_id uuid, total_cents bigint, cards uuid[])
    ), kept as (
      select o.id, o.user_id, o.total_cents, array_agg(l.card_id order by l.card_id) as cards
      from orders o left join order_lines l on l.order_id = o.id where o.user_id = any(${[...opening_cents.keys()]}) group by o.id
    )
    select format('order %s %s', coalesce(t.id, k.id), case when k.id is null then 'is lost' when t.id is null
      then 'was never acknowledged' else 'differs from what was acknowledged' end) as detail
    from told t full join kept k on k.id = t.id
    where (t.id, t.user_id, t.total_cents, t.cards) is distinct from (k.id, k.user_id, k.total_cents, k.cards)`,

  acknowledged_returns: (sql, { returns, opening_cents }) => sql`
    with told as (
      select * from jsonb_to_recordset(${told(sql, returns)}) as r (order_id uuid, card_id uuid, price_cents bigint)
    ), kept as (
      select l.order_id, l.card_id, l.price_cents from order_lines l join orders o on o.id = l.order_id
      where l.state = 'returned' and o.user_id = any(${[...opening_cents.keys()]})
    )
    select format('the return of card %s %s', coalesce(t.card_id, k.card_id), case when k.card_id is null then 'is lost'
      when t.card_id is null then 'was never acknowledged' else 'differs' end) as detail
    from told t full join kept k on k.order_id = t.order_id and k.card_id = t.card_id
    where t.price_cents is distinct from k.price_cents`,

  acknowledged_reveals: (sql, { reveals, opening_cents }) => sql`
    with told as (
      select distinct order_id, card_id from jsonb_to_recordset(${told(sql, reveals)}) as r (order_id uuid, card_id uuid)
    ), kept as (
      select l.order_id, l.card_id, l.consent_at from order_lines l join orders o on o.id = l.order_id
      where l.state = 'revealed' and o.user_id = any(${[...opening_cents.keys()]})
    )
    select format('the reveal of card %s %s', coalesce(t.card_id, k.card_id), case when k.card_id is null then 'is lost'
      when t.card_id is null then 'was never acknowledged' else 'has no consent' end) as detail
    from told t full join kept k on k.order_id = t.order_id and k.card_id = t.card_id
    where t.card_id is null or k.consent_at is null`,

  acknowledged_registrations: (sql, { registrations }) => sql`
    select format('%s is not registered', t.username) as detail
    from jsonb_to_recordset(${told(sql, registrations)}) as t (username text, email text)
    left join users u on u.username = t.username and u.email = t.email where u.id is null`,

  // A letter whose sender was killed may come minutes later: until then its job is there.
  registrations_are_mailed: (sql, { registrations }) => sql`
    select format('%s got no mail and none is queued', u.username) as detail
    from jsonb_to_recordset(${told(sql, registrations)}) as t (username text) join users u on u.username = t.username
    where not exists (select from mailbox m where m.recipient = u.email)
      and not exists (
        select from email_tokens e join graphile_worker._private_jobs j on j.payload ->> 'token_id' = e.id::text
        where e.user_id = u.id)`,

  carts_as_told: (sql, { carts }) => sql`
    with told as (
      select * from jsonb_to_recordset(${told(
        sql,
        [...carts].map(([user_id, cards]) => ({ user_id, cards: [...cards].sort() })),
      )}) as c (user_id uuid, cards uuid[])
    )
    select format('the cart of %s holds %s cards instead of %s', t.user_id, count(i.card_id), cardinality(t.cards)) as detail
    from told t left join cart_items i on i.user_id = t.user_id group by t.user_id, t.cards
    having array_remove(array_agg(i.card_id order by i.card_id), null) <> t.cards`,

  // Which cards stand for them may have changed since.
  value_carts_as_told: (sql, { valueCarts }) => sql`
    with told as (
      select * from jsonb_to_recordset(${told(
        sql,
        [...valueCarts].flatMap(([user_id, counts]) =>
          [...counts].map(([value, lines]) => ({ user_id, value, lines })),
        ),
      )}) as c (user_id uuid, value text, lines bigint)
    ), kept as (
      select i.user_id, concat_ws(' ', c.programme_id, c.face_cents) as value, count(*) as lines
      from cart_items i join cards c on c.id = i.card_id
      where i.user_id = any(${[...valueCarts.keys()]}) and i.max_price_cents is not null group by 1, 2
    )
    select format('the cart of %s holds %s cards of %s instead of %s', user_id, coalesce(k.lines, 0), value, coalesce(t.lines, 0)) as detail
    from told t full join kept k using (user_id, value) where coalesce(t.lines, 0) <> coalesce(k.lines, 0)
    union all
    select format('the cart of %s holds card %s, which was not added by value', user_id, card_id)
    from cart_items where user_id = any(${[...valueCarts.keys()]}) and max_price_cents is null`,

  balances_as_told: (sql, history) => sql`
    select format('%s has %s instead of %s', t.user_id, b.balance_cents, t.cents) as detail
    from jsonb_to_recordset(${told(sql, history.balances())}) as t (user_id uuid, cents bigint)
      left join ledger_accounts a on a.owner_id = t.user_id and a.kind = 'available'
      left join ledger_balances b on b.account_id = a.id
    where b.balance_cents is distinct from t.cents`,

  acknowledged_top_ups: (sql, { topUps }) => sql`
    select format('payment %s was credited %s instead of %s', t.payment_id, coalesce(sum(d.credited_cents), 0), t.cents) as detail
    from jsonb_to_recordset(${told(sql, topUps)}) as t (payment_id uuid, cents bigint)
      left join deposits d on d.payment_id = t.payment_id and d.state = 'credited'
    group by t.payment_id, t.cents having coalesce(sum(d.credited_cents), 0) <> t.cents`,

  acknowledged_preorders: (sql, { preorders }) => sql`
    select format('pre-order %s was %s and is %s', t.id, t.told, coalesce(p.state, 'lost')) as detail
    from jsonb_to_recordset(${told(
      sql,
      [...preorders].map(([id, told]) => ({ id, told })),
    )}) as t (id uuid, told text) left join preorders p on p.id = t.id
    where p.id is null or (t.told = 'cancelled' and p.state <> 'cancelled')`,

  // These buyers send every checkout and return with a key.
  one_effect_per_key: (sql, { opening_cents }) => sql`
    with effects as (
      select o.id, o.user_id, 1 + count(*) filter (where l.state = 'returned') as count
      from orders o join order_lines l on l.order_id = o.id where o.user_id = any(${[...opening_cents.keys()]}) group by o.id
    )
    select format('order %s has %s effects and %s keys', e.id, e.count, count(k.key)) as detail
    from effects e left join idempotency_keys k on k.user_id = e.user_id and k.reply -> 'data' ->> 'id' = e.id::text
    group by e.id, e.count having count(k.key) <> e.count or count(*) filter (where k.status = 201) <> 1`,

  only_sold_cards_are_refused: (sql, { refusedAsSold }) => sql`
    select format('card %s was refused as sold, and nobody ever bought it', t.id) as detail
    from unnest(${[...refusedAsSold]}::uuid[]) as t (id) left join order_lines l on l.card_id = t.id where l.id is null`,
};
