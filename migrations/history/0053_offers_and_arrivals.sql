-- The directory is searched in an index that each process keeps of these rows (features/prefixes/offers). It reads only what
-- was written since, so rows carry the number of the renewal that wrote them, and those that sold out stay with 0 on sale.

drop table programme_offer_counts;
drop index programme_offers_prefix;
drop index programme_offers_prefix_down;
drop index programme_offers_name;
drop index programme_offers_price;
drop index programme_offers_on_sale;
drop index programme_offers_words;

alter table programme_offers
  drop column kind,
  drop column level,
  drop column currency,
  drop column countries,
  drop constraint programme_offers_on_sale_check,
  add check (on_sale >= 0),
  alter column from_price_cents drop not null,
  add check (on_sale = 0 or from_price_cents is not null),
  alter column words type text[] using tsvector_to_array(words),
  add column version bigint not null default 1;
alter table programme_offers alter column version drop default;
create index programme_offers_version on programme_offers (version);

-- Cards on their way to the shelves aren't seen by a pre-order that is placed before they are committed, nor is it seen by
-- them. So whoever brings cards has placements noticed: they try again when the cards are there.
create function hold_placements(programme uuid) returns void language sql
return pg_advisory_xact_lock_shared(36, hashtext(programme::text));

-- False while cards of the programme arrive. Else they wait for the end of this transaction.
create function hold_arrivals(programme uuid) returns boolean language sql
return pg_try_advisory_xact_lock(36, hashtext(programme::text));

-- One transaction at a time allots cards of a programme. Whoever also locks cards takes this first.
create or replace function lock_preorder_queue(programme uuid) returns void language sql
begin atomic
  select hold_placements(programme);
  select pg_advisory_xact_lock(35, hashtext(programme::text));
end;

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
      select face_cents, price_cents, array_agg(id order by id) as ids, count(*) as cards from cards
      where id = any(arrived) and programme_id = queue group by 1, 2 order by 1, 2
    loop
      with waiting as (
        select p.id, p.queued_at, p.quantity - p.filled - (
          select count(*) from preorder_allotments a where a.preorder_id = p.id) as missing
        from preorders p
        where p.programme_id = queue and p.face_cents = offer.face_cents and p.state in ('open', 'part_filled')
          and not p.notify_only and p.retry_at is null and p.highest_price_cents >= offer.price_cents
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
