-- Cards and batches as state machines, what stock cost, and counts of it that don't read the cards.

alter table cards
  add column unusable_at timestamptz,
  drop constraint cards_state_check,
  drop constraint cards_check,
  add constraint cards_state_check check (
    state in ('quarantined', 'unconfirmed', 'available', 'paused', 'sold', 'expired', 'withdrawn', 'void')),
  add constraint cards_check check (state in ('quarantined', 'unconfirmed', 'expired', 'withdrawn', 'void') or issuer_confirmed);
comment on column cards.unusable_at is 'When its issuer, or an approver, reported that it can''t be redeemed.';
create index cards_unusable on cards (batch_id) where unusable_at is not null;
create index cards_expiring on cards (expires_on) where state in ('unconfirmed', 'available', 'paused');
-- One index for the cards of a batch, page by page.
create index cards_batch_id on cards (batch_id, id);
drop index cards_batch;
alter index cards_batch_id rename to cards_batch;

create function card_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('quarantined', 'unconfirmed'), ('quarantined', 'available'), ('quarantined', 'paused'), ('quarantined', 'withdrawn'),
  ('quarantined', 'void'),
  ('unconfirmed', 'quarantined'), ('unconfirmed', 'available'), ('unconfirmed', 'paused'), ('unconfirmed', 'expired'),
  ('unconfirmed', 'withdrawn'), ('unconfirmed', 'void'),
  -- Back to unconfirmed: its issuer no longer vouches for it.
  ('available', 'unconfirmed'), ('available', 'paused'), ('available', 'sold'), ('available', 'expired'),
  ('available', 'withdrawn'), ('available', 'void'),
  ('paused', 'unconfirmed'), ('paused', 'available'), ('paused', 'expired'), ('paused', 'withdrawn'), ('paused', 'void'),
  -- A returned card takes the state of the other cards of its batch.
  ('sold', 'available'), ('sold', 'paused'), ('sold', 'expired'), ('sold', 'withdrawn'), ('sold', 'void'),
  ('expired', 'void'),
  ('withdrawn', 'void'));

create function batch_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('draft', 'imported'), ('draft', 'withdrawn'),
  -- Back to a draft: everything that was imported was undone.
  ('imported', 'draft'), ('imported', 'approved'), ('imported', 'withdrawn'),
  -- Back to imported: another file came, and waits for its approval.
  ('approved', 'imported'), ('approved', 'paused'), ('approved', 'withdrawn'),
  ('paused', 'approved'), ('paused', 'withdrawn'));

create function refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception '% % is %, and can''t become %', tg_table_name, old.id, old.state, new.state using errcode = 'check_violation';
end $$;
create trigger cards_transition before update of state on cards
  for each row when (old.state <> new.state and not card_may_become(old.state, new.state)) execute function refuse_transition();
create trigger batches_transition before update of state on batches
  for each row when (old.state <> new.state and not batch_may_become(old.state, new.state)) execute function refuse_transition();

create function refuse_sold_price() returns trigger language plpgsql as $$
begin
  raise exception 'card % is sold, and keeps its price', old.id using errcode = 'check_violation';
end $$;
create trigger cards_sold_price before update of price_cents on cards
  for each row when (old.state = 'sold' and new.state = 'sold' and old.price_cents <> new.price_cents) execute function refuse_sold_price();

-- What stock cost: so much of the face value at the rate of the purchase, or so much for each card.
alter table batches
  add column cost_bp integer check (cost_bp between 0 and 20000),
  add column cost_rate_micro bigint check (cost_rate_micro > 0),
  add column card_cost_cents bigint check (card_cost_cents >= 0),
  add column follows_rate boolean not null default false,
  add column repriced_on date,
  add column authorisation_reference text check (length(authorisation_reference) between 1 and 120),
  add column authorised_from date,
  add column authorised_until date,
  add constraint batches_one_cost check (
    num_nonnulls(cost_bp, card_cost_cents) <= 1 and (cost_bp is null or cost_rate_micro is not null)),
  -- Batches of earlier releases have none (P2).
  add constraint batches_authorised check (authorisation_reference is null or (
    authorised_from is not null and invoice_date >= authorised_from
    and (authorised_until is null or invoice_date <= authorised_until)));
