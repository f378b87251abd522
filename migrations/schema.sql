-- Made by tools/dump-schema.ts from the database after the last migration. Not applied by anything.

create table alerts (
  id uuid default uuidv7() not null,
  kind text not null,
  subject text not null,
  details jsonb default '{}'::jsonb not null,
  times integer default 1 not null,
  raised_at timestamp with time zone not null,
  last_raised_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by uuid,
  user_ids uuid[] default '{}'::uuid[] not null,
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_check CHECK (((resolved_by IS NULL) OR (resolved_at IS NOT NULL))),
  constraint alerts_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id)
);
CREATE INDEX alerts_again ON public.alerts USING btree (kind, subject, last_raised_at);
CREATE INDEX alerts_newest ON public.alerts USING btree (id DESC);
CREATE UNIQUE INDEX alerts_open ON public.alerts USING btree (kind, subject) WHERE (resolved_at IS NULL);
CREATE INDEX alerts_users ON public.alerts USING gin (user_ids);

create table audit_chain (
  "position" bigint not null,
  entry_id bigint not null,
  link bytea not null,
  constraint audit_chain_pkey PRIMARY KEY ("position"),
  constraint audit_chain_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_chain_entry_id_key UNIQUE (entry_id),
  constraint audit_chain_link_check CHECK ((length(link) = 32)),
  constraint audit_chain_position_check CHECK (("position" > 0))
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_entries (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  actor_id uuid,
  action text not null,
  subject text default ''::text not null,
  address text default ''::text not null,
  details jsonb default '{}'::jsonb not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_action_check CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text))
);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_pace ON public.audit_entries USING btree (actor_id, at) WHERE (action = ANY (ARRAY['card.revealed'::text, 'auth.login_failed'::text, 'auth.otp_failed'::text]));
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject, id);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table batch_stock (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  constraint batch_stock_pkey PRIMARY KEY (batch_id, state)
);

create table batch_stock_changes (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null
);

create table batches (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  name text not null,
  supplier text not null,
  invoice_reference text not null,
  invoice_date date not null,
  evidence_sha256 bytea,
  file_sha256 bytea,
  discount_bp integer default 0 not null,
  usd_rate_micro bigint not null,
  data_key bytea not null,
  state text default 'draft'::text not null,
  created_by uuid not null,
  imported_by uuid,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  cost_bp integer,
  cost_rate_micro bigint,
  card_cost_cents bigint,
  follows_rate boolean default false not null,
  repriced_on date,
  authorisation_reference text,
  authorised_from date,
  authorised_until date,
  issuer_asked_on date,
  seller_id uuid,
  approved_discount_bp integer,
  constraint batches_pkey PRIMARY KEY (id),
  constraint batches_approved_discount_bp_check CHECK (((approved_discount_bp >= '-5000'::integer) AND (approved_discount_bp <= 9000))),
  constraint batches_authorisation_reference_check CHECK (((length(authorisation_reference) >= 1) AND (length(authorisation_reference) <= 120))),
  constraint batches_authorised CHECK (((authorisation_reference IS NULL) OR ((authorised_from IS NOT NULL) AND (invoice_date >= authorised_from) AND ((authorised_until IS NULL) OR (invoice_date <= authorised_until))))),
  constraint batches_card_cost_cents_check CHECK ((card_cost_cents >= 0)),
  constraint batches_cost_bp_check CHECK (((cost_bp >= 0) AND (cost_bp <= 20000))),
  constraint batches_cost_rate_micro_check CHECK ((cost_rate_micro > 0)),
  constraint batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint batches_discount_bp_check CHECK (((discount_bp >= '-5000'::integer) AND (discount_bp <= 9000))),
  constraint batches_evidence_sha256_check CHECK ((length(evidence_sha256) = 32)),
  constraint batches_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint batches_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint batches_invoice_reference_check CHECK (((length(invoice_reference) >= 1) AND (length(invoice_reference) <= 120))),
  constraint batches_name_check CHECK (((length(name) >= 2) AND (length(name) <= 120))),
  constraint batches_one_cost CHECK (((num_nonnulls(cost_bp, card_cost_cents) <= 1) AND ((cost_bp IS NULL) OR (cost_rate_micro IS NOT NULL)))),
  constraint batches_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint batches_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint batches_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'imported'::text, 'approved'::text, 'paused'::text, 'withdrawn'::text]))),
  constraint batches_supplier_check CHECK (((length(supplier) >= 2) AND (length(supplier) <= 160))),
  constraint batches_usd_rate_micro_check CHECK ((usd_rate_micro > 0))
);
CREATE INDEX batches_programme ON public.batches USING btree (programme_id);
CREATE INDEX batches_seller ON public.batches USING btree (seller_id) WHERE (seller_id IS NOT NULL);
CREATE TRIGGER batches_approved BEFORE INSERT OR UPDATE OF state ON public.batches FOR EACH ROW WHEN ((new.state = ANY (ARRAY['approved'::text, 'paused'::text]))) EXECUTE FUNCTION refuse_unapproved('batch.approval');
CREATE TRIGGER batches_keep_seller BEFORE UPDATE OF seller_id ON public.batches FOR EACH ROW WHEN ((old.seller_id IS DISTINCT FROM new.seller_id)) EXECUTE FUNCTION keep_seller();
CREATE TRIGGER batches_transition BEFORE UPDATE OF state ON public.batches FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT batch_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();

create table card_lot_departures (
  lot_id bigint not null,
  cards bigint not null
);

