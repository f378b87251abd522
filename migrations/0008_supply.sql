-- Supply: programmes, batches, cards, imports, issuers, sellers, payouts.

create table programmes (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 2 and 80),
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
  face_values_cents bigint[] not null,
  voucher_kind text not null check (voucher_kind in ('single_purpose', 'multi_purpose')),
  expiry_policy text not null,
  redemption_text text not null,
  evidence_sha256 bytea not null check (length(evidence_sha256) = 32),
  color_from text not null check (color_from ~ '^#[0-9a-f]{6}$'),
  color_to text not null check (color_to ~ '^#[0-9a-f]{6}$'),
  motif text not null default 'waves' check (motif ~ '^[a-z]+$'),
  state text not null default 'proposed' check (state in ('proposed', 'active', 'suspended', 'retired', 'rejected',
    'withdrawn')),
  created_at timestamptz not null default now(),
  funds jsonb,
  other_countries text[] not null default '{}',
  face_range jsonb,
  guarantee_hours integer not null default 24,
  fee_text text not null default '',
  redemption_translations jsonb not null default '{}',
  price_rule jsonb,
  evidence_ref text not null default '',
  adapter_url text,
  adapter_data_key bytea,
  adapter_secret bytea,
  barcode text not null default 'none' check (barcode in ('none', 'code128', 'qr')),
  brand_id uuid not null,
  expiry_translations jsonb not null default '{}',
  fee_translations jsonb not null default '{}',
  constraint programmes_check2 check (network = 'closed_loop' or prefix is null),
  constraint programmes_other_countries check ((country <> ALL (other_countries)) and array_to_string(other_countries,
    ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
  constraint programmes_faces check (cardinality(face_values_cents) > 0 or face_range is not null),
  constraint programmes_face_range check (((face_range ->> 'min_cents')::bigint) > 0
    and ((face_range ->> 'max_cents')::bigint) > ((face_range ->> 'min_cents')::bigint)),
  constraint programmes_guarantee check (guarantee_hours between 1 and 8760),
  constraint programmes_adapter check (adapter_url ~ '^https://' and adapter_data_key is not null
    and adapter_secret is not null or adapter_url is null and adapter_data_key is null and adapter_secret is null),
  constraint programmes_funds_us check (country <> 'US' and ('US' <> ALL (other_countries)) or funds is null
    or coalesce((funds ->> 'expire_after_months')::integer, 60) >= 60
    and coalesce(((funds -> 'dormancy_fee') ->> 'after_months')::integer, 12) >= 12)
);
create unique index programmes_name on programmes (name) where state in ('proposed', 'active', 'suspended');
create index programmes_brand on programmes (brand_id);
comment on table programmes is 'What an issuer sells under one contract: closed funds, limits, the form of its codes. Lawful kinds alone.';
comment on column programmes.price_rule is 'How prices follow from face values, where importers don''t set them.';

create table programme_versions (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  number integer not null check (number > 0),
  -- The facts by the names of the columns of programmes.
  facts jsonb not null,
  state text not null default 'proposed' check (state in ('proposed', 'active', 'superseded', 'rejected', 'withdrawn')),
  proposed_at timestamptz not null,
  -- When it took effect, was rejected or withdrawn.
  settled_at timestamptz,
  unique (programme_id, number)
);
create unique index programme_versions_proposed on programme_versions (programme_id) where state = 'proposed';
create unique index programme_versions_active on programme_versions (programme_id) where state = 'active';
comment on table programme_versions is 'The facts of a programme as they were proposed, approved or rejected, one version each.';

create table issuer_keys (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- Raw Ed25519 public key that the issuer signs its manifests with.
  public_key bytea not null check (length(public_key) = 32),
  valid_from timestamptz not null,
  -- The key that this one takes over from: what that one confirmed stays confirmed.
  replaces uuid references issuer_keys (id),
  proposed_at timestamptz not null,
  approved_at timestamptz,
  -- Rejected or withdrawn.
  closed_at timestamptz,
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users (id),
  revoke_reason text check (length(revoke_reason) between 3 and 500),
  constraint issuer_keys_settled_once check (approved_at is null or closed_at is null),
  constraint issuer_keys_revoked_whole check ((revoked_at is null) = (revoked_by is null)
    and (revoked_at is null) = (revoke_reason is null) and (revoked_at is null or approved_at is not null))
);
-- A key that was revoked doesn't come back.
create unique index issuer_keys_once on issuer_keys (programme_id, public_key) where closed_at is null;
comment on table issuer_keys is 'The public keys that issuers sign their answers with, approved by two people.';

create table programme_suspensions (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- The rule of the import guard; null where a person suspended it.
  rule text,
  reason text check (length(reason) between 3 and 500),
  suspended_by uuid references users (id),
  suspended_at timestamptz not null
);
create index programme_suspensions_programme on programme_suspensions (programme_id);
comment on table programme_suspensions is 'When and by which rule a programme was stopped for good.';

create table issuer_key_checks (
  key_id uuid primary key references issuer_keys (id),
  outcome text not null check (outcome in ('matches', 'differs', 'none')),
  checked_at timestamptz not null
);
comment on table issuer_key_checks is 'When the key that an issuer publishes was last compared with the one on record.';

create table issuer_outages (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- The question that got no answer, and is asked again.
  line_id uuid not null,
  failure text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
create unique index issuer_outages_open on issuer_outages (programme_id) where ended_at is null;
comment on table issuer_outages is 'When the issuer of a programme gave no answer that counts: guarantees stand still.';

create table issuer_answers (
  id uuid primary key default uuidv7(),
  line_id uuid not null,
  cause text not null check (cause in ('check', 'delivery', 'claim', 'return', 'outage')),
  asked_at timestamptz not null,
  failure text,
  status text check (status in ('active', 'unknown', 'inactive', 'redeemed')),
  balance_cents bigint check (balance_cents >= 0),
  -- When it was last redeemed, or that it never was; neither where the issuer doesn't say.
  redeemed_at timestamptz,
  never_redeemed boolean not null default false,
  -- Timestamp, nonce, body and signature, under the key of the batch: the body names the card by a digest of its code.
  sealed bytea,
  check ((failure is null) = (status is not null) and (status is null) = (sealed is null)),
  check (failure is null or balance_cents is null and redeemed_at is null and not never_redeemed),
  check (not never_redeemed or redeemed_at is null and status <> 'redeemed')
);
create index issuer_answers_line on issuer_answers (line_id, id);
comment on table issuer_answers is 'What an issuer said about one sold card, with the signed answer itself, sealed.';

create table issuer_reports (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  key_id uuid not null references issuer_keys (id),
  report_sha256 bytea not null check (octet_length(report_sha256) = 32),
  -- Nothing is missing between two reports of a programme: each begins where the one before ended, or earlier.
  covers_from timestamptz not null,
  covers_until timestamptz not null,
  -- Codes that it names, and cards of the shop among them that nobody bought.
  listed integer not null check (listed >= 0),
  unsold integer not null,
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null,
  unique (programme_id, covers_until),
  check (covers_until > covers_from),
  check (unsold between 0 and listed)
);
comment on table issuer_reports is 'Signed lists of cards that issuers sold, as they were uploaded.';

create table sellers (
  id uuid primary key default uuidv7(),
  legal_name text not null check (length(legal_name) between 2 and 160),
  contact_email text not null check (contact_email = lower(contact_email) and length(contact_email) <= 254),
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null default 'applied' check (state in ('applied', 'verified', 'suspended', 'ended')),
  data_key bytea not null,
  tax_id bytea not null,
  commission_bp integer not null check (commission_bp between 0 and 9000),
  returns_borne_by text not null check (returns_borne_by in ('seller', 'shop')),
  reserve_bp integer not null check (reserve_bp between 0 and 5000),
  reserve_days integer not null check (reserve_days between 0 and 365),
  minimum_payout_cents bigint not null check (minimum_payout_cents between 1 and 100000000),
  -- Who signs in for the seller; most have nobody.
  user_id uuid unique references users (id),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  owners text[] not null default '{}' check (cardinality(owners) <= 20),
  screened_list_id bigint references sanctions_lists (id)
);
comment on table sellers is 'Companies whose cards the shop sells for them.';
comment on column sellers.contact_email is 'The first one; later ones stand in seller_contacts.';
comment on column sellers.tax_id is 'Sealed with data_key, which the master key wraps.';
comment on column sellers.commission_bp is 'What the shop keeps of a sale, in hundredths of a per cent.';

create table batches (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  name text not null check (length(name) between 2 and 120),
  supplier text not null check (length(supplier) between 2 and 160),
  invoice_reference text not null check (length(invoice_reference) between 1 and 120),
  invoice_date date not null,
  evidence_sha256 bytea check (length(evidence_sha256) = 32),
  file_sha256 bytea check (length(file_sha256) = 32),
  discount_bp integer not null default 0 check (discount_bp >= '-5000'::integer and discount_bp <= 9000),
  usd_rate_micro bigint not null check (usd_rate_micro > 0),
  data_key bytea not null,
  state text not null default 'draft' check (state in ('draft', 'imported', 'approved', 'paused', 'withdrawn')),
  created_by uuid not null references users (id),
  imported_by uuid references users (id),
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  cost_bp integer check (cost_bp between 0 and 20000),
  cost_rate_micro bigint check (cost_rate_micro > 0),
  card_cost_cents bigint check (card_cost_cents >= 0),
  follows_rate boolean not null default false,
  repriced_on date,
  authorisation_reference text check (length(authorisation_reference) between 1 and 120),
  authorised_from date,
  authorised_until date,
  issuer_asked_on date,
  seller_id uuid references sellers (id),
  approved_discount_bp integer check (approved_discount_bp >= '-5000'::integer and approved_discount_bp <= 9000),
  braked_at timestamptz,
  floor_bp integer check (floor_bp between 1000 and 15000),
  constraint batches_one_cost check (num_nonnulls(cost_bp, card_cost_cents) <= 1 and (cost_bp is null
    or cost_rate_micro is not null)),
  constraint batches_authorised check (authorisation_reference is null or authorised_from is not null
    and invoice_date >= authorised_from and (authorised_until is null or invoice_date <= authorised_until)),
  constraint batches_braked check (braked_at is null or (state in ('paused', 'withdrawn')))
);
create index batches_programme on batches (programme_id);
create index batches_seller on batches (seller_id) where seller_id is not null;
comment on table batches is 'Cards that came together: from one supplier, by one invoice, of one programme.';
comment on column batches.discount_bp is 'How far prices lie below the face value, in hundredths of a per cent.';
comment on column batches.usd_rate_micro is 'Millionths of a dollar for one unit of the programme''s currency, when the prices were set.';
comment on column batches.data_key is 'The key that seals the codes of these cards, itself sealed by the master key.';
comment on column batches.cost_bp is 'What the cards cost, in hundredths of a per cent of their face value.';
comment on column batches.follows_rate is 'Whether unsold cards are repriced every night at the reference rate.';
comment on column batches.repriced_on is 'The night, in UTC, when that last happened.';
comment on column batches.issuer_asked_on is 'The night, in UTC, when its issuer last answered about its cards.';
comment on column batches.braked_at is 'When too many unusable cards, or a redeemed canary, stopped its sale; null once it was resumed.';

create table confirmations (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  key_id uuid references issuer_keys (id),
  -- null where an earlier release didn't keep it.
  manifest_sha256 bytea check (length(manifest_sha256) = 32),
  created_at timestamptz not null,
  source text not null default 'manifest' check (source in ('manifest', 'adapter')),
  constraint confirmations_key_of_manifest check ((source = 'manifest') = (key_id is not null))
);
create index confirmations_key on confirmations (key_id);
comment on table confirmations is 'Which key confirmed which cards, so that a revoked one takes its confirmations along.';

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
comment on table issuer_checks is 'Questions to an issuer about all cards of a batch, and what became of them.';

create table seller_lines (
  line_id uuid primary key,
  seller_id uuid not null references sellers (id),
  price_cents bigint not null check (price_cents > 0),
  commission_bp integer not null,
  commission_cents bigint not null check (commission_cents >= 0),
  share_cents bigint not null check (share_cents >= 0),
  returns_borne_by text not null check (returns_borne_by in ('seller', 'shop')),
  reserve_bp integer not null,
  reserve_days integer not null,
  guarantee_hours integer not null,
  state text not null default 'pending' check (state in ('pending', 'available', 'reversed')),
  sold_at timestamptz not null,
  -- When the guarantee ends: it begins when the code is revealed, or when the card can't be returned any more.
  due_at timestamptz not null,
  available_at timestamptz,
  reserve_cents bigint not null default 0,
  reserve_due_at timestamptz,
  reserve_released_at timestamptz,
  reversed_at timestamptz,
  -- What the seller paid on top of the share: the commission, where the seller bears returns.
  charged_cents bigint not null default 0,
  check (reserve_cents between 0 and share_cents),
  check (charged_cents between 0 and commission_cents),
  check ((commission_cents + share_cents) = price_cents),
  check ((state = 'reversed') = (reversed_at is not null))
);
create index seller_lines_due on seller_lines (due_at, line_id) where state = 'pending';
create index seller_lines_reserve on seller_lines (reserve_due_at, line_id)
  where state = 'available' and reserve_cents > 0 and reserve_released_at is null;
create index seller_lines_seller on seller_lines (seller_id, sold_at);
comment on table seller_lines is 'Sold cards of sellers, with the terms of that moment and how far their share is.';

create table seller_nights (
  day date primary key,
  problems integer not null check (problems >= 0),
  ended_at timestamptz not null
);
comment on table seller_nights is 'Nightly comparisons of the sellers'' books with the ledger.';

create table seller_contacts (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  email text not null check (email = lower(email) and length(email) <= 254),
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  in_force_from timestamptz not null,
  check (in_force_from >= set_at)
);
create index seller_contacts_seller on seller_contacts (seller_id, id);
comment on table seller_contacts is 'Where sellers are written to; a new address counts after a while.';

create table seller_waits (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  since timestamptz not null,
  cards integer not null check (cards > 0),
  percent integer not null check (percent between 1 and 100),
  released_at timestamptz,
  released_by uuid references users (id),
  release_reason text check (length(release_reason) between 3 and 500),
  check ((released_at is null) = (released_by is null) and (released_at is null) = (release_reason is null))
);
create unique index seller_waits_open on seller_waits (seller_id) where released_at is null;
create index seller_waits_seller on seller_waits (seller_id, released_at);
comment on table seller_waits is 'Sellers whose share waits because few buyers bought most of their cards.';

create table seller_destinations (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  kind text not null check (kind in ('IBAN', 'BTC', 'LTC', 'ETH')),
  sealed bytea not null,
  -- Its first and last characters, for people to recognise it.
  hint text not null check (length(hint) <= 12),
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  in_force_from timestamptz not null,
  check (in_force_from >= set_at)
);
create index seller_destinations_seller on seller_destinations (seller_id, id);
comment on table seller_destinations is 'Where sellers are paid, sealed; a new one counts after a while.';

create table seller_payouts (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  destination_id uuid not null references seller_destinations (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'proposed' check (state in ('proposed', 'approved', 'rejected', 'paid', 'failed',
    'reversed')),
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  -- The bank's or the chain's own reference of what the operator sent.
  reference text check (length(reference) between 1 and 120),
  paid_by uuid references users (id),
  paid_at timestamptz,
  failed_at timestamptz,
  check ((paid_at is null) = (reference is null) and (paid_at is null) = (paid_by is null)),
  check ((state <> ALL (array['paid', 'reversed'])) or paid_at is not null)
);
create unique index seller_payouts_open on seller_payouts (seller_id) where state in ('proposed', 'approved');
create index seller_payouts_seller on seller_payouts (seller_id, id);
comment on table seller_payouts is 'Payments to sellers, made outside the shop and recorded here.';

create table batch_stock (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  confirmed bigint not null default 0,
  primary key (batch_id, state)
);
comment on table batch_stock is 'How many cards of each batch are in each state, and what they are worth, without the changes below.';

create table batch_stock_changes (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  confirmed bigint not null default 0
);
comment on table batch_stock_changes is 'Changes that were not added to batch_stock yet: sales only note theirs, so they share no row.';

create table stock_totals (
  state text primary key,
  -- With at least one card in the state.
  batches bigint not null,
  cards bigint not null,
  price_cents bigint not null
);
comment on table stock_totals is 'The stock of all batches together, by state.';

create table imports (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  uploaded_by uuid not null references users (id),
  committed_by uuid references users (id),
  approved_by uuid references users (id),
  approved_at timestamptz,
  state text not null check (state in ('checking', 'checked', 'refused', 'committing', 'committed', 'cancelled',
    'expired', 'failed', 'undone')),
  -- Why it was refused: a rule of the import guard, no row left to import, or a file that may not come here.
  reason text check (reason in ('guard', 'nothing', 'same_file', 'other_file')),
  refused_rule text check (refused_rule ~ '^IG-[0-9]{2}$'),
  refused_row integer,
  refused_column text,
  file_sha256 bytea check (length(file_sha256) = 32),
  file_bytes integer not null default 0,
  guard_version integer not null,
  -- Seals the chunks; gone with them.
  data_key bytea,
  delimiter text check (delimiter in (',', ';', '	')),
  decimal_comma boolean not null default false,
  dotted_dates boolean not null default false,
  -- By their place in the file; empty where the guard knows no such column.
  columns text[],
  row_count integer not null default 0,
  refused_rows integer not null default 0,
  clean_rows integer not null default 0,
  -- [{rules, cards}]: how many cards wait for a decision, by the rules that they broke.
  quarantine jsonb not null default '[]',
  sequential boolean not null default false,
  chunk_count integer not null default 0,
  next_chunk integer not null default 0,
  -- Cards that it added, those in quarantine included.
  imported_cards integer not null default 0,
  usd_rate_micro bigint check (usd_rate_micro > 0),
  failures integer not null default 0,
  created_at timestamptz not null,
  commit_started_at timestamptz,
  heartbeat_at timestamptz not null,
  stall_told_at timestamptz,
  ended_at timestamptz,
  earlier_committers uuid[] not null default '{}'::uuid[],
  shapes jsonb,
  check (next_chunk <= chunk_count),
  check ((approved_by is null) = (approved_at is null)),
  check (state <> 'refused' or reason is not null),
  check ((state <> ALL (array['committing', 'committed'])) or committed_by is not null)
);
create index imports_batch on imports (batch_id, id);
create index imports_running on imports (state, heartbeat_at) where state in ('checking', 'checked', 'committing', 'failed');
-- The same file adds nothing.
create unique index imports_file on imports (batch_id, file_sha256) where state in ('checked', 'committing', 'committed', 'failed');
comment on table imports is 'Files of cards that were uploaded, from the upload to the batch that they filled.';
comment on column imports.sequential is 'Whether the codes follow one another, as those of stolen or invented lists do.';
comment on column imports.shapes is 'Patterns of its codes and PINs with counts; null for a file of an earlier release.';

create table quarantines (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  -- Why: every rule of the import guard that these cards broke.
  rules text[] not null check (cardinality(rules) > 0 and rules <@ array['IG-20', 'IG-21', 'IG-22']),
  created_at timestamptz not null,
  import_id uuid references imports (id),
  constraint quarantines_rules_once unique nulls not distinct (batch_id, import_id, rules)
);
comment on table quarantines is 'Cards that a rule of the import guard holds back until two people have decided.';

create table cards (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  batch_id uuid not null references batches (id),
  state text not null default 'unconfirmed' check (state in ('quarantined', 'unconfirmed', 'available', 'paused',
    'sold', 'expired', 'withdrawn', 'void')),
  issuer_confirmed boolean not null default false,
  face_cents bigint not null check (face_cents > 0),
  price_cents bigint not null check (price_cents > 0),
  discount_bp integer not null,
  expires_on date,
  sealed bytea not null,
  blind_index bytea not null check (length(blind_index) = 32),
  created_at timestamptz not null default now(),
  quarantine_id uuid references quarantines (id),
  price_changed_at timestamptz,
  import_id uuid references imports (id),
  undone boolean not null default false,
  confirmation_id uuid references confirmations (id),
  unusable_at timestamptz,
  canary boolean not null default false,
  import_row integer check (import_row > 1),
  constraint cards_quarantined_for check (state <> 'quarantined' or quarantine_id is not null),
  constraint cards_undone check (not undone or state = 'void'),
  constraint cards_canary_kept check (not canary or (state <> ALL (array['available', 'sold']))),
  check ((state in ('quarantined', 'unconfirmed', 'expired', 'withdrawn', 'void')) or issuer_confirmed)
);
create index cards_newest on cards (batch_id, id) where state = 'available';
create index cards_lot on cards (batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), id)
  where state = 'available';
create unique index cards_code on cards (blind_index) where not undone;
create index cards_import on cards (import_id, state);
create index cards_unusable on cards (batch_id) where unusable_at is not null;
create index cards_expiring on cards (expires_on) where state in ('unconfirmed', 'available', 'paused');
create index cards_batch on cards (batch_id, id);
create index cards_canaries on cards (batch_id) where canary;
create index cards_sold_expiring on cards (expires_on) where state = 'sold' and expires_on is not null;
create index cards_quarantine on cards (quarantine_id, import_row) where quarantine_id is not null;
comment on table cards is 'Single cards, each with one code that only its buyer may see.';
comment on column cards.sealed is 'The code, PIN and notes, sealed by the key of the batch and bound to this card.';
comment on column cards.blind_index is 'A keyed digest of the code, by which a second copy is refused.';
comment on column cards.undone is 'Its import was undone: the code may come again.';
comment on column cards.unusable_at is 'When its issuer, or an approver, reported that it can''t be redeemed.';
comment on column cards.canary is 'Never sold, so that its redemption tells of a theft. Who imports doesn''t see which cards these are.';

create table quarantine_decisions (
  id uuid primary key default uuidv7(),
  quarantine_id uuid not null references quarantines (id),
  -- The proposal that its decider had read.
  proposal_id uuid not null references proposals (id),
  decision text not null check (decision in ('approved', 'rejected')),
  -- null: all that were left.
  card_ids uuid[] check (cardinality(card_ids) > 0),
  reason text check (length(reason) between 3 and 500),
  decided_by uuid not null references users (id),
  decided_at timestamptz not null,
  gate bytea check (length(gate) = 32)
);
create index quarantine_decisions_quarantine on quarantine_decisions (quarantine_id);
comment on table quarantine_decisions is 'What two people decided about cards in quarantine.';

create table import_chunks (
  import_id uuid not null references imports (id),
  chunk integer not null check (chunk >= 0),
  sealed bytea not null,
  primary key (import_id, chunk)
);
comment on table import_chunks is 'Rows that passed the import guard, sealed, until they are imported or a day old.';

create table import_errors (
  import_id uuid not null references imports (id),
  row integer not null,
  column_name text,
  rule text not null check (rule ~ '^IG-[0-9]{2}$'),
  -- What a spreadsheet did to the value.
  hint text check (hint in ('scientific', 'leading_zeros', 'decimal')),
  primary key (import_id, "row")
);
comment on table import_errors is 'Rows of a file that an import refused, by row, column and rule, never with their text.';

create table column_matches (
  supplier text not null,
  -- SHA-256 of a column's name, so that no text of a file is kept.
  header_sha256 bytea not null check (length(header_sha256) = 32),
  column_name text not null,
  primary key (supplier, header_sha256)
);
comment on table column_matches is 'Which column of ours a supplier''s column is, as somebody matched them last.';

create table programme_statistics (
  programme_id uuid primary key references programmes (id),
  data_key bytea not null,
  sealed bytea not null,
  counted_at timestamptz not null
);
comment on table programme_statistics is 'What the import guard''s rule over all cards of a programme goes on from. Sealed, because of a few cards it tells what they have in common.';

-- What lower areas refer to here.
alter table ledger_accounts add foreign key (seller_id) references sellers (id);
