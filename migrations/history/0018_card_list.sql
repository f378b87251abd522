-- A lot is the cards on sale of one batch with the same face value, price, discount and expiry date. Everything that
-- the card list filters and sorts by is a fact of the lot, so a page is found among lots and read as ranges of cards.

create table card_lots (
  id bigint generated always as identity primary key,
  programme_id uuid not null references programmes (id),
  batch_id uuid not null references batches (id),
  face_cents bigint not null,
  price_cents bigint not null,
  discount_bp integer not null,
  -- 'infinity' for cards that don't expire.
  expires_on date not null,
  -- Never too low: cards that arrive are added at once, cards that leave are subtracted later, so sales share no row.
  cards bigint not null check (cards >= 0),
  unique (batch_id, face_cents, price_cents, discount_bp, expires_on)
);
create index card_lots_price on card_lots (price_cents, id);
create index card_lots_face on card_lots (face_cents, id);
create index card_lots_discount on card_lots (discount_bp, id);

create table card_lot_departures (
  lot_id bigint not null,
  cards bigint not null
);

drop index cards_newest, cards_price, cards_face, cards_discount, cards_programme_newest, cards_programme_price,
  cards_programme_face, cards_programme_discount;
create index cards_newest on cards (batch_id, id) where state = 'available';
create index cards_lot on cards (batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), id)
  where state = 'available';

insert into card_lots (programme_id, batch_id, face_cents, price_cents, discount_bp, expires_on, cards)
select programme_id, batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), count(*)
from cards where state = 'available' group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6;

create function add_to_card_lots() returns trigger language plpgsql as $$
begin
  insert into card_lots as lot (programme_id, batch_id, face_cents, price_cents, discount_bp, expires_on, cards)
  select programme_id, batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), count(*)
  from new_cards where state = 'available' group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (batch_id, face_cents, price_cents, discount_bp, expires_on) do update set cards = lot.cards + excluded.cards;
  return null;
end $$;

create function take_from_card_lots() returns trigger language plpgsql as $$
begin
  insert into card_lot_departures (lot_id, cards)
  select lot.id, count(*)
  from old_cards as card join card_lots as lot
    on (lot.batch_id, lot.face_cents, lot.price_cents, lot.discount_bp, lot.expires_on)
      = (card.batch_id, card.face_cents, card.price_cents, card.discount_bp, coalesce(card.expires_on, 'infinity'))
  where card.state = 'available' group by lot.id;
  return null;
end $$;

create trigger cards_arrive_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function add_to_card_lots();
create trigger cards_arrive_by_update after update on cards
  referencing new table as new_cards for each statement execute function add_to_card_lots();
create trigger cards_leave_by_update after update on cards
  referencing old table as old_cards for each statement execute function take_from_card_lots();
create trigger cards_leave_by_delete after delete on cards
  referencing old table as old_cards for each statement execute function take_from_card_lots();