create table card_lots (
  id bigint generated always as identity not null,
  programme_id uuid not null,
  batch_id uuid not null,
  face_cents bigint not null,
  price_cents bigint not null,
  discount_bp integer not null,
  expires_on date not null,
  cards bigint not null,
  constraint card_lots_pkey PRIMARY KEY (id),
  constraint card_lots_batch_id_face_cents_price_cents_discount_bp_expir_key UNIQUE (batch_id, face_cents, price_cents, discount_bp, expires_on),
  constraint card_lots_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint card_lots_cards_check CHECK ((cards >= 0)),
  constraint card_lots_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
CREATE INDEX card_lots_discount ON public.card_lots USING btree (discount_bp, id);
CREATE INDEX card_lots_face ON public.card_lots USING btree (face_cents, id);
CREATE INDEX card_lots_price ON public.card_lots USING btree (price_cents, id);

create table cards (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  batch_id uuid not null,
  state text default 'unconfirmed'::text not null,
  issuer_confirmed boolean default false not null,
  face_cents bigint not null,
  price_cents bigint not null,
  discount_bp integer not null,
  expires_on date,
  sealed bytea not null,
  blind_index bytea not null,
  created_at timestamp with time zone default now() not null,
  quarantine_id uuid,
  price_changed_at timestamp with time zone,
  import_id uuid,
  undone boolean default false not null,
  confirmation_id uuid,
  unusable_at timestamp with time zone,
  canary boolean default false not null,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint cards_blind_index_check CHECK ((length(blind_index) = 32)),
  constraint cards_canary_kept CHECK (((NOT canary) OR (state <> ALL (ARRAY['available'::text, 'sold'::text])))),
  constraint cards_check CHECK (((state = ANY (ARRAY['quarantined'::text, 'unconfirmed'::text, 'expired'::text, 'withdrawn'::text, 'void'::text])) OR issuer_confirmed)),
  constraint cards_confirmation_id_fkey FOREIGN KEY (confirmation_id) REFERENCES confirmations(id),
  constraint cards_face_cents_check CHECK ((face_cents > 0)),
  constraint cards_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint cards_price_cents_check CHECK ((price_cents > 0)),
  constraint cards_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint cards_quarantine_id_fkey FOREIGN KEY (quarantine_id) REFERENCES quarantines(id),
  constraint cards_quarantined_for CHECK (((state <> 'quarantined'::text) OR (quarantine_id IS NOT NULL))),
  constraint cards_state_check CHECK ((state = ANY (ARRAY['quarantined'::text, 'unconfirmed'::text, 'available'::text, 'paused'::text, 'sold'::text, 'expired'::text, 'withdrawn'::text, 'void'::text]))),
  constraint cards_undone CHECK (((NOT undone) OR (state = 'void'::text)))
);
CREATE INDEX cards_batch ON public.cards USING btree (batch_id, id);
CREATE INDEX cards_canaries ON public.cards USING btree (batch_id) WHERE canary;
CREATE UNIQUE INDEX cards_code ON public.cards USING btree (blind_index) WHERE (NOT undone);
CREATE INDEX cards_expiring ON public.cards USING btree (expires_on) WHERE (state = ANY (ARRAY['unconfirmed'::text, 'available'::text, 'paused'::text]));
CREATE INDEX cards_import ON public.cards USING btree (import_id, state);
CREATE INDEX cards_lot ON public.cards USING btree (batch_id, face_cents, price_cents, discount_bp, COALESCE(expires_on, 'infinity'::date), id) WHERE (state = 'available'::text);
CREATE INDEX cards_newest ON public.cards USING btree (batch_id, id) WHERE (state = 'available'::text);
CREATE INDEX cards_quarantine ON public.cards USING btree (quarantine_id) WHERE (quarantine_id IS NOT NULL);
CREATE INDEX cards_unusable ON public.cards USING btree (batch_id) WHERE (unusable_at IS NOT NULL);
CREATE TRIGGER cards_added_quarantined BEFORE INSERT ON public.cards FOR EACH ROW WHEN ((new.quarantine_id IS NOT NULL)) EXECUTE FUNCTION refuse_quarantined();
CREATE TRIGGER cards_arrive_by_insert AFTER INSERT ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION add_to_card_lots();
CREATE TRIGGER cards_arrive_by_update AFTER UPDATE ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION add_to_card_lots();
CREATE TRIGGER cards_leave_by_delete AFTER DELETE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION take_from_card_lots();
CREATE TRIGGER cards_leave_by_update AFTER UPDATE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION take_from_card_lots();
CREATE TRIGGER cards_price_changed BEFORE UPDATE OF price_cents ON public.cards FOR EACH ROW WHEN ((old.price_cents IS DISTINCT FROM new.price_cents)) EXECUTE FUNCTION note_price_change();
CREATE TRIGGER cards_quarantined BEFORE UPDATE OF state, quarantine_id ON public.cards FOR EACH ROW WHEN (((old.quarantine_id IS NOT NULL) OR (new.quarantine_id IS NOT NULL))) EXECUTE FUNCTION refuse_quarantined();
CREATE TRIGGER cards_sold_price BEFORE UPDATE OF price_cents ON public.cards FOR EACH ROW WHEN (((old.state = 'sold'::text) AND (new.state = 'sold'::text) AND (old.price_cents <> new.price_cents))) EXECUTE FUNCTION refuse_sold_price();
CREATE TRIGGER cards_stock_by_delete AFTER DELETE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_stock_by_insert AFTER INSERT ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_stock_by_update AFTER UPDATE ON public.cards REFERENCING OLD TABLE AS old_cards NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_transition BEFORE UPDATE OF state ON public.cards FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT card_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
CREATE TRIGGER cards_with_approved_import BEFORE UPDATE OF state ON public.cards FOR EACH ROW WHEN (((new.import_id IS NOT NULL) AND (new.state = ANY (ARRAY['available'::text, 'paused'::text])) AND (old.state = ANY (ARRAY['unconfirmed'::text, 'quarantined'::text])))) EXECUTE FUNCTION refuse_unapproved_import();

create table cart_items (
  user_id uuid not null,
  card_id uuid not null,
  added_at timestamp with time zone default now() not null,
  constraint cart_items_pkey PRIMARY KEY (user_id, card_id),
  constraint cart_items_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint cart_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  constraint chain_blocks_pkey PRIMARY KEY (coin, height),
  constraint chain_blocks_coin_fkey FOREIGN KEY (coin) REFERENCES chain_cursors(coin)
);

create table chain_cursors (
  coin text not null,
  identity text,
  height bigint,
  hash text,
  tip_height bigint default 0 not null,
  reconciled_height bigint default 0 not null,
  state text default 'paused'::text not null,
  checked_at timestamp with time zone default now() not null,
  tip_hash text,
  reason_code text,
  reason_facts jsonb default '{}'::jsonb not null,
  constraint chain_cursors_pkey PRIMARY KEY (coin),
  constraint chain_cursors_check1 CHECK ((((hash IS NULL) = (height IS NULL)) AND ((hash IS NULL) = (identity IS NULL)))),
  constraint chain_cursors_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint chain_cursors_facts_of CHECK (((reason_code IS NOT NULL) OR (reason_facts = '{}'::jsonb))),
  constraint chain_cursors_height_check CHECK ((height >= 0)),
  constraint chain_cursors_paused_for CHECK (((state = 'paused'::text) = (reason_code IS NOT NULL))),
  constraint chain_cursors_reason_code_check CHECK ((reason_code = ANY (ARRAY['starting'::text, 'node_syncing'::text, 'node_stale'::text, 'node_behind'::text, 'catching_up'::text, 'node_unreachable'::text, 'node_timeout'::text, 'node_unauthorised'::text, 'node_busy'::text, 'node_warming_up'::text, 'node_too_large'::text, 'node_bad_reply'::text, 'node_rpc'::text, 'not_development'::text, 'key_of_test'::text, 'key_of_main'::text, 'foreign_genesis'::text, 'chain_replaced'::text, 'deep_reorganisation'::text, 'balance_short'::text]))),
  constraint chain_cursors_reason_facts_check CHECK ((jsonb_typeof(reason_facts) = 'object'::text)),
  constraint chain_cursors_state_check CHECK ((state = ANY (ARRAY['following'::text, 'paused'::text])))
);

create table column_matches (
  supplier text not null,
  header_sha256 bytea not null,
  column_name text not null,
  constraint column_matches_pkey PRIMARY KEY (supplier, header_sha256),
  constraint column_matches_header_sha256_check CHECK ((length(header_sha256) = 32))
);
comment on table column_matches is 'Which column of ours a supplier''s column is, as somebody matched them last.';

create table confirmations (
  id uuid default uuidv7() not null,
  batch_id uuid not null,
  key_id uuid,
  manifest_sha256 bytea,
  created_at timestamp with time zone not null,
  source text default 'manifest'::text not null,
  constraint confirmations_pkey PRIMARY KEY (id),
  constraint confirmations_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint confirmations_key_id_fkey FOREIGN KEY (key_id) REFERENCES issuer_keys(id),
  constraint confirmations_key_of_manifest CHECK (((source = 'manifest'::text) = (key_id IS NOT NULL))),
  constraint confirmations_manifest_sha256_check CHECK ((length(manifest_sha256) = 32)),
  constraint confirmations_source_check CHECK ((source = ANY (ARRAY['manifest'::text, 'adapter'::text])))
);
CREATE INDEX confirmations_key ON public.confirmations USING btree (key_id);

create table deposit_addresses (
  id uuid default uuidv7() not null,
  coin text not null,
  account_id bigint not null,
  index integer not null,
  key text not null,
  address text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  paid_at timestamp with time zone,
  constraint deposit_addresses_pkey PRIMARY KEY (id),
  constraint deposit_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint deposit_addresses_account_id_index_key UNIQUE (account_id, index),
  constraint deposit_addresses_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint deposit_addresses_coin_key_key UNIQUE (coin, key),
  constraint deposit_addresses_index_check CHECK ((index >= 0)),
  constraint deposit_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX deposit_addresses_unpaid ON public.deposit_addresses USING btree (user_id, coin) WHERE (paid_at IS NULL);

create table deposit_credits (
  id bigint generated always as identity not null,
  deposit_id uuid not null,
  generation integer not null,
  locked_units numeric(78,0) not null,
  locked_cents bigint not null,
  current_units numeric(78,0) not null,
  current_cents bigint not null,
  rate_id bigint,
  at timestamp with time zone not null,
  reversed_at timestamp with time zone,
  constraint deposit_credits_pkey PRIMARY KEY (id),
  constraint deposit_credits_check CHECK (((current_units = (0)::numeric) = (rate_id IS NULL))),
  constraint deposit_credits_current_cents_check CHECK ((current_cents >= 0)),
  constraint deposit_credits_current_units_check CHECK ((current_units >= (0)::numeric)),
  constraint deposit_credits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint deposit_credits_deposit_id_generation_key UNIQUE (deposit_id, generation),
  constraint deposit_credits_locked_cents_check CHECK ((locked_cents >= 0)),
  constraint deposit_credits_locked_units_check CHECK ((locked_units >= (0)::numeric)),
  constraint deposit_credits_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rate_samples(id)
);
CREATE INDEX deposit_credits_rate ON public.deposit_credits USING btree (rate_id);

create table deposits (
  id uuid default uuidv7() not null,
  coin text not null,
  txid text not null,
  n integer not null,
  key text not null,
  user_id uuid not null,
  payment_id uuid not null,
  amount_units numeric(78,0) not null,
  senders text[] default '{}'::text[] not null,
  first_seen_at timestamp with time zone not null,
  required_depth integer not null,
  height bigint,
  hash text,
  state text default 'pending'::text not null,
  hold_reason text,
  generation integer default 0 not null,
  gone_at bigint,
  credited_cents bigint default 0 not null,
  locked_units numeric(78,0) default 0 not null,
  rate_id bigint,
  credited_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  credited_units numeric(78,0) default 0 not null,
  locked_cents bigint default 0 not null,
  screening text default 'unscreened'::text not null,
  screened_at timestamp with time zone,
  screened_list_id bigint,
  possible_senders text[] default '{}'::text[] not null,
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint deposits_check CHECK (((locked_units >= (0)::numeric) AND (locked_units <= amount_units))),
  constraint deposits_check1 CHECK (((height IS NULL) = (hash IS NULL))),
  constraint deposits_check3 CHECK (((state = 'credited'::text) = (credited_at IS NOT NULL))),
  constraint deposits_check4 CHECK (((gone_at IS NULL) OR (state = 'credited'::text))),
  constraint deposits_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint deposits_coin_key_fkey FOREIGN KEY (coin, key) REFERENCES deposit_addresses(coin, key),
  constraint deposits_coin_txid_n_key UNIQUE (coin, txid, n),
  constraint deposits_credited_cents_check CHECK ((credited_cents >= 0)),
  constraint deposits_credited_units CHECK ((((credited_units >= (0)::numeric) AND (credited_units <= amount_units)) AND (locked_units <= credited_units) AND ((credited_units = (0)::numeric) OR (state = 'credited'::text)))),
  constraint deposits_held CHECK (((state <> 'held'::text) OR (hold_reason IS NOT NULL))),
  constraint deposits_hold_reason CHECK ((hold_reason = ANY (ARRAY['review'::text, 'kept'::text, 'unknown'::text, 'minimum'::text, 'stored'::text, 'monthly'::text]))),
  constraint deposits_locked_cents_check CHECK ((locked_cents >= 0)),
  constraint deposits_n_check CHECK ((n >= 0)),
  constraint deposits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint deposits_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rate_samples(id),
  constraint deposits_required_depth_check CHECK ((required_depth > 0)),
  constraint deposits_rest_held CHECK (((hold_reason IS NULL) OR (state = 'held'::text) OR ((state = 'credited'::text) AND (credited_units < amount_units)))),
  constraint deposits_screened_list_id_fkey FOREIGN KEY (screened_list_id) REFERENCES sanctions_lists(id),
  constraint deposits_screening_check CHECK ((screening = ANY (ARRAY['unscreened'::text, 'unknown'::text, 'clear'::text, 'hit'::text]))),
  constraint deposits_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'held'::text, 'credited'::text]))),
  constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deposits_height ON public.deposits USING btree (coin, height) WHERE (height IS NOT NULL);
