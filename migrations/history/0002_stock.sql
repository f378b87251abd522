-- Programmes, batches and cards; news and questions.

create table programmes (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 2 and 80),
  issuer_name text not null check (length(issuer_name) between 2 and 160),
  issuer_country text not null check (issuer_country ~ '^[A-Z]{2}$'),
  registration_ref text not null check (length(registration_ref) between 2 and 120),
  terms_url text not null check (terms_url ~ '^https://'),
  network text not null check (network in ('closed_loop', 'open_loop')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  level text not null check (level in ('Standard', 'Plus', 'Premium')),
  prefix text check (prefix ~ '^[0-9]{4,12}$'),
  code_format jsonb not null,
  face_values_cents bigint[] not null check (cardinality(face_values_cents) > 0),
  voucher_kind text not null check (voucher_kind in ('single_purpose', 'multi_purpose')),
  expiry_policy text not null,
  redemption_text text not null,
  issuer_public_key bytea not null check (length(issuer_public_key) = 32),
  evidence_sha256 bytea not null check (length(evidence_sha256) = 32),
  color_from text not null check (color_from ~ '^#[0-9a-f]{6}$'),
  color_to text not null check (color_to ~ '^#[0-9a-f]{6}$'),
  motif text not null default 'waves' check (motif ~ '^[a-z]+$'),
  state text not null default 'proposed' check (state in ('proposed', 'active', 'suspended')),
  proposed_by uuid not null references users (id),
  approved_by uuid references users (id),
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  check (approved_by is null or approved_by <> proposed_by),
  check (state = 'proposed' or approved_by is not null),
  check (network = 'closed_loop' or prefix is null)
);

create table batches (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  name text not null check (length(name) between 2 and 120),
  supplier text not null check (length(supplier) between 2 and 160),
  invoice_reference text not null check (length(invoice_reference) between 1 and 120),
  invoice_date date not null,
  evidence_sha256 bytea check (length(evidence_sha256) = 32),
  file_sha256 bytea check (length(file_sha256) = 32),
  discount_bp integer not null default 0 check (discount_bp between -5000 and 9000),
  usd_rate_micro bigint not null check (usd_rate_micro > 0),
  data_key bytea not null,
  state text not null default 'draft' check (state in ('draft', 'imported', 'approved', 'paused', 'withdrawn')),
  created_by uuid not null references users (id),
  imported_by uuid references users (id),
  approved_by uuid references users (id),
  approved_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  check (approved_by is null or (approved_by <> imported_by and approved_by <> created_by))
);
create index batches_programme on batches (programme_id);

create table cards (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  batch_id uuid not null references batches (id),
  state text not null default 'unconfirmed' check (state in ('unconfirmed', 'available', 'sold', 'withdrawn', 'void')),
  issuer_confirmed boolean not null default false,
  face_cents bigint not null check (face_cents > 0),
  price_cents bigint not null check (price_cents > 0),
  discount_bp integer not null,
  expires_on date,
  sealed bytea not null,
  blind_index bytea not null unique check (length(blind_index) = 32),
  created_at timestamptz not null default now(),
  check (state in ('unconfirmed', 'withdrawn', 'void') or issuer_confirmed)
);
create index cards_batch on cards (batch_id);
create index cards_newest on cards (id) where state = 'available';
create index cards_price on cards (price_cents, id) where state = 'available';
create index cards_face on cards (face_cents, id) where state = 'available';
create index cards_discount on cards (discount_bp, id) where state = 'available';
create index cards_programme_newest on cards (programme_id, id) where state = 'available';
create index cards_programme_price on cards (programme_id, price_cents, id) where state = 'available';
create index cards_programme_face on cards (programme_id, face_cents, id) where state = 'available';
create index cards_programme_discount on cards (programme_id, discount_bp, id) where state = 'available';

create table news (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 8000),
  published_at timestamptz not null default now()
);
create index news_published on news (published_at desc);

create table faqs (
  id uuid primary key default uuidv7(),
  topic text not null,
  question text not null,
  answer text not null,
  position integer not null default 0
);
