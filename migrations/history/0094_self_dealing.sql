-- Nobody buys what they handle, or sell: neither themselves nor through accounts linked with theirs.

create function batch_insiders(batch uuid) returns table (user_id uuid, why text) language sql stable as $$
  with direct as (
    select importer as user_id, 'handled' as why from batch_importers(batch) importer
    union all
    select unnest(array[proposer_id, decider_id]), 'handled' from proposals
      where subject = batch and kind = 'batch.approval' and decision is distinct from 'withdrawn'
    union all
    select approved_by, 'handled' from imports where batch_id = batch and approved_by is not null
    union all
    select d.decided_by, 'handled' from quarantines q join quarantine_decisions d on d.quarantine_id = q.id where q.batch_id = batch
    union all
    select s.user_id, 'seller' from batches b join sellers s on s.id = b.seller_id where b.id = batch
    union all
    select u.id, 'seller' from batches b join sellers s on s.id = b.seller_id
      join users u on u.email_verified_at is not null and (
        u.email = s.contact_email or u.email in (select email from seller_contacts where seller_id = s.id))
      where b.id = batch
    union all
    select u.id, 'staff' from users u
      where u.role = 'admin' and exists (select from batches b where b.id = batch and b.seller_id is not null)
  )
  select d.user_id, d.why from direct d where d.user_id is not null
  union
  select peer.user_id, 'linked' from direct d
  join linked_accounts own on own.user_id = d.user_id
  join linked_accounts peer on peer.group_id = own.group_id and peer.user_id <> d.user_id
$$;

-- Why somebody can't buy from a batch; null: they can.
create function self_dealing(buyer uuid, batch uuid) returns text language sql stable as $$
  select why from batch_insiders(batch) where user_id = buyer order by why = 'linked', why limit 1
$$;

-- As before, but a pre-order is passed over by cards of a batch that its buyer handles or sells.
create or replace function allot_cards(arrived uuid[]) returns void language plpgsql as $$
declare
  queue uuid;
  offer record;
begin
  perform hold_placements(programme_id)
    from (select distinct programme_id from cards where id = any(arrived) order by 1) as programmes;
  delete from preorder_allotments where card_id = any(arrived);
  for queue in
    select distinct kind.programme_id
    from (select distinct programme_id, face_cents from cards where id = any(arrived)) kind
    where exists (
      select from preorders p where p.programme_id = kind.programme_id and p.face_cents = kind.face_cents
        and p.state in ('open', 'part_filled') and not p.notify_only)
    order by 1
  loop
    perform lock_preorder_queue(queue);
    -- The cheapest first: the oldest pre-order gets the best price.
    for offer in
      select face_cents, price_cents, batch_id, array_agg(id order by id) as ids, count(*) as cards from cards
      where id = any(arrived) and programme_id = queue group by 1, 2, 3 order by 1, 2, 3
    loop
      with waiting as (
        select p.id, p.queued_at, p.quantity - p.filled - (
          select count(*) from preorder_allotments a where a.preorder_id = p.id) as missing
        from preorders p
        where p.programme_id = queue and p.face_cents = offer.face_cents and p.state in ('open', 'part_filled')
          and not p.notify_only and p.retry_at is null and p.highest_price_cents >= offer.price_cents
          and p.user_id not in (select user_id from batch_insiders(offer.batch_id))
      ), places as (
        select id, missing, sum(missing) over (order by queued_at, id) - missing as before from waiting where missing > 0
      ), shares as (
        select id, generate_series(before + 1, least(before + missing, offer.cards)) as nth from places where before < offer.cards
      ), allotted as (
        insert into preorder_allotments (card_id, preorder_id)
        select card.id, shares.id from shares join unnest(offer.ids) with ordinality as card (id, nth) on card.nth = shares.nth
        returning card_id
      )
      update cards set state = 'paused' from allotted where cards.id = allotted.card_id;
    end loop;
  end loop;
end $$;

alter table preorders drop constraint preorders_skip_reason_check;
alter table preorders add constraint preorders_skip_reason_check
  check (skip_reason in ('blocked', 'account', 'day_limit', 'order_limit', 'own_stock'));