CREATE INDEX deposits_held ON public.deposits USING btree (id) WHERE (hold_reason IS NOT NULL);
CREATE INDEX deposits_key ON public.deposits USING btree (coin, key);
CREATE INDEX deposits_open ON public.deposits USING btree (coin, user_id) WHERE ((state <> 'credited'::text) OR (gone_at IS NOT NULL));
CREATE INDEX deposits_partly ON public.deposits USING btree (coin) WHERE ((state = 'credited'::text) AND (credited_units < amount_units));
CREATE INDEX deposits_payment ON public.deposits USING btree (payment_id);
CREATE INDEX deposits_rate ON public.deposits USING btree (rate_id);
CREATE INDEX deposits_senders ON public.deposits USING gin (senders);
CREATE INDEX deposits_user ON public.deposits USING btree (user_id, id);

create table derived_keys (
  account_id bigint not null,
  coin text not null,
  index integer not null,
  key text not null,
  constraint derived_keys_pkey PRIMARY KEY (account_id, index),
  constraint derived_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint derived_keys_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint derived_keys_index_check CHECK ((index >= 0))
);
CREATE INDEX derived_keys_key ON public.derived_keys USING btree (coin, key);

create table device_codes (
  id uuid default uuidv7() not null,
  device_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries smallint default 0 not null,
  constraint device_codes_pkey PRIMARY KEY (id),
  constraint device_codes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint device_codes_device_id_key UNIQUE (device_id),
  constraint device_codes_tries_check CHECK (((tries >= 0) AND (tries <= 5)))
);

create table devices (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text default ''::text not null,
  trusted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint devices_user_agent_check CHECK ((length(user_agent) <= 400)),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint devices_user_id_token_hash_key UNIQUE (user_id, token_hash)
);

create table email_tokens (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  purpose text not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  old_email text,
  stopped_at timestamp with time zone,
  old_email_confirmed boolean default false not null,
  constraint email_tokens_pkey PRIMARY KEY (id),
  constraint email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'change_email'::text]))),
  constraint email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_tokens_user ON public.email_tokens USING btree (user_id, purpose);

create table event_counters (
  channel text not null,
  last bigint not null,
  constraint event_counters_pkey PRIMARY KEY (channel),
  constraint event_counters_last_check CHECK ((last >= 0))
);

create table events (
  id bigint generated always as identity not null,
  channel text not null,
  event text not null,
  data jsonb not null,
  created_at timestamp with time zone default now() not null,
  "position" bigint,
  seq bigint,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_channel_check CHECK (((channel ~ '^private-[a-z0-9-]+(\.[a-z0-9-]+)?$'::text) AND (length(channel) <= 100))),
  constraint events_check CHECK ((("position" IS NULL) = (seq IS NULL))),
  constraint events_data_check CHECK (((jsonb_typeof(data) = 'object'::text) AND (length((data)::text) <= 8000))),
  constraint events_event_check CHECK ((event ~ '^[a-z][a-z0-9-]{0,63}$'::text)),
  constraint events_position_key UNIQUE ("position")
);
CREATE INDEX events_without_place ON public.events USING btree (id) WHERE ("position" IS NULL);

create table faqs (
  id uuid default uuidv7() not null,
  topic text not null,
  question text not null,
  answer text not null,
  "position" integer default 0 not null,
  published boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint faqs_pkey PRIMARY KEY (id),
  constraint faqs_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 4000))),
  constraint faqs_question_check CHECK (((length(question) >= 1) AND (length(question) <= 300))),
  constraint faqs_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 60)))
);

create table fiat_samples (
  id bigint generated always as identity not null,
  currency text not null,
  usd_e8 numeric(38,0) not null,
  sources text[] not null,
  at timestamp with time zone not null,
  constraint fiat_samples_pkey PRIMARY KEY (id),
  constraint fiat_samples_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'USD'::text))),
  constraint fiat_samples_usd_e8_check CHECK ((usd_e8 > (0)::numeric))
);
CREATE INDEX fiat_samples_at ON public.fiat_samples USING btree (at);
CREATE INDEX fiat_samples_latest ON public.fiat_samples USING btree (currency, id DESC);
comment on table fiat_samples is 'Dollar rates of other currencies, from the sources of the coins.';

create table hold_decisions (
  id uuid default uuidv7() not null,
  deposit_id uuid not null,
  decision text not null,
  reason text not null,
  hold_reason text not null,
  actor_id uuid not null,
  at timestamp with time zone not null,
  constraint hold_decisions_pkey PRIMARY KEY (id),
  constraint hold_decisions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint hold_decisions_decision_check CHECK ((decision = ANY (ARRAY['release'::text, 'keep'::text]))),
  constraint hold_decisions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint hold_decisions_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
CREATE INDEX hold_decisions_deposit ON public.hold_decisions USING btree (deposit_id, id DESC);
CREATE TRIGGER hold_decisions_append_only BEFORE DELETE OR UPDATE ON public.hold_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);

create table import_chunks (
  import_id uuid not null,
  chunk integer not null,
  sealed bytea not null,
  constraint import_chunks_pkey PRIMARY KEY (import_id, chunk),
  constraint import_chunks_chunk_check CHECK ((chunk >= 0)),
  constraint import_chunks_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id)
);
comment on table import_chunks is 'Rows that passed the import guard, sealed, until they are imported or a day old.';

create table import_errors (
  import_id uuid not null,
  "row" integer not null,
  column_name text,
  rule text not null,
  hint text,
  constraint import_errors_pkey PRIMARY KEY (import_id, "row"),
  constraint import_errors_hint_check CHECK ((hint = ANY (ARRAY['scientific'::text, 'leading_zeros'::text, 'decimal'::text]))),
  constraint import_errors_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_errors_rule_check CHECK ((rule ~ '^IG-[0-9]{2}$'::text))
);

create table imports (
  id uuid default uuidv7() not null,
  batch_id uuid not null,
  uploaded_by uuid not null,
  committed_by uuid,
  approved_by uuid,
  approved_at timestamp with time zone,
  state text not null,
  reason text,
  refused_rule text,
  refused_row integer,
  refused_column text,
  file_sha256 bytea,
  file_bytes integer default 0 not null,
  guard_version integer not null,
  data_key bytea,
  delimiter text,
  decimal_comma boolean default false not null,
  dotted_dates boolean default false not null,
  columns text[],
  row_count integer default 0 not null,
  refused_rows integer default 0 not null,
  clean_rows integer default 0 not null,
  quarantine jsonb default '[]'::jsonb not null,
  sequential boolean default false not null,
  chunk_count integer default 0 not null,
  next_chunk integer default 0 not null,
  imported_cards integer default 0 not null,
  usd_rate_micro bigint,
  failures integer default 0 not null,
  created_at timestamp with time zone not null,
  commit_started_at timestamp with time zone,
  heartbeat_at timestamp with time zone not null,
  stall_told_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint imports_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint imports_check CHECK ((next_chunk <= chunk_count)),
  constraint imports_check1 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint imports_check2 CHECK (((state <> 'refused'::text) OR (reason IS NOT NULL))),
  constraint imports_check3 CHECK (((state <> ALL (ARRAY['committing'::text, 'committed'::text])) OR (committed_by IS NOT NULL))),
  constraint imports_committed_by_fkey FOREIGN KEY (committed_by) REFERENCES users(id),
  constraint imports_delimiter_check CHECK ((delimiter = ANY (ARRAY[','::text, ';'::text, '	'::text]))),
  constraint imports_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint imports_reason_check CHECK ((reason = ANY (ARRAY['guard'::text, 'nothing'::text, 'same_file'::text, 'other_file'::text]))),
  constraint imports_refused_rule_check CHECK ((refused_rule ~ '^IG-[0-9]{2}$'::text)),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'refused'::text, 'committing'::text, 'committed'::text, 'cancelled'::text, 'expired'::text, 'failed'::text, 'undone'::text]))),
  constraint imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint imports_usd_rate_micro_check CHECK ((usd_rate_micro > 0))
);
CREATE INDEX imports_batch ON public.imports USING btree (batch_id, id);
CREATE UNIQUE INDEX imports_file ON public.imports USING btree (batch_id, file_sha256) WHERE (state = ANY (ARRAY['checked'::text, 'committing'::text, 'committed'::text, 'failed'::text]));
CREATE INDEX imports_running ON public.imports USING btree (state, heartbeat_at) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'committing'::text, 'failed'::text]));
CREATE TRIGGER imports_approved BEFORE INSERT OR UPDATE OF approved_by ON public.imports FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION refuse_own_import();

create table issuer_checks (
  id uuid default uuidv7() not null,
  batch_id uuid not null,
  asked_by uuid,
  confirmation_id uuid,
  after_card uuid,
  total integer not null,
  active integer default 0 not null,
  unknown integer default 0 not null,
  inactive integer default 0 not null,
  redeemed integer default 0 not null,
  confirmed integer default 0 not null,
  failure text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint issuer_checks_pkey PRIMARY KEY (id),
  constraint issuer_checks_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint issuer_checks_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint issuer_checks_check CHECK (((failure IS NULL) OR (ended_at IS NOT NULL))),
  constraint issuer_checks_confirmation_id_fkey FOREIGN KEY (confirmation_id) REFERENCES confirmations(id),
  constraint issuer_checks_total_check CHECK ((total > 0))
);
CREATE INDEX issuer_checks_batch ON public.issuer_checks USING btree (batch_id, id);
CREATE UNIQUE INDEX issuer_checks_running ON public.issuer_checks USING btree (batch_id) WHERE (ended_at IS NULL);

