-- When a card's price last changed: an order that doesn't say which total its buyer saw is refused if a price changed
-- after the card was put into the cart.
alter table cards add column price_changed_at timestamptz;

create function note_price_change() returns trigger language plpgsql as $$
begin
  new.price_changed_at := now();
  return new;
end
$$;

create trigger cards_price_changed before update of price_cents on cards
  for each row when (old.price_cents is distinct from new.price_cents) execute function note_price_change();
