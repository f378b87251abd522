-- What buyers asked to have bought once a payment is credited.
create table waiting_purchases (
  id uuid primary key references payments (id),
  user_id uuid not null references users (id),
  session_id uuid not null,
  card_ids uuid[] not null,
  prices_cents bigint[] not null,
  value_card_ids uuid[] not null,
  total_cents bigint not null check (total_cents > 0),
  consent_at timestamptz,
  consent_version smallint check (consent_version > 0),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'bought', 'called_off', 'failed')),
  ended_at timestamptz,
  ended_why jsonb,
  order_id uuid unique references orders (id),
  mac bytea check (length(mac) = 32),
  revision integer not null default 0,
  constraint waiting_purchases_lines check (
    cardinality(card_ids) between 1 and 100 and cardinality(prices_cents) = cardinality(card_ids)
    and value_card_ids <@ card_ids),
  constraint waiting_purchases_consent check ((consent_at is null) = (consent_version is null)),
  constraint waiting_purchases_until check (expires_at > asked_at),
  constraint waiting_purchases_ended check ((state = 'waiting') = (ended_at is null)),
  constraint waiting_purchases_bought check ((state = 'bought') = (order_id is not null))
);
create unique index waiting_purchases_one on waiting_purchases (user_id) where state = 'waiting';
create index waiting_purchases_user on waiting_purchases (user_id, id);
comment on table waiting_purchases is
  'Cards that a buyer asked to have bought once a payment is credited: all or nothing, for the prices that they saw.';
comment on column waiting_purchases.id is 'That of the payment.';
comment on column waiting_purchases.session_id is
  'In which it was asked for: above what an unconfirmed device may spend, its device must be trusted when it is bought.';
comment on column waiting_purchases.prices_cents is 'The most that each card may cost, in the order of card_ids.';
comment on column waiting_purchases.value_card_ids is 'The cards that were chosen by their value: an equal one may take the place of each.';
comment on column waiting_purchases.consent_at is 'When the buyer agreed to get the codes at once; null if they didn''t.';
comment on column waiting_purchases.ended_why is 'Why nothing was bought, as its buyer reads it.';
comment on column waiting_purchases.mac is 'Vouches that its buyer asked for it, and for its state: without it nothing is bought.';