comment on column batches.follows_rate is 'Whether unsold cards are repriced every night at the reference rate.';
comment on column batches.repriced_on is 'The night, in UTC, when that last happened.';

create function purchase_cost_cents(batch batches, cards bigint, face_cents bigint) returns bigint language sql immutable
return coalesce(batch.card_cost_cents * cards,
  round(face_cents::numeric * batch.cost_rate_micro * batch.cost_bp / 10000000000)::bigint);

alter table order_lines
  -- Without a foreign key, which would have a checkout wait for whoever holds the batch; its card has one.
  add column batch_id uuid,
  -- What the card had cost the shop, as known at the sale.
  add column cost_cents bigint check (cost_cents >= 0);
update order_lines l set batch_id = c.batch_id from cards c where c.id = l.card_id;
alter table order_lines alter column batch_id set not null;
create index order_lines_sold on order_lines (created_at);

-- How many cards of each batch are in each state, and what they are worth: `batch_stock` with the changes that were not
-- added to it yet. Sales only note their change, so they share no row.
create table batch_stock (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  primary key (batch_id, state)
);
create table batch_stock_changes (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null
);
insert into batch_stock select batch_id, state, count(*), sum(face_cents), sum(price_cents) from cards group by 1, 2;

create function note_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into batch_stock_changes
    select batch_id, state, count(*), sum(face_cents), sum(price_cents) from new_cards group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into batch_stock_changes
    select batch_id, state, -count(*), -sum(face_cents), -sum(price_cents) from old_cards group by 1, 2;
  else
    insert into batch_stock_changes
    select batch_id, state, sum(n), sum(n * face_cents), sum(n * price_cents)
    from (select 1 as n, batch_id, state, face_cents, price_cents from new_cards
      union all select -1, batch_id, state, face_cents, price_cents from old_cards) as moved
    group by 1, 2 having sum(n) <> 0 or sum(n * face_cents) <> 0 or sum(n * price_cents) <> 0;
  end if;
  return null;
end $$;
create trigger cards_stock_by_insert after insert on cards
  referencing new table as new_cards for each statement execute function note_stock();
create trigger cards_stock_by_update after update on cards
  referencing old table as old_cards new table as new_cards for each statement execute function note_stock();
create trigger cards_stock_by_delete after delete on cards
  referencing old table as old_cards for each statement execute function note_stock();

create view batch_figures as
select batch_id, sum(cards)::bigint as total,
  coalesce(sum(cards) filter (where state = 'quarantined'), 0)::bigint as quarantined,
  coalesce(sum(cards) filter (where state = 'unconfirmed'), 0)::bigint as unconfirmed,
  coalesce(sum(cards) filter (where state = 'available'), 0)::bigint as available,
  coalesce(sum(cards) filter (where state = 'paused'), 0)::bigint as paused,
  coalesce(sum(cards) filter (where state = 'sold'), 0)::bigint as sold,
  coalesce(sum(cards) filter (where state = 'expired'), 0)::bigint as expired,
  coalesce(sum(cards) filter (where state = 'withdrawn'), 0)::bigint as withdrawn,
  coalesce(sum(cards) filter (where state = 'void'), 0)::bigint as void,
  coalesce(sum(face_cents) filter (where state in ('quarantined', 'unconfirmed', 'available', 'paused')), 0)::bigint
    as stock_face_cents,
  coalesce(sum(price_cents) filter (where state in ('quarantined', 'unconfirmed', 'available', 'paused')), 0)::bigint
    as stock_price_cents,
  coalesce(sum(face_cents) filter (where state = 'sold'), 0)::bigint as sold_face_cents,
  coalesce(sum(price_cents) filter (where state = 'sold'), 0)::bigint as sold_price_cents
from (select * from batch_stock union all select * from batch_stock_changes) as stock group by batch_id;