create table issuer_keys (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  public_key bytea not null,
  valid_from timestamp with time zone not null,
  replaces uuid,
  proposed_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  closed_at timestamp with time zone,
  replaced_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  revoke_reason text,
  constraint issuer_keys_pkey PRIMARY KEY (id),
  constraint issuer_keys_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint issuer_keys_public_key_check CHECK ((length(public_key) = 32)),
  constraint issuer_keys_replaces_fkey FOREIGN KEY (replaces) REFERENCES issuer_keys(id),
  constraint issuer_keys_revoke_reason_check CHECK (((length(revoke_reason) >= 3) AND (length(revoke_reason) <= 500))),
  constraint issuer_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  constraint issuer_keys_revoked_whole CHECK ((((revoked_at IS NULL) = (revoked_by IS NULL)) AND ((revoked_at IS NULL) = (revoke_reason IS NULL)) AND ((revoked_at IS NULL) OR (approved_at IS NOT NULL)))),
  constraint issuer_keys_settled_once CHECK (((approved_at IS NULL) OR (closed_at IS NULL)))
);
CREATE UNIQUE INDEX issuer_keys_once ON public.issuer_keys USING btree (programme_id, public_key) WHERE (closed_at IS NULL);
CREATE TRIGGER issuer_keys_revoked_for_good BEFORE UPDATE ON public.issuer_keys FOR EACH ROW EXECUTE FUNCTION keep_revocation();

create table ledger_accounts (
  id bigint generated always as identity not null,
  kind text not null,
  owner_id uuid,
  limited boolean default false not null,
  created_at timestamp with time zone default now() not null,
  seller_id uuid,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_kind_check CHECK ((kind ~ '^[a-z][a-z0-9_]*$'::text)),
  constraint ledger_accounts_kind_owner_key UNIQUE NULLS NOT DISTINCT (kind, owner_id, seller_id),
  constraint ledger_accounts_of_sellers CHECK (((kind ~~ 'seller\_%'::text) = (seller_id IS NOT NULL))),
  constraint ledger_accounts_one_owner CHECK ((num_nonnulls(owner_id, seller_id) <= 1)),
  constraint ledger_accounts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint ledger_accounts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id)
);
CREATE INDEX ledger_accounts_owner ON public.ledger_accounts USING btree (owner_id);
CREATE INDEX ledger_accounts_seller ON public.ledger_accounts USING btree (seller_id) WHERE (seller_id IS NOT NULL);
CREATE TRIGGER ledger_accounts_open AFTER INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_open_balance();

create table ledger_balances (
  account_id bigint not null,
  balance_cents bigint default 0 not null,
  constraint ledger_balances_pkey PRIMARY KEY (account_id),
  constraint ledger_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_balances_balance_cents_check CHECK ((balance_cents >= 0))
);
CREATE TRIGGER ledger_balances_of_account BEFORE UPDATE OF account_id ON public.ledger_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table ledger_transfers (
  id bigint generated always as identity not null,
  debit_account_id bigint not null,
  credit_account_id bigint not null,
  amount_cents bigint not null,
  kind text not null,
  reference uuid,
  unique_key text not null,
  created_at timestamp with time zone default now() not null,
  constraint ledger_transfers_pkey PRIMARY KEY (id),
  constraint ledger_transfers_amount_cents_check CHECK ((amount_cents > 0)),
  constraint ledger_transfers_check CHECK ((debit_account_id <> credit_account_id)),
  constraint ledger_transfers_credit_account_id_fkey FOREIGN KEY (credit_account_id) REFERENCES ledger_accounts(id),
  constraint ledger_transfers_debit_account_id_fkey FOREIGN KEY (debit_account_id) REFERENCES ledger_accounts(id),
  constraint ledger_transfers_kind_check CHECK ((kind ~ '^[a-z][a-z0-9_]*$'::text)),
  constraint ledger_transfers_unique_key_check CHECK (((length(unique_key) >= 1) AND (length(unique_key) <= 300))),
  constraint ledger_transfers_unique_key_key UNIQUE (unique_key)
);
CREATE INDEX ledger_transfers_credit ON public.ledger_transfers USING btree (credit_account_id, id);
CREATE INDEX ledger_transfers_debit ON public.ledger_transfers USING btree (debit_account_id, id);
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_apply AFTER INSERT ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_apply_transfer();
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table mailbox (
  id uuid default uuidv7() not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  sent_at timestamp with time zone default now() not null,
  html_body text default ''::text not null,
  message_id text,
  constraint mailbox_pkey PRIMARY KEY (id),
  constraint mailbox_message_id_key UNIQUE (message_id)
);

create table news (
  id uuid default uuidv7() not null,
  title text not null,
  content text not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_content_check CHECK (((length(content) >= 1) AND (length(content) <= 8000))),
  constraint news_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX news_published ON public.news USING btree (published_at DESC);

create table news_feeds (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint news_feeds_pkey PRIMARY KEY (id),
  constraint news_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint news_feeds_user_id_key UNIQUE (user_id)
);

create table news_readings (
  user_id uuid not null,
  read_at timestamp with time zone not null,
  constraint news_readings_pkey PRIMARY KEY (user_id),
  constraint news_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_readings (
  notice_id uuid not null,
  user_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint notice_readings_pkey PRIMARY KEY (user_id, notice_id),
  constraint notice_readings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint notice_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notice_readings_of_notice ON public.notice_readings USING btree (notice_id);

create table notices (
  id uuid default uuidv7() not null,
  title text not null,
  content text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_check CHECK ((ends_at > starts_at)),
  constraint notices_content_check CHECK (((length(content) >= 1) AND (length(content) <= 4000))),
  constraint notices_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX notices_started ON public.notices USING btree (starts_at DESC, id DESC);

create table notifications (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  type text not null,
  title jsonb not null,
  content jsonb not null,
  link text,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_content_check CHECK ((length((content)::text) <= 4000)),
  constraint notifications_link_check CHECK ((link ~ '^/[a-z0-9/_-]*$'::text)),
  constraint notifications_title_check CHECK ((length((title)::text) <= 2000)),
  constraint notifications_type_check CHECK ((type = ANY (ARRAY['success'::text, 'info'::text, 'warning'::text, 'error'::text]))),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user ON public.notifications USING btree (user_id, id);

create table order_lines (
  id uuid default uuidv7() not null,
  order_id uuid not null,
  card_id uuid not null,
  face_cents bigint not null,
  price_cents bigint not null,
  state text default 'delivered'::text not null,
  consent_at timestamp with time zone,
  revealed_at timestamp with time zone,
  returned_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  batch_id uuid not null,
  cost_cents bigint,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint order_lines_check CHECK (((revealed_at IS NULL) OR (consent_at IS NOT NULL))),
  constraint order_lines_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_lines_price_cents_check CHECK ((price_cents > 0)),
  constraint order_lines_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'revealed'::text, 'returned'::text, 'refunded'::text])))
);
CREATE UNIQUE INDEX order_lines_live_card ON public.order_lines USING btree (card_id) WHERE (state = ANY (ARRAY['delivered'::text, 'revealed'::text]));
CREATE INDEX order_lines_order ON public.order_lines USING btree (order_id);
CREATE INDEX order_lines_sold ON public.order_lines USING btree (created_at);

create table orders (
  id uuid default uuidv7() not null,
  number bigint default nextval('order_numbers'::regclass) not null,
  user_id uuid not null,
  status text default 'paid'::text not null,
  total_cents bigint not null,
  refunded_cents bigint default 0 not null,
  card_count integer not null,
  created_at timestamp with time zone default now() not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_card_count_check CHECK ((card_count > 0)),
  constraint orders_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= total_cents))),
  constraint orders_number_key UNIQUE (number),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'part_refunded'::text, 'refunded'::text]))),
  constraint orders_total_cents_check CHECK ((total_cents > 0)),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX orders_spend ON public.orders USING btree (user_id, created_at) INCLUDE (total_cents, refunded_cents);
CREATE INDEX orders_user ON public.orders USING btree (user_id, id DESC);

create table outflows (
  coin text not null,
  key text not null,
  height bigint not null,
  amount_units numeric(78,0) not null,
  constraint outflows_coin_fkey FOREIGN KEY (coin) REFERENCES chain_cursors(coin)
);
CREATE INDEX outflows_key ON public.outflows USING btree (coin, key);

