-- Pre-orders: cards that a buyer wants at a price, with the money for them reserved until they are bought.

create table preorders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  programme_id uuid not null references programmes (id),
  face_cents bigint not null check (face_cents > 0),
  quantity integer not null check (quantity between 1 and 100),
  highest_price_cents bigint not null check (highest_price_cents > 0),
  notify_only boolean not null,
  state text not null default 'open' check (state in ('open', 'part_filled', 'filled', 'cancelled', 'expired')),
  filled integer not null default 0,
  spent_cents bigint not null default 0,
  -- Derived, so that no change of state can forget the money: the ledger must hold the same amount.
  reserved_cents bigint not null generated always as (
    case when state in ('open', 'part_filled') and not notify_only then (quantity - filled) * highest_price_cents else 0 end
  ) stored,
  expires_on date not null,
  created_at timestamptz not null,
  -- The place in the queue.
  queued_at timestamptz not null,
  skip_reason text check (skip_reason in ('blocked', 'account', 'day_limit', 'order_limit')),
  skipped_at timestamptz,
  -- Until then it gets no cards.
  retry_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('buyer', 'staff', 'retired', 'erased')),
  check (filled between 0 and quantity),
  check (spent_cents between 0 and filled * highest_price_cents),
  check ((state = 'open') <= (filled = 0)),
  check ((state = 'part_filled') <= (filled between 1 and quantity - 1)),
  check ((state = 'filled') <= (filled = quantity or notify_only)),
  check ((state in ('filled', 'cancelled', 'expired')) = (ended_at is not null)),
  check ((state = 'cancelled') = (end_reason is not null)),
  check ((skip_reason is null) = (skipped_at is null))
);
create index preorders_queue on preorders (programme_id, face_cents, queued_at, id) where state in ('open', 'part_filled');
create index preorders_of_user on preorders (user_id, id);
create index preorders_expiring on preorders (expires_on) where state in ('open', 'part_filled');
create index preorders_to_tell on preorders (queued_at, id) where notify_only and state = 'open';
create index preorders_skipped on preorders (retry_at) where retry_at is not null;

-- Cards owed to a pre-order: paused until it has bought them, or until they go on sale because it can't.
create table preorder_allotments (
  card_id uuid primary key references cards (id),
  preorder_id uuid not null references preorders (id)
);
create index preorder_allotments_of on preorder_allotments (preorder_id);

create table preorder_fills (
  order_id uuid primary key references orders (id),
  preorder_id uuid not null references preorders (id),
  cards integer not null check (cards > 0),
  spent_cents bigint not null,
  -- The mail that reports it; null until the run that bought the cards has ended.
  mail_id uuid
);
create index preorder_fills_of on preorder_fills (preorder_id);
create index preorder_fills_mail on preorder_fills (mail_id);

-- One transaction at a time allots cards of a programme. Whoever also locks cards takes this first.
create function lock_preorder_queue(programme uuid) returns void language sql
return pg_advisory_xact_lock(35, hashtext(programme::text));

-- Cards that have just become available belong to the oldest pre-orders that want them at their price: they are paused
-- again in the same statement, so nobody ever sees them on sale.
create function allot_cards(arrived uuid[]) returns void language plpgsql as $$
declare
  queue uuid;
  offer record;
begin
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

create function allot_to_preorders() returns trigger language plpgsql as $$
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
create trigger cards_preorders_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function allot_to_preorders();
create trigger cards_preorders_by_update after update on cards
  referencing old table as old_cards new table as new_cards for each statement execute function allot_to_preorders();

create or replace function card_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('quarantined', 'unconfirmed'), ('quarantined', 'available'), ('quarantined', 'paused'), ('quarantined', 'withdrawn'),
  ('quarantined', 'void'),
  ('unconfirmed', 'quarantined'), ('unconfirmed', 'available'), ('unconfirmed', 'paused'), ('unconfirmed', 'expired'),
  ('unconfirmed', 'withdrawn'), ('unconfirmed', 'void'),
  ('available', 'unconfirmed'), ('available', 'paused'), ('available', 'sold'), ('available', 'expired'),
  ('available', 'withdrawn'), ('available', 'void'),
  -- Sold only to the pre-order that it is allotted to.
  ('paused', 'sold'),
  ('paused', 'unconfirmed'), ('paused', 'available'), ('paused', 'expired'), ('paused', 'withdrawn'), ('paused', 'void'),
  ('sold', 'available'), ('sold', 'paused'), ('sold', 'expired'), ('sold', 'withdrawn'), ('sold', 'void'),
  ('expired', 'void'),
  ('withdrawn', 'void'));

create function refuse_unallotted_sale() returns trigger language plpgsql as $$
begin
  if not exists (select from preorder_allotments where card_id = old.id) then
    raise exception 'card % is paused, and not allotted to a pre-order', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger cards_sold_from_pause before update of state on cards
  for each row when (old.state = 'paused' and new.state = 'sold') execute function refuse_unallotted_sale();
