-- A card that somebody returned or withdrew from doesn't go to a pre-order of the same person: they would pay for it again.
-- `facevalue.returned_by` names them within the transaction in which it comes back.
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
          and p.user_id is distinct from nullif(current_setting('facevalue.returned_by', true), '')::uuid
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