create table passkey_challenges (
  id uuid default uuidv7() not null,
  user_id uuid,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'confirm'::text]))),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_age ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK ((length(public_key) <= 4096)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE TRIGGER passkeys_session_change AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION tell_factor_change();

create table payments (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  coin text not null,
  address_id uuid not null,
  amount_cents bigint not null,
  amount_units numeric(78,0) not null,
  rate_id bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  number bigint generated always as identity not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_address_id_fkey FOREIGN KEY (address_id) REFERENCES deposit_addresses(id),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint payments_check CHECK ((expires_at >= created_at)),
  constraint payments_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint payments_number_key UNIQUE (number),
  constraint payments_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rate_samples(id),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_address ON public.payments USING btree (address_id, created_at DESC);
CREATE INDEX payments_rate ON public.payments USING btree (rate_id);
CREATE INDEX payments_user ON public.payments USING btree (user_id, id DESC);

create table programme_suspensions (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  rule text,
  reason text,
  suspended_by uuid not null,
  suspended_at timestamp with time zone not null,
  constraint programme_suspensions_pkey PRIMARY KEY (id),
  constraint programme_suspensions_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint programme_suspensions_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint programme_suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES users(id)
);
CREATE INDEX programme_suspensions_programme ON public.programme_suspensions USING btree (programme_id);
CREATE TRIGGER programme_suspensions_append_only BEFORE DELETE OR UPDATE ON public.programme_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table programme_versions (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  number integer not null,
  facts jsonb not null,
  state text default 'proposed'::text not null,
  proposed_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint programme_versions_pkey PRIMARY KEY (id),
  constraint programme_versions_number_check CHECK ((number > 0)),
  constraint programme_versions_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint programme_versions_programme_id_number_key UNIQUE (programme_id, number),
  constraint programme_versions_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'superseded'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX programme_versions_active ON public.programme_versions USING btree (programme_id) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX programme_versions_proposed ON public.programme_versions USING btree (programme_id) WHERE (state = 'proposed'::text);

create table programme_windows (
  programme_id uuid not null,
  pin_first boolean not null,
  start smallint not null,
  length smallint not null,
  seen bigint not null,
  valid bigint not null,
  constraint programme_windows_pkey PRIMARY KEY (programme_id, pin_first, start, length),
  constraint programme_windows_check CHECK (((valid >= 0) AND (valid <= seen))),
  constraint programme_windows_length_check CHECK (((length >= 12) AND (length <= 19))),
  constraint programme_windows_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint programme_windows_start_check CHECK ((start >= 0))
);

create table programmes (
  id uuid default uuidv7() not null,
  name text not null,
  issuer_name text not null,
  issuer_country text not null,
  registration_ref text not null,
  terms_url text not null,
  network text not null,
  country text not null,
  currency text not null,
  level text not null,
  prefix text,
  code_format jsonb not null,
  face_values_cents bigint[] not null,
  voucher_kind text not null,
  expiry_policy text not null,
  redemption_text text not null,
  evidence_sha256 bytea not null,
  color_from text not null,
  color_to text not null,
  motif text default 'waves'::text not null,
  state text default 'proposed'::text not null,
  created_at timestamp with time zone default now() not null,
  funds jsonb,
  other_countries text[] default '{}'::text[] not null,
  face_range jsonb,
  guarantee_hours integer default 24 not null,
  fee_text text default ''::text not null,
  redemption_translations jsonb default '{}'::jsonb not null,
  price_rule jsonb,
  evidence_ref text default ''::text not null,
  adapter_url text,
  adapter_data_key bytea,
  adapter_secret bytea,
  constraint programmes_pkey PRIMARY KEY (id),
  constraint programmes_adapter CHECK ((((adapter_url ~ '^https://'::text) AND (adapter_data_key IS NOT NULL) AND (adapter_secret IS NOT NULL)) OR ((adapter_url IS NULL) AND (adapter_data_key IS NULL) AND (adapter_secret IS NULL)))),
  constraint programmes_check2 CHECK (((network = 'closed_loop'::text) OR (prefix IS NULL))),
  constraint programmes_color_from_check CHECK ((color_from ~ '^#[0-9a-f]{6}$'::text)),
  constraint programmes_color_to_check CHECK ((color_to ~ '^#[0-9a-f]{6}$'::text)),
  constraint programmes_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint programmes_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint programmes_evidence_sha256_check CHECK ((length(evidence_sha256) = 32)),
  constraint programmes_face_range CHECK (((((face_range ->> 'min_cents'::text))::bigint > 0) AND (((face_range ->> 'max_cents'::text))::bigint > ((face_range ->> 'min_cents'::text))::bigint))),
  constraint programmes_faces CHECK (((cardinality(face_values_cents) > 0) OR (face_range IS NOT NULL))),
  constraint programmes_funds_us CHECK ((((country <> 'US'::text) AND ('US'::text <> ALL (other_countries))) OR (funds IS NULL) OR ((COALESCE(((funds ->> 'expire_after_months'::text))::integer, 60) >= 60) AND (COALESCE((((funds -> 'dormancy_fee'::text) ->> 'after_months'::text))::integer, 12) >= 12)))),
  constraint programmes_guarantee CHECK (((guarantee_hours >= 1) AND (guarantee_hours <= 8760))),
  constraint programmes_issuer_country_check CHECK ((issuer_country ~ '^[A-Z]{2}$'::text)),
  constraint programmes_issuer_name_check CHECK (((length(issuer_name) >= 2) AND (length(issuer_name) <= 160))),
  constraint programmes_level_check CHECK ((level = ANY (ARRAY['Standard'::text, 'Plus'::text, 'Premium'::text]))),
  constraint programmes_motif_check CHECK ((motif ~ '^[a-z]+$'::text)),
  constraint programmes_name_check CHECK (((length(name) >= 2) AND (length(name) <= 80))),
  constraint programmes_network_check CHECK ((network = ANY (ARRAY['closed_loop'::text, 'open_loop'::text]))),
  constraint programmes_other_countries CHECK (((country <> ALL (other_countries)) AND (array_to_string(other_countries, ','::text) ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'::text))),
  constraint programmes_prefix_check CHECK ((prefix ~ '^[0-9]{4,12}$'::text)),
  constraint programmes_registration_ref_check CHECK (((length(registration_ref) >= 2) AND (length(registration_ref) <= 120))),
  constraint programmes_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'active'::text, 'suspended'::text, 'retired'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint programmes_terms_url_check CHECK ((terms_url ~ '^https://'::text)),
  constraint programmes_voucher_kind_check CHECK ((voucher_kind = ANY (ARRAY['single_purpose'::text, 'multi_purpose'::text])))
);
CREATE UNIQUE INDEX programmes_name ON public.programmes USING btree (name) WHERE (state = ANY (ARRAY['proposed'::text, 'active'::text, 'suspended'::text]));
CREATE TRIGGER programmes_state_changes BEFORE INSERT OR UPDATE OF state ON public.programmes FOR EACH ROW EXECUTE FUNCTION refuse_programme_state();

create table proposal_approvals (
  proposal_id uuid not null,
  approver_id uuid not null,
  at timestamp with time zone not null,
  constraint proposal_approvals_pkey PRIMARY KEY (proposal_id, approver_id),
  constraint proposal_approvals_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES users(id),
  constraint proposal_approvals_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id)
);
CREATE TRIGGER proposal_approvals_append_only BEFORE DELETE OR UPDATE ON public.proposal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_approvals_by_others BEFORE INSERT ON public.proposal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_own_approval();
CREATE TRIGGER proposal_approvals_no_truncate BEFORE TRUNCATE ON public.proposal_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table proposal_approvals is 'Approvals that came before the deciding one, where a kind takes two.';

create table proposals (
  id uuid default uuidv7() not null,
  kind text not null,
  subject uuid not null,
  facts jsonb default '{}'::jsonb not null,
  proposer_id uuid not null,
  reason text,
  proposed_at timestamp with time zone not null,
  decision text,
  decider_id uuid,
  decision_reason text,
  decided_at timestamp with time zone,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint nobody_decides_their_own_proposal CHECK (((decider_id IS DISTINCT FROM proposer_id) OR (decision = 'withdrawn'::text))),
  constraint only_the_proposer_withdraws CHECK (((decision <> 'withdrawn'::text) OR (decider_id = proposer_id))),
  constraint proposals_decided_whole CHECK ((((decision IS NULL) = (decider_id IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NOT NULL) OR (decision_reason IS NULL)))),
  constraint proposals_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES users(id),
  constraint proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint proposals_decision_reason_check CHECK (((length(decision_reason) >= 3) AND (length(decision_reason) <= 500))),
  constraint proposals_kind_check CHECK ((kind ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint proposals_proposer_id_fkey FOREIGN KEY (proposer_id) REFERENCES users(id),
  constraint proposals_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
CREATE UNIQUE INDEX proposals_open ON public.proposals USING btree (kind, subject) WHERE (decision IS NULL);
CREATE INDEX proposals_subject ON public.proposals USING btree (subject, kind);
CREATE TRIGGER proposals_append_only BEFORE DELETE ON public.proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_decided_once BEFORE UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal();
CREATE TRIGGER proposals_no_truncate BEFORE TRUNCATE ON public.proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_settle_programmes AFTER UPDATE OF decision ON public.proposals FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['programme.approval'::text, 'programme.edit'::text, 'programme.key'::text]))) EXECUTE FUNCTION settle_programme_proposal();
CREATE TRIGGER proposals_two_approvers BEFORE UPDATE ON public.proposals FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['programme.approval'::text, 'programme.edit'::text, 'programme.key'::text])) AND (new.decision = 'approved'::text))) EXECUTE FUNCTION require_two_approvers();

create table quarantines (
  id uuid default uuidv7() not null,
  batch_id uuid not null,
  rules text[] not null,
  created_at timestamp with time zone not null,
  import_id uuid,
  constraint quarantines_pkey PRIMARY KEY (id),
  constraint quarantines_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint quarantines_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint quarantines_rules_check CHECK (((cardinality(rules) > 0) AND (rules <@ ARRAY['IG-20'::text, 'IG-21'::text, 'IG-22'::text]))),
  constraint quarantines_rules_once UNIQUE NULLS NOT DISTINCT (batch_id, import_id, rules)
);

create table rate_jumps (
  id uuid default uuidv7() not null,
  coin text not null,
  from_usd_e8 numeric(38,0) not null,
  usd_e8 numeric(38,0) not null,
  sources text[] not null,
  since timestamp with time zone not null,
  read_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint rate_jumps_pkey PRIMARY KEY (id),
  constraint rate_jumps_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint rate_jumps_from_usd_e8_check CHECK ((from_usd_e8 > (0)::numeric)),
  constraint rate_jumps_usd_e8_check CHECK ((usd_e8 > (0)::numeric))
);
CREATE UNIQUE INDEX rate_jumps_open ON public.rate_jumps USING btree (coin) WHERE (ended_at IS NULL);
comment on table rate_jumps is 'Rates that were refused because they jumped, until two people accept them or the rate comes back.';

create table rate_samples (
  id bigint generated always as identity not null,
  coin text not null,
  usd_e8 numeric(38,0) not null,
  sources text[] not null,
  at timestamp with time zone not null,
  jump_id uuid,
  constraint rate_samples_pkey PRIMARY KEY (id),
  constraint rate_samples_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint rate_samples_jump_id_fkey FOREIGN KEY (jump_id) REFERENCES rate_jumps(id),
  constraint rate_samples_jump_id_key UNIQUE (jump_id),
  constraint rate_samples_usd_e8_check CHECK ((usd_e8 > (0)::numeric))
);
CREATE INDEX rate_samples_at ON public.rate_samples USING btree (coin, at);
CREATE INDEX rate_samples_latest ON public.rate_samples USING btree (coin, id DESC);

create table recovery_codes (
  user_id uuid not null,
  code_mac bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_mac),
  constraint recovery_codes_code_mac_check CHECK ((length(code_mac) = 32)),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sanctioned_keys (
  key text not null,
  list_id bigint not null,
  constraint sanctioned_keys_pkey PRIMARY KEY (key),
  constraint sanctioned_keys_list_id_fkey FOREIGN KEY (list_id) REFERENCES sanctions_lists(id)
);

create table sanctions_lists (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  entries integer not null,
  skipped integer not null,
  loaded_at timestamp with time zone not null,
  file_at timestamp with time zone,
  skipped_lines integer[] default '{}'::integer[] not null,
  constraint sanctions_lists_pkey PRIMARY KEY (id),
  constraint sanctions_lists_entries_check CHECK ((entries >= 0)),
  constraint sanctions_lists_sha256_check CHECK ((length(sha256) = 32)),
  constraint sanctions_lists_skipped_check CHECK ((skipped >= 0))
);

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);

