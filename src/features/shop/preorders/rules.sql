insert into account_kinds (kind, belongs_to, limited) values
  ('preorder_reserved', 'user', true);
insert into transfer_kinds (kind, debit, credit) values
  ('preorder_reserved', 'available', 'preorder_reserved'),
  ('preorder_released', 'preorder_reserved', 'available');

-- False while cards of the programme arrive. Else they wait for the end of this transaction.
create or replace function hold_arrivals(programme uuid) returns boolean language sql
return pg_try_advisory_xact_lock(36, hashtext(programme::text));

-- Cards on their way to the shelves aren't seen by a pre-order that is placed before they are committed, nor is it seen by
-- them. So whoever brings cards has placements noticed: they try again when the cards are there.
create or replace function hold_placements(programme uuid) returns void language sql
return pg_advisory_xact_lock_shared(36, hashtext(programme::text));

-- One transaction at a time allots cards of a programme. Whoever also locks cards takes this first.
create or replace function lock_preorder_queue(programme uuid) returns void language sql
begin atomic
  select hold_placements(programme);
  select pg_advisory_xact_lock(35, hashtext(programme::text));
end;

-- A card that somebody returned or withdrew from doesn't go to a pre-order of the same person: they would pay for it again.
-- `facevalue.returned_by` names them within the transaction in which it comes back.
create or replace function allot_cards(arrived uuid[]) returns void language plpgsql as $$
declare
  queue uuid;
  offer record;
  kept uuid[];
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
      select array_agg(card_id) into kept from allotted;
      perform keep_cards(kept);
    end loop;
  end loop;
end $$;

-- Cards that come on sale or within reach of a price go to pre-orders first.
create or replace function allot_to_preorders() returns trigger language plpgsql as $$
declare
  arrived uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into arrived from new_cards where state = 'available';
  else
    -- A price cut may bring a card within reach of a pre-order, too.
    select array_agg(later.id) into arrived from new_cards later join old_cards earlier on earlier.id = later.id
    where later.state = 'available' and (earlier.state <> 'available' or later.price_cents < earlier.price_cents);
  end if;
  if arrived is not null then
    perform allot_cards(arrived);
  end if;
  return null;
end $$;
-- Triggers fire by name: after those of the lots, which count what these take away.
create or replace trigger cards_preorders_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function allot_to_preorders();
create or replace trigger cards_preorders_by_update after update on cards
  referencing old table as old_cards new table as new_cards for each statement execute function allot_to_preorders();

-- A programme that is back on sale serves its pre-orders first: those placed while it was suspended, or skipped before that,
-- want cards that were in stock all along.
create or replace function allot_when_resumed() returns trigger language plpgsql as $$
begin
  perform lock_preorder_queue(new.id);
  perform allot_cards(array(
    select c.id
    from (
      select face_cents, sum(quantity - filled) as cards, max(highest_price_cents) as highest_price_cents from preorders
      where programme_id = new.id and state in ('open', 'part_filled') and not notify_only and retry_at is null group by 1
    ) wanted cross join lateral (
      select card.id
      from card_lots lot join cards card on card.batch_id = lot.batch_id and card.face_cents = lot.face_cents
        and card.price_cents = lot.price_cents and card.discount_bp = lot.discount_bp
        and coalesce(card.expires_on, 'infinity') = lot.expires_on
      where lot.programme_id = new.id and lot.face_cents = wanted.face_cents
        and lot.price_cents <= wanted.highest_price_cents and card.state = 'available'
      order by card.price_cents, card.id limit wanted.cards for update of card skip locked
    ) c));
  return null;
end $$;
create or replace trigger programmes_preorders after update of state on programmes
  for each row when (old.state = 'suspended' and new.state = 'active') execute function allot_when_resumed();

-- A paused card is sold to the pre-order that it is allotted to, and to nobody else.
create or replace function refuse_unallotted_sale() returns trigger language plpgsql as $$
begin
  if not exists (select from preorder_allotments where card_id = old.id) then
    raise exception 'card % is paused, and not allotted to a pre-order', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger cards_sold_from_pause before update of state on cards
  for each row when (old.state = 'paused' and new.state = 'sold') execute function refuse_unallotted_sale();

-- Who has money set aside for open pre-orders.
create or replace view preorder_reserves as select user_id, reserved_cents from preorders where reserved_cents > 0;
