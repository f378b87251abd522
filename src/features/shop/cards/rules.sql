-- Cards on sale are counted by lot: same batch, face, price and expiry.
create or replace function add_to_card_lots() returns trigger language plpgsql as $$
begin
  insert into card_lots as lot (programme_id, batch_id, face_cents, price_cents, discount_bp, expires_on, cards)
  select programme_id, batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), count(*)
  from new_cards where state = 'available' group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (batch_id, face_cents, price_cents, discount_bp, expires_on) do update set cards = lot.cards + excluded.cards;
  return null;
end $$;
create or replace trigger cards_arrive_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function add_to_card_lots();
create or replace trigger cards_arrive_by_update after update on cards
  referencing new table as new_cards for each statement execute function add_to_card_lots();

-- Cards that leave the sale are written as departures, so that two sales don't wait for one lot.
create or replace function take_from_card_lots() returns trigger language plpgsql as $$
begin
  insert into card_lot_departures (lot_id, cards)
  select lot.id, count(*)
  from old_cards as card join card_lots as lot
    on (lot.batch_id, lot.face_cents, lot.price_cents, lot.discount_bp, lot.expires_on)
      = (card.batch_id, card.face_cents, card.price_cents, card.discount_bp, coalesce(card.expires_on, 'infinity'))
  where card.state = 'available' group by lot.id;
  return null;
end $$;
create or replace trigger cards_leave_by_delete after delete on cards
  referencing old table as old_cards for each statement execute function take_from_card_lots();
create or replace trigger cards_leave_by_update after update on cards
  referencing old table as old_cards for each statement execute function take_from_card_lots();

-- Cards on sale that are alike, without those that have left and aren't subtracted from their lot yet.
create or replace view lots_left as
with gone as (select lot_id, sum(cards) as cards from card_lot_departures group by lot_id)
select programme_id, batch_id, face_cents, price_cents, discount_bp, expires_on, lot.cards - coalesce(gone.cards, 0) as cards
from card_lots lot left join gone on gone.lot_id = lot.id;