create table seen_hints (
  id bigint generated always as identity not null,
  coin text not null,
  key text not null,
  txid text not null,
  amount_units numeric(78,0) not null,
  payment_id uuid not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  deposit_id uuid,
  spends text[] not null,
  gone_at timestamp with time zone,
  constraint seen_hints_pkey PRIMARY KEY (id),
  constraint seen_hints_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint seen_hints_coin_key_fkey FOREIGN KEY (coin, key) REFERENCES deposit_addresses(coin, key),
  constraint seen_hints_coin_txid_key_amount_units_key UNIQUE (coin, txid, key, amount_units),
  constraint seen_hints_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint seen_hints_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
);
CREATE INDEX seen_hints_deposit ON public.seen_hints USING btree (deposit_id);
CREATE INDEX seen_hints_live ON public.seen_hints USING btree (coin) WHERE ((deposit_id IS NULL) AND (gone_at IS NULL));
CREATE INDEX seen_hints_payment ON public.seen_hints USING btree (payment_id);

create table seller_destinations (
  id uuid default uuidv7() not null,
  seller_id uuid not null,
  kind text not null,
  sealed bytea not null,
  hint text not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  in_force_from timestamp with time zone not null,
  constraint seller_destinations_pkey PRIMARY KEY (id),
  constraint seller_destinations_check CHECK ((in_force_from >= set_at)),
  constraint seller_destinations_hint_check CHECK ((length(hint) <= 12)),
  constraint seller_destinations_kind_check CHECK ((kind = ANY (ARRAY['IBAN'::text, 'BTC'::text, 'LTC'::text, 'ETH'::text]))),
  constraint seller_destinations_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint seller_destinations_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id)
);
CREATE INDEX seller_destinations_seller ON public.seller_destinations USING btree (seller_id, id);

create table seller_lines (
  line_id uuid not null,
  seller_id uuid not null,
  price_cents bigint not null,
  commission_bp integer not null,
  commission_cents bigint not null,
  share_cents bigint not null,
  returns_borne_by text not null,
  reserve_bp integer not null,
  reserve_days integer not null,
  guarantee_hours integer not null,
  state text default 'pending'::text not null,
  sold_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  available_at timestamp with time zone,
  reserve_cents bigint default 0 not null,
  reserve_due_at timestamp with time zone,
  reserve_released_at timestamp with time zone,
  reversed_at timestamp with time zone,
  charged_cents bigint default 0 not null,
  constraint seller_lines_pkey PRIMARY KEY (line_id),
  constraint seller_lines_check CHECK (((reserve_cents >= 0) AND (reserve_cents <= share_cents))),
  constraint seller_lines_check1 CHECK (((charged_cents >= 0) AND (charged_cents <= commission_cents))),
  constraint seller_lines_check2 CHECK (((commission_cents + share_cents) = price_cents)),
  constraint seller_lines_check3 CHECK (((state = 'reversed'::text) = (reversed_at IS NOT NULL))),
  constraint seller_lines_commission_cents_check CHECK ((commission_cents >= 0)),
  constraint seller_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint seller_lines_price_cents_check CHECK ((price_cents > 0)),
  constraint seller_lines_returns_borne_by_check CHECK ((returns_borne_by = ANY (ARRAY['seller'::text, 'shop'::text]))),
  constraint seller_lines_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint seller_lines_share_cents_check CHECK ((share_cents >= 0)),
  constraint seller_lines_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'available'::text, 'reversed'::text])))
);
CREATE INDEX seller_lines_due ON public.seller_lines USING btree (due_at, line_id) WHERE (state = 'pending'::text);
CREATE INDEX seller_lines_reserve ON public.seller_lines USING btree (reserve_due_at, line_id) WHERE ((state = 'available'::text) AND (reserve_cents > 0) AND (reserve_released_at IS NULL));
CREATE INDEX seller_lines_seller ON public.seller_lines USING btree (seller_id, sold_at);
CREATE TRIGGER seller_lines_kept BEFORE DELETE ON public.seller_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table seller_nights (
  day date not null,
  problems integer not null,
  ended_at timestamp with time zone not null,
  constraint seller_nights_pkey PRIMARY KEY (day),
  constraint seller_nights_problems_check CHECK ((problems >= 0))
);

create table seller_payouts (
  id uuid default uuidv7() not null,
  seller_id uuid not null,
  destination_id uuid not null,
  amount_cents bigint not null,
  state text default 'proposed'::text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  reference text,
  paid_by uuid,
  paid_at timestamp with time zone,
  failed_at timestamp with time zone,
  constraint seller_payouts_pkey PRIMARY KEY (id),
  constraint seller_payouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint seller_payouts_check CHECK ((((paid_at IS NULL) = (reference IS NULL)) AND ((paid_at IS NULL) = (paid_by IS NULL)))),
  constraint seller_payouts_check1 CHECK (((state <> ALL (ARRAY['paid'::text, 'reversed'::text])) OR (paid_at IS NOT NULL))),
  constraint seller_payouts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint seller_payouts_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES seller_destinations(id),
  constraint seller_payouts_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES users(id),
  constraint seller_payouts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 120))),
  constraint seller_payouts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint seller_payouts_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'paid'::text, 'failed'::text, 'reversed'::text])))
);
CREATE UNIQUE INDEX seller_payouts_open ON public.seller_payouts USING btree (seller_id) WHERE (state = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE INDEX seller_payouts_seller ON public.seller_payouts USING btree (seller_id, id);
CREATE TRIGGER seller_payouts_approved BEFORE INSERT OR UPDATE OF state ON public.seller_payouts FOR EACH ROW WHEN ((new.state = ANY (ARRAY['approved'::text, 'paid'::text, 'failed'::text, 'reversed'::text]))) EXECUTE FUNCTION refuse_unapproved('payout.approval');
CREATE TRIGGER seller_payouts_transition BEFORE UPDATE OF state ON public.seller_payouts FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT payout_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();

create table sellers (
  id uuid default uuidv7() not null,
  legal_name text not null,
  contact_email text not null,
  country text not null,
  state text default 'applied'::text not null,
  data_key bytea not null,
  tax_id bytea not null,
  commission_bp integer not null,
  returns_borne_by text not null,
  reserve_bp integer not null,
  reserve_days integer not null,
  minimum_payout_cents bigint not null,
  user_id uuid,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_commission_bp_check CHECK (((commission_bp >= 0) AND (commission_bp <= 9000))),
  constraint sellers_contact_email_check CHECK (((contact_email = lower(contact_email)) AND (length(contact_email) <= 254))),
  constraint sellers_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint sellers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint sellers_legal_name_check CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= 160))),
  constraint sellers_minimum_payout_cents_check CHECK (((minimum_payout_cents >= 1) AND (minimum_payout_cents <= 100000000))),
  constraint sellers_reserve_bp_check CHECK (((reserve_bp >= 0) AND (reserve_bp <= 5000))),
  constraint sellers_reserve_days_check CHECK (((reserve_days >= 0) AND (reserve_days <= 365))),
  constraint sellers_returns_borne_by_check CHECK ((returns_borne_by = ANY (ARRAY['seller'::text, 'shop'::text]))),
  constraint sellers_state_check CHECK ((state = ANY (ARRAY['applied'::text, 'verified'::text, 'suspended'::text, 'ended'::text]))),
  constraint sellers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sellers_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER sellers_approved BEFORE INSERT OR UPDATE OF state ON public.sellers FOR EACH ROW WHEN ((new.state = 'verified'::text)) EXECUTE FUNCTION refuse_unapproved('seller.verification');
CREATE TRIGGER sellers_transition BEFORE UPDATE OF state ON public.sellers FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT seller_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();

