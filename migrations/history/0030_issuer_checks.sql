-- Issuers are asked about cards, and a few cards of each batch are kept to notice theft.

alter table confirmations
  alter column key_id drop not null,
  add column source text not null default 'manifest' check (source in ('manifest', 'adapter')),
  add constraint confirmations_key_of_manifest check ((source = 'manifest') = (key_id is not null));

alter table cards
  add column canary boolean not null default false,
  add constraint cards_canary_kept check (not canary or state not in ('available', 'sold'));
comment on column cards.canary is 'Never sold, so that its redemption tells of a theft. Who imports doesn''t see which cards these are.';
create index cards_canaries on cards (batch_id) where canary;

alter table batches add column issuer_asked_on date;
comment on column batches.issuer_asked_on is 'The night, in UTC, when its issuer last answered about its cards.';

-- One run of questions to an issuer about a batch.
create table issuer_checks (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  -- null: the shop asked by itself.
  asked_by uuid references users (id),
  -- Where the adapter's confirmations belong, once there is one.
  confirmation_id uuid references confirmations (id),
  -- The last card that was asked about.
  after_card uuid,
  total integer not null check (total > 0),
  active integer not null default 0,
  unknown integer not null default 0,
  inactive integer not null default 0,
  redeemed integer not null default 0,
  -- Of those, cards that weren't confirmed before.
  confirmed integer not null default 0,
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (failure is null or ended_at is not null)
);
create unique index issuer_checks_running on issuer_checks (batch_id) where ended_at is null;
create index issuer_checks_batch on issuer_checks (batch_id, id);