create table sessions (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text default ''::text not null,
  address text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  device_id uuid not null,
  confirmed_at timestamp with time zone,
  confirmed_by text,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['password'::text, 'totp'::text, 'recovery_code'::text, 'passkey'::text]))),
  constraint sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 400)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_device ON public.sessions USING btree (device_id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_session_change AFTER DELETE OR UPDATE OF token_hash, expires_at ON public.sessions FOR EACH ROW EXECUTE FUNCTION tell_session_change('user_id');

create table spending_blocks (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  deposit_id uuid not null,
  blocked_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  lifted_by uuid,
  constraint spending_blocks_pkey PRIMARY KEY (id),
  constraint spending_blocks_check CHECK (((lifted_by IS NULL) OR (lifted_at IS NOT NULL))),
  constraint spending_blocks_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint spending_blocks_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES users(id),
  constraint spending_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX spending_blocks_open ON public.spending_blocks USING btree (user_id) WHERE (lifted_at IS NULL);

create table throttles (
  key text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key),
  constraint throttles_hits_check CHECK ((hits > 0))
);

create table totp_secrets (
  user_id uuid not null,
  data_key bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER totp_secrets_session_change AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.totp_secrets FOR EACH ROW EXECUTE FUNCTION tell_factor_change();

create table unclaimed_deposits (
  id uuid default uuidv7() not null,
  coin text not null,
  account_id bigint not null,
  index integer not null,
  key text not null,
  txid text not null,
  n integer not null,
  amount_units numeric(78,0) not null,
  first_seen_at timestamp with time zone not null,
  height bigint,
  hash text,
  senders text[] default '{}'::text[] not null,
  min_depth integer default 0 not null,
  deposit_id uuid,
  possible_senders text[] default '{}'::text[] not null,
  constraint unclaimed_deposits_pkey PRIMARY KEY (id),
  constraint unclaimed_deposits_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint unclaimed_deposits_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint unclaimed_deposits_check CHECK (((height IS NULL) = (hash IS NULL))),
  constraint unclaimed_deposits_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint unclaimed_deposits_coin_txid_n_key UNIQUE (coin, txid, n),
  constraint unclaimed_deposits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint unclaimed_deposits_deposit_id_key UNIQUE (deposit_id),
  constraint unclaimed_deposits_min_depth_check CHECK ((min_depth >= 0)),
  constraint unclaimed_deposits_n_check CHECK ((n >= 0))
);
CREATE INDEX unclaimed_deposits_height ON public.unclaimed_deposits USING btree (coin, height) WHERE (height IS NOT NULL);

create table users (
  id uuid default uuidv7() not null,
  username text not null,
  email text not null,
  password_hash text not null,
  role text default 'buyer'::text not null,
  duties text[] default '{}'::text[] not null,
  tier smallint default 0 not null,
  terms_accepted_at timestamp with time zone,
  email_verified_at timestamp with time zone,
  activated_at timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  display_name text default ''::text not null,
  locale text,
  time_zone text,
  theme text,
  erased_at timestamp with time zone,
  duties_proposal_id uuid,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_audit_alone CHECK (((NOT ('auditor'::text = ANY (duties))) OR (cardinality(duties) = 1))),
  constraint users_display_name_check CHECK ((length(display_name) <= 80)),
  constraint users_duties_check CHECK ((duties <@ ARRAY['importer'::text, 'approver'::text, 'support'::text, 'payouts'::text, 'publisher'::text, 'auditor'::text, 'seller'::text])),
  constraint users_duties_proposal_id_fkey FOREIGN KEY (duties_proposal_id) REFERENCES proposals(id),
  constraint users_duties_proposal_id_key UNIQUE (duties_proposal_id),
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_import_or_approve CHECK ((NOT (duties @> ARRAY['importer'::text, 'approver'::text]))),
  constraint users_locale_check CHECK ((locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['buyer'::text, 'admin'::text]))),
  constraint users_sell_alone CHECK (((NOT ('seller'::text = ANY (duties))) OR (cardinality(duties) = 1))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint users_tier_check CHECK (((tier >= 0) AND (tier <= 2))),
  constraint users_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint users_username_check CHECK ((username ~ '^[a-z0-9_.-]{3,32}$'::text)),
  constraint users_username_key UNIQUE (username)
);
CREATE UNIQUE INDEX users_confirmed_email ON public.users USING btree (email) WHERE (email_verified_at IS NOT NULL);
CREATE TRIGGER users_duties_decided BEFORE UPDATE OF role, duties ON public.users FOR EACH ROW WHEN (((new.role = 'admin'::text) AND ((old.role <> 'admin'::text) OR (NOT (new.duties <@ old.duties))))) EXECUTE FUNCTION refuse_undecided_duties();
CREATE TRIGGER users_duties_latest BEFORE UPDATE OF duties_proposal_id ON public.users FOR EACH ROW WHEN (((old.duties_proposal_id IS NOT NULL) AND ((new.duties_proposal_id IS NULL) OR (new.duties_proposal_id < old.duties_proposal_id)))) EXECUTE FUNCTION refuse_older_proposal();
CREATE TRIGGER users_last_approver BEFORE UPDATE OF role, duties, disabled_at ON public.users FOR EACH ROW WHEN (((old.role = 'admin'::text) AND ('approver'::text = ANY (old.duties)) AND (old.disabled_at IS NULL) AND ((new.role <> 'admin'::text) OR (NOT ('approver'::text = ANY (new.duties))) OR (new.disabled_at IS NOT NULL)))) EXECUTE FUNCTION keep_an_approver();
CREATE TRIGGER users_session_change AFTER UPDATE OF role, duties, tier, activated_at, disabled_at ON public.users FOR EACH ROW EXECUTE FUNCTION tell_session_change('id');

create table xpub_accounts (
  id bigint generated always as identity not null,
  coin text not null,
  xpub_hash bytea not null,
  fingerprint text not null,
  next_index integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint xpub_accounts_pkey PRIMARY KEY (id),
  constraint xpub_accounts_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint xpub_accounts_coin_xpub_hash_key UNIQUE (coin, xpub_hash),
  constraint xpub_accounts_next_index_check CHECK ((next_index >= 0)),
  constraint xpub_accounts_xpub_hash_check CHECK ((length(xpub_hash) = 32))
);

create view batch_figures as
 SELECT batch_id,
    (sum(cards))::bigint AS total,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'quarantined'::text)), (0)::numeric))::bigint AS quarantined,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'unconfirmed'::text)), (0)::numeric))::bigint AS unconfirmed,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'available'::text)), (0)::numeric))::bigint AS available,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'paused'::text)), (0)::numeric))::bigint AS paused,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'sold'::text)), (0)::numeric))::bigint AS sold,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'expired'::text)), (0)::numeric))::bigint AS expired,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'withdrawn'::text)), (0)::numeric))::bigint AS withdrawn,
    (COALESCE(sum(cards) FILTER (WHERE (state = 'void'::text)), (0)::numeric))::bigint AS void,
    (COALESCE(sum(face_cents) FILTER (WHERE (state = ANY (ARRAY['quarantined'::text, 'unconfirmed'::text, 'available'::text, 'paused'::text]))), (0)::numeric))::bigint AS stock_face_cents,
    (COALESCE(sum(price_cents) FILTER (WHERE (state = ANY (ARRAY['quarantined'::text, 'unconfirmed'::text, 'available'::text, 'paused'::text]))), (0)::numeric))::bigint AS stock_price_cents,
    (COALESCE(sum(face_cents) FILTER (WHERE (state = 'sold'::text)), (0)::numeric))::bigint AS sold_face_cents,
    (COALESCE(sum(price_cents) FILTER (WHERE (state = 'sold'::text)), (0)::numeric))::bigint AS sold_price_cents
   FROM ( SELECT batch_stock.batch_id,
            batch_stock.state,
            batch_stock.cards,
            batch_stock.face_cents,
            batch_stock.price_cents
           FROM batch_stock
        UNION ALL
         SELECT batch_stock_changes.batch_id,
            batch_stock_changes.state,
            batch_stock_changes.cards,
            batch_stock_changes.face_cents,
            batch_stock_changes.price_cents
           FROM batch_stock_changes) stock
  GROUP BY batch_id;

create view seller_balances as
 SELECT seller_id,
    kind,
    ((COALESCE(( SELECT sum(ledger_transfers.amount_cents) AS sum
           FROM ledger_transfers
          WHERE (ledger_transfers.credit_account_id = a.id)), (0)::numeric) - COALESCE(( SELECT sum(ledger_transfers.amount_cents) AS sum
           FROM ledger_transfers
          WHERE (ledger_transfers.debit_account_id = a.id)), (0)::numeric)))::bigint AS balance_cents
   FROM ledger_accounts a
  WHERE (seller_id IS NOT NULL);

create sequence order_numbers;

CREATE OR REPLACE FUNCTION public.add_to_card_lots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into card_lots as lot (programme_id, batch_id, face_cents, price_cents, discount_bp, expires_on, cards)
  select programme_id, batch_id, face_cents, price_cents, discount_bp, coalesce(expires_on, 'infinity'), count(*)
  from new_cards where state = 'available' group by 1, 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6
  on conflict (batch_id, face_cents, price_cents, discount_bp, expires_on) do update set cards = lot.cards + excluded.cards;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_programme_version(version programme_versions)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_before programmes;
  facts programmes;
begin
  select * into strict of_before from programmes where id = version.programme_id for update;
  facts := jsonb_populate_record(of_before, version.facts);
  if (facts.currency, facts.voucher_kind) is distinct from (of_before.currency, of_before.voucher_kind)
    and exists (select from batches where programme_id = of_before.id) then
    raise exception 'programme % has batches: its currency and kind of voucher stay', of_before.id using errcode = 'check_violation';
  end if;
  -- Codes of another mask are imported from now on: what IG-24 counted was about the windows of the old one.
  if facts.code_format <> of_before.code_format then
    delete from programme_windows where programme_id = of_before.id;
  end if;
  update programmes set
    (name, issuer_name, issuer_country, registration_ref, terms_url, network, country, other_countries, currency, level,
      prefix, code_format, face_values_cents, face_range, voucher_kind, expiry_policy, guarantee_hours, fee_text, funds,
      redemption_text, redemption_translations, price_rule, evidence_ref, evidence_sha256, adapter_url, adapter_data_key,
      adapter_secret, color_from, color_to, motif)
    = (select facts.name, facts.issuer_name, facts.issuer_country, facts.registration_ref, facts.terms_url, facts.network,
      facts.country, facts.other_countries, facts.currency, facts.level, facts.prefix, facts.code_format,
      facts.face_values_cents, facts.face_range, facts.voucher_kind, facts.expiry_policy, facts.guarantee_hours,
      facts.fee_text, facts.funds, facts.redemption_text, facts.redemption_translations, facts.price_rule,
      facts.evidence_ref, facts.evidence_sha256, facts.adapter_url, facts.adapter_data_key, facts.adapter_secret,
      facts.color_from, facts.color_to, facts.motif)
  where id = of_before.id;
end $function$;

CREATE OR REPLACE FUNCTION public.batch_importers(batch uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select created_by from batches where id = batch
  union select imported_by from batches where id = batch and imported_by is not null
  union select unnest(array[uploaded_by, committed_by]) from imports
    where batch_id = batch and state in ('committing', 'committed', 'failed')
$function$;

CREATE OR REPLACE FUNCTION public.batch_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((before = 'draft'::text) AND (after = 'imported'::text)) OR ((before = 'draft'::text) AND (after = 'withdrawn'::text))) OR ((before = 'imported'::text) AND (after = 'draft'::text))) OR ((before = 'imported'::text) AND (after = 'approved'::text))) OR ((before = 'imported'::text) AND (after = 'withdrawn'::text))) OR ((before = 'approved'::text) AND (after = 'imported'::text))) OR ((before = 'approved'::text) AND (after = 'paused'::text))) OR ((before = 'approved'::text) AND (after = 'withdrawn'::text))) OR ((before = 'paused'::text) AND (after = 'approved'::text))) OR ((before = 'paused'::text) AND (after = 'withdrawn'::text)));

CREATE OR REPLACE FUNCTION public.card_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((((((((((((((((((((((((((before = 'quarantined'::text) AND (after = 'unconfirmed'::text)) OR ((before = 'quarantined'::text) AND (after = 'available'::text))) OR ((before = 'quarantined'::text) AND (after = 'paused'::text))) OR ((before = 'quarantined'::text) AND (after = 'withdrawn'::text))) OR ((before = 'quarantined'::text) AND (after = 'void'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'quarantined'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'available'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'paused'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'expired'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'withdrawn'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'void'::text))) OR ((before = 'available'::text) AND (after = 'unconfirmed'::text))) OR ((before = 'available'::text) AND (after = 'paused'::text))) OR ((before = 'available'::text) AND (after = 'sold'::text))) OR ((before = 'available'::text) AND (after = 'expired'::text))) OR ((before = 'available'::text) AND (after = 'withdrawn'::text))) OR ((before = 'available'::text) AND (after = 'void'::text))) OR ((before = 'paused'::text) AND (after = 'unconfirmed'::text))) OR ((before = 'paused'::text) AND (after = 'available'::text))) OR ((before = 'paused'::text) AND (after = 'expired'::text))) OR ((before = 'paused'::text) AND (after = 'withdrawn'::text))) OR ((before = 'paused'::text) AND (after = 'void'::text))) OR ((before = 'sold'::text) AND (after = 'available'::text))) OR ((before = 'sold'::text) AND (after = 'paused'::text))) OR ((before = 'sold'::text) AND (after = 'expired'::text))) OR ((before = 'sold'::text) AND (after = 'withdrawn'::text))) OR ((before = 'sold'::text) AND (after = 'void'::text))) OR ((before = 'expired'::text) AND (after = 'void'::text))) OR ((before = 'withdrawn'::text) AND (after = 'void'::text)));

CREATE OR REPLACE FUNCTION public.keep_an_approver()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Two who leave at once would each see the other.
  perform pg_advisory_xact_lock(4203710032);
  if not exists (
    select from users where id <> new.id and role = 'admin' and 'approver' = any(duties) and disabled_at is null
  ) then
    raise exception 'user % is the last approver', new.id using errcode = 'check_violation', constraint = 'users_last_approver';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.decision is not null then
    raise exception 'proposal % is decided, and stays as it is', old.id using errcode = 'restrict_violation';
  end if;
  if new.decision is null
    or (new.id, new.kind, new.subject, new.facts, new.proposer_id, new.reason, new.proposed_at)
      is distinct from (old.id, old.kind, old.subject, old.facts, old.proposer_id, old.reason, old.proposed_at) then
    raise exception 'proposal % may be decided, and changed in no other way', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_revocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.revoked_at is not null then
    raise exception 'issuer key % is revoked, and stays so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_seller()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'batch % stays with its seller', old.id using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_apply_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update ledger_balances
    set balance_cents = balance_cents + case when account_id = new.credit_account_id then new.amount_cents else -new.amount_cents end
    where account_id in (new.debit_account_id, new.credit_account_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_open_balance()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.limited then insert into ledger_balances (account_id) values (new.id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_price_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.price_changed_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.payout_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((before = 'proposed'::text) AND (after = 'approved'::text)) OR ((before = 'proposed'::text) AND (after = 'rejected'::text))) OR ((before = 'approved'::text) AND (after = 'paid'::text))) OR ((before = 'approved'::text) AND (after = 'failed'::text))) OR ((before = 'paid'::text) AND (after = 'reversed'::text)));

CREATE OR REPLACE FUNCTION public.purchase_cost_cents(batch batches, cards bigint, face_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE(((batch).card_cost_cents * cards), (round(((((face_cents)::numeric * ((batch).cost_rate_micro)::numeric) * ((batch).cost_bp)::numeric) / ('10000000000'::bigint)::numeric)))::bigint);

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_older_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the duties of user % were decided anew', new.id using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_own_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from proposals where id = new.proposal_id and (proposer_id = new.approver_id or decision is not null)) then
    raise exception 'proposal % is decided, or was made by its approver', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_own_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.approved_by in (select batch_importers(new.batch_id)) or not exists (
    select from proposals where kind = 'batch.approval' and subject = new.batch_id and decision = 'approved'
      and decider_id = new.approved_by
  ) then
    raise exception 'import % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_programme_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was text := case when tg_op = 'UPDATE' then old.state else 'proposed' end;
  stopped programme_suspensions;
begin
  if was = new.state then return new; end if;
  if not (was, new.state) in (('proposed', 'active'), ('proposed', 'rejected'), ('proposed', 'withdrawn'),
    ('active', 'suspended'), ('active', 'retired'), ('suspended', 'active'), ('suspended', 'retired')) then
    raise exception 'programme % can''t be % after %', new.id, new.state, was using errcode = 'check_violation';
  end if;
  if new.state in ('active', 'suspended') and not exists (
    select from proposals where kind = 'programme.approval' and subject = new.id and decision = 'approved'
  ) then
    raise exception 'programme % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  if was = 'suspended' and new.state = 'active' then
    select * into stopped from programme_suspensions where programme_id = new.id order by id desc limit 1;
    if stopped.rule is not null and not exists (
      select from proposals where kind = 'programme.resume' and subject = new.id and decision = 'approved'
        and facts ->> 'suspension_id' = stopped.id::text
    ) then
      raise exception 'programme % was suspended by %, and takes two people to resume', new.id, stopped.rule
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_quarantined()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.quarantine_id is not null and new.quarantine_id is distinct from old.quarantine_id then
    raise exception 'card % belongs to its quarantine', new.id using errcode = 'check_violation';
  end if;
  if new.quarantine_id is not null and new.state not in ('quarantined', 'withdrawn', 'void') and not exists (
    select from proposals p join quarantines q on q.id = p.subject
    where p.kind = 'quarantine.admission' and p.subject = new.quarantine_id and p.decision = 'approved'
      and p.decider_id not in (select batch_importers(q.batch_id))
  ) then
    raise exception 'card % is quarantined, and was not admitted by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_sold_price()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'card % is sold, and keeps its price', old.id using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% % is %, and can''t become %', tg_table_name, old.id, old.state, new.state using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unapproved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals where kind = tg_argv[0] and subject = new.id and decision = 'approved'
      and decider_id::text is distinct from to_jsonb(new) ->> 'created_by'
      and decider_id::text is distinct from to_jsonb(new) ->> 'imported_by'
  ) then
    raise exception '% % was not approved by somebody else', tg_table_name, new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unapproved_import()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from imports where id = new.import_id and approved_at is not null) then
    raise exception 'card % came with an import that is not approved', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_undecided_duties()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.duties_proposal_id is not distinct from old.duties_proposal_id or not exists (
    select from proposals where id = new.duties_proposal_id and kind = 'duty.change' and subject = new.id
      and decision = 'approved' and decider_id <> new.id and facts ->> 'duties' = array_to_string(new.duties, ',')
  ) then
    raise exception 'nobody else gave these duties to user %', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.require_two_approvers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from proposal_approvals where proposal_id = new.id and approver_id <> new.decider_id) then
    raise exception 'proposal % takes two approvers', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.seller_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((before = 'applied'::text) AND (after = 'verified'::text)) OR ((before = 'applied'::text) AND (after = 'ended'::text))) OR ((before = 'verified'::text) AND (after = 'suspended'::text))) OR ((before = 'verified'::text) AND (after = 'ended'::text))) OR ((before = 'suspended'::text) AND (after = 'verified'::text))) OR ((before = 'suspended'::text) AND (after = 'ended'::text)));

CREATE OR REPLACE FUNCTION public.settle_programme_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  version programme_versions;
  approved boolean := new.decision = 'approved';
begin
  if new.kind = 'programme.key' then
    update issuer_keys set replaced_at = new.decided_at where approved and replaced_at is null and revoked_at is null
      and id = (select replaces from issuer_keys where id = new.subject);
    update issuer_keys set approved_at = case when approved then new.decided_at end,
      closed_at = case when not approved then new.decided_at end
    where id = new.subject and approved_at is null and closed_at is null;
    return null;
  end if;
  select * into version from programme_versions
  where programme_id = new.subject and state = 'proposed' and id = coalesce((new.facts ->> 'version_id')::uuid, id) for update;
  if version.id is null then
    raise exception 'proposal % is about no proposed version', new.id using errcode = 'check_violation';
  end if;
  if approved then
    perform apply_programme_version(version);
    update programme_versions set state = 'superseded' where programme_id = new.subject and state = 'active';
  end if;
  update programme_versions set state = case when approved then 'active' else new.decision end, settled_at = new.decided_at
  where id = version.id;
  if new.kind = 'programme.approval' then
    update programmes set state = case when approved then 'active' else new.decision end where id = new.subject;
    update issuer_keys set approved_at = case when approved then new.decided_at end,
      closed_at = case when not approved then new.decided_at end
    where programme_id = new.subject and id = coalesce((new.facts ->> 'key_id')::uuid, id)
      and approved_at is null and closed_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.take_from_card_lots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into card_lot_departures (lot_id, cards)
  select lot.id, count(*)
  from old_cards as card join card_lots as lot
    on (lot.batch_id, lot.face_cents, lot.price_cents, lot.discount_bp, lot.expires_on)
      = (card.batch_id, card.face_cents, card.price_cents, card.discount_bp, coalesce(card.expires_on, 'infinity'))
  where card.state = 'available' group by lot.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_factor_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_session_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $function$;
