-- Made by tools/dump-schema.ts from a migrated database with its rules. Not applied by anything.

create table account_charts (
  proposal_id uuid not null,
  consultant integer not null,
  client integer not null,
  year_begins integer not null,
  at timestamp with time zone not null,
  constraint account_charts_pkey PRIMARY KEY (proposal_id),
  constraint account_charts_client_check CHECK (((client >= 1) AND (client <= 99999))),
  constraint account_charts_consultant_check CHECK (((consultant >= 1001) AND (consultant <= 9999999))),
  constraint account_charts_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint account_charts_year_begins_check CHECK (((year_begins >= 1) AND (year_begins <= 12)))
);
CREATE TRIGGER account_charts_append_only BEFORE DELETE OR UPDATE ON public.account_charts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_charts_approved BEFORE INSERT ON public.account_charts FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_chart();
CREATE TRIGGER account_charts_no_truncate BEFORE TRUNCATE ON public.account_charts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table account_charts is 'Charts of accounts that two people agreed to; the newest is in force. What DATEV asks for besides numbers stands here, too.';
comment on column account_charts.year_begins is 'The month with which a financial year begins.';

create table account_closings (
  user_id uuid not null,
  asked_at timestamp with time zone not null,
  asked_by uuid not null,
  constraint account_closings_pkey PRIMARY KEY (user_id),
  constraint account_closings_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint account_closings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table account_closings is 'Accounts that their owner or staff asked to close; once nothing is open any more they are erased.';

create table account_kinds (
  kind text not null,
  belongs_to text not null,
  limited boolean not null,
  constraint account_kinds_pkey PRIMARY KEY (kind),
  constraint account_kinds_belongs_to_check CHECK ((belongs_to = ANY (ARRAY['user'::text, 'seller'::text, 'house'::text])))
);
comment on table account_kinds is 'Kinds of accounts, whose they are, and whether they may fall below zero. Filled by rules.sql of the features.';

create table account_links (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  kind text not null,
  key bytea not null,
  ties boolean default false not null,
  times integer default 1 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  cut_at timestamp with time zone,
  cut_by uuid,
  cut_reason text,
  constraint account_links_pkey PRIMARY KEY (id),
  constraint account_links_check CHECK ((last_at >= first_at)),
  constraint account_links_check1 CHECK ((((cut_at IS NULL) = (cut_by IS NULL)) AND ((cut_at IS NULL) = (cut_reason IS NULL)))),
  constraint account_links_cut_by_fkey FOREIGN KEY (cut_by) REFERENCES users(id),
  constraint account_links_cut_reason_check CHECK (((length(cut_reason) >= 3) AND (length(cut_reason) <= 500))),
  constraint account_links_key_check CHECK ((length(key) = 32)),
  constraint account_links_kind_check CHECK ((kind = ANY (ARRAY['device'::text, 'funding'::text, 'gifts'::text, 'sign_up'::text]))),
  constraint account_links_kind_key_user_id_key UNIQUE (kind, key, user_id),
  constraint account_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX account_links_last ON public.account_links USING btree (last_at);
CREATE INDEX account_links_user ON public.account_links USING btree (user_id, id);
comment on table account_links is 'What ties an account to others: a device, an address that paid, gifts, a burst of sign-ups.';
comment on column account_links.key is 'A keyed digest of what is shared, never the thing itself.';
comment on column account_links.ties is 'Whether it makes a group of those who share it; staff may cut it.';

create table account_numbers (
  proposal_id uuid not null,
  kind text not null,
  number text not null,
  tax_key text,
  constraint account_numbers_pkey PRIMARY KEY (proposal_id, kind),
  constraint account_numbers_number_check CHECK ((number ~ '^[0-9]{4,9}$'::text)),
  constraint account_numbers_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES account_charts(proposal_id),
  constraint account_numbers_proposal_id_number_key UNIQUE (proposal_id, number),
  constraint account_numbers_tax_key_check CHECK ((tax_key ~ '^[0-9]{1,4}$'::text))
);
CREATE TRIGGER account_numbers_append_only BEFORE DELETE OR UPDATE ON public.account_numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_numbers_approved BEFORE INSERT ON public.account_numbers FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_number();
CREATE TRIGGER account_numbers_no_truncate BEFORE TRUNCATE ON public.account_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table account_numbers is 'What number, and perhaps what tax key, a kind of account has in a chart. The kinds come from rules.sql, which no key refers to.';

create table account_waits (
  user_id uuid not null,
  why text not null,
  since timestamp with time zone not null,
  released_at timestamp with time zone,
  released_by uuid,
  release_reason text,
  constraint account_waits_pkey PRIMARY KEY (user_id),
  constraint account_waits_check CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) = (release_reason IS NULL)))),
  constraint account_waits_release_reason_check CHECK (((length(release_reason) >= 3) AND (length(release_reason) <= 500))),
  constraint account_waits_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  constraint account_waits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint account_waits_why_check CHECK ((why = ANY (ARRAY['size'::text, 'disabled'::text, 'payment'::text])))
);
CREATE INDEX account_waits_open ON public.account_waits USING btree (since) WHERE (released_at IS NULL);
comment on table account_waits is 'New accounts of a group under suspicion, which buy nothing until a person releases them.';

create table alert_receivers (
  id uuid default uuidv7() not null,
  name text not null,
  form text not null,
  severity text not null,
  host text not null,
  data_key bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  created_by uuid not null,
  removed_at timestamp with time zone,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  mac bytea,
  revision integer default 0 not null,
  constraint alert_receivers_pkey PRIMARY KEY (id),
  constraint alert_receivers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint alert_receivers_form_check CHECK ((form = ANY (ARRAY['json'::text, 'slack'::text, 'pagerduty'::text, 'alertmanager'::text]))),
  constraint alert_receivers_mac_check CHECK ((length(mac) = 32)),
  constraint alert_receivers_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint alert_receivers_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'critical'::text])))
);
CREATE TRIGGER alert_receivers_kept BEFORE DELETE ON public.alert_receivers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_receivers_no_truncate BEFORE TRUNCATE ON public.alert_receivers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER alert_receivers_revision BEFORE UPDATE OF mac, revision ON public.alert_receivers FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table alert_receivers is 'Servers that are told of alerts: a webhook, Slack, PagerDuty or Alertmanager.';
comment on column alert_receivers.severity is 'From which severity on it is told.';
comment on column alert_receivers.sealed is 'Address and secret, which nobody is shown again.';
comment on column alert_receivers.failure is 'What came of the last delivery, if it failed: a status, or why there was no answer.';

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
comment on table alerts is 'What staff must know of, one open row for each kind and subject, however often it was raised.';
comment on column alerts.user_ids is 'Accounts that the alert is about, so that erasing one finds it.';

create table audit_chain (
  "position" bigint not null,
  entry_id bigint not null,
  link bytea not null,
  address_digest bytea,
  coarse_digest bytea,
  key_number integer default 1 not null,
  constraint audit_chain_pkey PRIMARY KEY ("position"),
  constraint audit_chain_address_digest_check CHECK ((length(address_digest) = 32)),
  constraint audit_chain_coarse_digest_check CHECK ((length(coarse_digest) = 32)),
  constraint audit_chain_digests_whole CHECK ((num_nulls(address_digest, coarse_digest) = ANY (ARRAY[0, 2]))),
  constraint audit_chain_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id),
  constraint audit_chain_entry_id_key UNIQUE (entry_id),
  constraint audit_chain_key_number_check CHECK ((key_number > 0)),
  constraint audit_chain_link_check CHECK ((length(link) = 32)),
  constraint audit_chain_position_check CHECK (("position" > 0))
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON public.audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_no_truncate BEFORE TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table audit_chain is 'The hash chain over audit entries: each link covers the one before it.';
comment on column audit_chain.address_digest is 'Stands for the address once that is erased, so that the chain still holds.';
comment on column audit_chain.coarse_digest is 'The same for the network that the address became after 90 days.';
comment on column audit_chain.key_number is 'Which of the keys of the audit log made the link.';

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
CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id);
CREATE INDEX audit_entries_actor ON public.audit_entries USING btree (actor_id, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_entries_at ON public.audit_entries USING btree (at);
CREATE INDEX audit_entries_pace ON public.audit_entries USING btree (actor_id, at) WHERE (action = ANY (ARRAY['card.revealed'::text, 'auth.login_failed'::text, 'auth.otp_failed'::text]));
CREATE INDEX audit_entries_reveals ON public.audit_entries USING btree (at) WHERE (action = 'card.revealed'::text);
CREATE INDEX audit_entries_subject ON public.audit_entries USING btree (subject, id);
CREATE INDEX audit_entries_whole_addresses ON public.audit_entries USING btree (at) WHERE ((address <> ''::text) AND (address !~~ '%/%'::text) AND (address !~~ 'cli:%'::text));
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION keep_audit_entry();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table audit_entries is 'Who did what to which subject, in the same transaction as the deed. Never changed but to shorten addresses.';

create table backup_drills (
  id uuid default uuidv7() not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  place text not null,
  backup text,
  bytes bigint default 0 not null,
  segments integer default 0 not null,
  error text default ''::text not null,
  constraint backup_drills_pkey PRIMARY KEY (id),
  constraint backup_drills_backup_check CHECK ((length(backup) <= 100)),
  constraint backup_drills_bytes_check CHECK ((bytes >= 0)),
  constraint backup_drills_check CHECK ((ended_at >= started_at)),
  constraint backup_drills_error_check CHECK ((length(error) <= 1000)),
  constraint backup_drills_place_check CHECK ((length(place) <= 1000)),
  constraint backup_drills_segments_check CHECK ((segments >= 0))
);
CREATE INDEX backup_drills_newest ON public.backup_drills USING btree (ended_at DESC);
comment on table backup_drills is 'Each time that the newest backup was restored into a folder of its own, to see that it can be.';
comment on column backup_drills.place is 'The folder or store with the backups, without secrets.';
comment on column backup_drills.backup is 'Which one was restored; null where none could be opened.';
comment on column backup_drills.segments is 'Of the log, replayed after the copy.';
comment on column backup_drills.error is 'Empty where the copy came back and every check held.';

create table backups (
  id uuid default uuidv7() not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  place text not null,
  by text not null,
  name text,
  bytes bigint default 0 not null,
  stored_bytes bigint default 0 not null,
  files integer default 0 not null,
  new_files integer default 0 not null,
  error text default ''::text not null,
  form text default 'files'::text not null,
  found_at timestamp with time zone,
  removed_at timestamp with time zone,
  removal_error text default ''::text not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_by_check CHECK ((by = ANY (ARRAY['night'::text, 'command'::text, 'upgrade'::text, 'pgbackrest'::text]))),
  constraint backups_bytes_check CHECK ((bytes >= 0)),
  constraint backups_check CHECK ((ended_at >= started_at)),
  constraint backups_check1 CHECK (((new_files >= 0) AND (new_files <= files))),
  constraint backups_check2 CHECK (((name IS NULL) = (error <> ''::text))),
  constraint backups_error_check CHECK ((length(error) <= 1000)),
  constraint backups_files_check CHECK ((files >= 0)),
  constraint backups_form_check CHECK ((form = ANY (ARRAY['files'::text, 'dump'::text, 'pgbackrest'::text]))),
  constraint backups_name_check CHECK ((length(name) <= 100)),
  constraint backups_place_check CHECK ((length(place) <= 1000)),
  constraint backups_removal_error_check CHECK ((length(removal_error) <= 1000)),
  constraint backups_stored_bytes_check CHECK ((stored_bytes >= 0))
);
CREATE INDEX backups_newest ON public.backups USING btree (ended_at DESC);
comment on table backups is 'Each backup of the database that the shop took or tried to take, or found with pgBackRest.';
comment on column backups.place is 'The folder or store that it went to, without secrets.';
comment on column backups.by is 'The shop by itself at night or before an upgrade, a command, or pgBackRest.';
comment on column backups.name is 'Its name there; null where it failed.';
comment on column backups.stored_bytes is 'Of its objects, compressed and encrypted, with those that earlier backups stored.';
comment on column backups.new_files is 'How many of its files changed since the backup before it.';
comment on column backups.form is 'A copy of the server''s files, a dump, or one of pgBackRest.';
comment on column backups.found_at is 'When its store last had every part of it.';
comment on column backups.removed_at is 'When its store had it no more.';
comment on column backups.removal_error is 'Why backups that are too old could not be removed after it.';

create table balance_adjustments (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  proposal_id uuid not null,
  cause text not null,
  cents bigint not null,
  booked_at timestamp with time zone not null,
  order_id uuid,
  constraint balance_adjustments_pkey PRIMARY KEY (id),
  constraint balance_adjustments_cause_check CHECK ((cause = ANY (ARRAY['correction'::text, 'goodwill'::text, 'refund'::text]))),
  constraint balance_adjustments_cents_check CHECK ((cents <> 0)),
  constraint balance_adjustments_check CHECK (((cause = 'correction'::text) OR (cents > 0))),
  constraint balance_adjustments_order CHECK (((cause = 'refund'::text) = (order_id IS NOT NULL))),
  constraint balance_adjustments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint balance_adjustments_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint balance_adjustments_proposal_id_key UNIQUE (proposal_id),
  constraint balance_adjustments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX balance_adjustments_of_order ON public.balance_adjustments USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX balance_adjustments_of_user ON public.balance_adjustments USING btree (user_id, booked_at);
CREATE TRIGGER balance_adjustments_append_only BEFORE DELETE OR UPDATE ON public.balance_adjustments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER balance_adjustments_decided BEFORE INSERT ON public.balance_adjustments FOR EACH ROW EXECUTE FUNCTION refuse_undecided_adjustment();
comment on table balance_adjustments is 'Money that staff gave or took by hand, with its cause.';

create table bank_entries (
  id uuid default uuidv7() not null,
  statement_id uuid not null,
  key bytea not null,
  direction text not null,
  booked_on date not null,
  currency text not null,
  units numeric(78,0) not null,
  name text not null,
  text text not null,
  hidden boolean not null,
  iban_hint text,
  iban_mac bytea,
  state text default 'open'::text not null,
  payout_id uuid,
  how text,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint bank_entries_pkey PRIMARY KEY (id),
  constraint bank_entries_check CHECK (((iban_mac IS NULL) = (iban_hint IS NULL))),
  constraint bank_entries_check1 CHECK ((((state = 'matched'::text) = (payout_id IS NOT NULL)) AND ((state = 'matched'::text) = (how IS NOT NULL)))),
  constraint bank_entries_check2 CHECK (((state = 'explained'::text) = (note IS NOT NULL))),
  constraint bank_entries_check3 CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint bank_entries_check4 CHECK (((state <> 'matched'::text) OR (direction = 'debit'::text))),
  constraint bank_entries_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bank_entries_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint bank_entries_direction_check CHECK ((direction = ANY (ARRAY['debit'::text, 'credit'::text]))),
  constraint bank_entries_how_check CHECK ((how = ANY (ARRAY['reference'::text, 'iban'::text, 'person'::text]))),
  constraint bank_entries_iban_hint_check CHECK ((length(iban_hint) <= 12)),
  constraint bank_entries_key_check CHECK ((length(key) = 32)),
  constraint bank_entries_key_key UNIQUE (key),
  constraint bank_entries_name_check CHECK ((length(name) <= 140)),
  constraint bank_entries_note_check CHECK ((length(note) <= 500)),
  constraint bank_entries_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES seller_payouts(id),
  constraint bank_entries_payout_id_key UNIQUE (payout_id),
  constraint bank_entries_state_check CHECK ((state = ANY (ARRAY['open'::text, 'matched'::text, 'explained'::text]))),
  constraint bank_entries_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  constraint bank_entries_text_check CHECK ((length(text) <= 500)),
  constraint bank_entries_units_check CHECK ((units > (0)::numeric))
);
CREATE INDEX bank_entries_open ON public.bank_entries USING btree (id) WHERE ((state = 'open'::text) AND (direction = 'debit'::text));
CREATE INDEX bank_entries_statement ON public.bank_entries USING btree (statement_id, id);
CREATE TRIGGER bank_entries_fit BEFORE INSERT OR UPDATE OF payout_id ON public.bank_entries FOR EACH ROW WHEN ((new.payout_id IS NOT NULL)) EXECUTE FUNCTION refuse_unfit_match();
CREATE TRIGGER bank_entries_kept BEFORE DELETE ON public.bank_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table bank_entries is 'What a bank booked on an account of the shop, and which payout explains it.';
comment on column bank_entries.key is 'A digest of what the bank says of the entry: the same one in another file is known.';
comment on column bank_entries.units is 'In the smallest units of the currency (ISO 4217).';
comment on column bank_entries.hidden is 'Name and text are left out, because they may hold payment-card data.';
comment on column bank_entries.iban_mac is 'A MAC over the account of the other side, to compare it with destinations; the account itself isn''t stored.';
comment on column bank_entries.note is 'What a debit was that no payout explains.';

create table bank_statements (
  id uuid default uuidv7() not null,
  sha256 bytea not null,
  format text not null,
  account_hint text not null,
  first_on date not null,
  last_on date not null,
  known integer not null,
  layout jsonb,
  imported_by uuid not null,
  imported_at timestamp with time zone not null,
  constraint bank_statements_pkey PRIMARY KEY (id),
  constraint bank_statements_account_hint_check CHECK ((length(account_hint) <= 12)),
  constraint bank_statements_check CHECK ((last_on >= first_on)),
  constraint bank_statements_check1 CHECK (((layout IS NULL) = (format <> 'csv'::text))),
  constraint bank_statements_format_check CHECK ((format = ANY (ARRAY['camt.053'::text, 'csv'::text]))),
  constraint bank_statements_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint bank_statements_known_check CHECK ((known >= 0)),
  constraint bank_statements_sha256_check CHECK ((length(sha256) = 32)),
  constraint bank_statements_sha256_key UNIQUE (sha256)
);
CREATE TRIGGER bank_statements_append_only BEFORE DELETE OR UPDATE ON public.bank_statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_statements_no_truncate BEFORE TRUNCATE ON public.bank_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table bank_statements is 'Statements of the shop''s bank accounts that somebody imported. The files themselves aren''t stored.';
comment on column bank_statements.account_hint is 'The first and last characters of the account.';
comment on column bank_statements.known is 'Entries of the file that stood in an earlier one.';
comment on column bank_statements.layout is 'What the columns of a CSV file are, to be offered again.';

create table batch_stock (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  confirmed bigint default 0 not null,
  constraint batch_stock_pkey PRIMARY KEY (batch_id, state)
);
CREATE TRIGGER batch_stock_totals_by_insert AFTER INSERT ON public.batch_stock REFERENCING NEW TABLE AS new_stock FOR EACH STATEMENT EXECUTE FUNCTION add_stock_totals();
CREATE TRIGGER batch_stock_totals_by_update AFTER UPDATE ON public.batch_stock REFERENCING OLD TABLE AS old_stock NEW TABLE AS new_stock FOR EACH STATEMENT EXECUTE FUNCTION add_stock_totals();
comment on table batch_stock is 'How many cards of each batch are in each state, and what they are worth, without the changes below.';

create table batch_stock_changes (
  batch_id uuid not null,
  state text not null,
  cards bigint not null,
  face_cents bigint not null,
  price_cents bigint not null,
  confirmed bigint default 0 not null
);
comment on table batch_stock_changes is 'Changes that were not added to batch_stock yet: sales only note theirs, so they share no row.';

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
  usd_e9 bigint not null,
  data_key bytea not null,
  state text default 'draft'::text not null,
  created_by uuid not null,
  imported_by uuid,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  cost_bp integer,
  cost_usd_e9 bigint,
  card_cost_cents bigint,
  follows_rate boolean default false not null,
  repriced_on date,
  authorisation_reference text,
  authorised_from date,
  authorised_until date,
  issuer_asked_on date,
  seller_id uuid,
  approved_discount_bp integer,
  braked_at timestamp with time zone,
  floor_bp integer,
  constraint batches_pkey PRIMARY KEY (id),
  constraint batches_approved_discount_bp_check CHECK (((approved_discount_bp >= '-5000'::integer) AND (approved_discount_bp <= 9000))),
  constraint batches_authorisation_reference_check CHECK (((length(authorisation_reference) >= 1) AND (length(authorisation_reference) <= 120))),
  constraint batches_authorised CHECK (((authorisation_reference IS NULL) OR ((authorised_from IS NOT NULL) AND (invoice_date >= authorised_from) AND ((authorised_until IS NULL) OR (invoice_date <= authorised_until))))),
  constraint batches_braked CHECK (((braked_at IS NULL) OR (state = ANY (ARRAY['paused'::text, 'withdrawn'::text])))),
  constraint batches_card_cost_cents_check CHECK ((card_cost_cents >= 0)),
  constraint batches_cost_bp_check CHECK (((cost_bp >= 0) AND (cost_bp <= 20000))),
  constraint batches_cost_usd_e9_check CHECK ((cost_usd_e9 > 0)),
  constraint batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint batches_discount_bp_check CHECK (((discount_bp >= '-5000'::integer) AND (discount_bp <= 9000))),
  constraint batches_evidence_sha256_check CHECK ((length(evidence_sha256) = 32)),
  constraint batches_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint batches_floor_bp_check CHECK (((floor_bp >= 1000) AND (floor_bp <= 15000))),
  constraint batches_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES users(id),
  constraint batches_invoice_reference_check CHECK (((length(invoice_reference) >= 1) AND (length(invoice_reference) <= 120))),
  constraint batches_name_check CHECK (((length(name) >= 2) AND (length(name) <= 120))),
  constraint batches_one_cost CHECK (((num_nonnulls(cost_bp, card_cost_cents) <= 1) AND ((cost_bp IS NULL) OR (cost_usd_e9 IS NOT NULL)))),
  constraint batches_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint batches_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint batches_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'imported'::text, 'approved'::text, 'paused'::text, 'withdrawn'::text]))),
  constraint batches_supplier_check CHECK (((length(supplier) >= 2) AND (length(supplier) <= 160))),
  constraint batches_usd_e9_check CHECK ((usd_e9 > 0))
);
CREATE INDEX batches_programme ON public.batches USING btree (programme_id);
CREATE INDEX batches_seller ON public.batches USING btree (seller_id) WHERE (seller_id IS NOT NULL);
CREATE TRIGGER batches_approved BEFORE INSERT OR UPDATE OF state ON public.batches FOR EACH ROW WHEN ((new.state = ANY (ARRAY['approved'::text, 'paused'::text]))) EXECUTE FUNCTION refuse_unapproved('batch.approval');
CREATE TRIGGER batches_keep_seller BEFORE UPDATE OF seller_id ON public.batches FOR EACH ROW WHEN ((old.seller_id IS DISTINCT FROM new.seller_id)) EXECUTE FUNCTION keep_seller();
CREATE TRIGGER batches_offer AFTER UPDATE OF state ON public.batches FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION note_offer();
CREATE TRIGGER batches_transition BEFORE UPDATE OF state ON public.batches FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT batch_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table batches is 'Cards that came together: from one supplier, by one invoice, of one programme.';
comment on column batches.discount_bp is 'How far prices lie below the face value, in hundredths of a per cent.';
comment on column batches.usd_e9 is 'Billionths of a dollar for one unit of the programme''s currency, when the prices were set.';
comment on column batches.data_key is 'The key that seals the codes of these cards, itself sealed by the master key.';
comment on column batches.cost_bp is 'What the cards cost, in hundredths of a per cent of their face value.';
comment on column batches.follows_rate is 'Whether unsold cards are repriced every night at the reference rate.';
comment on column batches.repriced_on is 'The night, in UTC, when that last happened.';
comment on column batches.issuer_asked_on is 'The night, in UTC, when its issuer last answered about its cards.';
comment on column batches.braked_at is 'When too many unusable cards, or a redeemed canary, stopped its sale; null once it was resumed.';

create table brand_categories (
  slug text not null,
  names jsonb not null,
  synonyms text[] default '{}'::text[] not null,
  constraint brand_categories_pkey PRIMARY KEY (slug),
  constraint brand_categories_names_check CHECK (((jsonb_typeof(names) = 'object'::text) AND (names <> '{}'::jsonb))),
  constraint brand_categories_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 60)))
);
comment on table brand_categories is 'Kinds of brands that the shop''s list can be narrowed to.';

create table brand_slugs (
  slug text not null,
  brand_id uuid not null,
  constraint brand_slugs_pkey PRIMARY KEY (slug),
  constraint brand_slugs_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id) ON DELETE CASCADE
);
CREATE INDEX brand_slugs_brand ON public.brand_slugs USING btree (brand_id);
comment on table brand_slugs is 'Every address that a brand''s page ever had: old ones lead to the new one.';

create table branding (
  id boolean default true not null,
  name text not null,
  accent_light text not null,
  accent_dark text not null,
  footer text not null,
  mail_header text not null,
  logo jsonb,
  constraint branding_pkey PRIMARY KEY (id),
  constraint branding_accent_dark_check CHECK ((accent_dark ~ '^#[0-9a-f]{6}$'::text)),
  constraint branding_accent_light_check CHECK ((accent_light ~ '^#[0-9a-f]{6}$'::text)),
  constraint branding_id_check CHECK (id),
  constraint branding_logo_check CHECK ((logo ?& '{id,width,height,plate}'::text[])),
  constraint branding_name_check CHECK ((name <> ''::text))
);
comment on table branding is 'The shop''s name, colours and logo. One row.';

create table brands (
  id uuid default uuidv7() not null,
  slug text not null,
  name text not null,
  about text default ''::text not null,
  translations jsonb default '{}'::jsonb not null,
  categories text[] default '{}'::text[] not null,
  synonyms text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  constraint brands_pkey PRIMARY KEY (id),
  constraint brands_name_check CHECK (((length(name) >= 2) AND (length(name) <= 80))),
  constraint brands_name_key UNIQUE (name),
  constraint brands_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80))),
  constraint brands_slug_key UNIQUE (slug),
  constraint brands_translations_check CHECK (words_in(translations, '{about}'::text[]))
);
comment on table brands is 'What buyers look for; the programmes of a brand are what they buy.';

create table canned_answers (
  id uuid default uuidv7() not null,
  name text not null,
  bodies jsonb not null,
  updated_at timestamp with time zone not null,
  tags text[] default '{}'::text[] not null,
  settle text,
  constraint canned_answers_pkey PRIMARY KEY (id),
  constraint canned_answers_bodies_check CHECK ((bodies ? 'en'::text)),
  constraint canned_answers_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint canned_answers_name_key UNIQUE (name),
  constraint canned_answers_settle_check CHECK ((settle = ANY (ARRAY['solved'::text, 'closed'::text]))),
  constraint canned_answers_tags_check CHECK ((cardinality(tags) <= 10))
);
comment on table canned_answers is 'Answers that support inserts into a reply, by language.';
comment on column canned_answers.tags is 'What the ticket is marked with when the answer is sent.';
comment on column canned_answers.settle is 'The state that the ticket is in once the answer is sent; null: it waits for its buyer.';

create table card_lot_departures (
  lot_id bigint not null,
  cards bigint not null
);
CREATE INDEX card_lot_departures_lot ON public.card_lot_departures USING btree (lot_id);
comment on table card_lot_departures is 'Cards that left a lot and were not taken off it yet, so that sales share no row.';

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
CREATE INDEX card_lots_expires ON public.card_lots USING btree (expires_on);
CREATE INDEX card_lots_face ON public.card_lots USING btree (face_cents, id);
CREATE INDEX card_lots_price ON public.card_lots USING btree (price_cents, id);
CREATE INDEX card_lots_programme ON public.card_lots USING btree (programme_id);
CREATE TRIGGER card_lots_offer AFTER INSERT OR DELETE OR UPDATE ON public.card_lots FOR EACH ROW EXECUTE FUNCTION note_offer();
comment on table card_lots is 'Cards on sale that are the same to a buyer: batch, face value, price, discount and expiry. Lists are read from these.';

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
  import_row integer,
  constraint cards_pkey PRIMARY KEY (id),
  constraint cards_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint cards_blind_index_check CHECK ((length(blind_index) = 32)),
  constraint cards_canary_kept CHECK (((NOT canary) OR (state <> ALL (ARRAY['available'::text, 'sold'::text])))),
  constraint cards_check CHECK (((state = ANY (ARRAY['quarantined'::text, 'unconfirmed'::text, 'expired'::text, 'withdrawn'::text, 'void'::text])) OR issuer_confirmed)),
  constraint cards_confirmation_id_fkey FOREIGN KEY (confirmation_id) REFERENCES confirmations(id),
  constraint cards_face_cents_check CHECK ((face_cents > 0)),
  constraint cards_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint cards_import_row_check CHECK ((import_row > 1)),
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
CREATE INDEX cards_quarantine ON public.cards USING btree (quarantine_id, import_row) WHERE (quarantine_id IS NOT NULL);
CREATE INDEX cards_sold_expiring ON public.cards USING btree (expires_on) WHERE ((state = 'sold'::text) AND (expires_on IS NOT NULL));
CREATE INDEX cards_unusable ON public.cards USING btree (batch_id) WHERE (unusable_at IS NOT NULL);
CREATE TRIGGER cards_added_quarantined BEFORE INSERT ON public.cards FOR EACH ROW WHEN ((new.quarantine_id IS NOT NULL)) EXECUTE FUNCTION refuse_quarantined();
CREATE TRIGGER cards_arrive_by_insert AFTER INSERT ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION add_to_card_lots();
CREATE TRIGGER cards_arrive_by_update AFTER UPDATE ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION add_to_card_lots();
CREATE TRIGGER cards_leave_by_delete AFTER DELETE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION take_from_card_lots();
CREATE TRIGGER cards_leave_by_update AFTER UPDATE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION take_from_card_lots();
CREATE TRIGGER cards_preorders_by_insert AFTER INSERT ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION allot_to_preorders();
CREATE TRIGGER cards_preorders_by_update AFTER UPDATE ON public.cards REFERENCING OLD TABLE AS old_cards NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION allot_to_preorders();
CREATE TRIGGER cards_price_changed BEFORE UPDATE OF price_cents ON public.cards FOR EACH ROW WHEN ((old.price_cents IS DISTINCT FROM new.price_cents)) EXECUTE FUNCTION note_price_change();
CREATE TRIGGER cards_price_gated BEFORE UPDATE OF price_cents, discount_bp ON public.cards FOR EACH ROW WHEN (((old.price_cents IS DISTINCT FROM new.price_cents) OR (old.discount_bp IS DISTINCT FROM new.discount_bp))) EXECUTE FUNCTION refuse_ungated_price();
CREATE TRIGGER cards_quarantined BEFORE UPDATE OF state, quarantine_id ON public.cards FOR EACH ROW WHEN (((old.quarantine_id IS NOT NULL) OR (new.quarantine_id IS NOT NULL))) EXECUTE FUNCTION refuse_quarantined();
CREATE TRIGGER cards_sold_from_pause BEFORE UPDATE OF state ON public.cards FOR EACH ROW WHEN (((old.state = 'paused'::text) AND (new.state = 'sold'::text))) EXECUTE FUNCTION refuse_unallotted_sale();
CREATE TRIGGER cards_sold_price BEFORE UPDATE OF price_cents ON public.cards FOR EACH ROW WHEN (((old.state = 'sold'::text) AND (new.state = 'sold'::text) AND (old.price_cents <> new.price_cents))) EXECUTE FUNCTION refuse_sold_price();
CREATE TRIGGER cards_stock_by_delete AFTER DELETE ON public.cards REFERENCING OLD TABLE AS old_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_stock_by_insert AFTER INSERT ON public.cards REFERENCING NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_stock_by_update AFTER UPDATE ON public.cards REFERENCING OLD TABLE AS old_cards NEW TABLE AS new_cards FOR EACH STATEMENT EXECUTE FUNCTION note_stock();
CREATE TRIGGER cards_transition BEFORE UPDATE OF state ON public.cards FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT card_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
CREATE TRIGGER cards_with_approved_import BEFORE UPDATE OF state ON public.cards FOR EACH ROW WHEN (((new.import_id IS NOT NULL) AND (new.state = ANY (ARRAY['available'::text, 'paused'::text])) AND (old.state = ANY (ARRAY['unconfirmed'::text, 'quarantined'::text])))) EXECUTE FUNCTION refuse_unapproved_import();
comment on table cards is 'Single cards, each with one code that only its buyer may see.';
comment on column cards.sealed is 'The code, PIN and notes, sealed by the key of the batch and bound to this card.';
comment on column cards.blind_index is 'A keyed digest of the code, by which a second copy is refused.';
comment on column cards.undone is 'Its import was undone: the code may come again.';
comment on column cards.unusable_at is 'When its issuer, or an approver, reported that it can''t be redeemed.';
comment on column cards.canary is 'Never sold, so that its redemption tells of a theft. Who imports doesn''t see which cards these are.';

create table cart_items (
  user_id uuid not null,
  card_id uuid not null,
  added_at timestamp with time zone default now() not null,
  max_price_cents bigint,
  replaced uuid[] default '{}'::uuid[] not null,
  constraint cart_items_pkey PRIMARY KEY (user_id, card_id),
  constraint cart_items_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint cart_items_max_price_cents_check CHECK ((max_price_cents > 0)),
  constraint cart_items_replaced_check CHECK ((cardinality(replaced) <= 20)),
  constraint cart_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX cart_items_card ON public.cart_items USING btree (card_id);
comment on table cart_items is 'What a buyer has put into the cart, by card.';
comment on column cart_items.max_price_cents is 'For a line added by value: the price that the buyer agreed to. An equal card up to it may take the place.';
comment on column cart_items.replaced is 'Cards that stood here before an equal one took their place.';

create table chain_blocks (
  coin text not null,
  height bigint not null,
  hash text not null,
  constraint chain_blocks_pkey PRIMARY KEY (coin, height),
  constraint chain_blocks_coin_fkey FOREIGN KEY (coin) REFERENCES chain_cursors(coin)
);
comment on table chain_blocks is 'The last blocks of each coin, to find where a reorganisation began.';

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
comment on table chain_cursors is 'How far each coin is followed, and how its node is doing.';
comment on column chain_cursors.identity is 'Which network it is, by its first block; for Ether, the chain''s id stands before that.';

create table change_outputs (
  id bigint generated always as identity not null,
  coin text not null,
  key text not null,
  txid text not null,
  n integer not null,
  amount_units numeric(78,0) not null,
  height bigint,
  hash text,
  mac bytea,
  revision integer default 0 not null,
  constraint change_outputs_pkey PRIMARY KEY (id),
  constraint change_outputs_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint change_outputs_check CHECK (((height IS NULL) = (hash IS NULL))),
  constraint change_outputs_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint change_outputs_coin_txid_n_key UNIQUE (coin, txid, n),
  constraint change_outputs_mac_check CHECK ((length(mac) = 32)),
  constraint change_outputs_n_check CHECK ((n >= 0))
);
CREATE INDEX change_outputs_hash ON public.change_outputs USING btree (coin, hash);
CREATE INDEX change_outputs_key ON public.change_outputs USING btree (coin, key);
CREATE TRIGGER change_outputs_revision BEFORE UPDATE OF mac, revision ON public.change_outputs FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table change_outputs is 'What the wallet of the shop''s own keys paid itself as change, on its branch for that.';
comment on column change_outputs.hash is 'The block that it stands in; null while none of the best chain does.';

create table claims (
  id uuid default uuidv7() not null,
  number bigint default nextval('claim_numbers'::regclass) not null,
  line_id uuid not null,
  reason text not null,
  note text not null,
  state text not null,
  answer_id uuid,
  ticket_id uuid,
  made_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  refund_cents bigint default 0 not null,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES issuer_answers(id),
  constraint claims_check CHECK (((decided_at IS NULL) = (state = ANY (ARRAY['waiting'::text, 'open'::text])))),
  constraint claims_check1 CHECK (((refund_cents > 0) = (state = ANY (ARRAY['refunded'::text, 'goodwill'::text])))),
  constraint claims_check2 CHECK (((state <> 'refunded'::text) OR (answer_id IS NOT NULL))),
  constraint claims_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint claims_line_id_key UNIQUE (line_id),
  constraint claims_note_check CHECK ((length(note) <= 1000)),
  constraint claims_number_key UNIQUE (number),
  constraint claims_reason_check CHECK ((reason = ANY (ARRAY['not_active'::text, 'spent'::text, 'wrong_code'::text, 'other'::text]))),
  constraint claims_refund_cents_check CHECK ((refund_cents >= 0)),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'open'::text, 'refunded'::text, 'goodwill'::text, 'refused'::text, 'dropped'::text])))
);
CREATE INDEX claims_open ON public.claims USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'open'::text]));
CREATE TRIGGER claims_approved BEFORE INSERT OR UPDATE OF state ON public.claims FOR EACH ROW WHEN ((new.state = 'goodwill'::text)) EXECUTE FUNCTION refuse_unapproved('claim.goodwill');
CREATE TRIGGER claims_kept BEFORE DELETE ON public.claims FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER claims_transition BEFORE UPDATE OF state ON public.claims FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT claim_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table claims is 'Cards that their buyer says don''t work, and what was decided.';

create table cold_wallet_balances (
  id bigint generated always as identity not null,
  wallet_id uuid not null,
  at timestamp with time zone not null,
  height bigint not null,
  hash text not null,
  units numeric(78,0) not null,
  mac bytea,
  constraint cold_wallet_balances_pkey PRIMARY KEY (id),
  constraint cold_wallet_balances_mac_check CHECK ((length(mac) = 32)),
  constraint cold_wallet_balances_units_check CHECK ((units >= (0)::numeric)),
  constraint cold_wallet_balances_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES cold_wallets(id)
);
CREATE INDEX cold_wallet_balances_newest ON public.cold_wallet_balances USING btree (wallet_id, id DESC);
CREATE TRIGGER cold_wallet_balances_kept BEFORE DELETE ON public.cold_wallet_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cold_wallet_balances_no_truncate BEFORE TRUNCATE ON public.cold_wallet_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table cold_wallet_balances is 'What the nodes said each night that a watched wallet holds.';

create table cold_wallets (
  id uuid default uuidv7() not null,
  coin text not null,
  name text not null,
  kind text not null,
  source text not null,
  state text default 'proposed'::text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  mac bytea,
  constraint cold_wallets_pkey PRIMARY KEY (id),
  constraint cold_wallets_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint cold_wallets_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint cold_wallets_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'xpub'::text, 'multisig'::text]))),
  constraint cold_wallets_mac_check CHECK ((length(mac) = 32)),
  constraint cold_wallets_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint cold_wallets_source_check CHECK (((length(source) >= 14) AND (length(source) <= 2000))),
  constraint cold_wallets_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'rejected'::text, 'watched'::text, 'removed'::text])))
);
CREATE UNIQUE INDEX cold_wallets_source ON public.cold_wallets USING btree (coin, source) WHERE (state = ANY (ARRAY['proposed'::text, 'watched'::text]));
CREATE TRIGGER cold_wallets_approved BEFORE INSERT OR UPDATE OF state ON public.cold_wallets FOR EACH ROW WHEN ((new.state = 'watched'::text)) EXECUTE FUNCTION refuse_unapproved('cold_wallet.addition');
CREATE TRIGGER cold_wallets_kept BEFORE DELETE ON public.cold_wallets FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cold_wallets_no_truncate BEFORE TRUNCATE ON public.cold_wallets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cold_wallets_removed_by_two BEFORE INSERT OR UPDATE OF state ON public.cold_wallets FOR EACH ROW WHEN ((new.state = 'removed'::text)) EXECUTE FUNCTION refuse_unapproved('cold_wallet.removal');
CREATE TRIGGER cold_wallets_transition BEFORE UPDATE OF state ON public.cold_wallets FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT cold_wallet_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table cold_wallets is 'Wallets of the operator that two people agreed to watch. No key here can spend.';
comment on column cold_wallets.source is 'The address, the extended public key, or the descriptor of several.';

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
comment on table confirmations is 'Which key confirmed which cards, so that a revoked one takes its confirmations along.';

create table content_versions (
  id uuid default uuidv7() not null,
  kind text not null,
  text_id uuid not null,
  series text not null,
  fields jsonb not null,
  saved_by uuid,
  saved_at timestamp with time zone not null,
  constraint content_versions_pkey PRIMARY KEY (id),
  constraint content_versions_kind_check CHECK ((kind = ANY (ARRAY['news'::text, 'notices'::text, 'faqs'::text, 'legal_texts'::text]))),
  constraint content_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);
CREATE INDEX content_versions_of_series ON public.content_versions USING btree (kind, series, saved_at DESC, id DESC);
CREATE INDEX content_versions_of_text ON public.content_versions USING btree (text_id, saved_at DESC, id DESC);
CREATE TRIGGER content_versions_only_emptied BEFORE UPDATE ON public.content_versions FOR EACH ROW EXECUTE FUNCTION refuse_rewritten_version();
comment on table content_versions is 'Texts of the shop as they were before each change.';

create table daily_figures (
  day date not null,
  computed_at timestamp with time zone not null,
  orders bigint not null,
  cards bigint not null,
  sales_cents bigint not null,
  refunded_cents bigint not null,
  margin_cents bigint not null,
  uncosted_cards bigint not null,
  top_ups bigint not null,
  top_up_cents bigint not null,
  registered bigint not null,
  confirmed bigint not null,
  activated bigint not null,
  bought bigint not null,
  new_buyers bigint not null,
  constraint daily_figures_pkey PRIMARY KEY (day)
);
comment on table daily_figures is 'What happened on a day, summed up once, for the charts of the back office.';
comment on column daily_figures.uncosted_cards is 'Cards sold whose cost nobody entered, so that the margin leaves them out.';

create table debt_settlements (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  how text not null,
  cents bigint not null,
  proposal_id uuid,
  booked_at timestamp with time zone not null,
  constraint debt_settlements_pkey PRIMARY KEY (id),
  constraint debt_settlements_cents_check CHECK ((cents > 0)),
  constraint debt_settlements_decided CHECK (((how = 'balance'::text) OR (proposal_id IS NOT NULL))),
  constraint debt_settlements_how_check CHECK ((how = ANY (ARRAY['balance'::text, 'write_off'::text]))),
  constraint debt_settlements_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint debt_settlements_proposal_id_key UNIQUE (proposal_id),
  constraint debt_settlements_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX debt_settlements_of_user ON public.debt_settlements USING btree (user_id, id);
CREATE TRIGGER debt_settlements_append_only BEFORE DELETE OR UPDATE ON public.debt_settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER debt_settlements_fit BEFORE INSERT ON public.debt_settlements FOR EACH ROW EXECUTE FUNCTION refuse_unfit_settlement();
comment on table debt_settlements is 'What was settled of a debt from the balance, or written off.';

create table decision_gate (
  id boolean default true not null,
  inner_key bytea not null,
  outer_key bytea not null,
  constraint decision_gate_pkey PRIMARY KEY (id),
  constraint decision_gate_id_check CHECK (id),
  constraint decision_gate_inner_key_check CHECK ((length(inner_key) = 64)),
  constraint decision_gate_outer_key_check CHECK ((length(outer_key) = 64))
);
comment on table decision_gate is 'The key of the second MAC that a decision needs to be written, padded as HMAC-SHA256 wants it. For triggers alone.';

create table decision_signatures (
  id uuid default uuidv7() not null,
  proposal_id uuid not null,
  decider_id uuid not null,
  decision text not null,
  nonce text not null,
  credential_id text not null,
  public_key bytea not null,
  origin text not null,
  client_data text not null,
  authenticator_data text not null,
  signature text not null,
  signed_at timestamp with time zone not null,
  mac bytea not null,
  constraint decision_signatures_pkey PRIMARY KEY (id),
  constraint decision_signatures_authenticator_data_check CHECK ((length(authenticator_data) <= 4000)),
  constraint decision_signatures_client_data_check CHECK ((length(client_data) <= 4000)),
  constraint decision_signatures_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint decision_signatures_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES users(id),
  constraint decision_signatures_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint decision_signatures_mac_check CHECK ((length(mac) = 32)),
  constraint decision_signatures_nonce_check CHECK ((nonce ~ '^[\w-]{43}$'::text)),
  constraint decision_signatures_origin_check CHECK ((length(origin) <= 300)),
  constraint decision_signatures_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint decision_signatures_public_key_check CHECK ((length(public_key) <= 4000)),
  constraint decision_signatures_signature_check CHECK ((length(signature) <= 4000))
);
CREATE INDEX decision_signatures_proposal ON public.decision_signatures USING btree (proposal_id, decider_id);
CREATE TRIGGER decision_signatures_append_only BEFORE DELETE OR UPDATE ON public.decision_signatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_signatures_no_truncate BEFORE TRUNCATE ON public.decision_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table decision_signatures is 'What passkeys signed about proposals, in base64url, and the keys and the origin that prove it.';

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
  mac bytea,
  refused_at timestamp with time zone,
  constraint deposit_addresses_pkey PRIMARY KEY (id),
  constraint deposit_addresses_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint deposit_addresses_account_id_index_key UNIQUE (account_id, index),
  constraint deposit_addresses_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint deposit_addresses_coin_key_key UNIQUE (coin, key),
  constraint deposit_addresses_index_check CHECK ((index >= 0)),
  constraint deposit_addresses_mac_check CHECK ((length(mac) = 32)),
  constraint deposit_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deposit_addresses_spelled ON public.deposit_addresses USING btree (lower(address));
CREATE UNIQUE INDEX deposit_addresses_unpaid ON public.deposit_addresses USING btree (user_id, coin, account_id) WHERE ((paid_at IS NULL) AND (refused_at IS NULL));
comment on table deposit_addresses is 'Addresses given to buyers, one for each payment, derived from the operator''s public key.';
comment on column deposit_addresses.mac is 'Vouches that the shop derived the address: a forged one is never shown.';

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
  mac bytea,
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
CREATE INDEX deposit_credits_at ON public.deposit_credits USING btree (at, id);
CREATE INDEX deposit_credits_rate ON public.deposit_credits USING btree (rate_id);
comment on table deposit_credits is 'One row for each booking of a deposit: the part at the quote''s rate and the part at the rate of that moment.';
comment on column deposit_credits.generation is 'Which crediting it is: a deposit that was reversed and came back is credited again.';

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
  mac bytea,
  revision integer default 0 not null,
  output_ns integer[],
  output_units numeric(78,0)[],
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
  constraint deposits_mac_check CHECK ((length(mac) = 32)),
  constraint deposits_n_check CHECK ((n >= 0)),
  constraint deposits_outputs CHECK ((((output_ns IS NULL) = (output_units IS NULL)) AND ((output_ns IS NULL) OR ((cardinality(output_ns) > 1) AND (cardinality(output_ns) = cardinality(output_units)) AND (output_ns[1] = n))))),
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
CREATE TRIGGER deposits_revision BEFORE UPDATE OF mac, revision ON public.deposits FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table deposits is 'Payments seen on a chain, one row for what a transaction pays to an address, until they are credited, held or gone.';
comment on column deposits.n is 'Which of the transaction''s outputs it is, the first of several; 0 for what a transfer of Ether pays.';
comment on column deposits.required_depth is 'Blocks it must lie under before it counts; more for more money.';
comment on column deposits.locked_units is 'How much of it came in time for the rate of the quote.';
comment on column deposits.output_ns is 'Which outputs add up to it; null if it is one.';
comment on column deposits.output_units is 'What each of those outputs holds, in the same order.';

create table derived_keys (
  account_id bigint not null,
  coin text not null,
  index integer not null,
  key text not null,
  mac bytea,
  constraint derived_keys_pkey PRIMARY KEY (account_id, index),
  constraint derived_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint derived_keys_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint derived_keys_index_check CHECK ((index >= 0)),
  constraint derived_keys_mac_check CHECK ((length(mac) = 32))
);
CREATE INDEX derived_keys_key ON public.derived_keys USING btree (coin, key);
comment on table derived_keys is 'Keys that are watched although nobody was given them: ahead of next_index, and in the gap that a restored backup leaves.';

create table desk_figures (
  day date not null,
  computed_at timestamp with time zone not null,
  opened bigint not null,
  answered bigint not null,
  answered_in_time bigint not null,
  answer_ms bigint not null,
  solved bigint not null,
  solved_in_time bigint not null,
  solve_ms bigint not null,
  rated_good bigint not null,
  rated_bad bigint not null,
  constraint desk_figures_pkey PRIMARY KEY (day)
);
comment on table desk_figures is 'What the desk did on a day, summed up once.';

create table desk_settings (
  id boolean default true not null,
  time_zone text not null,
  hours jsonb not null,
  holidays date[] not null,
  targets jsonb not null,
  close_after_days integer not null,
  constraint desk_settings_pkey PRIMARY KEY (id),
  constraint desk_settings_close_after_days_check CHECK (((close_after_days >= 1) AND (close_after_days <= 365))),
  constraint desk_settings_hours_check CHECK ((jsonb_array_length(hours) = 7)),
  constraint desk_settings_id_check CHECK (id),
  constraint desk_settings_targets_check CHECK ((jsonb_array_length(targets) = 4))
);
comment on table desk_settings is 'When the desk is open, and how soon it answers. One row.';

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
comment on table device_codes is 'Codes mailed to confirm a device. The code is derived from the id and the master key, and stored nowhere.';

create table devices (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text default ''::text not null,
  trusted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  mac bytea,
  revision integer default 0 not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_mac_check CHECK ((length(mac) = 32)),
  constraint devices_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint devices_user_agent_check CHECK ((length(user_agent) <= 400)),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint devices_user_id_token_hash_key UNIQUE (user_id, token_hash)
);
CREATE TRIGGER devices_revision BEFORE UPDATE OF mac, revision ON public.devices FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table devices is 'Browsers that somebody signed in on, known by a cookie.';
comment on column devices.trusted_at is 'When its owner confirmed it; null: it may spend little.';

create table dust_deposits (
  id bigint generated always as identity not null,
  coin text not null,
  txid text not null,
  n integer not null,
  key text not null,
  user_id uuid not null,
  payment_id uuid not null,
  amount_units numeric(78,0) not null,
  output_ns integer[],
  output_units numeric(78,0)[],
  senders text[] default '{}'::text[] not null,
  min_depth integer not null,
  first_seen_at timestamp with time zone not null,
  height bigint,
  hash text,
  deposit_id uuid,
  mac bytea,
  revision integer default 0 not null,
  constraint dust_deposits_pkey PRIMARY KEY (id),
  constraint dust_deposits_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint dust_deposits_check CHECK (((height IS NULL) = (hash IS NULL))),
  constraint dust_deposits_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint dust_deposits_coin_key_fkey FOREIGN KEY (coin, key) REFERENCES deposit_addresses(coin, key),
  constraint dust_deposits_coin_txid_n_key UNIQUE (coin, txid, n),
  constraint dust_deposits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint dust_deposits_mac_check CHECK ((length(mac) = 32)),
  constraint dust_deposits_min_depth_check CHECK ((min_depth >= 0)),
  constraint dust_deposits_n_check CHECK ((n >= 0)),
  constraint dust_deposits_outputs CHECK ((((output_ns IS NULL) = (output_units IS NULL)) AND ((output_ns IS NULL) OR ((cardinality(output_ns) > 1) AND (cardinality(output_ns) = cardinality(output_units)) AND (output_ns[1] = n))))),
  constraint dust_deposits_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint dust_deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) with (fillfactor=50);
CREATE INDEX dust_deposits_deposit ON public.dust_deposits USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE INDEX dust_deposits_hash ON public.dust_deposits USING btree (coin, hash);
CREATE INDEX dust_deposits_key ON public.dust_deposits USING btree (coin, key);
CREATE INDEX dust_deposits_open ON public.dust_deposits USING btree (coin, user_id, height, amount_units) WHERE (deposit_id IS NULL);
CREATE INDEX dust_deposits_payment ON public.dust_deposits USING btree (payment_id);
CREATE INDEX dust_deposits_user ON public.dust_deposits USING btree (user_id, id);
CREATE TRIGGER dust_deposits_revision BEFORE UPDATE OF mac, revision ON public.dust_deposits FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table dust_deposits is 'Payments in outputs that cost more to spend than they are worth, one row for what a transaction pays to an address.';
comment on column dust_deposits.n is 'Which of the transaction''s outputs it is, the first of several.';
comment on column dust_deposits.payment_id is 'The newest quote of its address when it came.';
comment on column dust_deposits.output_ns is 'Which outputs add up to it; null if it is one.';
comment on column dust_deposits.output_units is 'What each of those outputs holds, in the same order.';
comment on column dust_deposits.min_depth is 'Blocks it must lie under, whatever the amount: a miner''s reward needs 100.';
comment on column dust_deposits.deposit_id is 'The deposit of the sum that it is part of; null while the sum is too small.';

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
  mac bytea,
  revision integer default 0 not null,
  constraint email_tokens_pkey PRIMARY KEY (id),
  constraint email_tokens_mac_check CHECK ((length(mac) = 32)),
  constraint email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text, 'change_email'::text]))),
  constraint email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX email_tokens_user ON public.email_tokens USING btree (user_id, purpose);
CREATE TRIGGER email_tokens_revision BEFORE UPDATE OF mac, revision ON public.email_tokens FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER email_tokens_stay_used BEFORE UPDATE ON public.email_tokens FOR EACH ROW EXECUTE FUNCTION stay_used();
comment on table email_tokens is 'Links in mails that confirm an address, set a password or stop a change.';

create table embargoed_countries (
  country text not null,
  list_id bigint not null,
  constraint embargoed_countries_pkey PRIMARY KEY (country),
  constraint embargoed_countries_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint embargoed_countries_list_id_fkey FOREIGN KEY (list_id) REFERENCES sanctions_lists(id)
);
comment on table embargoed_countries is 'Countries of the list of sanctions in force, which the shop sells nothing to.';

create table event_counters (
  channel text not null,
  last bigint not null,
  constraint event_counters_pkey PRIMARY KEY (channel),
  constraint event_counters_last_check CHECK ((last >= 0))
);
comment on table event_counters is 'The highest number given in each channel of live updates; ''all'' counts positions.';

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
comment on table events is 'Live updates, written with what they tell of and sent once they are committed.';
comment on column events."position" is 'Its place among all; null until the placer has numbered it after the commit.';
comment on column events.seq is 'Its place in its channel, by which clients see that they missed one.';

create table faqs (
  id uuid default uuidv7() not null,
  topic text not null,
  question text not null,
  answer text not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  translations jsonb default '{}'::jsonb not null,
  saved_by uuid,
  published_at timestamp with time zone,
  ends_at timestamp with time zone,
  constraint faqs_pkey PRIMARY KEY (id),
  constraint faqs_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 4000))),
  constraint faqs_check CHECK ((ends_at > published_at)),
  constraint faqs_question_check CHECK (((length(question) >= 1) AND (length(question) <= 300))),
  constraint faqs_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint faqs_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 60))),
  constraint faqs_translations_check CHECK (words_in(translations, '{topic,question,answer}'::text[]))
);
CREATE TRIGGER faqs_versions AFTER INSERT OR UPDATE ON public.faqs FOR EACH ROW EXECUTE FUNCTION keep_content_version();
comment on table faqs is 'Questions and answers for buyers.';

create table fiat_samples (
  id bigint generated always as identity not null,
  currency text not null,
  usd_e9 numeric(38,0) not null,
  sources text[] not null,
  at timestamp with time zone not null,
  jump_id uuid,
  mac bytea,
  constraint fiat_samples_pkey PRIMARY KEY (id),
  constraint fiat_samples_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'USD'::text))),
  constraint fiat_samples_jump_id_fkey FOREIGN KEY (jump_id) REFERENCES rate_jumps(id),
  constraint fiat_samples_jump_id_key UNIQUE (jump_id),
  constraint fiat_samples_mac_check CHECK ((length(mac) = 32)),
  constraint fiat_samples_usd_e9_check CHECK ((usd_e9 > (0)::numeric))
);
CREATE INDEX fiat_samples_at ON public.fiat_samples USING btree (at);
CREATE INDEX fiat_samples_latest ON public.fiat_samples USING btree (currency, id DESC);
comment on table fiat_samples is 'Dollar rates of other currencies, from the sources of the coins.';
comment on column fiat_samples.usd_e9 is 'Billionths of a dollar for one unit of the currency.';

create table former_data_keys (
  key_id bytea not null,
  place text not null,
  row_id text not null,
  replaced_at timestamp with time zone not null,
  constraint former_data_keys_pkey PRIMARY KEY (key_id, place, row_id),
  constraint former_data_keys_key_id_check CHECK ((length(key_id) = 4))
);
comment on table former_data_keys is 'Which rows had a data key that a replaced key wrapped: what a copy of that key could have opened.';
comment on column former_data_keys.key_id is 'Names the key that wrapped it.';
comment on column former_data_keys.place is 'The table that has the data key.';

create table gifts (
  id uuid default uuidv7() not null,
  line_id uuid not null,
  user_id uuid not null,
  message text not null,
  mailed boolean not null,
  email text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  mac bytea,
  giver text default ''::text not null,
  design text default 'card'::text not null,
  send_at timestamp with time zone,
  saved_at timestamp with time zone,
  constraint gifts_pkey PRIMARY KEY (id),
  constraint gifts_check CHECK ((expires_at > created_at)),
  constraint gifts_check1 CHECK (((opened_at IS NULL) OR (withdrawn_at IS NULL))),
  constraint gifts_design_check CHECK ((design = ANY (ARRAY['card'::text, 'birthday'::text, 'thanks'::text, 'congratulations'::text, 'holidays'::text]))),
  constraint gifts_email_check CHECK ((length(email) <= 254)),
  constraint gifts_giver_check CHECK ((length(giver) <= 60)),
  constraint gifts_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint gifts_mac_check CHECK ((length(mac) = 32)),
  constraint gifts_message_check CHECK ((length(message) <= 300)),
  constraint gifts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX gifts_live ON public.gifts USING btree (line_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX gifts_user ON public.gifts USING btree (user_id, id);
CREATE TRIGGER gifts_stay_used BEFORE UPDATE ON public.gifts FOR EACH ROW EXECUTE FUNCTION keep_gift();
comment on table gifts is 'Cards that their buyer gave away by a link.';
comment on column gifts.giver is 'The name under which the buyer gives it; empty: none.';
comment on column gifts.design is 'The paper that it is wrapped in.';
comment on column gifts.send_at is 'When its link is mailed; null: at once, or never.';
comment on column gifts.saved_at is 'When the device that opened it confirmed that the code is saved: then it is shown no more.';

create table hold_decisions (
  id uuid default uuidv7() not null,
  deposit_id uuid not null,
  decision text not null,
  reason text not null,
  hold_reason text not null,
  actor_id uuid not null,
  at timestamp with time zone not null,
  mac bytea,
  constraint hold_decisions_pkey PRIMARY KEY (id),
  constraint hold_decisions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint hold_decisions_decision_check CHECK ((decision = ANY (ARRAY['release'::text, 'keep'::text]))),
  constraint hold_decisions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint hold_decisions_mac_check CHECK ((length(mac) = 32)),
  constraint hold_decisions_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
CREATE INDEX hold_decisions_deposit ON public.hold_decisions USING btree (deposit_id, id DESC);
CREATE TRIGGER hold_decisions_append_only BEFORE DELETE OR UPDATE ON public.hold_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table hold_decisions is 'What people decided about deposits that were held, with a MAC: a forged row decides nothing.';

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamp with time zone default now() not null,
  mac bytea,
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint idempotency_keys_mac_check CHECK ((length(mac) = 32)),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
comment on table idempotency_keys is 'What a request with a key of its own was answered, sealed, so that a second one does nothing twice.';

create table identities (
  digest bytea not null,
  user_id uuid not null,
  released_at timestamp with time zone,
  constraint identities_pkey PRIMARY KEY (digest),
  constraint identities_digest_check CHECK ((length(digest) = 32)),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX identities_of_user ON public.identities USING btree (user_id) WHERE (released_at IS NULL);
comment on table identities is 'Whose identity an account is, by a keyed digest. It stays taken for a while after its account was erased.';

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
  constraint import_errors_hint_check CHECK ((hint = ANY (ARRAY['scientific'::text, 'leading_zeros'::text, 'decimal'::text, 'quote'::text, 'formula'::text, 'cell_count'::text, 'thousands'::text, 'currency_sign'::text, 'date_order'::text, 'date_serial'::text, 'date_form'::text]))),
  constraint import_errors_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_errors_rule_check CHECK ((rule ~ '^IG-[0-9]{2}$'::text))
);
comment on table import_errors is 'Rows of a file that an import refused, by row, column and rule, never with their text.';

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
  usd_e9 bigint,
  failures integer default 0 not null,
  created_at timestamp with time zone not null,
  commit_started_at timestamp with time zone,
  heartbeat_at timestamp with time zone not null,
  stall_notified_at timestamp with time zone,
  ended_at timestamp with time zone,
  earlier_committers uuid[] default '{}'::uuid[] not null,
  shapes jsonb,
  encoding text,
  refused_hint text,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint imports_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batches(id),
  constraint imports_check CHECK ((next_chunk <= chunk_count)),
  constraint imports_check1 CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint imports_check2 CHECK (((state <> 'refused'::text) OR (reason IS NOT NULL))),
  constraint imports_check3 CHECK (((state <> ALL (ARRAY['committing'::text, 'committed'::text])) OR (committed_by IS NOT NULL))),
  constraint imports_committed_by_fkey FOREIGN KEY (committed_by) REFERENCES users(id),
  constraint imports_delimiter_check CHECK ((delimiter = ANY (ARRAY[','::text, ';'::text, '	'::text]))),
  constraint imports_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'utf-16le'::text, 'utf-16be'::text, 'windows-1252'::text]))),
  constraint imports_file_sha256_check CHECK ((length(file_sha256) = 32)),
  constraint imports_reason_check CHECK ((reason = ANY (ARRAY['guard'::text, 'nothing'::text, 'same_file'::text, 'other_file'::text]))),
  constraint imports_refused_hint_check CHECK ((refused_hint ~ '^[a-z_]{1,40}$'::text)),
  constraint imports_refused_rule_check CHECK ((refused_rule ~ '^IG-[0-9]{2}$'::text)),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['checking'::text, 'checked'::text, 'refused'::text, 'committing'::text, 'committed'::text, 'cancelled'::text, 'expired'::text, 'failed'::text, 'undone'::text]))),
  constraint imports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint imports_usd_e9_check CHECK ((usd_e9 > 0))
);
CREATE INDEX imports_batch ON public.imports USING btree (batch_id, id);
CREATE UNIQUE INDEX imports_file ON public.imports USING btree (batch_id, file_sha256) WHERE (state = ANY (ARRAY['checked'::text, 'committing'::text, 'committed'::text, 'failed'::text]));
CREATE INDEX imports_running ON public.imports USING btree (state, heartbeat_at) WHERE (state = ANY (ARRAY['checking'::text, 'checked'::text, 'committing'::text, 'failed'::text]));
CREATE TRIGGER imports_approved BEFORE INSERT OR UPDATE OF approved_by ON public.imports FOR EACH ROW WHEN ((new.approved_by IS NOT NULL)) EXECUTE FUNCTION refuse_own_import();
comment on table imports is 'Files of cards that were uploaded, from the upload to the batch that they filled.';
comment on column imports.sequential is 'Whether the codes follow one another, as those of stolen or invented lists do.';
comment on column imports.shapes is 'Patterns of its codes and PINs with counts; null for a file of an earlier release.';
comment on column imports.encoding is 'How the letters of its file are written; null for a refused file and for one of an earlier release.';
comment on column imports.refused_hint is 'What was most likely meant by a file that was refused as a whole; never its text.';

create table invoices (
  id uuid default uuidv7() not null,
  kind text not null,
  year integer not null,
  number integer not null,
  transfer_id bigint not null,
  "position" bigint not null,
  order_id uuid not null,
  user_id uuid not null,
  invoice_id uuid,
  operator_id uuid not null,
  supplied_at timestamp with time zone not null,
  issued_at timestamp with time zone not null,
  buyer_name text not null,
  buyer_country text,
  lines jsonb not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  gross_cents bigint not null,
  mac bytea not null,
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_check CHECK ((gross_cents = (net_cents + vat_cents))),
  constraint invoices_check1 CHECK (((kind = 'credit_note'::text) = (invoice_id IS NOT NULL))),
  constraint invoices_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_kind_year_number_key UNIQUE (kind, year, number),
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator_versions(proposal_id),
  constraint invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint invoices_position_key UNIQUE ("position"),
  constraint invoices_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id),
  constraint invoices_transfer_id_key UNIQUE (transfer_id),
  constraint invoices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint invoices_year_check CHECK (((year >= 2020) AND (year <= 2999)))
);
CREATE INDEX invoices_of_order ON public.invoices USING btree (order_id);
CREATE INDEX invoices_of_user ON public.invoices USING btree (user_id, id);
CREATE INDEX invoices_supplied ON public.invoices USING btree (supplied_at);
CREATE TRIGGER invoices_append_only BEFORE DELETE OR UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER invoices_no_truncate BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table invoices is 'Invoices for orders and credit notes for what was given back, as they were issued: amounts of credit notes count as taken off.';
comment on column invoices.number is 'Without a gap within its kind and year.';
comment on column invoices.transfer_id is 'The sale, or what gave money back.';
comment on column invoices."position" is 'The place of that transfer in the chain of the ledger, in which order numbers are given.';
comment on column invoices.invoice_id is 'What a credit note takes off from.';
comment on column invoices.supplied_at is 'When the sale or the refund was posted.';
comment on column invoices.lines is 'One for each card: what it is, the country that taxes it, and its price with the VAT in it; rate_bp is null where none is due at the sale.';

create table issuer_answers (
  id uuid default uuidv7() not null,
  line_id uuid not null,
  cause text not null,
  asked_at timestamp with time zone not null,
  failure text,
  status text,
  balance_cents bigint,
  redeemed_at timestamp with time zone,
  never_redeemed boolean default false not null,
  sealed bytea,
  mac bytea,
  constraint issuer_answers_pkey PRIMARY KEY (id),
  constraint issuer_answers_balance_cents_check CHECK ((balance_cents >= 0)),
  constraint issuer_answers_cause_check CHECK ((cause = ANY (ARRAY['check'::text, 'delivery'::text, 'claim'::text, 'return'::text, 'outage'::text]))),
  constraint issuer_answers_check CHECK ((((failure IS NULL) = (status IS NOT NULL)) AND ((status IS NULL) = (sealed IS NULL)))),
  constraint issuer_answers_check1 CHECK (((failure IS NULL) OR ((balance_cents IS NULL) AND (redeemed_at IS NULL) AND (NOT never_redeemed)))),
  constraint issuer_answers_check2 CHECK (((NOT never_redeemed) OR ((redeemed_at IS NULL) AND (status <> 'redeemed'::text)))),
  constraint issuer_answers_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint issuer_answers_mac_check CHECK ((length(mac) = 32)),
  constraint issuer_answers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'unknown'::text, 'inactive'::text, 'redeemed'::text])))
);
CREATE INDEX issuer_answers_line ON public.issuer_answers USING btree (line_id, id);
CREATE TRIGGER issuer_answers_kept BEFORE DELETE OR UPDATE ON public.issuer_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table issuer_answers is 'What an issuer said about one sold card, with the signed answer itself, sealed.';

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
comment on table issuer_checks is 'Questions to an issuer about all cards of a batch, and what became of them.';

create table issuer_key_checks (
  key_id uuid not null,
  outcome text not null,
  checked_at timestamp with time zone not null,
  constraint issuer_key_checks_pkey PRIMARY KEY (key_id),
  constraint issuer_key_checks_key_id_fkey FOREIGN KEY (key_id) REFERENCES issuer_keys(id),
  constraint issuer_key_checks_outcome_check CHECK ((outcome = ANY (ARRAY['matches'::text, 'differs'::text, 'none'::text])))
);
comment on table issuer_key_checks is 'When the key that an issuer publishes was last compared with the one on record.';

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
comment on table issuer_keys is 'The public keys that issuers sign their answers with, approved by two people.';

create table issuer_outages (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  line_id uuid not null,
  failure text not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint issuer_outages_pkey PRIMARY KEY (id),
  constraint issuer_outages_check CHECK ((ended_at >= began_at)),
  constraint issuer_outages_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint issuer_outages_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
CREATE UNIQUE INDEX issuer_outages_open ON public.issuer_outages USING btree (programme_id) WHERE (ended_at IS NULL);
CREATE TRIGGER issuer_outages_lengthen AFTER UPDATE OF ended_at ON public.issuer_outages FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION lengthen_guarantees();
comment on table issuer_outages is 'When the issuer of a programme gave no answer that counts: guarantees stand still.';

create table issuer_reports (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  key_id uuid not null,
  report_sha256 bytea not null,
  covers_from timestamp with time zone not null,
  covers_until timestamp with time zone not null,
  listed integer not null,
  unsold integer not null,
  uploaded_by uuid not null,
  created_at timestamp with time zone not null,
  constraint issuer_reports_pkey PRIMARY KEY (id),
  constraint issuer_reports_check CHECK ((covers_until > covers_from)),
  constraint issuer_reports_check1 CHECK (((unsold >= 0) AND (unsold <= listed))),
  constraint issuer_reports_key_id_fkey FOREIGN KEY (key_id) REFERENCES issuer_keys(id),
  constraint issuer_reports_listed_check CHECK ((listed >= 0)),
  constraint issuer_reports_programme_id_covers_until_key UNIQUE (programme_id, covers_until),
  constraint issuer_reports_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint issuer_reports_report_sha256_check CHECK ((octet_length(report_sha256) = 32)),
  constraint issuer_reports_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id)
);
comment on table issuer_reports is 'Signed lists of cards that issuers sold, as they were uploaded.';

create table keyrings (
  master_id text not null,
  version integer not null,
  sealed bytea not null,
  changed_at timestamp with time zone not null,
  constraint keyrings_pkey PRIMARY KEY (master_id),
  constraint keyrings_master_id_check CHECK ((master_id ~ '^[0-9a-f]{8}$'::text)),
  constraint keyrings_version_check CHECK ((version > 0))
);
comment on table keyrings is 'The keys of the shop, sealed under its master key. None while no key was ever changed; two while the master key is replaced.';
comment on column keyrings.master_id is 'Names the master key that opens it, and says nothing about it.';

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
CREATE INDEX ledger_accounts_of_kind ON public.ledger_accounts USING btree (kind, id);
CREATE INDEX ledger_accounts_owner ON public.ledger_accounts USING btree (owner_id);
CREATE INDEX ledger_accounts_seller ON public.ledger_accounts USING btree (seller_id) WHERE (seller_id IS NOT NULL);
CREATE TRIGGER ledger_accounts_known BEFORE INSERT OR UPDATE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION refuse_foreign_account();
CREATE TRIGGER ledger_accounts_open AFTER INSERT ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_open_balance();
comment on table ledger_accounts is 'Accounts of the books. What may not fall below zero is limited.';

create table ledger_balances (
  account_id bigint not null,
  balance_cents bigint default 0 not null,
  constraint ledger_balances_pkey PRIMARY KEY (account_id),
  constraint ledger_balances_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_balances_balance_cents_check CHECK ((balance_cents >= 0))
) with (fillfactor=50);
CREATE TRIGGER ledger_balances_of_account BEFORE UPDATE OF account_id ON public.ledger_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table ledger_balances is 'What is on each account now, kept by the trigger that books a transfer.';

create table ledger_chain (
  "position" bigint not null,
  transfer_id bigint not null,
  sealed_at timestamp with time zone not null,
  link bytea not null,
  constraint ledger_chain_pkey PRIMARY KEY ("position"),
  constraint ledger_chain_link_check CHECK ((length(link) = 32)),
  constraint ledger_chain_position_check CHECK (("position" > 0)),
  constraint ledger_chain_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfers(id),
  constraint ledger_chain_transfer_id_key UNIQUE (transfer_id)
);
CREATE TRIGGER ledger_chain_append_only BEFORE DELETE OR UPDATE ON public.ledger_chain FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_chain_no_truncate BEFORE TRUNCATE ON public.ledger_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table ledger_chain is 'The chain of MACs over the transfers of the books, in the order in which they were committed: each link covers the one before it.';
comment on column ledger_chain.sealed_at is 'When the link was made, which shows a transfer that claims another time.';

create table ledger_closings (
  account_id bigint not null,
  through_id bigint not null,
  balance_cents bigint not null,
  constraint ledger_closings_pkey PRIMARY KEY (account_id, through_id),
  constraint ledger_closings_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_accounts(id),
  constraint ledger_closings_through_id_fkey FOREIGN KEY (through_id) REFERENCES ledger_transfers(id)
);
comment on table ledger_closings is 'Sums of accounts without a balance row, up to a transfer that none with a lower id can follow any more.';

create table ledger_days (
  day date not null,
  debit_kind text not null,
  credit_kind text not null,
  kind text not null,
  transfers bigint not null,
  cents bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (day, debit_kind, credit_kind, kind),
  constraint ledger_days_cents_check CHECK ((cents > 0)),
  constraint ledger_days_transfers_check CHECK ((transfers > 0))
);
CREATE TRIGGER ledger_days_as_booked AFTER INSERT ON public.ledger_days REFERENCING NEW TABLE AS summed FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_day();
comment on table ledger_days is 'What moved between kinds of accounts on a day that is over (UTC), so that sums need no walk over the ledger.';

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
CREATE INDEX ledger_transfers_created ON public.ledger_transfers USING btree (created_at);
CREATE INDEX ledger_transfers_credit ON public.ledger_transfers USING btree (credit_account_id, id);
CREATE INDEX ledger_transfers_day ON public.ledger_transfers USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX ledger_transfers_debit ON public.ledger_transfers USING btree (debit_account_id, id);
CREATE INDEX ledger_transfers_of_kind ON public.ledger_transfers USING btree (kind, id);
CREATE INDEX ledger_transfers_reference ON public.ledger_transfers USING btree (reference, id) WHERE (reference IS NOT NULL);
CREATE INDEX ledger_transfers_without_reference ON public.ledger_transfers USING btree (kind) WHERE (reference IS NULL);
CREATE TRIGGER ledger_transfers_append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfers_apply AFTER INSERT ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_apply_transfer();
CREATE TRIGGER ledger_transfers_in_open_month BEFORE INSERT ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_closed_month();
CREATE TRIGGER ledger_transfers_known BEFORE INSERT ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION refuse_foreign_transfer();
CREATE TRIGGER ledger_transfers_no_truncate BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table ledger_transfers is 'The books: money that went from one account to another. Only ever added to.';
comment on column ledger_transfers.unique_key is 'Makes a second booking of the same event impossible.';

create table legal_texts (
  id uuid default uuidv7() not null,
  kind text not null,
  locale text not null,
  content text not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  saved_by uuid,
  constraint legal_texts_pkey PRIMARY KEY (id),
  constraint legal_texts_content_check CHECK (((length(content) >= 1) AND (length(content) <= 40000))),
  constraint legal_texts_kind_check CHECK ((kind = ANY (ARRAY['terms'::text, 'privacy'::text, 'imprint'::text, 'accessibility'::text]))),
  constraint legal_texts_locale_check CHECK ((locale ~ '^[a-z]{2,3}$'::text)),
  constraint legal_texts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);
CREATE INDEX legal_texts_in_force ON public.legal_texts USING btree (kind, locale, published_at);
CREATE TRIGGER legal_texts_kept BEFORE UPDATE OF kind, locale, content, published_at ON public.legal_texts FOR EACH ROW EXECUTE FUNCTION keep_accepted_text();
CREATE TRIGGER legal_texts_versions AFTER INSERT OR UPDATE ON public.legal_texts FOR EACH ROW EXECUTE FUNCTION keep_content_version();
comment on table legal_texts is 'Terms, privacy and imprint, each version as it was published.';

create table linked_accounts (
  user_id uuid not null,
  group_id uuid not null,
  constraint linked_accounts_pkey PRIMARY KEY (user_id),
  constraint linked_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX linked_accounts_group ON public.linked_accounts USING btree (group_id);
comment on table linked_accounts is 'Which group an account belongs to. Accounts without a row are linked with nobody.';

create table logo_files (
  logo text not null,
  file text not null,
  bytes bytea not null,
  constraint logo_files_pkey PRIMARY KEY (logo, file),
  constraint logo_files_bytes_check CHECK ((length(bytes) <= 2097152)),
  constraint logo_files_logo_check CHECK ((logo ~ '^[0-9a-f]{32}$'::text))
);
comment on table logo_files is 'Files of the shop''s logo.';

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
comment on table mailbox is 'Mails of a shop without a mail server, which are shown instead of sent.';

create table maintenance_windows (
  id uuid default uuidv7() not null,
  messages jsonb default '{}'::jsonb not null,
  started_at timestamp with time zone not null,
  started_by uuid,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint maintenance_windows_pkey PRIMARY KEY (id),
  constraint maintenance_windows_check CHECK ((ends_at > started_at)),
  constraint maintenance_windows_messages_check CHECK (((jsonb_typeof(messages) = 'object'::text) AND (length((messages)::text) <= 4000))),
  constraint maintenance_windows_started_by_fkey FOREIGN KEY (started_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX maintenance_windows_open ON public.maintenance_windows USING btree ((true)) WHERE (ended_at IS NULL);
CREATE TRIGGER maintenance_windows_told AFTER INSERT OR UPDATE ON public.maintenance_windows FOR EACH STATEMENT EXECUTE FUNCTION notify_maintenance();
comment on table maintenance_windows is 'When the shop was closed for work, and what it said meanwhile.';

create table month_closings (
  id uuid default uuidv7() not null,
  month date not null,
  transfers bigint not null,
  last_transfer_id bigint,
  last_link bytea,
  closed_at timestamp with time zone not null,
  reopened_at timestamp with time zone,
  constraint month_closings_pkey PRIMARY KEY (id),
  constraint month_closings_last_link_check CHECK ((length(last_link) = 32)),
  constraint month_closings_last_transfer_id_fkey FOREIGN KEY (last_transfer_id) REFERENCES ledger_transfers(id),
  constraint month_closings_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint month_closings_transfers_check CHECK ((transfers >= 0))
);
CREATE UNIQUE INDEX month_closings_month ON public.month_closings USING btree (month) WHERE (reopened_at IS NULL);
CREATE TRIGGER month_closings_in_order BEFORE INSERT ON public.month_closings FOR EACH ROW EXECUTE FUNCTION refuse_early_closing();
CREATE TRIGGER month_closings_kept BEFORE DELETE ON public.month_closings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_closings_no_truncate BEFORE TRUNCATE ON public.month_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_closings_only_last BEFORE UPDATE ON public.month_closings FOR EACH ROW EXECUTE FUNCTION refuse_other_change_of_closing();
CREATE TRIGGER month_closings_reopened_by_two BEFORE UPDATE ON public.month_closings FOR EACH ROW EXECUTE FUNCTION refuse_unapproved('books.reopening');
comment on table month_closings is 'Months (UTC) into which no transfer may be dated any more, until two people reopen one. Who closed it stands in the audit log.';
comment on column month_closings.last_transfer_id is 'The latest transfer of the month; null if nothing moved in it.';
comment on column month_closings.last_link is 'The link of that transfer in the chain of the ledger; null if it had none yet.';

create table month_sums (
  closing_id uuid not null,
  kind text not null,
  opening_cents bigint not null,
  debited_cents bigint not null,
  credited_cents bigint not null,
  closing_cents bigint not null,
  constraint month_sums_pkey PRIMARY KEY (closing_id, kind),
  constraint month_sums_check CHECK ((closing_cents = ((opening_cents - debited_cents) + credited_cents))),
  constraint month_sums_closing_id_fkey FOREIGN KEY (closing_id) REFERENCES month_closings(id),
  constraint month_sums_credited_cents_check CHECK ((credited_cents >= 0)),
  constraint month_sums_debited_cents_check CHECK ((debited_cents >= 0))
);
CREATE TRIGGER month_sums_append_only BEFORE DELETE OR UPDATE ON public.month_sums FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_sums_no_truncate BEFORE TRUNCATE ON public.month_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table month_sums is 'What each kind of account held before and after a closed month, and what moved in it. A check derives it again.';

create table news (
  id uuid default uuidv7() not null,
  title text not null,
  content text not null,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  translations jsonb default '{}'::jsonb not null,
  ends_at timestamp with time zone,
  saved_by uuid,
  constraint news_pkey PRIMARY KEY (id),
  constraint news_check CHECK ((ends_at > published_at)),
  constraint news_content_check CHECK (((length(content) >= 1) AND (length(content) <= 8000))),
  constraint news_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint news_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint news_translations_check CHECK (words_in(translations, '{title,content}'::text[]))
);
CREATE INDEX news_published ON public.news USING btree (published_at DESC);
CREATE TRIGGER news_versions AFTER INSERT OR UPDATE ON public.news FOR EACH ROW EXECUTE FUNCTION keep_content_version();
comment on table news is 'News for buyers.';

create table news_feeds (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint news_feeds_pkey PRIMARY KEY (id),
  constraint news_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint news_feeds_user_id_key UNIQUE (user_id)
);
comment on table news_feeds is 'Secret addresses of news feeds.';

create table news_readings (
  user_id uuid not null,
  read_at timestamp with time zone not null,
  constraint news_readings_pkey PRIMARY KEY (user_id),
  constraint news_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table news_readings is 'Up to when somebody has read the news.';

create table notice_readings (
  notice_id uuid not null,
  user_id uuid not null,
  seen_at timestamp with time zone not null,
  constraint notice_readings_pkey PRIMARY KEY (user_id, notice_id),
  constraint notice_readings_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES notices(id) ON DELETE CASCADE,
  constraint notice_readings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notice_readings_of_notice ON public.notice_readings USING btree (notice_id);
comment on table notice_readings is 'Who has seen which notice.';

create table notices (
  id uuid default uuidv7() not null,
  title text not null,
  content text not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  translations jsonb default '{}'::jsonb not null,
  roles text[] default '{}'::text[] not null,
  tiers integer[] default '{}'::integer[] not null,
  locales text[] default '{}'::text[] not null,
  saved_by uuid,
  constraint notices_pkey PRIMARY KEY (id),
  constraint notices_check CHECK ((ends_at > starts_at)),
  constraint notices_content_check CHECK (((length(content) >= 1) AND (length(content) <= 4000))),
  constraint notices_locales_check CHECK ((array_to_string(locales, ','::text) ~ '^([a-z]{2}(,|$))*$'::text)),
  constraint notices_roles_check CHECK ((roles <@ '{buyer,admin}'::text[])),
  constraint notices_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id),
  constraint notices_tiers_check CHECK ((tiers <@ '{0,1,2}'::integer[])),
  constraint notices_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint notices_translations_check CHECK (words_in(translations, '{title,content}'::text[]))
);
CREATE INDEX notices_started ON public.notices USING btree (starts_at DESC, id DESC);
CREATE TRIGGER notices_versions AFTER INSERT OR UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION keep_content_version();
comment on table notices is 'Notices above all pages, for some readers or all, for a while.';

create table notification_settings (
  user_id uuid not null,
  kind text not null,
  inbox boolean not null,
  mail boolean not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id, kind),
  constraint notification_settings_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table notification_settings is 'What somebody wants to hear of, and how, where it isn''t the usual way.';

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
comment on table notifications is 'What somebody was told of in the shop.';

create table operator_versions (
  proposal_id uuid not null,
  legal_name text not null,
  street text not null,
  postal_code text not null,
  city text not null,
  country text not null,
  vat_id text,
  tax_number text,
  at timestamp with time zone not null,
  constraint operator_versions_pkey PRIMARY KEY (proposal_id),
  constraint operator_versions_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint operator_versions_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id)
);
CREATE TRIGGER operator_versions_append_only BEFORE DELETE OR UPDATE ON public.operator_versions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_versions_approved BEFORE INSERT ON public.operator_versions FOR EACH ROW EXECUTE FUNCTION refuse_unapproved_operator();
CREATE TRIGGER operator_versions_no_truncate BEFORE TRUNCATE ON public.operator_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table operator_versions is 'Who the shop''s operator is by law, as two people agreed to it; the newest is in force. Invoices are issued for sales after the first.';

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
  guarantee_hours integer default 24 not null,
  guarantee_ends_at timestamp with time zone,
  guarantee_paused_seconds bigint default 0 not null,
  guarantee_reminded_at timestamp with time zone,
  consent_version smallint,
  used_at timestamp with time zone,
  note text default ''::text not null,
  expiry_notified_at timestamp with time zone,
  mac bytea,
  constraint order_lines_pkey PRIMARY KEY (id),
  constraint order_lines_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint order_lines_check CHECK (((revealed_at IS NULL) OR (consent_at IS NOT NULL))),
  constraint order_lines_consent_version_check CHECK ((consent_version > 0)),
  constraint order_lines_cost_cents_check CHECK ((cost_cents >= 0)),
  constraint order_lines_guarantee CHECK (((guarantee_ends_at IS NULL) OR (revealed_at IS NOT NULL))),
  constraint order_lines_guarantee_hours_check CHECK (((guarantee_hours >= 1) AND (guarantee_hours <= 8760))),
  constraint order_lines_guarantee_paused_seconds_check CHECK ((guarantee_paused_seconds >= 0)),
  constraint order_lines_mac_check CHECK ((length(mac) = 32)),
  constraint order_lines_note_check CHECK ((length(note) <= 200)),
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_lines_price_cents_check CHECK ((price_cents > 0)),
  constraint order_lines_state_check CHECK ((state = ANY (ARRAY['delivered'::text, 'revealed'::text, 'returned'::text, 'refunded'::text])))
);
CREATE INDEX order_lines_card ON public.order_lines USING btree (card_id, id);
CREATE INDEX order_lines_given_back ON public.order_lines USING btree (id) INCLUDE (price_cents) WHERE (state = ANY (ARRAY['returned'::text, 'refunded'::text]));
CREATE INDEX order_lines_guarantees ON public.order_lines USING btree (guarantee_ends_at) WHERE (state = 'revealed'::text);
CREATE UNIQUE INDEX order_lines_live_card ON public.order_lines USING btree (card_id) WHERE (state = ANY (ARRAY['delivered'::text, 'revealed'::text]));
CREATE INDEX order_lines_order ON public.order_lines USING btree (order_id);
CREATE INDEX order_lines_sold ON public.order_lines USING btree (created_at);
comment on table order_lines is 'Single cards of orders, each with its own state.';
comment on column order_lines.cost_cents is 'What the card had cost the shop, kept with the sale; null where nobody entered it.';
comment on column order_lines.mac is 'Vouches that this card was sold to this order: without it no code is opened.';

create table orders (
  id uuid default uuidv7() not null,
  number bigint default nextval('order_numbers'::regclass) not null,
  user_id uuid not null,
  status text default 'paid'::text not null,
  total_cents bigint not null,
  refunded_cents bigint default 0 not null,
  card_count integer not null,
  created_at timestamp with time zone default now() not null,
  first_of_buyer boolean default false not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_card_count_check CHECK ((card_count > 0)),
  constraint orders_check CHECK (((refunded_cents >= 0) AND (refunded_cents <= total_cents))),
  constraint orders_number_key UNIQUE (number),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'part_refunded'::text, 'refunded'::text]))),
  constraint orders_total_cents_check CHECK ((total_cents > 0)),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX orders_day ON public.orders USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX orders_first ON public.orders USING btree (created_at, id) WHERE first_of_buyer;
CREATE INDEX orders_paid_back ON public.orders USING btree (status, created_at, id) WHERE (status <> 'paid'::text);
CREATE INDEX orders_placed ON public.orders USING btree (created_at, id);
CREATE INDEX orders_spend ON public.orders USING btree (user_id, created_at) INCLUDE (total_cents, refunded_cents);
CREATE INDEX orders_user ON public.orders USING btree (user_id, id DESC);
CREATE TRIGGER orders_mark_first BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION mark_first_order();
comment on table orders is 'What buyers bought, with the number that they see.';

create table outflow_labels (
  id uuid default uuidv7() not null,
  coin text not null,
  txid text not null,
  label text not null,
  reason text,
  labelled_by uuid,
  at timestamp with time zone not null,
  mac bytea not null,
  constraint outflow_labels_pkey PRIMARY KEY (id),
  constraint outflow_labels_coin_txid_fkey FOREIGN KEY (coin, txid) REFERENCES outflow_transactions(coin, txid),
  constraint outflow_labels_label_check CHECK ((label = ANY (ARRAY['cold_wallet'::text, 'refund'::text, 'payout'::text, 'fee'::text, 'before_record'::text, 'other'::text]))),
  constraint outflow_labels_labelled_by_fkey FOREIGN KEY (labelled_by) REFERENCES users(id),
  constraint outflow_labels_mac_check CHECK ((length(mac) = 32)),
  constraint outflow_labels_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint outflow_labels_say_why CHECK (((label <> 'other'::text) OR (reason IS NOT NULL)))
);
CREATE INDEX outflow_labels_newest ON public.outflow_labels USING btree (coin, txid, at DESC, id DESC);
CREATE TRIGGER outflow_labels_append_only BEFORE DELETE OR UPDATE ON public.outflow_labels FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outflow_labels_no_truncate BEFORE TRUNCATE ON public.outflow_labels FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table outflow_labels is 'What an outflow was for. The newest label counts; earlier ones stay.';
comment on column outflow_labels.labelled_by is 'Null where the shop found what it was for in its own records.';

create table outflow_transactions (
  id bigint generated always as identity not null,
  coin text not null,
  txid text not null,
  noted_at timestamp with time zone default now() not null,
  mined_at timestamp with time zone,
  fee_units numeric(78,0),
  paid jsonb,
  read_at timestamp with time zone,
  mac bytea,
  constraint outflow_transactions_pkey PRIMARY KEY (id),
  constraint outflow_transactions_check CHECK (((read_at IS NULL) = (mined_at IS NULL))),
  constraint outflow_transactions_check1 CHECK (((read_at IS NOT NULL) OR ((fee_units IS NULL) AND (paid IS NULL) AND (mac IS NULL)))),
  constraint outflow_transactions_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint outflow_transactions_coin_txid_key UNIQUE (coin, txid),
  constraint outflow_transactions_fee_units_check CHECK ((fee_units >= (0)::numeric)),
  constraint outflow_transactions_mac_check CHECK ((length(mac) = 32)),
  constraint outflow_transactions_txid_check CHECK ((length(txid) <= 200))
);
CREATE INDEX outflow_transactions_unread ON public.outflow_transactions USING btree (coin) WHERE (read_at IS NULL);
CREATE TRIGGER outflow_transactions_kept BEFORE DELETE ON public.outflow_transactions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outflow_transactions_no_truncate BEFORE TRUNCATE ON public.outflow_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outflow_transactions_read_once BEFORE UPDATE ON public.outflow_transactions FOR EACH ROW EXECUTE FUNCTION refuse_other_reading();
comment on table outflow_transactions is 'Each transaction by which something left our addresses, noted with its first outflow.';
comment on column outflow_transactions.mined_at is 'The time of its block, as the miner claims; null until the block was read.';
comment on column outflow_transactions.fee_units is 'Null where it is not known: not all inputs were ours, or the chain hides a part.';
comment on column outflow_transactions.paid is 'What it paid, as pairs of key and units; null where the chain hides a part.';
comment on column outflow_transactions.read_at is 'When its block was read, once it was deep enough to stay.';

create table outflows (
  coin text not null,
  key text not null,
  height bigint not null,
  amount_units numeric(78,0) not null,
  id bigint generated always as identity not null,
  txid text,
  mac bytea,
  at timestamp with time zone,
  rate_id bigint,
  constraint outflows_pkey PRIMARY KEY (id),
  constraint outflows_check CHECK (((rate_id IS NULL) OR (at IS NOT NULL))),
  constraint outflows_coin_fkey FOREIGN KEY (coin) REFERENCES chain_cursors(coin),
  constraint outflows_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rate_samples(id)
);
CREATE INDEX outflows_key ON public.outflows USING btree (coin, key);
CREATE INDEX outflows_rate ON public.outflows USING btree (rate_id);
CREATE INDEX outflows_transaction ON public.outflows USING btree (coin, txid);
CREATE TRIGGER outflows_noted AFTER INSERT ON public.outflows FOR EACH ROW WHEN ((new.txid IS NOT NULL)) EXECUTE FUNCTION note_outflow_transaction();
comment on table outflows is 'What left a watched address, fees included: needed to explain its balance.';
comment on column outflows.txid is 'The transaction by which it left; null where it was recorded before transactions were.';
comment on column outflows.at is 'When its block was made, as the block says; null where it was recorded before times were.';
comment on column outflows.rate_id is 'The accepted rate nearest to that time; null where there is none within a day.';

create table passkey_challenges (
  id uuid default uuidv7() not null,
  user_id uuid,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  proposal_id uuid,
  decision text,
  nonce text,
  mac bytea,
  constraint passkey_challenges_pkey PRIMARY KEY (id),
  constraint passkey_challenges_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint passkey_challenges_decision_whole CHECK ((num_nulls(proposal_id, decision, nonce) = ANY (ARRAY[0, 3]))),
  constraint passkey_challenges_mac_check CHECK ((length(mac) = 32)),
  constraint passkey_challenges_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'sign_in'::text, 'confirm'::text]))),
  constraint passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_age ON public.passkey_challenges USING btree (expires_at);
comment on table passkey_challenges is 'Questions that a passkey is to sign, each once, some about one decision.';

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
  mac bytea,
  revision integer default 0 not null,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_mac_check CHECK ((length(mac) = 32)),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint passkeys_public_key_check CHECK ((length(public_key) <= 4096)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE TRIGGER passkeys_revision BEFORE UPDATE OF mac, revision ON public.passkeys FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER passkeys_session_change AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION notify_factor_change();
comment on table passkeys is 'Public keys of passkeys.';
comment on column passkeys.counter is 'Uses that the passkey counted; one that falls was copied.';

create table pasted_code_search (
  single boolean default true not null,
  after_comment uuid,
  until timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint pasted_code_search_pkey PRIMARY KEY (single),
  constraint pasted_code_search_single_check CHECK (single)
);
comment on table pasted_code_search is 'How far the texts that were stored before are searched for codes. One row.';

create table pasted_codes (
  ref text not null,
  card_id uuid not null,
  user_id uuid,
  found_at timestamp with time zone not null,
  constraint pasted_codes_pkey PRIMARY KEY (ref),
  constraint pasted_codes_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint pasted_codes_card_id_user_id_key UNIQUE NULLS NOT DISTINCT (card_id, user_id),
  constraint pasted_codes_ref_check CHECK ((ref ~ '^[2-9A-HJ-NP-Z]{8}$'::text)),
  constraint pasted_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX pasted_codes_by_writer ON public.pasted_codes USING btree (user_id, found_at);
comment on table pasted_codes is 'Texts from which the code of a sold card was hidden, and whose card it was.';

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
  mac bytea,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_address_id_fkey FOREIGN KEY (address_id) REFERENCES deposit_addresses(id),
  constraint payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payments_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint payments_check CHECK ((expires_at >= created_at)),
  constraint payments_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint payments_mac_check CHECK ((length(mac) = 32)),
  constraint payments_number_key UNIQUE (number),
  constraint payments_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rate_samples(id),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX payments_address ON public.payments USING btree (address_id, created_at DESC);
CREATE INDEX payments_asked ON public.payments USING btree (created_at, id);
CREATE INDEX payments_asked_in ON public.payments USING btree (coin, created_at, id);
CREATE INDEX payments_rate ON public.payments USING btree (rate_id);
CREATE INDEX payments_user ON public.payments USING btree (user_id, id DESC);
CREATE TRIGGER payments_quote_ends BEFORE UPDATE OF expires_at ON public.payments FOR EACH ROW WHEN ((new.expires_at > old.expires_at)) EXECUTE FUNCTION keep_quote();
comment on table payments is 'Quotes: an amount in dollars, the coins that pay for it, and the address that waits for them.';

create table preorder_allotments (
  card_id uuid not null,
  preorder_id uuid not null,
  constraint preorder_allotments_pkey PRIMARY KEY (card_id),
  constraint preorder_allotments_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint preorder_allotments_preorder_id_fkey FOREIGN KEY (preorder_id) REFERENCES preorders(id)
);
CREATE INDEX preorder_allotments_of ON public.preorder_allotments USING btree (preorder_id);
comment on table preorder_allotments is 'Cards owed to a pre-order: paused until it has bought them, or until they go on sale because it can''t.';

create table preorder_fills (
  order_id uuid not null,
  preorder_id uuid not null,
  cards integer not null,
  spent_cents bigint not null,
  mail_id uuid,
  constraint preorder_fills_pkey PRIMARY KEY (order_id),
  constraint preorder_fills_cards_check CHECK ((cards > 0)),
  constraint preorder_fills_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint preorder_fills_preorder_id_fkey FOREIGN KEY (preorder_id) REFERENCES preorders(id)
);
CREATE INDEX preorder_fills_mail ON public.preorder_fills USING btree (mail_id);
CREATE INDEX preorder_fills_of ON public.preorder_fills USING btree (preorder_id);
comment on table preorder_fills is 'Orders that a pre-order became.';

create table preorders (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  programme_id uuid not null,
  face_cents bigint not null,
  quantity integer not null,
  highest_price_cents bigint not null,
  notify_only boolean not null,
  state text default 'open'::text not null,
  filled integer default 0 not null,
  spent_cents bigint default 0 not null,
  reserved_cents bigint generated always as (
CASE
    WHEN ((state = ANY (ARRAY['open'::text, 'part_filled'::text])) AND (NOT notify_only)) THEN ((quantity - filled) * highest_price_cents)
    ELSE (0)::bigint
END) stored not null,
  expires_on date not null,
  created_at timestamp with time zone not null,
  queued_at timestamp with time zone not null,
  skip_reason text,
  skipped_at timestamp with time zone,
  retry_at timestamp with time zone,
  ended_at timestamp with time zone,
  end_reason text,
  constraint preorders_pkey PRIMARY KEY (id),
  constraint preorders_check CHECK (((filled >= 0) AND (filled <= quantity))),
  constraint preorders_check1 CHECK (((spent_cents >= 0) AND (spent_cents <= (filled * highest_price_cents)))),
  constraint preorders_check2 CHECK (((state = 'open'::text) <= (filled = 0))),
  constraint preorders_check3 CHECK (((state = 'part_filled'::text) <= ((filled >= 1) AND (filled <= (quantity - 1))))),
  constraint preorders_check4 CHECK (((state = 'filled'::text) <= ((filled = quantity) OR notify_only))),
  constraint preorders_check5 CHECK (((state = ANY (ARRAY['filled'::text, 'cancelled'::text, 'expired'::text])) = (ended_at IS NOT NULL))),
  constraint preorders_check6 CHECK (((state = 'cancelled'::text) = (end_reason IS NOT NULL))),
  constraint preorders_check7 CHECK (((skip_reason IS NULL) = (skipped_at IS NULL))),
  constraint preorders_end_reason_check CHECK ((end_reason = ANY (ARRAY['buyer'::text, 'staff'::text, 'retired'::text, 'erased'::text]))),
  constraint preorders_face_cents_check CHECK ((face_cents > 0)),
  constraint preorders_highest_price_cents_check CHECK ((highest_price_cents > 0)),
  constraint preorders_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint preorders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 100))),
  constraint preorders_skip_reason_check CHECK ((skip_reason = ANY (ARRAY['blocked'::text, 'account'::text, 'country'::text, 'day_limit'::text, 'order_limit'::text, 'own_stock'::text]))),
  constraint preorders_state_check CHECK ((state = ANY (ARRAY['open'::text, 'part_filled'::text, 'filled'::text, 'cancelled'::text, 'expired'::text]))),
  constraint preorders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX preorders_expiring ON public.preorders USING btree (expires_on) WHERE (state = ANY (ARRAY['open'::text, 'part_filled'::text]));
CREATE INDEX preorders_of_user ON public.preorders USING btree (user_id, id);
CREATE INDEX preorders_queue ON public.preorders USING btree (programme_id, face_cents, queued_at, id) WHERE (state = ANY (ARRAY['open'::text, 'part_filled'::text]));
CREATE INDEX preorders_skipped ON public.preorders USING btree (retry_at) WHERE (retry_at IS NOT NULL);
CREATE INDEX preorders_to_tell ON public.preorders USING btree (queued_at, id) WHERE (notify_only AND (state = 'open'::text));
comment on table preorders is 'Cards that a buyer wants at up to a price, with the money for them set aside.';

create table price_days (
  programme_id uuid not null,
  face_cents bigint not null,
  day date not null,
  price_cents bigint not null,
  constraint price_days_pkey PRIMARY KEY (programme_id, face_cents, day),
  constraint price_days_price_cents_check CHECK ((price_cents > 0)),
  constraint price_days_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
CREATE INDEX price_days_day ON public.price_days USING btree (day);
comment on table price_days is 'The cheapest price of each day, kept as long as the curve on a brand''s page is.';

create table programme_drafts (
  id uuid default uuidv7() not null,
  facts jsonb not null,
  revision integer default 1 not null,
  begun_by uuid not null,
  saved_by uuid not null,
  saved_at timestamp with time zone not null,
  constraint programme_drafts_pkey PRIMARY KEY (id),
  constraint programme_drafts_begun_by_fkey FOREIGN KEY (begun_by) REFERENCES users(id),
  constraint programme_drafts_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint programme_drafts_revision_check CHECK ((revision > 0)),
  constraint programme_drafts_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES users(id)
);
comment on table programme_drafts is 'Programmes that importers are writing: of no effect before they are proposed, which judges them anew. Deleted then, or after 90 days without a save.';
comment on column programme_drafts.facts is 'What it says so far, by the names of programme_versions.facts, with the issuer''s public key; no secret, and not where the contract is kept.';
comment on column programme_drafts.revision is 'Goes up with each save; whoever read an older one doesn''t save over it.';

create table programme_moments (
  programme_id uuid not null,
  last_sold_at timestamp with time zone,
  added_at timestamp with time zone,
  constraint programme_moments_pkey PRIMARY KEY (programme_id),
  constraint programme_moments_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
comment on table programme_moments is 'When cards of a programme were last sold, and last went on sale: written by a loop, so that sales share no row.';

create table programme_offer_changes (
  programme_id uuid not null
);
comment on table programme_offer_changes is 'Programmes whose offer is out of date until the loop has renewed it; readers compute these anew.';

create table programme_offers (
  programme_id uuid not null,
  prefix text collate "C",
  name text collate "C" not null,
  on_sale bigint not null,
  from_price_cents bigint,
  words text[] not null,
  version bigint not null,
  constraint programme_offers_pkey PRIMARY KEY (programme_id),
  constraint programme_offers_check CHECK (((on_sale = 0) OR (from_price_cents IS NOT NULL))),
  constraint programme_offers_on_sale_check CHECK ((on_sale >= 0)),
  constraint programme_offers_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
CREATE INDEX programme_offers_version ON public.programme_offers USING btree (version);
comment on table programme_offers is 'What the shop''s search finds of a programme: words, lowest price, cards on sale.';

create table programme_statistics (
  programme_id uuid not null,
  data_key bytea not null,
  sealed bytea not null,
  counted_at timestamp with time zone not null,
  constraint programme_statistics_pkey PRIMARY KEY (programme_id),
  constraint programme_statistics_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id)
);
comment on table programme_statistics is 'What the import guard''s rule over all cards of a programme goes on from. Sealed, because of a few cards it tells what they have in common.';

create table programme_suspensions (
  id uuid default uuidv7() not null,
  programme_id uuid not null,
  rule text,
  reason text,
  suspended_by uuid,
  suspended_at timestamp with time zone not null,
  constraint programme_suspensions_pkey PRIMARY KEY (id),
  constraint programme_suspensions_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint programme_suspensions_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint programme_suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES users(id)
);
CREATE INDEX programme_suspensions_programme ON public.programme_suspensions USING btree (programme_id);
CREATE TRIGGER programme_suspensions_append_only BEFORE DELETE OR UPDATE ON public.programme_suspensions FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table programme_suspensions is 'When and by which rule a programme was stopped for good.';

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
comment on table programme_versions is 'The facts of a programme as they were proposed, approved or rejected, one version each.';

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
  barcode text default 'none'::text not null,
  brand_id uuid not null,
  expiry_translations jsonb default '{}'::jsonb not null,
  fee_translations jsonb default '{}'::jsonb not null,
  constraint programmes_pkey PRIMARY KEY (id),
  constraint programmes_adapter CHECK ((((adapter_url ~ '^https://'::text) AND (adapter_data_key IS NOT NULL) AND (adapter_secret IS NOT NULL)) OR ((adapter_url IS NULL) AND (adapter_data_key IS NULL) AND (adapter_secret IS NULL)))),
  constraint programmes_barcode_check CHECK ((barcode = ANY (ARRAY['none'::text, 'code128'::text, 'qr'::text]))),
  constraint programmes_brand_id_fkey FOREIGN KEY (brand_id) REFERENCES brands(id),
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
CREATE INDEX programmes_brand ON public.programmes USING btree (brand_id);
CREATE UNIQUE INDEX programmes_name ON public.programmes USING btree (name) WHERE (state = ANY (ARRAY['proposed'::text, 'active'::text, 'suspended'::text]));
CREATE TRIGGER programmes_brand BEFORE INSERT ON public.programmes FOR EACH ROW EXECUTE FUNCTION give_brand();
CREATE TRIGGER programmes_offer AFTER UPDATE ON public.programmes FOR EACH ROW EXECUTE FUNCTION note_offer();
CREATE TRIGGER programmes_preorders AFTER UPDATE OF state ON public.programmes FOR EACH ROW WHEN (((old.state = 'suspended'::text) AND (new.state = 'active'::text))) EXECUTE FUNCTION allot_when_resumed();
CREATE TRIGGER programmes_state_changes BEFORE INSERT OR UPDATE OF state ON public.programmes FOR EACH ROW EXECUTE FUNCTION refuse_programme_state();
comment on table programmes is 'What an issuer sells under one contract: closed funds, limits, the form of its codes. Lawful kinds alone.';
comment on column programmes.price_rule is 'How prices follow from face values, where importers don''t set them.';

create table proposal_approvals (
  proposal_id uuid not null,
  approver_id uuid not null,
  at timestamp with time zone not null,
  mac bytea,
  session_id uuid,
  factor text,
  gate bytea,
  constraint proposal_approvals_pkey PRIMARY KEY (proposal_id, approver_id),
  constraint proposal_approvals_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES users(id),
  constraint proposal_approvals_gate_check CHECK ((length(gate) = 32)),
  constraint proposal_approvals_mac_check CHECK ((length(mac) = 32)),
  constraint proposal_approvals_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id)
);
CREATE TRIGGER proposal_approvals_append_only BEFORE DELETE OR UPDATE ON public.proposal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_approvals_by_others BEFORE INSERT ON public.proposal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_own_approval();
CREATE TRIGGER proposal_approvals_gated BEFORE INSERT ON public.proposal_approvals FOR EACH ROW EXECUTE FUNCTION refuse_ungated();
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
  mac bytea,
  decider_session_id uuid,
  decider_factor text,
  gate bytea,
  constraint proposals_pkey PRIMARY KEY (id),
  constraint nobody_decides_their_own_proposal CHECK (((decider_id IS DISTINCT FROM proposer_id) OR (decision = 'withdrawn'::text))),
  constraint only_the_proposer_withdraws CHECK (((decision <> 'withdrawn'::text) OR (decider_id = proposer_id))),
  constraint proposals_decided_whole CHECK ((((decision IS NULL) = (decider_id IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NOT NULL) OR (decision_reason IS NULL)))),
  constraint proposals_decider_id_fkey FOREIGN KEY (decider_id) REFERENCES users(id),
  constraint proposals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint proposals_decision_reason_check CHECK (((length(decision_reason) >= 3) AND (length(decision_reason) <= 500))),
  constraint proposals_gate_check CHECK ((length(gate) = 32)),
  constraint proposals_kind_check CHECK ((kind ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint proposals_mac_check CHECK ((length(mac) = 32)),
  constraint proposals_proposer_id_fkey FOREIGN KEY (proposer_id) REFERENCES users(id),
  constraint proposals_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
CREATE UNIQUE INDEX proposals_open ON public.proposals USING btree (kind, subject) WHERE (decision IS NULL);
CREATE INDEX proposals_subject ON public.proposals USING btree (subject, kind);
CREATE TRIGGER proposals_append_only BEFORE DELETE ON public.proposals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_close_programmes AFTER UPDATE OF decision ON public.proposals FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['programme.approval'::text, 'programme.edit'::text, 'programme.key'::text])) AND (new.decision = ANY (ARRAY['rejected'::text, 'withdrawn'::text])))) EXECUTE FUNCTION close_programme_proposal();
CREATE TRIGGER proposals_decided_once BEFORE UPDATE ON public.proposals FOR EACH ROW EXECUTE FUNCTION keep_proposal();
CREATE TRIGGER proposals_gated BEFORE UPDATE OF decision ON public.proposals FOR EACH ROW WHEN ((new.decision IS NOT NULL)) EXECUTE FUNCTION refuse_ungated();
CREATE TRIGGER proposals_no_truncate BEFORE TRUNCATE ON public.proposals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposals_two_approvers BEFORE UPDATE ON public.proposals FOR EACH ROW WHEN (((new.kind = ANY (ARRAY['programme.approval'::text, 'programme.edit'::text, 'programme.key'::text])) AND (new.decision = 'approved'::text))) EXECUTE FUNCTION require_two_approvers();
comment on table proposals is 'What one person proposed and another must decide.';
comment on column proposals.facts is 'All that is decided about, as it was shown: the decision stands for nothing else.';
comment on column proposals.gate is 'The MAC by which the database lets this decision be written.';

create table published_sums (
  number bigint not null,
  previous bigint generated always as (NULLIF((number - 1), 0)) stored,
  day date not null,
  at timestamp with time zone not null,
  total_cents bigint not null,
  statement text not null,
  digest bytea not null,
  signature bytea not null,
  public_key bytea not null,
  constraint published_sums_pkey PRIMARY KEY (number),
  constraint published_sums_check CHECK ((digest = sha256(convert_to(statement, 'UTF8'::name)))),
  constraint published_sums_day_key UNIQUE (day),
  constraint published_sums_number_check CHECK ((number > 0)),
  constraint published_sums_previous_fkey FOREIGN KEY (previous) REFERENCES published_sums(number),
  constraint published_sums_public_key_check CHECK ((length(public_key) = 32)),
  constraint published_sums_signature_check CHECK ((length(signature) = 64)),
  constraint published_sums_statement_check CHECK ((length(statement) <= 10000)),
  constraint published_sums_total_cents_check CHECK ((total_cents >= 0))
);
CREATE TRIGGER published_sums_append_only BEFORE DELETE OR UPDATE ON public.published_sums FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER published_sums_no_truncate BEFORE TRUNCATE ON public.published_sums FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table published_sums is 'What the shop owed each night, as it was signed and published. Each statement names the digest of the one before.';
comment on column published_sums.previous is 'None is left out: the number before this one.';
comment on column published_sums.statement is 'The signed text: the sum, the root of its tree, and what the addresses of each coin held.';

create table push_keys (
  public_key text not null,
  data_key bytea not null,
  sealed_private_key bytea not null,
  created_at timestamp with time zone default now() not null,
  constraint push_keys_pkey PRIMARY KEY (public_key),
  constraint push_keys_public_key_check CHECK ((public_key ~ '^[\w-]{87}$'::text))
);
comment on table push_keys is 'The key pairs that this shop signs push messages with: browsers subscribe with the newest.';

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  sealed bytea not null,
  endpoint_mac bytea not null,
  topics text[] not null,
  created_at timestamp with time zone default now() not null,
  last_sent_at timestamp with time zone,
  public_key text not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_mac_check CHECK ((length(endpoint_mac) = 32)),
  constraint push_subscriptions_endpoint_mac_key UNIQUE (endpoint_mac),
  constraint push_subscriptions_public_key_fkey FOREIGN KEY (public_key) REFERENCES push_keys(public_key) ON DELETE CASCADE,
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_topics_check CHECK ((topics <@ ARRAY['orders'::text, 'payments'::text, 'tickets'::text])),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_key ON public.push_subscriptions USING btree (public_key);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id);
comment on table push_subscriptions is 'Browsers that get push messages; addresses are sealed.';
comment on column push_subscriptions.public_key is 'The key that the browser takes messages of.';

create table quarantine_decisions (
  id uuid default uuidv7() not null,
  quarantine_id uuid not null,
  proposal_id uuid not null,
  decision text not null,
  card_ids uuid[],
  reason text,
  decided_by uuid not null,
  decided_at timestamp with time zone not null,
  gate bytea,
  constraint quarantine_decisions_pkey PRIMARY KEY (id),
  constraint quarantine_decisions_card_ids_check CHECK ((cardinality(card_ids) > 0)),
  constraint quarantine_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint quarantine_decisions_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint quarantine_decisions_gate_check CHECK ((length(gate) = 32)),
  constraint quarantine_decisions_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint quarantine_decisions_quarantine_id_fkey FOREIGN KEY (quarantine_id) REFERENCES quarantines(id),
  constraint quarantine_decisions_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
CREATE INDEX quarantine_decisions_quarantine ON public.quarantine_decisions USING btree (quarantine_id);
CREATE TRIGGER quarantine_decisions_append_only BEFORE DELETE OR UPDATE ON public.quarantine_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER quarantine_decisions_by_others BEFORE INSERT ON public.quarantine_decisions FOR EACH ROW EXECUTE FUNCTION refuse_own_quarantine();
CREATE TRIGGER quarantine_decisions_gated BEFORE INSERT ON public.quarantine_decisions FOR EACH ROW EXECUTE FUNCTION refuse_ungated();
CREATE TRIGGER quarantine_decisions_no_truncate BEFORE TRUNCATE ON public.quarantine_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table quarantine_decisions is 'What two people decided about cards in quarantine.';

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
comment on table quarantines is 'Cards that a rule of the import guard holds back until two people have decided.';

create table rate_jumps (
  id uuid default uuidv7() not null,
  coin text,
  from_usd_e9 numeric(38,0) not null,
  usd_e9 numeric(38,0) not null,
  sources text[] not null,
  since timestamp with time zone not null,
  read_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  currency text,
  constraint rate_jumps_pkey PRIMARY KEY (id),
  constraint rate_jumps_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint rate_jumps_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'USD'::text))),
  constraint rate_jumps_from_usd_e9_check CHECK ((from_usd_e9 > (0)::numeric)),
  constraint rate_jumps_of_one CHECK ((num_nonnulls(coin, currency) = 1)),
  constraint rate_jumps_usd_e9_check CHECK ((usd_e9 > (0)::numeric))
);
CREATE UNIQUE INDEX rate_jumps_open ON public.rate_jumps USING btree (coin) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX rate_jumps_open_currency ON public.rate_jumps USING btree (currency) WHERE (ended_at IS NULL);
comment on table rate_jumps is 'Rates that were refused because they jumped, until two people accept them or the rate comes back.';
comment on column rate_jumps.usd_e9 is 'Billionths of a dollar for one coin or unit of the currency.';

create table rate_samples (
  id bigint generated always as identity not null,
  coin text not null,
  usd_e8 numeric(38,0) not null,
  sources text[] not null,
  at timestamp with time zone not null,
  jump_id uuid,
  mac bytea,
  constraint rate_samples_pkey PRIMARY KEY (id),
  constraint rate_samples_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint rate_samples_jump_id_fkey FOREIGN KEY (jump_id) REFERENCES rate_jumps(id),
  constraint rate_samples_jump_id_key UNIQUE (jump_id),
  constraint rate_samples_mac_check CHECK ((length(mac) = 32)),
  constraint rate_samples_usd_e8_check CHECK ((usd_e8 > (0)::numeric))
);
CREATE INDEX rate_samples_at ON public.rate_samples USING btree (coin, at);
CREATE INDEX rate_samples_latest ON public.rate_samples USING btree (coin, id DESC);
comment on table rate_samples is 'Dollar rates of coins that several sources agreed on.';
comment on column rate_samples.usd_e8 is 'Hundred-millionths of a dollar for one coin.';

create table recovery_codes (
  user_id uuid not null,
  code_mac bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_mac),
  constraint recovery_codes_code_mac_check CHECK ((length(code_mac) = 32)),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER recovery_codes_stay_used BEFORE UPDATE ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION stay_used();
comment on table recovery_codes is 'Codes that stand in for a lost second factor, each once, as MACs.';

create table retention_periods (
  name text not null,
  days integer not null,
  changed_by uuid not null,
  changed_at timestamp with time zone not null,
  constraint retention_periods_pkey PRIMARY KEY (name),
  constraint retention_periods_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES users(id),
  constraint retention_periods_days_check CHECK ((days > 0)),
  constraint retention_periods_name_check CHECK ((name ~ '^[a-z_]+$'::text))
);
comment on table retention_periods is 'How long rows are kept where staff changed it.';

create table retention_runs (
  name text not null,
  day date not null,
  deleted bigint not null,
  before timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint retention_runs_pkey PRIMARY KEY (name, day),
  constraint retention_runs_deleted_check CHECK ((deleted >= 0)),
  constraint retention_runs_name_check CHECK ((name ~ '^[a-z_]+$'::text))
);
CREATE INDEX retention_runs_latest ON public.retention_runs USING btree (day DESC, name);
comment on table retention_runs is 'What the nightly deletion removed, by rule.';

create table returned_cards (
  card_id uuid not null,
  line_id uuid not null,
  returned_at timestamp with time zone not null,
  constraint returned_cards_pkey PRIMARY KEY (card_id),
  constraint returned_cards_card_id_fkey FOREIGN KEY (card_id) REFERENCES cards(id),
  constraint returned_cards_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
);
comment on table returned_cards is 'Cards that came back unread and are on sale again.';

create table rows_to_seal (
  kind text not null,
  id text not null,
  constraint rows_to_seal_pkey PRIMARY KEY (kind, id),
  constraint rows_to_seal_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'key'::text, 'line'::text, 'gift'::text, 'address again'::text, 'key again'::text, 'gift again'::text, 'deposit again'::text, 'deposit confirmed'::text])))
);
comment on table rows_to_seal is 'What was there before rows had MACs. The first start with the master key seals it; only the owner writes here.';

create table sale_days (
  day date not null,
  lines bigint not null,
  price_cents bigint not null,
  shared_cents bigint not null,
  commission_cents bigint not null,
  constraint sale_days_pkey PRIMARY KEY (day),
  constraint sale_days_commission_cents_check CHECK ((commission_cents >= 0)),
  constraint sale_days_lines_check CHECK ((lines >= 0)),
  constraint sale_days_price_cents_check CHECK ((price_cents >= 0)),
  constraint sale_days_shared_cents_check CHECK ((shared_cents >= 0))
);
CREATE TRIGGER sale_days_as_sold AFTER INSERT ON public.sale_days REFERENCING NEW TABLE AS summed FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_sale_day();
comment on table sale_days is 'What cards were sold for on a day that is over (UTC), whatever became of them since.';
comment on column sale_days.lines is 'Cards that were sold.';
comment on column sale_days.shared_cents is 'The prices of those of them that were sellers'' cards.';
comment on column sale_days.commission_cents is 'What the shop kept of these.';

create table sanctioned_keys (
  key text not null,
  list_id bigint not null,
  constraint sanctioned_keys_pkey PRIMARY KEY (key),
  constraint sanctioned_keys_list_id_fkey FOREIGN KEY (list_id) REFERENCES sanctions_lists(id)
);
comment on table sanctioned_keys is 'Addresses on the list of sanctions in force.';

create table sanctioned_names (
  name text not null,
  list_id bigint not null,
  constraint sanctioned_names_pkey PRIMARY KEY (name),
  constraint sanctioned_names_list_id_fkey FOREIGN KEY (list_id) REFERENCES sanctions_lists(id)
);
comment on table sanctioned_names is 'Names on the list of sanctions in force.';

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
comment on table sanctions_lists is 'Lists of sanctions that were loaded, by their hash.';

create table schema_migrations (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  release text,
  expands boolean default false not null,
  constraint schema_migrations_pkey PRIMARY KEY (version)
);
comment on table schema_migrations is 'Migrations that were applied, with the hash of their text.';
comment on column schema_migrations.release is 'Which applied it; null: one from before this column.';
comment on column schema_migrations.expands is 'Took nothing away, so that the release before runs after it, too.';

create table schema_rules (
  only_row boolean default true not null,
  checksum text not null,
  release text not null,
  applied_at timestamp with time zone default now() not null,
  release_before text,
  locking text[],
  constraint schema_rules_pkey PRIMARY KEY (only_row),
  constraint schema_rules_only_row_check CHECK (only_row)
);
comment on table schema_rules is 'The hash of the files rules.sql that functions, triggers and views come from.';
comment on column schema_rules.release_before is 'The one whose rules these took the place of: it runs with them, too.';
comment on column schema_rules.locking is 'Digests of the triggers and views, which lock their table when they are made anew: equal ones are left.';

create table scrubs (
  single boolean default true not null,
  at timestamp with time zone not null,
  backup text not null,
  constraint scrubs_pkey PRIMARY KEY (single),
  constraint scrubs_backup_check CHECK ((length(backup) <= 100)),
  constraint scrubs_single_check CHECK (single)
);
comment on table scrubs is 'Has its one row in a copy for staging, in which people, codes and keys are made up: it sends no mail, and every page says so.';
comment on column scrubs.backup is 'What it was restored from.';

create table sealings (
  name text not null,
  sealed_at timestamp with time zone,
  constraint sealings_pkey PRIMARY KEY (name)
);
comment on table sealings is 'When the rows from before a table had MACs were sealed; null until then.';

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
  mac bytea,
  revision integer default 0 not null,
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
CREATE TRIGGER seen_hints_revision BEFORE UPDATE OF mac, revision ON public.seen_hints FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table seen_hints is 'Sightings before a block: for display and for the time that fixes the rate, never for money.';
comment on column seen_hints.mac is 'Taken with the end of a sighting, so that it doesn''t come back with its old time.';

create table seller_contacts (
  id uuid default uuidv7() not null,
  seller_id uuid not null,
  email text not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  in_force_from timestamp with time zone not null,
  constraint seller_contacts_pkey PRIMARY KEY (id),
  constraint seller_contacts_check CHECK ((in_force_from >= set_at)),
  constraint seller_contacts_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint seller_contacts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint seller_contacts_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id)
);
CREATE INDEX seller_contacts_seller ON public.seller_contacts USING btree (seller_id, id);
CREATE TRIGGER seller_contacts_append_only BEFORE DELETE OR UPDATE ON public.seller_contacts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seller_contacts_no_truncate BEFORE TRUNCATE ON public.seller_contacts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table seller_contacts is 'Where sellers are written to; a new address counts after a while.';

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
comment on table seller_destinations is 'Where sellers are paid, sealed; a new one counts after a while.';

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
CREATE INDEX seller_lines_reversed ON public.seller_lines USING btree (line_id) INCLUDE (price_cents, commission_cents, returns_borne_by) WHERE (state = 'reversed'::text);
CREATE INDEX seller_lines_seller ON public.seller_lines USING btree (seller_id, sold_at);
CREATE INDEX seller_lines_sold ON public.seller_lines USING btree (sold_at);
CREATE TRIGGER seller_lines_kept BEFORE DELETE ON public.seller_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
comment on table seller_lines is 'Sold cards of sellers, with the terms of that moment and how far their share is.';

create table seller_nights (
  day date not null,
  problems integer not null,
  ended_at timestamp with time zone not null,
  constraint seller_nights_pkey PRIMARY KEY (day),
  constraint seller_nights_problems_check CHECK ((problems >= 0))
);
comment on table seller_nights is 'Nightly comparisons of the sellers'' books with the ledger.';

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
  sent_currency text,
  sent_units numeric(78,0),
  fee_units numeric(78,0),
  sent_usd_e9 numeric(38,0),
  mac bytea,
  booked_on date,
  constraint seller_payouts_pkey PRIMARY KEY (id),
  constraint seller_payouts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint seller_payouts_check CHECK ((((paid_at IS NULL) = (reference IS NULL)) AND ((paid_at IS NULL) = (paid_by IS NULL)))),
  constraint seller_payouts_check1 CHECK (((state <> ALL (ARRAY['paid'::text, 'reversed'::text])) OR (paid_at IS NOT NULL))),
  constraint seller_payouts_check2 CHECK ((((sent_currency IS NULL) = (sent_units IS NULL)) AND ((sent_currency IS NULL) = (fee_units IS NULL)))),
  constraint seller_payouts_check3 CHECK (((sent_currency IS NULL) OR (paid_at IS NOT NULL))),
  constraint seller_payouts_check4 CHECK (((sent_usd_e9 IS NULL) OR (sent_currency IS NOT NULL))),
  constraint seller_payouts_check5 CHECK (((booked_on IS NULL) OR (paid_at IS NOT NULL))),
  constraint seller_payouts_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint seller_payouts_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES seller_destinations(id),
  constraint seller_payouts_fee_units_check CHECK ((fee_units >= (0)::numeric)),
  constraint seller_payouts_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES users(id),
  constraint seller_payouts_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 120))),
  constraint seller_payouts_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id),
  constraint seller_payouts_sent_currency_check CHECK ((sent_currency ~ '^[A-Z]{3}$'::text)),
  constraint seller_payouts_sent_units_check CHECK ((sent_units > (0)::numeric)),
  constraint seller_payouts_sent_usd_e9_check CHECK ((sent_usd_e9 > (0)::numeric)),
  constraint seller_payouts_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'rejected'::text, 'paid'::text, 'failed'::text, 'reversed'::text])))
);
CREATE UNIQUE INDEX seller_payouts_open ON public.seller_payouts USING btree (seller_id) WHERE (state = ANY (ARRAY['proposed'::text, 'approved'::text]));
CREATE INDEX seller_payouts_seller ON public.seller_payouts USING btree (seller_id, id);
CREATE TRIGGER seller_payouts_approved BEFORE INSERT OR UPDATE OF state ON public.seller_payouts FOR EACH ROW WHEN ((new.state = ANY (ARRAY['approved'::text, 'paid'::text, 'failed'::text, 'reversed'::text]))) EXECUTE FUNCTION refuse_unapproved('payout.approval');
CREATE TRIGGER seller_payouts_kept BEFORE DELETE ON public.seller_payouts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER seller_payouts_reversed_by_two BEFORE INSERT OR UPDATE OF state ON public.seller_payouts FOR EACH ROW WHEN ((new.state = 'reversed'::text)) EXECUTE FUNCTION refuse_unagreed_return();
CREATE TRIGGER seller_payouts_transition BEFORE UPDATE OF state ON public.seller_payouts FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT payout_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table seller_payouts is 'Payments to sellers, made outside the shop and recorded here.';
comment on column seller_payouts.sent_currency is 'Of what left: a coin, or the currency of the bank account. null where a payout was recorded before amounts were.';
comment on column seller_payouts.sent_units is 'What left without the fee, in base units of a coin or the smallest units of a currency (ISO 4217).';
comment on column seller_payouts.fee_units is 'What the bank or the chain took besides, in the same units: at the cost of the shop.';
comment on column seller_payouts.sent_usd_e9 is 'Billionths of a dollar for one coin or unit of the currency, by which it was compared with what was owed; null without a current rate.';
comment on column seller_payouts.booked_on is 'The day on which the bank booked it, by an imported statement, or on which its block was made, by the node; null until one has it.';

create table seller_waits (
  id uuid default uuidv7() not null,
  seller_id uuid not null,
  since timestamp with time zone not null,
  cards integer not null,
  percent integer not null,
  released_at timestamp with time zone,
  released_by uuid,
  release_reason text,
  constraint seller_waits_pkey PRIMARY KEY (id),
  constraint seller_waits_cards_check CHECK ((cards > 0)),
  constraint seller_waits_check CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) = (release_reason IS NULL)))),
  constraint seller_waits_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
  constraint seller_waits_release_reason_check CHECK (((length(release_reason) >= 3) AND (length(release_reason) <= 500))),
  constraint seller_waits_released_by_fkey FOREIGN KEY (released_by) REFERENCES users(id),
  constraint seller_waits_seller_id_fkey FOREIGN KEY (seller_id) REFERENCES sellers(id)
);
CREATE UNIQUE INDEX seller_waits_open ON public.seller_waits USING btree (seller_id) WHERE (released_at IS NULL);
CREATE INDEX seller_waits_seller ON public.seller_waits USING btree (seller_id, released_at);
comment on table seller_waits is 'Sellers whose share waits because few buyers bought most of their cards.';

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
  owners text[] default '{}'::text[] not null,
  screened_list_id bigint,
  constraint sellers_pkey PRIMARY KEY (id),
  constraint sellers_commission_bp_check CHECK (((commission_bp >= 0) AND (commission_bp <= 9000))),
  constraint sellers_contact_email_check CHECK (((contact_email = lower(contact_email)) AND (length(contact_email) <= 254))),
  constraint sellers_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint sellers_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint sellers_legal_name_check CHECK (((length(legal_name) >= 2) AND (length(legal_name) <= 160))),
  constraint sellers_minimum_payout_cents_check CHECK (((minimum_payout_cents >= 1) AND (minimum_payout_cents <= 100000000))),
  constraint sellers_owners_check CHECK ((cardinality(owners) <= 20)),
  constraint sellers_reserve_bp_check CHECK (((reserve_bp >= 0) AND (reserve_bp <= 5000))),
  constraint sellers_reserve_days_check CHECK (((reserve_days >= 0) AND (reserve_days <= 365))),
  constraint sellers_returns_borne_by_check CHECK ((returns_borne_by = ANY (ARRAY['seller'::text, 'shop'::text]))),
  constraint sellers_screened_list_id_fkey FOREIGN KEY (screened_list_id) REFERENCES sanctions_lists(id),
  constraint sellers_state_check CHECK ((state = ANY (ARRAY['applied'::text, 'verified'::text, 'suspended'::text, 'ended'::text]))),
  constraint sellers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sellers_user_id_key UNIQUE (user_id)
);
CREATE TRIGGER sellers_approved BEFORE INSERT OR UPDATE OF state ON public.sellers FOR EACH ROW WHEN ((new.state = 'verified'::text)) EXECUTE FUNCTION refuse_unapproved('seller.verification');
CREATE TRIGGER sellers_transition BEFORE UPDATE OF state ON public.sellers FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT seller_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table sellers is 'Companies whose cards the shop sells for them.';
comment on column sellers.contact_email is 'The first one; later ones stand in seller_contacts.';
comment on column sellers.tax_id is 'Sealed with data_key, which the master key wraps.';
comment on column sellers.commission_bp is 'What the shop keeps of a sale, in hundredths of a per cent.';

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
  mac bytea,
  revision integer default 0 not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['password'::text, 'totp'::text, 'recovery_code'::text, 'passkey'::text]))),
  constraint sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint sessions_mac_check CHECK ((length(mac) = 32)),
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 400)),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_device ON public.sessions USING btree (device_id);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_revision BEFORE UPDATE OF mac, revision ON public.sessions FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER sessions_session_change AFTER DELETE OR UPDATE OF token_hash, expires_at ON public.sessions FOR EACH ROW EXECUTE FUNCTION notify_session_change('user_id');
comment on table sessions is 'Who is signed in on which device, by the hash of the token.';
comment on column sessions.confirmed_at is 'When the person last gave a factor: what moves money asks for a fresh one.';

create table shared_keys (
  kind text not null,
  key bytea not null,
  marked_at timestamp with time zone not null,
  marked_by uuid not null,
  reason text not null,
  constraint shared_keys_pkey PRIMARY KEY (kind, key),
  constraint shared_keys_marked_by_fkey FOREIGN KEY (marked_by) REFERENCES users(id),
  constraint shared_keys_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
);
comment on table shared_keys is 'What ties nobody any more, because staff know whose it is: an exchange''s address, a library''s computer.';

create table spending_blocks (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  deposit_id uuid not null,
  blocked_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  constraint spending_blocks_pkey PRIMARY KEY (id),
  constraint spending_blocks_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint spending_blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX spending_blocks_open ON public.spending_blocks USING btree (user_id) WHERE (lifted_at IS NULL);
CREATE TRIGGER spending_blocks_paid BEFORE UPDATE ON public.spending_blocks FOR EACH ROW EXECUTE FUNCTION refuse_early_lifting();
comment on table spending_blocks is 'Accounts that may not spend because a deposit was taken back by its chain.';

create table stock_totals (
  state text not null,
  batches bigint not null,
  cards bigint not null,
  price_cents bigint not null,
  constraint stock_totals_pkey PRIMARY KEY (state)
);
comment on table stock_totals is 'The stock of all batches together, by state.';

create table sum_chunks (
  number bigint not null,
  level smallint not null,
  "position" integer not null,
  first_key bigint not null,
  nodes bytea not null,
  constraint sum_chunks_pkey PRIMARY KEY (number, level, first_key),
  constraint sum_chunks_first_key_check CHECK ((first_key >= 0)),
  constraint sum_chunks_level_check CHECK ((level >= 0)),
  constraint sum_chunks_nodes_check CHECK ((((length(nodes) >= 40) AND (length(nodes) <= 10240)) AND ((length(nodes) % 40) = 0))),
  constraint sum_chunks_number_fkey FOREIGN KEY (number) REFERENCES published_sums(number),
  constraint sum_chunks_position_check CHECK (("position" >= 0))
);
comment on table sum_chunks is 'The trees of the last nights in pieces of 256 nodes, from which a proof is made. A node is a sum and a hash; whose it is, only the master key can say.';
comment on column sum_chunks.level is 'From 0: the leaves; each level has the roots of the pieces of the one below.';
comment on column sum_chunks.first_key is 'The least key of a leaf below it, 0 in the first. The key of an owner comes from the master key and is another each night.';

create table support_categories (
  id uuid default uuidv7() not null,
  slug text not null,
  names jsonb not null,
  "position" integer default 0 not null,
  offered boolean default true not null,
  constraint support_categories_pkey PRIMARY KEY (id),
  constraint support_categories_names_check CHECK ((names ? 'en'::text)),
  constraint support_categories_slug_check CHECK ((slug ~ '^[a-z][a-z0-9_]{1,39}$'::text)),
  constraint support_categories_slug_key UNIQUE (slug)
);
comment on table support_categories is 'What tickets are about.';

create table tax_rates (
  proposal_id uuid not null,
  country text not null,
  programme_id uuid,
  rate_bp integer not null,
  valid_from date not null,
  at timestamp with time zone not null,
  constraint tax_rates_pkey PRIMARY KEY (proposal_id, country),
  constraint tax_rates_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint tax_rates_programme_id_fkey FOREIGN KEY (programme_id) REFERENCES programmes(id),
  constraint tax_rates_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint tax_rates_rate_bp_check CHECK (((rate_bp >= 0) AND (rate_bp <= 5000)))
);
CREATE INDEX tax_rates_in_force ON public.tax_rates USING btree (country, valid_from);
CREATE TRIGGER tax_rates_append_only BEFORE DELETE OR UPDATE ON public.tax_rates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tax_rates_fit BEFORE INSERT ON public.tax_rates FOR EACH ROW EXECUTE FUNCTION refuse_unfit_rate();
CREATE TRIGGER tax_rates_no_truncate BEFORE TRUNCATE ON public.tax_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table tax_rates is 'Rates of VAT on single-purpose vouchers for a country, for one programme or for all, as two people agreed to them.';
comment on column tax_rates.rate_bp is 'Hundredths of a percent, included in the price.';
comment on column tax_rates.valid_from is 'The first day (UTC) whose sales have it.';

create table terms_acceptances (
  user_id uuid not null,
  text_id uuid not null,
  accepted_at timestamp with time zone not null,
  constraint terms_acceptances_pkey PRIMARY KEY (user_id, text_id),
  constraint terms_acceptances_text_id_fkey FOREIGN KEY (text_id) REFERENCES legal_texts(id),
  constraint terms_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX terms_acceptances_of_text ON public.terms_acceptances USING btree (text_id);
comment on table terms_acceptances is 'Who accepted which version of the terms.';

create table text_scans (
  source text not null,
  guard_version integer not null,
  after uuid,
  scanned integer default 0 not null,
  found integer default 0 not null,
  started_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint text_scans_pkey PRIMARY KEY (source, guard_version),
  constraint text_scans_check CHECK (((found >= 0) AND (found <= scanned))),
  constraint text_scans_guard_version_check CHECK ((guard_version > 0)),
  constraint text_scans_scanned_check CHECK ((scanned >= 0)),
  constraint text_scans_source_check CHECK ((source ~ '^[a-z_]+$'::text))
);
comment on table text_scans is 'How far the stored texts of each kind were read again by a version of the import guard.';

create table throttles (
  key text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttles_pkey PRIMARY KEY (key),
  constraint throttles_hits_check CHECK ((hits > 0))
);
comment on table throttles is 'How often something was tried, by a key, until it is forgotten.';

create table ticket_changes (
  id uuid default uuidv7() not null,
  actor_id uuid not null,
  tickets jsonb not null,
  made_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  constraint ticket_changes_pkey PRIMARY KEY (id),
  constraint ticket_changes_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX ticket_changes_old ON public.ticket_changes USING btree (made_at);
comment on table ticket_changes is 'What one press of a button did to several tickets: each as it was and as it became, so that it can be undone.';

create table ticket_comments (
  id uuid default uuidv7() not null,
  ticket_id uuid not null,
  author_id uuid,
  by_staff boolean not null,
  body text not null,
  review text,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  ticket_version integer,
  constraint ticket_comments_pkey PRIMARY KEY (id),
  constraint ticket_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint ticket_comments_body_check CHECK ((length(body) <= 8000)),
  constraint ticket_comments_check CHECK (((body = ''::text) = (NOT (review IS DISTINCT FROM 'removed'::text)))),
  constraint ticket_comments_check1 CHECK (((review = ANY (ARRAY['shown'::text, 'removed'::text])) = ((reviewed_by IS NOT NULL) AND (reviewed_at IS NOT NULL)))),
  constraint ticket_comments_check2 CHECK (((author_id IS NOT NULL) OR (NOT by_staff))),
  constraint ticket_comments_review_check CHECK ((review = ANY (ARRAY['waiting'::text, 'shown'::text, 'removed'::text]))),
  constraint ticket_comments_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES users(id),
  constraint ticket_comments_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_comments_in_review ON public.ticket_comments USING btree (ticket_id) WHERE (review = 'waiting'::text);
CREATE INDEX ticket_comments_of_ticket ON public.ticket_comments USING btree (ticket_id, id);
CREATE TRIGGER ticket_comments_changed AFTER DELETE OR UPDATE OF body, ticket_id, review ON public.ticket_comments FOR EACH ROW EXECUTE FUNCTION index_changed_comment();
CREATE TRIGGER ticket_comments_indexed AFTER INSERT ON public.ticket_comments FOR EACH ROW EXECUTE FUNCTION index_new_comment();
CREATE TRIGGER ticket_comments_open BEFORE INSERT ON public.ticket_comments FOR EACH ROW EXECUTE FUNCTION refuse_closed_ticket();
CREATE TRIGGER ticket_comments_versioned BEFORE INSERT ON public.ticket_comments FOR EACH ROW EXECUTE FUNCTION count_comment();
comment on table ticket_comments is 'What was written in a ticket, for both sides to read.';
comment on column ticket_comments.ticket_version is 'The version that the comment made of its ticket; null for those from before there were versions.';

create table ticket_links (
  id uuid default uuidv7() not null,
  ticket_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  constraint ticket_links_pkey PRIMARY KEY (id),
  constraint ticket_links_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_links_expiring ON public.ticket_links USING btree (expires_at);
CREATE INDEX ticket_links_of_ticket ON public.ticket_links USING btree (ticket_id);
comment on table ticket_links is 'Links by which a guest reads a ticket.';

create table ticket_mails (
  message_hash bytea not null,
  ticket_id uuid not null,
  received_at timestamp with time zone not null,
  constraint ticket_mails_pkey PRIMARY KEY (message_hash),
  constraint ticket_mails_message_hash_check CHECK ((octet_length(message_hash) = 32)),
  constraint ticket_mails_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_mails_of_ticket ON public.ticket_mails USING btree (ticket_id);
CREATE INDEX ticket_mails_received ON public.ticket_mails USING btree (received_at);
comment on table ticket_mails is 'Mails that were received, by the hash of their Message-ID: one that arrives twice is one reply.';

create table ticket_notes (
  id uuid default uuidv7() not null,
  ticket_id uuid not null,
  author_id uuid not null,
  body text not null,
  created_at timestamp with time zone not null,
  constraint ticket_notes_pkey PRIMARY KEY (id),
  constraint ticket_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint ticket_notes_body_check CHECK ((length(body) <= 8000)),
  constraint ticket_notes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_notes_of_ticket ON public.ticket_notes USING btree (ticket_id, id);
comment on table ticket_notes is 'What staff wrote about a ticket for each other.';

create table ticket_presence (
  ticket_id uuid not null,
  user_id uuid not null,
  typing boolean not null,
  seen_at timestamp with time zone not null,
  constraint ticket_presence_pkey PRIMARY KEY (ticket_id, user_id),
  constraint ticket_presence_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE,
  constraint ticket_presence_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
comment on table ticket_presence is 'Who has a ticket open now.';

create table ticket_ratings (
  ticket_id uuid not null,
  good boolean not null,
  comment text not null,
  created_at timestamp with time zone not null,
  constraint ticket_ratings_pkey PRIMARY KEY (ticket_id),
  constraint ticket_ratings_comment_check CHECK ((length(comment) <= 500)),
  constraint ticket_ratings_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_ratings_latest ON public.ticket_ratings USING btree (created_at DESC);
comment on table ticket_ratings is 'How content the writer of a ticket was.';

create table ticket_search (
  ticket_id uuid not null,
  words tsvector not null,
  constraint ticket_search_pkey PRIMARY KEY (ticket_id),
  constraint ticket_search_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE
);
CREATE INDEX ticket_search_words ON public.ticket_search USING gin (words);
comment on table ticket_search is 'Words of tickets, for the search of the desk.';

create table ticket_views (
  id uuid default uuidv7() not null,
  owner_id uuid,
  name text not null,
  view text not null,
  priority smallint,
  tag text,
  q text,
  created_at timestamp with time zone not null,
  constraint ticket_views_pkey PRIMARY KEY (id),
  constraint ticket_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint ticket_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint ticket_views_owner_id_name_key UNIQUE NULLS NOT DISTINCT (owner_id, name),
  constraint ticket_views_priority_check CHECK (((priority >= 1) AND (priority <= 4))),
  constraint ticket_views_q_check CHECK (((length(q) >= 1) AND (length(q) <= 100))),
  constraint ticket_views_tag_check CHECK (((length(tag) >= 1) AND (length(tag) <= 30))),
  constraint ticket_views_view_check CHECK ((view = ANY (ARRAY['waiting'::text, 'unassigned'::text, 'mine'::text, 'overdue'::text, 'review'::text, 'all'::text])))
);
comment on table ticket_views is 'Filters of the list of tickets that staff gave a name, for themselves or for the whole desk.';
comment on column ticket_views.owner_id is 'Whose it is; null: everybody at the desk has it.';
comment on column ticket_views.view is 'Which tickets at all, as the list calls it.';
comment on column ticket_views.q is 'The words to search for.';

create table tickets (
  id uuid default uuidv7() not null,
  number bigint generated always as identity not null,
  user_id uuid,
  category_id uuid not null,
  subject text not null,
  status smallint default 1 not null,
  reference_kind text,
  reference_id uuid,
  proof jsonb,
  assignee_id uuid,
  waiting_since timestamp with time zone,
  buyer_read_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  guest_email text,
  guest_locale text,
  rating_asked_at timestamp with time zone,
  priority smallint default 3 not null,
  tags text[] default '{}'::text[] not null,
  merged_into uuid,
  first_answered_at timestamp with time zone,
  solved_at timestamp with time zone,
  answer_due_at timestamp with time zone,
  solve_due_at timestamp with time zone,
  solve_left_ms bigint,
  escalated_at timestamp with time zone,
  due_at timestamp with time zone generated always as (
CASE
    WHEN (status < 3) THEN LEAST(answer_due_at, solve_due_at)
    ELSE NULL::timestamp with time zone
END) stored,
  answer_ms bigint,
  answer_in_time boolean,
  solve_ms bigint,
  solve_in_time boolean,
  version integer default 1 not null,
  constraint tickets_pkey PRIMARY KEY (id),
  constraint tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint tickets_category_id_fkey FOREIGN KEY (category_id) REFERENCES support_categories(id),
  constraint tickets_check CHECK (((reference_kind IS NULL) = (reference_id IS NULL))),
  constraint tickets_check1 CHECK (((status = ANY (ARRAY[1, 2])) = (waiting_since IS NOT NULL))),
  constraint tickets_check2 CHECK (((user_id IS NULL) <> (guest_email IS NULL))),
  constraint tickets_check3 CHECK (((guest_locale IS NULL) OR (guest_email IS NOT NULL))),
  constraint tickets_check4 CHECK (((merged_into IS NULL) OR (status = 5))),
  constraint tickets_guest_email_check CHECK (((length(guest_email) >= 3) AND (length(guest_email) <= 254))),
  constraint tickets_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES tickets(id) ON DELETE SET NULL,
  constraint tickets_number_key UNIQUE (number),
  constraint tickets_priority_check CHECK (((priority >= 1) AND (priority <= 4))),
  constraint tickets_reference_kind_check CHECK ((reference_kind = ANY (ARRAY['order'::text, 'card'::text, 'payment'::text, 'preorder'::text]))),
  constraint tickets_status_check CHECK (((status >= 1) AND (status <= 5))),
  constraint tickets_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint tickets_tags_check CHECK ((cardinality(tags) <= 10)),
  constraint tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tickets_answered ON public.tickets USING btree (first_answered_at) WHERE (first_answered_at IS NOT NULL);
CREATE INDEX tickets_created ON public.tickets USING btree (created_at);
CREATE INDEX tickets_due ON public.tickets USING btree (due_at, id) WHERE (due_at IS NOT NULL);
CREATE INDEX tickets_latest ON public.tickets USING btree (updated_at DESC, id DESC);
CREATE INDEX tickets_merged ON public.tickets USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX tickets_of_assignee ON public.tickets USING btree (assignee_id, waiting_since, id) WHERE (status < 4);
CREATE INDEX tickets_of_guest ON public.tickets USING btree (guest_email, created_at DESC) WHERE (guest_email IS NOT NULL);
CREATE INDEX tickets_of_user ON public.tickets USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX tickets_reference ON public.tickets USING btree (reference_id) WHERE (reference_id IS NOT NULL);
CREATE INDEX tickets_solved ON public.tickets USING btree (updated_at) WHERE (status = 4);
CREATE INDEX tickets_solved_at ON public.tickets USING btree (solved_at) WHERE (solved_at IS NOT NULL);
CREATE INDEX tickets_tags ON public.tickets USING gin (tags);
CREATE INDEX tickets_to_escalate ON public.tickets USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (escalated_at IS NULL));
CREATE INDEX tickets_unassigned ON public.tickets USING btree (waiting_since, id) WHERE ((waiting_since IS NOT NULL) AND (assignee_id IS NULL));
CREATE INDEX tickets_waiting ON public.tickets USING btree (waiting_since, id) WHERE (waiting_since IS NOT NULL);
CREATE TRIGGER tickets_indexed AFTER INSERT OR UPDATE OF subject, user_id, guest_email ON public.tickets FOR EACH ROW EXECUTE FUNCTION index_new_ticket();
CREATE TRIGGER tickets_versioned BEFORE UPDATE OF status ON public.tickets FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION count_state();
comment on table tickets is 'Conversations with buyers and guests.';
comment on column tickets.proof is 'What a claim rests on, as it was when the ticket was opened.';
comment on column tickets.solve_left_ms is 'Working time left for a solution, while the desk waits for the writer.';
comment on column tickets.version is 'Goes up with each comment and each new state.';

create table tier_checks (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  tier smallint not null,
  evidence text not null,
  identity bytea not null,
  checked_on date not null,
  reviewer_id uuid not null,
  proposal_id uuid,
  created_at timestamp with time zone not null,
  granted_at timestamp with time zone,
  constraint tier_checks_pkey PRIMARY KEY (id),
  constraint tier_checks_check CHECK ((reviewer_id <> user_id)),
  constraint tier_checks_evidence_check CHECK ((evidence ~ '^[A-Za-z0-9._-]{4,64}$'::text)),
  constraint tier_checks_proposal_id_fkey FOREIGN KEY (proposal_id) REFERENCES proposals(id),
  constraint tier_checks_proposal_id_key UNIQUE (proposal_id),
  constraint tier_checks_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES users(id),
  constraint tier_checks_tier_check CHECK ((tier = ANY (ARRAY[1, 2]))),
  constraint tier_checks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX tier_checks_of_user ON public.tier_checks USING btree (user_id, id);
comment on table tier_checks is 'Identities that were checked outside, and the tier that followed.';

create table tier_requests (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  tier smallint not null,
  state text default 'open'::text not null,
  reason text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint tier_requests_pkey PRIMARY KEY (id),
  constraint tier_requests_check CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint tier_requests_check1 CHECK (((state = 'refused'::text) = (reason IS NOT NULL))),
  constraint tier_requests_reason_check CHECK (((length(reason) >= 3) AND (length(reason) <= 500))),
  constraint tier_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'granted'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint tier_requests_tier_check CHECK ((tier = ANY (ARRAY[1, 2]))),
  constraint tier_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX tier_requests_of_user ON public.tier_requests USING btree (user_id, id);
CREATE UNIQUE INDEX tier_requests_open ON public.tier_requests USING btree (user_id) WHERE (state = 'open'::text);
CREATE INDEX tier_requests_waiting ON public.tier_requests USING btree (id) WHERE (state = 'open'::text);
comment on table tier_requests is 'Buyers who asked for a higher tier.';

create table top_up_returns (
  id uuid default uuidv7() not null,
  user_id uuid not null,
  deposit_id uuid not null,
  coin text not null,
  address text not null,
  amount_cents bigint not null,
  state text default 'asked'::text not null,
  created_by uuid not null,
  created_at timestamp with time zone not null,
  txid text,
  paid_by uuid,
  paid_at timestamp with time zone,
  ended_at timestamp with time zone,
  mac bytea,
  constraint top_up_returns_pkey PRIMARY KEY (id),
  constraint top_up_returns_address_check CHECK (((length(address) >= 14) AND (length(address) <= 100))),
  constraint top_up_returns_amount_cents_check CHECK ((amount_cents > 0)),
  constraint top_up_returns_check CHECK ((((paid_at IS NULL) = (txid IS NULL)) AND ((paid_at IS NULL) = (paid_by IS NULL)))),
  constraint top_up_returns_check1 CHECK (((state <> ALL (ARRAY['paid'::text, 'reversed'::text])) OR (paid_at IS NOT NULL))),
  constraint top_up_returns_check2 CHECK (((state = ANY (ARRAY['asked'::text, 'approved'::text, 'paid'::text])) = (ended_at IS NULL))),
  constraint top_up_returns_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint top_up_returns_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint top_up_returns_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint top_up_returns_mac_check CHECK ((length(mac) = 32)),
  constraint top_up_returns_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES users(id),
  constraint top_up_returns_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'paid'::text, 'failed'::text, 'reversed'::text]))),
  constraint top_up_returns_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint top_up_returns_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX top_up_returns_deposit ON public.top_up_returns USING btree (deposit_id) WHERE (state = ANY (ARRAY['asked'::text, 'approved'::text, 'paid'::text]));
CREATE INDEX top_up_returns_open ON public.top_up_returns USING btree (id) WHERE (state = ANY (ARRAY['asked'::text, 'approved'::text]));
CREATE INDEX top_up_returns_user ON public.top_up_returns USING btree (user_id, id);
CREATE TRIGGER top_up_returns_approved BEFORE INSERT OR UPDATE OF state ON public.top_up_returns FOR EACH ROW WHEN ((new.state = ANY (ARRAY['approved'::text, 'paid'::text, 'failed'::text, 'reversed'::text]))) EXECUTE FUNCTION refuse_unapproved('top_up_return.approval');
CREATE TRIGGER top_up_returns_kept BEFORE DELETE ON public.top_up_returns FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER top_up_returns_reversed_by_two BEFORE INSERT OR UPDATE OF state ON public.top_up_returns FOR EACH ROW WHEN ((new.state = 'reversed'::text)) EXECUTE FUNCTION refuse_unagreed_reversal();
CREATE TRIGGER top_up_returns_transition BEFORE UPDATE OF state ON public.top_up_returns FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT top_up_return_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table top_up_returns is 'Unspent top-ups that go back to the chain they came from.';

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
CREATE TRIGGER totp_secrets_session_change AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON public.totp_secrets FOR EACH ROW EXECUTE FUNCTION notify_factor_change();
comment on table totp_secrets is 'Secrets of authenticator apps, sealed.';
comment on column totp_secrets.last_step is 'The last period whose code was used: none works twice.';

create table transfer_kinds (
  kind text not null,
  debit text not null,
  credit text not null,
  constraint transfer_kinds_pkey PRIMARY KEY (kind, debit, credit),
  constraint transfer_kinds_credit_fkey FOREIGN KEY (credit) REFERENCES account_kinds(kind),
  constraint transfer_kinds_debit_fkey FOREIGN KEY (debit) REFERENCES account_kinds(kind)
);
comment on table transfer_kinds is 'From which kind of account to which a kind of transfer goes. Filled by rules.sql of the features.';

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
  mac bytea,
  revision integer default 0 not null,
  constraint unclaimed_deposits_pkey PRIMARY KEY (id),
  constraint unclaimed_deposits_account_id_fkey FOREIGN KEY (account_id) REFERENCES xpub_accounts(id),
  constraint unclaimed_deposits_amount_units_check CHECK ((amount_units > (0)::numeric)),
  constraint unclaimed_deposits_check CHECK (((height IS NULL) = (hash IS NULL))),
  constraint unclaimed_deposits_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text]))),
  constraint unclaimed_deposits_coin_txid_n_key UNIQUE (coin, txid, n),
  constraint unclaimed_deposits_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id),
  constraint unclaimed_deposits_deposit_id_key UNIQUE (deposit_id),
  constraint unclaimed_deposits_mac_check CHECK ((length(mac) = 32)),
  constraint unclaimed_deposits_min_depth_check CHECK ((min_depth >= 0)),
  constraint unclaimed_deposits_n_check CHECK ((n >= 0))
);
CREATE INDEX unclaimed_deposits_height ON public.unclaimed_deposits USING btree (coin, height) WHERE (height IS NOT NULL);
CREATE TRIGGER unclaimed_deposits_revision BEFORE UPDATE OF mac, revision ON public.unclaimed_deposits FOR EACH ROW EXECUTE FUNCTION raise_revision();
comment on table unclaimed_deposits is 'Coins sent to an address that nobody was given, or too late: set aside until it is known whose they are.';

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
  country text,
  mac bytea,
  revision integer default 0 not null,
  second_factor boolean default false not null,
  shortcuts jsonb,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_audit_alone CHECK (((NOT ('auditor'::text = ANY (duties))) OR (cardinality(duties) = 1))),
  constraint users_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint users_display_name_check CHECK ((length(display_name) <= 80)),
  constraint users_duties_check CHECK ((duties <@ ARRAY['importer'::text, 'approver'::text, 'support'::text, 'payouts'::text, 'publisher'::text, 'auditor'::text, 'seller'::text])),
  constraint users_duties_proposal_id_fkey FOREIGN KEY (duties_proposal_id) REFERENCES proposals(id),
  constraint users_duties_proposal_id_key UNIQUE (duties_proposal_id),
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_import_or_approve CHECK ((NOT (duties @> ARRAY['importer'::text, 'approver'::text]))),
  constraint users_locale_check CHECK ((locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$'::text)),
  constraint users_mac_check CHECK ((length(mac) = 32)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['buyer'::text, 'admin'::text]))),
  constraint users_sell_alone CHECK (((NOT ('seller'::text = ANY (duties))) OR (cardinality(duties) = 1))),
  constraint users_shortcuts_check CHECK (((jsonb_typeof((shortcuts -> 'on'::text)) = 'boolean'::text) AND (jsonb_typeof((shortcuts -> 'keys'::text)) = 'object'::text) AND (length((shortcuts)::text) <= 500))),
  constraint users_theme_check CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint users_tier_check CHECK (((tier >= 0) AND (tier <= 2))),
  constraint users_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint users_username_check CHECK ((username ~ '^[a-z0-9_.-]{3,32}$'::text)),
  constraint users_username_key UNIQUE (username)
);
CREATE UNIQUE INDEX users_confirmed_email ON public.users USING btree (email) WHERE (email_verified_at IS NOT NULL);
CREATE INDEX users_day ON public.users USING brin (created_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX users_disabled ON public.users USING btree (id) WHERE (disabled_at IS NOT NULL);
CREATE INDEX users_inactive ON public.users USING btree (id) WHERE ((activated_at IS NULL) AND (erased_at IS NULL));
CREATE INDEX users_joined ON public.users USING btree (created_at, id);
CREATE INDEX users_staff ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX users_tier ON public.users USING btree (tier, id);
CREATE INDEX users_words ON public.users USING gin (user_words(username, email, display_name) gin_trgm_ops);
CREATE TRIGGER users_access_decided BEFORE UPDATE OF disabled_at ON public.users FOR EACH ROW WHEN (((old.role = 'admin'::text) AND ((old.disabled_at IS NULL) <> (new.disabled_at IS NULL)))) EXECUTE FUNCTION require_decided_access();
CREATE TRIGGER users_duties_decided BEFORE UPDATE OF role, duties ON public.users FOR EACH ROW WHEN (((new.role = 'admin'::text) AND ((old.role <> 'admin'::text) OR (NOT (new.duties <@ old.duties))))) EXECUTE FUNCTION refuse_undecided_duties();
CREATE TRIGGER users_duties_latest BEFORE UPDATE OF duties_proposal_id ON public.users FOR EACH ROW WHEN (((old.duties_proposal_id IS NOT NULL) AND ((new.duties_proposal_id IS NULL) OR (new.duties_proposal_id < old.duties_proposal_id)))) EXECUTE FUNCTION refuse_older_proposal();
CREATE TRIGGER users_identity_released AFTER UPDATE OF erased_at ON public.users FOR EACH ROW WHEN (((old.erased_at IS NULL) AND (new.erased_at IS NOT NULL))) EXECUTE FUNCTION release_identity();
CREATE TRIGGER users_last_approver BEFORE UPDATE OF role, duties, disabled_at ON public.users FOR EACH ROW WHEN (((old.role = 'admin'::text) AND ('approver'::text = ANY (old.duties)) AND (old.disabled_at IS NULL) AND ((new.role <> 'admin'::text) OR (NOT ('approver'::text = ANY (new.duties))) OR (new.disabled_at IS NOT NULL)))) EXECUTE FUNCTION keep_an_approver();
CREATE TRIGGER users_revision BEFORE UPDATE OF mac, revision ON public.users FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER users_session_change AFTER UPDATE OF role, duties, tier, activated_at, disabled_at ON public.users FOR EACH ROW EXECUTE FUNCTION notify_session_change('id');
CREATE TRIGGER users_tier_checked BEFORE UPDATE OF tier ON public.users FOR EACH ROW WHEN ((new.tier > old.tier)) EXECUTE FUNCTION refuse_unchecked_tier();
comment on table users is 'Accounts of buyers and staff.';
comment on column users.duties is 'What a member of staff may do; given by two people.';
comment on column users.duties_proposal_id is 'The decision that gave them.';
comment on column users.second_factor is 'Whether there is one, so that a row that was deleted is missed.';
comment on column users.shortcuts is 'Whether single keys do anything, and which keys do what; null: as the shop has them.';

create table verifications (
  id uuid default uuidv7() not null,
  kind text not null,
  nightly boolean not null,
  started_at timestamp with time zone not null,
  stepped_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  given_up boolean default false not null,
  pieces integer default 0 not null,
  done bigint default 0 not null,
  total bigint default 0 not null,
  place jsonb,
  problems integer default 0 not null,
  named text[] default '{}'::text[] not null,
  mac bytea,
  constraint verifications_pkey PRIMARY KEY (id),
  constraint verifications_check CHECK (((ended_at IS NOT NULL) OR (NOT given_up))),
  constraint verifications_done_check CHECK ((done >= 0)),
  constraint verifications_kind_check CHECK ((kind = ANY (ARRAY['audit'::text, 'ledger'::text, 'coins'::text]))),
  constraint verifications_mac_check CHECK ((length(mac) = 32)),
  constraint verifications_pieces_check CHECK ((pieces >= 0)),
  constraint verifications_problems_check CHECK ((problems >= 0)),
  constraint verifications_total_check CHECK ((total >= 0))
);
CREATE INDEX verifications_latest ON public.verifications USING btree (kind, id DESC);
CREATE UNIQUE INDEX verifications_open ON public.verifications USING btree (kind) WHERE (ended_at IS NULL);
comment on table verifications is 'Checks of the audit chain and the ledger, piece by piece in the background.';

create table waiting_purchases (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  card_ids uuid[] not null,
  prices_cents bigint[] not null,
  value_card_ids uuid[] not null,
  total_cents bigint not null,
  consent_at timestamp with time zone,
  consent_version smallint,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  ended_at timestamp with time zone,
  ended_why jsonb,
  order_id uuid,
  mac bytea,
  revision integer default 0 not null,
  constraint waiting_purchases_pkey PRIMARY KEY (id),
  constraint waiting_purchases_bought CHECK (((state = 'bought'::text) = (order_id IS NOT NULL))),
  constraint waiting_purchases_consent CHECK (((consent_at IS NULL) = (consent_version IS NULL))),
  constraint waiting_purchases_consent_version_check CHECK ((consent_version > 0)),
  constraint waiting_purchases_ended CHECK (((state = 'waiting'::text) = (ended_at IS NULL))),
  constraint waiting_purchases_id_fkey FOREIGN KEY (id) REFERENCES payments(id),
  constraint waiting_purchases_lines CHECK ((((cardinality(card_ids) >= 1) AND (cardinality(card_ids) <= 100)) AND (cardinality(prices_cents) = cardinality(card_ids)) AND (value_card_ids <@ card_ids))),
  constraint waiting_purchases_mac_check CHECK ((length(mac) = 32)),
  constraint waiting_purchases_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint waiting_purchases_order_id_key UNIQUE (order_id),
  constraint waiting_purchases_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'bought'::text, 'called_off'::text, 'failed'::text]))),
  constraint waiting_purchases_total_cents_check CHECK ((total_cents > 0)),
  constraint waiting_purchases_until CHECK ((expires_at > asked_at)),
  constraint waiting_purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX waiting_purchases_one ON public.waiting_purchases USING btree (user_id) WHERE (state = 'waiting'::text);
CREATE INDEX waiting_purchases_user ON public.waiting_purchases USING btree (user_id, id);
CREATE TRIGGER waiting_purchases_kept BEFORE DELETE ON public.waiting_purchases FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER waiting_purchases_of_one BEFORE INSERT OR UPDATE OF user_id, order_id ON public.waiting_purchases FOR EACH ROW EXECUTE FUNCTION refuse_foreign_purchase();
CREATE TRIGGER waiting_purchases_revision BEFORE UPDATE OF mac, revision ON public.waiting_purchases FOR EACH ROW EXECUTE FUNCTION raise_revision();
CREATE TRIGGER waiting_purchases_transition BEFORE UPDATE OF state ON public.waiting_purchases FOR EACH ROW WHEN (((old.state <> new.state) AND (NOT purchase_may_become(old.state, new.state)))) EXECUTE FUNCTION refuse_transition();
comment on table waiting_purchases is 'Cards that a buyer asked to have bought once a payment is credited: all or nothing, for the prices that they saw.';
comment on column waiting_purchases.id is 'That of the payment.';
comment on column waiting_purchases.session_id is 'In which it was asked for: above what an unconfirmed device may spend, its device must be trusted when it is bought.';
comment on column waiting_purchases.prices_cents is 'The most that each card may cost, in the order of card_ids.';
comment on column waiting_purchases.value_card_ids is 'The cards that were chosen by their value: an equal one may take the place of each.';
comment on column waiting_purchases.consent_at is 'When the buyer agreed to get the codes at once; null if they didn''t.';
comment on column waiting_purchases.ended_why is 'Why nothing was bought, as its buyer reads it.';
comment on column waiting_purchases.mac is 'Vouches that its buyer asked for it, and for its state: without it nothing is bought.';

create table withdrawals (
  id uuid default uuidv7() not null,
  line_id uuid not null,
  name text not null,
  refund_cents bigint not null,
  declared_at timestamp with time zone not null,
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id),
  constraint withdrawals_line_id_key UNIQUE (line_id),
  constraint withdrawals_name_check CHECK ((length(name) <= 100)),
  constraint withdrawals_refund_cents_check CHECK ((refund_cents >= 0))
);
comment on table withdrawals is 'Contracts that buyers withdrew from, as the law lets them.';

create table worker_loops (
  worker text not null,
  name text not null,
  every_ms bigint not null,
  succeeded_at timestamp with time zone,
  failed_at timestamp with time zone,
  failures integer not null,
  last_error text default ''::text not null,
  reported_at timestamp with time zone not null,
  started_at timestamp with time zone,
  constraint worker_loops_pkey PRIMARY KEY (worker, name),
  constraint worker_loops_last_error_check CHECK ((length(last_error) <= 300)),
  constraint worker_loops_worker_check CHECK ((length(worker) <= 100))
);
comment on table worker_loops is 'How the loops in the background are doing.';

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
comment on table xpub_accounts is 'The operator''s public keys, by their hash, and the next address of each.';
comment on column xpub_accounts.next_index is 'The next address to give: none is given twice, even after a restore.';

create view balance_gifts as
 SELECT user_id,
    booked_at,
    cents
   FROM balance_adjustments
  WHERE ((cents > 0) AND (cause <> 'refund'::text));

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
    (COALESCE(sum(price_cents) FILTER (WHERE (state = 'sold'::text)), (0)::numeric))::bigint AS sold_price_cents,
    (COALESCE(sum(confirmed) FILTER (WHERE (state <> ALL (ARRAY['quarantined'::text, 'void'::text]))), (0)::numeric))::bigint AS confirmed,
    (sum(face_cents))::bigint AS face_cents,
    (sum(price_cents))::bigint AS price_cents
   FROM ( SELECT batch_stock.batch_id,
            batch_stock.state,
            batch_stock.cards,
            batch_stock.face_cents,
            batch_stock.price_cents,
            batch_stock.confirmed
           FROM batch_stock
        UNION ALL
         SELECT batch_stock_changes.batch_id,
            batch_stock_changes.state,
            batch_stock_changes.cards,
            batch_stock_changes.face_cents,
            batch_stock_changes.price_cents,
            batch_stock_changes.confirmed
           FROM batch_stock_changes) stock
  GROUP BY batch_id;

create view batch_standings as
 SELECT id,
    programme_id,
    state
   FROM batches;

create view booked_top_ups as
 SELECT d.user_id,
    c.at,
    (c.locked_cents + c.current_cents) AS cents
   FROM (deposits d
     JOIN deposit_credits c ON ((c.deposit_id = d.id)))
  WHERE (c.reversed_at IS NULL);

create view brand_words as
 SELECT id,
    slug,
    categories,
    concat_ws(' '::text, name, array_to_string(synonyms, ' '::text), ( SELECT string_agg(concat_ws(' '::text, array_to_string(category.synonyms, ' '::text), ( SELECT string_agg(jsonb_each_text.value, ' '::text) AS string_agg
                   FROM jsonb_each_text(category.names) jsonb_each_text(key, value))), ' '::text) AS string_agg
           FROM brand_categories category
          WHERE (category.slug = ANY (brands.categories)))) AS words
   FROM brands;

create view carted_cards as
 SELECT card_id,
    user_id,
    max_price_cents
   FROM cart_items;

create view claimed_lines as
 SELECT id,
    number,
    line_id,
    reason,
    state,
    made_at,
    decided_at,
    refund_cents,
    ticket_id
   FROM claims;

create view confirmed_states as
 SELECT f.key_id,
    c.state
   FROM (confirmations f
     JOIN cards c ON (((c.batch_id = f.batch_id) AND (c.confirmation_id = f.id))));

create view file_arrivals as
 SELECT batch_id,
    created_at
   FROM imports
  WHERE (state = 'committed'::text);

create view given_lines as
 SELECT id,
    line_id,
    opened_at,
    (message <> ''::text) AS has_message,
        CASE
            WHEN (email IS NOT NULL) THEN expires_at
            ELSE NULL::timestamp with time zone
        END AS unsent_until
   FROM gifts
  WHERE (withdrawn_at IS NULL);

create view labelled_outflows as
 SELECT t.id,
    t.coin,
    t.txid,
    t.noted_at,
    t.mined_at,
    t.fee_units,
    o.height,
    GREATEST((o.units - c.units), (0)::numeric) AS amount_units,
    l.label,
    l.reason,
    l.labelled_by,
    l.at AS labelled_at
   FROM (((outflow_transactions t
     CROSS JOIN LATERAL ( SELECT max(f.height) AS height,
            sum(f.amount_units) AS units
           FROM outflows f
          WHERE ((f.coin = t.coin) AND (f.txid = t.txid))
         HAVING (count(*) > 0)) o)
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(change_outputs.amount_units), (0)::numeric) AS units
           FROM change_outputs
          WHERE ((change_outputs.coin = t.coin) AND (change_outputs.txid = t.txid) AND (change_outputs.height IS NOT NULL))) c)
     LEFT JOIN LATERAL ( SELECT n.label,
            n.reason,
            n.labelled_by,
            n.at
           FROM outflow_labels n
          WHERE ((n.coin = t.coin) AND (n.txid = t.txid))
          ORDER BY n.at DESC, n.id DESC
         LIMIT 1) l ON (true));

create view line_orders as
 SELECT id,
    order_id
   FROM order_lines;

create view lots_left as
 WITH gone AS (
         SELECT card_lot_departures.lot_id,
            sum(card_lot_departures.cards) AS cards
           FROM card_lot_departures
          GROUP BY card_lot_departures.lot_id
        )
 SELECT lot.programme_id,
    lot.batch_id,
    lot.face_cents,
    lot.price_cents,
    lot.discount_bp,
    lot.expires_on,
    ((lot.cards)::numeric - COALESCE(gone.cards, (0)::numeric)) AS cards
   FROM (card_lots lot
     LEFT JOIN gone ON ((gone.lot_id = lot.id)));

create view net_outflows as
 SELECT o.id,
    o.coin,
    o.key,
    o.height,
    o.txid,
    o.at,
    o.rate_id,
        CASE
            WHEN (o.txid IS NULL) THEN o.amount_units
            ELSE LEAST(o.amount_units, GREATEST((0)::numeric, ((t.units - c.units) - t.before)))
        END AS amount_units
   FROM ((outflows o
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(f.amount_units), (0)::numeric) AS units,
            COALESCE(sum(f.amount_units) FILTER (WHERE (f.id < o.id)), (0)::numeric) AS before
           FROM outflows f
          WHERE ((f.coin = o.coin) AND (f.txid = o.txid))) t)
     CROSS JOIN LATERAL ( SELECT COALESCE(sum(change_outputs.amount_units), (0)::numeric) AS units
           FROM change_outputs
          WHERE ((change_outputs.coin = o.coin) AND (change_outputs.txid = o.txid) AND (change_outputs.height IS NOT NULL))) c);

create view numbered_deposits as
 SELECT d.id,
    p.number
   FROM (deposits d
     JOIN payments p ON ((p.id = d.payment_id)));

create view numbered_orders as
 SELECT id,
    number,
    user_id
   FROM orders;

create view order_costs as
 SELECT user_id,
    created_at,
    (total_cents - refunded_cents) AS cents
   FROM orders;

create view order_rests as
 SELECT id,
    user_id,
    order_rest(o.*) AS cents
   FROM orders o;

create view owed_kinds as
 SELECT kind
   FROM account_kinds
  WHERE ((belongs_to <> 'house'::text) AND (kind <> ALL (ARRAY['debt'::text, 'seller_paid'::text])));

create view preorder_reserves as
 SELECT user_id,
    reserved_cents
   FROM preorders
  WHERE (reserved_cents > 0);

create view push_browsers as
 SELECT id,
    user_id
   FROM push_subscriptions;

create view received_outputs as
 SELECT d.coin,
    d.txid,
    o.n,
    d.key,
    o.amount_units,
    d.height
   FROM (deposits d
     CROSS JOIN LATERAL UNNEST(COALESCE(d.output_ns, ARRAY[d.n]), COALESCE(d.output_units, ARRAY[d.amount_units])) o(n, amount_units))
  WHERE (NOT is_sum_of_dust(d.txid))
UNION ALL
 SELECT d.coin,
    d.txid,
    o.n,
    d.key,
    o.amount_units,
    d.height
   FROM (dust_deposits d
     CROSS JOIN LATERAL UNNEST(COALESCE(d.output_ns, ARRAY[d.n]), COALESCE(d.output_units, ARRAY[d.amount_units])) o(n, amount_units))
UNION ALL
 SELECT change_outputs.coin,
    change_outputs.txid,
    change_outputs.n,
    change_outputs.key,
    change_outputs.amount_units,
    change_outputs.height
   FROM change_outputs;

create view recipients as
 SELECT id,
    email,
    username,
    locale,
    time_zone
   FROM users
  WHERE (erased_at IS NULL);

create view referring_tickets as
 SELECT id,
    number,
    user_id,
    reference_kind,
    reference_id
   FROM tickets
  WHERE (reference_kind IS NOT NULL);

create view second_factors as
 SELECT passkeys.user_id,
    'passkey'::text AS kind
   FROM passkeys
UNION ALL
 SELECT totp_secrets.user_id,
    'totp'::text AS kind
   FROM totp_secrets
  WHERE (totp_secrets.confirmed_at IS NOT NULL);

create view seller_balances as
 SELECT seller_id,
    kind,
    account_sum(id) AS balance_cents
   FROM ledger_accounts
  WHERE (seller_id IS NOT NULL);

create view seller_payments as
 SELECT seller_id,
    state,
    amount_cents,
    paid_at
   FROM seller_payouts;

create view sold_cards as
 SELECT l.id AS line_id,
    l.card_id,
    l.batch_id,
    l.state,
    l.price_cents,
    l.cost_cents,
    l.created_at,
    o.user_id
   FROM (order_lines l
     LEFT JOIN orders o ON ((o.id = l.order_id)));

create view spending_bars as
 SELECT user_id,
    blocked_at
   FROM spending_blocks
  WHERE (lifted_at IS NULL);

create view staff_on_duty as
 SELECT id,
    duties
   FROM users
  WHERE ((role = 'admin'::text) AND (disabled_at IS NULL));

create view stock_states as
 SELECT b.programme_id,
    c.state
   FROM (batches b
     JOIN cards c ON ((c.batch_id = b.id)));

create materialized view ticket_words as
 SELECT word,
    ndoc AS tickets
   FROM ts_stat('select words from public.ticket_search'::text) ts_stat(word, ndoc, nentry)
  WHERE (((length(word) >= 3) AND (length(word) <= 40)) AND (word ~ '^[[:alpha:]]'::text));
CREATE INDEX ticket_words_alike ON public.ticket_words USING gin (word gin_trgm_ops);
CREATE UNIQUE INDEX ticket_words_word ON public.ticket_words USING btree (word);

create view used_rates as
 SELECT payments.rate_id
   FROM payments
UNION ALL
 SELECT deposits.rate_id
   FROM deposits
  WHERE (deposits.rate_id IS NOT NULL)
UNION ALL
 SELECT deposit_credits.rate_id
   FROM deposit_credits
  WHERE (deposit_credits.rate_id IS NOT NULL)
UNION ALL
 SELECT outflows.rate_id
   FROM outflows
  WHERE (outflows.rate_id IS NOT NULL);

create sequence claim_numbers start with 1001;

create sequence order_numbers start with 1001;

CREATE OR REPLACE FUNCTION public.account_sum(account bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  with closed as (
    select through_id, balance_cents from ledger_closings where account_id = account order by through_id desc limit 1)
  select (coalesce((select balance_cents from closed), 0)
    + coalesce((select sum(amount_cents) from ledger_transfers
        where credit_account_id = account and id > coalesce((select through_id from closed), 0)), 0)
    - coalesce((select sum(amount_cents) from ledger_transfers
        where debit_account_id = account and id > coalesce((select through_id from closed), 0)), 0))::bigint
$function$;

CREATE OR REPLACE FUNCTION public.accounts_tied_to(account uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  -- Accounts and keys take turns, and each is visited once, so a large group costs no more than its links.
  with recursive visited (user_id, kind, key) as (
    select account, null::text, null::bytea
    union
    select next.* from visited v cross join lateral (
      select null::uuid, l.kind, l.key from account_links l
      where l.user_id = v.user_id and l.ties and l.cut_at is null
      union all
      select l.user_id, null, null from account_links l
      where l.kind = v.kind and l.key = v.key and l.ties and l.cut_at is null
    ) next
  )
  select array_agg(user_id order by user_id) from visited where user_id is not null
$function$;

CREATE OR REPLACE FUNCTION public.add_stock_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into stock_totals as total
    select state, count(*) filter (where cards > 0), sum(cards), sum(price_cents) from new_stock group by state order by state
    on conflict (state) do update set batches = total.batches + excluded.batches, cards = total.cards + excluded.cards,
      price_cents = total.price_cents + excluded.price_cents;
  else
    update stock_totals as total set batches = total.batches + moved.batches, cards = total.cards + moved.cards,
      price_cents = total.price_cents + moved.price_cents
    from (
      select state, sum(n * (cards > 0)::int) as batches, sum(n * cards) as cards, sum(n * price_cents) as price_cents
      from (select 1 as n, * from new_stock union all select -1, * from old_stock) as each group by state) as moved
    where total.state = moved.state;
  end if;
  return null;
end $function$;

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

CREATE OR REPLACE FUNCTION public.allot_cards(arrived uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  queue uuid;
  offer record;
  kept uuid[];
begin
  perform hold_placements(programme_id)
    from (select distinct programme_id from cards where id = any(arrived) order by 1) as programmes;
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
      select face_cents, price_cents, batch_id, array_agg(id order by id) as ids, count(*) as cards from cards
      where id = any(arrived) and programme_id = queue group by 1, 2, 3 order by 1, 2, 3
    loop
      with waiting as (
        select p.id, p.queued_at, p.quantity - p.filled - (
          select count(*) from preorder_allotments a where a.preorder_id = p.id) as missing
        from preorders p
        where p.programme_id = queue and p.face_cents = offer.face_cents and p.state in ('open', 'part_filled')
          and not p.notify_only and p.retry_at is null and p.highest_price_cents >= offer.price_cents
          and p.user_id not in (select user_id from batch_insiders(offer.batch_id))
          and p.user_id is distinct from nullif(current_setting('facevalue.returned_by', true), '')::uuid
      ), places as (
        select id, missing, sum(missing) over (order by queued_at, id) - missing as before from waiting where missing > 0
      ), shares as (
        select id, generate_series(before + 1, least(before + missing, offer.cards)) as nth from places where before < offer.cards
      ), allotted as (
        insert into preorder_allotments (card_id, preorder_id)
        select card.id, shares.id from shares join unnest(offer.ids) with ordinality as card (id, nth) on card.nth = shares.nth
        returning card_id
      )
      select array_agg(card_id) into kept from allotted;
      perform keep_cards(kept);
    end loop;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.allot_to_preorders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.allot_when_resumed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_preorder_queue(new.id);
  perform allot_cards(array(
    select c.id
    from (
      select face_cents, sum(quantity - filled) as cards, max(highest_price_cents) as highest_price_cents from preorders
      where programme_id = new.id and state in ('open', 'part_filled') and not notify_only and retry_at is null group by 1
    ) wanted cross join lateral (
      select card.id
      from card_lots lot join cards card on card.batch_id = lot.batch_id and card.face_cents = lot.face_cents
        and card.price_cents = lot.price_cents and card.discount_bp = lot.discount_bp
        and coalesce(card.expires_on, 'infinity') = lot.expires_on
      where lot.programme_id = new.id and lot.face_cents = wanted.face_cents
        and lot.price_cents <= wanted.highest_price_cents and card.state = 'available'
      order by card.price_cents, card.id limit wanted.cards for update of card skip locked
    ) c));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_programme_version(version programme_versions)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  of_before programmes;
  facts programmes;
  columns text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'programmes'::regclass and attnum > 0 and not attisdropped
      and attname not in ('id', 'state', 'brand_id', 'created_at'));
begin
  select * into strict of_before from programmes where id = version.programme_id for update;
  facts := jsonb_populate_record(of_before, version.facts);
  if (facts.currency, facts.voucher_kind) is distinct from (of_before.currency, of_before.voucher_kind)
    and exists (select from batch_standings where programme_id = of_before.id) then
    raise exception 'programme % has batches: its currency and kind of voucher stay', of_before.id using errcode = 'check_violation';
  end if;
  execute format('update programmes set (%1$s) = (select %1$s from (select ($1).*) facts) where id = $2', columns)
    using facts, of_before.id;
end $function$;

CREATE OR REPLACE FUNCTION public.batch_approvers(batch uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select approved_by from imports where batch_id = batch and approved_by is not null
$function$;

CREATE OR REPLACE FUNCTION public.batch_importers(batch uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select created_by from batches where id = batch
  union select imported_by from batches where id = batch and imported_by is not null
  union select unnest(array[uploaded_by, committed_by] || earlier_committers) from imports
    where batch_id = batch and state in ('committing', 'committed', 'failed')
$function$;

CREATE OR REPLACE FUNCTION public.batch_insiders(batch uuid)
 RETURNS TABLE(user_id uuid, why text)
 LANGUAGE sql
 STABLE
AS $function$
  with direct as (
    select importer as user_id, 'handled' as why from batch_importers(batch) importer
    union all
    select unnest(array[proposer_id, decider_id]), 'handled' from proposals
      where subject = batch and kind = 'batch.approval' and decision is distinct from 'withdrawn'
    union all
    select approver, 'handled' from batch_approvers(batch) approver
    union all
    select d.decided_by, 'handled' from quarantines q join quarantine_decisions d on d.quarantine_id = q.id where q.batch_id = batch
    union all
    select actor_id, 'handled' from audit_entries where subject = batch::text and action = 'batch.prices_changed'
    union all
    select s.user_id, 'seller' from batches b join sellers s on s.id = b.seller_id where b.id = batch
    union all
    select u.id, 'seller' from batches b join sellers s on s.id = b.seller_id
      join users u on u.email_verified_at is not null and (
        u.email = s.contact_email or u.email in (select email from seller_contacts where seller_id = s.id))
      where b.id = batch
    union all
    select u.id, 'staff' from users u
      where u.role = 'admin' and exists (select from batches b where b.id = batch and b.seller_id is not null)
  )
  select d.user_id, d.why from direct d where d.user_id is not null
  union
  select peer.user_id, 'linked' from direct d
  join linked_accounts own on own.user_id = d.user_id
  join linked_accounts peer on peer.group_id = own.group_id and peer.user_id <> d.user_id
$function$;

CREATE OR REPLACE FUNCTION public.batch_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((before = 'draft'::text) AND (after = 'imported'::text)) OR ((before = 'draft'::text) AND (after = 'withdrawn'::text))) OR ((before = 'imported'::text) AND (after = 'draft'::text))) OR ((before = 'imported'::text) AND (after = 'approved'::text))) OR ((before = 'imported'::text) AND (after = 'withdrawn'::text))) OR ((before = 'approved'::text) AND (after = 'imported'::text))) OR ((before = 'approved'::text) AND (after = 'paused'::text))) OR ((before = 'approved'::text) AND (after = 'withdrawn'::text))) OR ((before = 'paused'::text) AND (after = 'approved'::text))) OR ((before = 'paused'::text) AND (after = 'withdrawn'::text)));

CREATE OR REPLACE FUNCTION public.brand_named(wanted text)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(search_text(wanted), '[^a-z0-9]+', '-', 'g')), 72));
  nth integer := 1;
  brand uuid;
begin
  if base = '' then base := 'brand'; end if;
  loop
    select id into brand from brands where name = wanted;
    if brand is null then
      insert into brands (slug, name)
      select made.slug, wanted from concat(base, case when nth > 1 then '-' || nth end) as made (slug)
      where not exists (select from brand_slugs old where old.slug = made.slug)
      on conflict do nothing returning id into brand;
    end if;
    if brand is not null then return brand; end if;
    nth := nth + 1;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.card_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((((((((((((((((((((((((before = 'quarantined'::text) AND (after = 'unconfirmed'::text)) OR ((before = 'quarantined'::text) AND (after = 'available'::text))) OR ((before = 'quarantined'::text) AND (after = 'paused'::text))) OR ((before = 'quarantined'::text) AND (after = 'withdrawn'::text))) OR ((before = 'quarantined'::text) AND (after = 'void'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'quarantined'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'available'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'paused'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'expired'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'withdrawn'::text))) OR ((before = 'unconfirmed'::text) AND (after = 'void'::text))) OR ((before = 'available'::text) AND (after = 'unconfirmed'::text))) OR ((before = 'available'::text) AND (after = 'paused'::text))) OR ((before = 'available'::text) AND (after = 'sold'::text))) OR ((before = 'available'::text) AND (after = 'expired'::text))) OR ((before = 'available'::text) AND (after = 'withdrawn'::text))) OR ((before = 'available'::text) AND (after = 'void'::text))) OR ((before = 'paused'::text) AND (after = 'sold'::text))) OR ((before = 'paused'::text) AND (after = 'unconfirmed'::text))) OR ((before = 'paused'::text) AND (after = 'available'::text))) OR ((before = 'paused'::text) AND (after = 'expired'::text))) OR ((before = 'paused'::text) AND (after = 'withdrawn'::text))) OR ((before = 'paused'::text) AND (after = 'void'::text))) OR ((before = 'sold'::text) AND (after = 'available'::text))) OR ((before = 'sold'::text) AND (after = 'paused'::text))) OR ((before = 'sold'::text) AND (after = 'expired'::text))) OR ((before = 'sold'::text) AND (after = 'withdrawn'::text))) OR ((before = 'sold'::text) AND (after = 'void'::text))) OR ((before = 'expired'::text) AND (after = 'void'::text))) OR ((before = 'withdrawn'::text) AND (after = 'void'::text)));

CREATE OR REPLACE FUNCTION public.claim_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((((before = 'waiting'::text) AND (after = 'open'::text)) OR ((before = 'waiting'::text) AND (after = 'refunded'::text))) OR ((before = 'waiting'::text) AND (after = 'refused'::text))) OR ((before = 'waiting'::text) AND (after = 'dropped'::text))) OR ((before = 'open'::text) AND (after = 'goodwill'::text))) OR ((before = 'open'::text) AND (after = 'refused'::text))) OR ((before = 'open'::text) AND (after = 'dropped'::text))) OR ((before = 'refused'::text) AND (after = 'goodwill'::text)));

CREATE OR REPLACE FUNCTION public.close_programme_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update programme_versions set state = new.decision, settled_at = new.decided_at
  where new.kind <> 'programme.key' and programme_id = new.subject and state = 'proposed'
    and id = coalesce((new.facts ->> 'version_id')::uuid, id);
  if not found and new.kind <> 'programme.key' then
    raise exception 'proposal % is about no proposed version', new.id using errcode = 'check_violation';
  end if;
  update programmes set state = new.decision where new.kind = 'programme.approval' and id = new.subject;
  update issuer_keys set closed_at = new.decided_at
  where approved_at is null and closed_at is null and case new.kind
    when 'programme.key' then id = new.subject
    when 'programme.approval' then programme_id = new.subject and id = coalesce((new.facts ->> 'key_id')::uuid, id) end;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.coarse_address(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if address ~* '^::ffff:\d+\.\d+\.\d+\.\d+$' then
    return coarse_v4(substr(address, 8), address);
  end if;
  if address like '%:%' and pg_input_is_valid(split_part(address, '%', 1), 'inet') then
    return network(set_masklen(split_part(address, '%', 1)::inet, 48))::text;
  end if;
  return coarse_v4(address, address);
end $function$;

CREATE OR REPLACE FUNCTION public.coarse_v4(address text, otherwise text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if address ~ '^\d+\.\d+\.\d+\.\d+(/24)?$' and pg_input_is_valid(address, 'inet') then
    return network(set_masklen(address::inet, 24))::text;
  end if;
  return otherwise;
end $function$;

CREATE OR REPLACE FUNCTION public.coarsen_audit_addresses(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with old as (
    select e.id from audit_entries e join audit_chain c on c.entry_id = e.id
    where e.at < now() - interval '90 days' and c.address_digest is not null
      and e.address <> '' and e.address not like '%/%' and e.address not like 'cli:%' and e.address <> coarse_address(e.address)
    order by e.at limit most),
  coarsened as (update audit_entries e set address = coarse_address(e.address) from old where e.id = old.id returning 1)
  select count(*)::integer from coarsened
$function$;

CREATE OR REPLACE FUNCTION public.cold_wallet_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((((before = 'proposed'::text) AND (after = 'watched'::text)) OR ((before = 'proposed'::text) AND (after = 'rejected'::text))) OR ((before = 'watched'::text) AND (after = 'removed'::text)));

CREATE OR REPLACE FUNCTION public.count_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update tickets set version = version + 1 where id = new.ticket_id returning version into new.ticket_version;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.decision_text(p proposals, decision text, decider_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array('facevalue decision 1', (p).id, (p).kind, (p).subject, (p).facts, (p).proposer_id, decision, decider_id))::text;

CREATE OR REPLACE FUNCTION public.fields_of(saved jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select saved - '{id,created_at,updated_at,saved_by}'::text[]
$function$;

CREATE OR REPLACE FUNCTION public.give_brand()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.brand_id is null then new.brand_id := brand_named(new.name); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.give_duties(decided_by uuid, new_mac bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  decided proposals;
begin
  select * into decided from proposals
  where id = decided_by and kind = 'duty.change' and decision = 'approved' and decider_id not in (proposer_id, subject);
  if decided.id is null then
    raise exception 'no decision % gives duties', decided_by using errcode = 'check_violation';
  end if;
  perform write_duties(decided.subject, string_to_array(decided.facts ->> 'duties', ','), decided.id, new_mac);
end $function$;

CREATE OR REPLACE FUNCTION public.give_tier(owner_id uuid, new_tier smallint, new_mac bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  update users set tier = new_tier, mac = new_mac where id = owner_id
$function$;

CREATE OR REPLACE FUNCTION public.given_back(of_order uuid, through_id bigint)
 RETURNS TABLE(line_id uuid, cents bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with lines as (
    select l.id, l.price_cents, exists (
      select from ledger_transfers t where t.unique_key = 'return:' || l.id and t.id <= through_id) as came_back
    from order_lines l where l.order_id = of_order),
  left_over as (
    select id, price_cents, sum(price_cents) over (order by id) as until_cents, sum(price_cents) over () as all_cents
    from lines where not came_back),
  by_hand as (
    select coalesce(sum(t.amount_cents), 0) as cents
    from balance_adjustments a join ledger_transfers t on t.unique_key = 'adjustment:' || a.id
    where a.order_id = of_order and t.id <= through_id)
  select id, price_cents from lines where came_back
  union all
  select id, (div(least(cents, all_cents) * until_cents, all_cents)
      - div(least(cents, all_cents) * (until_cents - price_cents), all_cents))::bigint
  from left_over, by_hand
$function$;

CREATE OR REPLACE FUNCTION public.given_back_by(t ledger_transfers)
 RETURNS TABLE(line_id uuid, cents bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select after.line_id, after.cents - before.cents
  from (
    select order_id from order_lines where id = t.reference and t.kind in ('return', 'claim')
    union all
    select order_id from balance_adjustments where id = t.reference and t.kind = 'adjustment') o
  cross join given_back(o.order_id, t.id) after join given_back(o.order_id, t.id - 1) before using (line_id)
  where after.cents <> before.cents
$function$;

CREATE OR REPLACE FUNCTION public.group_suspicion(members uuid[])
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when exists (select from users where id = any(members) and disabled_at is not null and erased_at is null) then 'disabled'
    when exists (select from deposits where user_id = any(members) and hold_reason in ('review', 'kept'))
      or exists (select from spending_blocks where user_id = any(members) and lifted_at is null) then 'payment'
    when (select count(*) > 4 from users where id = any(members) and tier = 0 and erased_at is null) then 'size'
  end
$function$;

CREATE OR REPLACE FUNCTION public.hold_arrivals(programme uuid)
 RETURNS boolean
 LANGUAGE sql
RETURN pg_try_advisory_xact_lock(36, hashtext((programme)::text));

CREATE OR REPLACE FUNCTION public.hold_placements(programme uuid)
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock_shared(36, hashtext((programme)::text));

CREATE OR REPLACE FUNCTION public.index_changed_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform index_ticket(old.ticket_id);
  if tg_op = 'UPDATE' and new.ticket_id <> old.ticket_id then perform index_ticket(new.ticket_id); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_new_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.review is not distinct from 'waiting' then return null; end if;
  update ticket_search set words = strip(words || ticket_lexemes(new.body))
  where ticket_id = new.ticket_id and takes_more_words(words);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_new_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform index_ticket(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.index_ticket(searched uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_words tsvector;
  written text;
begin
  select ticket_lexemes(t.number || ' ' || t.subject || ' ' || coalesce(u.username, t.guest_email)) into found_words
  from tickets t left join users u on u.id = t.user_id where t.id = searched;
  -- Deleted in the same statement.
  if found_words is null then return; end if;
  for written in select body from ticket_comments where ticket_id = searched and body <> '' and review is distinct from 'waiting' order by id loop
    exit when not takes_more_words(found_words);
    found_words := strip(found_words || ticket_lexemes(written));
  end loop;
  insert into ticket_search (ticket_id, words) values (searched, found_words)
  on conflict (ticket_id) do update set words = excluded.words;
end $function$;

CREATE OR REPLACE FUNCTION public.is_sum_of_dust(txid text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (txid ~~ 'dust:%'::text);

CREATE OR REPLACE FUNCTION public.keep_accepted_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from terms_acceptances where text_id = old.id) then
    raise exception 'legal text % was accepted and stays as it is', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_an_approver()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Two who leave at once would each see the other.
  perform pg_advisory_xact_lock(4203710032);
  if (select count(*) from users where id <> new.id and role = 'admin' and 'approver' = any(duties) and disabled_at is null) < 2 then
    raise exception 'user % is one of the last approvers', new.id using errcode = 'check_violation', constraint = 'users_last_approver';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_audit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.at < now() - interval '90 days' and new.address = coarse_address(old.address)
    and to_jsonb(new) - 'address' = to_jsonb(old) - 'address'
    and exists (select from audit_chain where entry_id = old.id and address_digest is not null) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.keep_cards(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update cards set state = 'paused' where id = any(ids)
$function$;

CREATE OR REPLACE FUNCTION public.keep_content_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and fields_of(to_jsonb(new)) = fields_of(to_jsonb(old)) then return null; end if;
  insert into content_versions (kind, text_id, series, fields, saved_by, saved_at)
  values (tg_table_name, new.id, series_of(to_jsonb(new)), fields_of(to_jsonb(new)), new.saved_by, new.updated_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_gift()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.opened_at is not null and new.opened_at is distinct from old.opened_at)
    or (old.saved_at is not null and new.saved_at is distinct from old.saved_at)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
    or (new.email is not null and new.email is distinct from old.email)
    or new.expires_at > old.expires_at then
    raise exception 'gift % was used, and stays so', old.id using errcode = 'restrict_violation';
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
  if (new.decision is null and (new.mac is null or num_nonnulls(new.decider_id, new.decision_reason, new.decided_at) > 0))
    or (new.id, new.kind, new.subject, new.facts, new.proposer_id, new.reason, new.proposed_at)
      is distinct from (old.id, old.kind, old.subject, old.facts, old.proposer_id, old.reason, old.proposed_at) then
    raise exception 'proposal % may be decided, and changed in no other way', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_quote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'payment % has a quote that ends, and is not prolonged', old.id using errcode = 'restrict_violation';
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

CREATE OR REPLACE FUNCTION public.legal_text_in_force(of_kind text, reader_locale text, at timestamp with time zone)
 RETURNS SETOF legal_texts
 LANGUAGE sql
 STABLE
AS $function$
  select * from legal_texts where kind = of_kind and published_at <= at
  order by (locale = split_part(reader_locale, '-', 1)) desc nulls last, published_at desc, id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.lengthen_guarantees()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  lines uuid[];
  times interval[];
begin
  with stopped as (
    update order_lines l set guarantee_ends_at = l.guarantee_ends_at + s.time,
      guarantee_paused_seconds = l.guarantee_paused_seconds + extract(epoch from s.time)::bigint
    from (select r.id, new.ended_at - greatest(r.revealed_at, new.began_at) as time
      from order_lines r join cards c on c.id = r.card_id
      where r.state = 'revealed' and r.guarantee_ends_at > new.began_at and c.programme_id = new.programme_id
      order by r.id for update of r) s
    where l.id = s.id and s.time > interval '0'
    returning l.id, s.time)
  select array_agg(id), array_agg(time) into lines, times from stopped;
  perform lengthen_waits(lines, times);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lengthen_waits(lines uuid[], times interval[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update seller_lines e set due_at = e.due_at + waits.time from unnest(lines, times) as waits (line_id, time)
  where e.line_id = waits.line_id and e.state = 'pending'
$function$;

CREATE OR REPLACE FUNCTION public.limit_peers(account uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select account
  union
  select peer.user_id from linked_accounts own
  join linked_accounts peer on peer.group_id = own.group_id
  join users o on o.id = own.user_id and o.tier = 0
  join users p on p.id = peer.user_id and p.tier = 0
  where own.user_id = account
$function$;

CREATE OR REPLACE FUNCTION public.link_account(account uuid, link_kind text, link_key bytea, seen_at timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  tied_before uuid[];
  tied_now uuid[];
  may_tie boolean;
begin
  -- Nearly always it is known: then nobody waits for anybody.
  update account_links set last_at = greatest(last_at, seen_at), times = times + (last_at < seen_at - interval '1 hour')::integer
    where kind = link_kind and key = link_key and user_id = account and (ties or cut_at is not null);
  if found then return '{}'; end if;
  perform lock_links();
  tied_before := array(select user_id from account_links where kind = link_kind and key = link_key and ties and cut_at is null order by 1);
  insert into account_links as l (user_id, kind, key, first_at, last_at) values (account, link_kind, link_key, seen_at, seen_at)
    on conflict (kind, key, user_id) do update set last_at = greatest(l.last_at, seen_at),
      times = l.times + (l.last_at < seen_at - interval '1 hour')::integer;
  -- Once for all accounts of the key: they are judged anew with each that joins them.
  may_tie := not exists (select from shared_keys where kind = link_kind and key = link_key)
    and (link_kind <> 'funding' or not looks_like_a_service(link_key));
  update account_links l set ties = judged.ties
    from (
      select o.id, may_tie and case link_kind
          when 'gifts' then o.times >= 3
          -- Six from one network with one browser within an hour: no household signs up like that.
          when 'sign_up' then o.ties or 6 <= (
            select count(*) from account_links near where near.kind = link_kind and near.key = link_key
              and near.first_at between greatest(o.first_at, seen_at) - interval '1 hour' and least(o.first_at, seen_at) + interval '1 hour')
          else true
        end as ties
      from account_links o where o.kind = link_kind and o.key = link_key
        and (link_kind <> 'sign_up' or not may_tie or o.first_at > seen_at - interval '1 hour')
    ) judged
    where l.id = judged.id and l.ties <> judged.ties;
  tied_now := array(select user_id from account_links where kind = link_kind and key = link_key and ties and cut_at is null order by 1);
  if tied_now = tied_before or (cardinality(tied_before) = 0 and cardinality(tied_now) < 2) then return '{}'; end if;
  return regroup_accounts(array(select unnest(tied_before) union select unnest(tied_now)), seen_at);
end $function$;

CREATE OR REPLACE FUNCTION public.lock_account_group(account uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  found_group uuid;
begin
  loop
    select group_id into found_group from linked_accounts where user_id = account;
    exit when found_group is null;
    perform pg_advisory_xact_lock(93, hashtext(found_group::text));
    -- It may have been joined with another, or cut, while this waited.
    exit when exists (select from linked_accounts where user_id = account and group_id = found_group);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_invoices()
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock((7346105)::bigint);

CREATE OR REPLACE FUNCTION public.lock_links()
 RETURNS void
 LANGUAGE sql
AS $function$ select pg_advisory_xact_lock(93, 0) $function$;

CREATE OR REPLACE FUNCTION public.lock_preorder_queue(programme uuid)
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 SELECT hold_placements(programme) AS hold_placements;
 SELECT pg_advisory_xact_lock(35, hashtext((programme)::text)) AS pg_advisory_xact_lock;
END;

CREATE OR REPLACE FUNCTION public.looks_like_a_service(payer bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  with paid as materialized (
    select l.user_id, u.created_at from account_links l join users u on u.id = l.user_id
    where l.kind = 'funding' and l.key = payer order by u.created_at desc limit 200
  ), everybody as (
    select count(*) as joined, (select count(*) from paid) as payers from users
    where created_at between (select min(created_at) - interval '6 hours' from paid) and (select max(created_at) + interval '6 hours' from paid)
  ), near as (
    select
      (select count(*) - 1 from paid o where o.created_at between p.created_at - interval '6 hours' and p.created_at + interval '6 hours') as payers,
      (select count(*) - 1 from users u where u.created_at between p.created_at - interval '6 hours' and p.created_at + interval '6 hours') as joined
    from paid p
  ), alike as (
    select p.user_id from paid p where exists (
      select from account_links own join account_links other on other.kind = own.kind and other.key = own.key and other.user_id <> own.user_id
      where own.user_id = p.user_id and own.kind = 'device' and other.user_id in (select user_id from paid))
  )
  select e.payers >= 5 and e.payers * 3 <= e.joined and (select count(*) from alike) * 3 <= e.payers
    and (select sum(payers) from near) <= greatest(e.payers * 0.5,
      3 * (select sum(joined) from near) * (e.payers - 1) / greatest(1, e.joined - 1))
  from everybody e
$function$;

CREATE OR REPLACE FUNCTION public.mark_first_order()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.first_of_buyer := not exists (select from orders where user_id = new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.micros(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((EXTRACT(epoch FROM at) * (1000000)::numeric))::bigint;

CREATE OR REPLACE FUNCTION public.must_wait(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from account_waits w join users u on u.id = w.user_id join linked_accounts l on l.user_id = w.user_id
    where w.user_id = account and w.released_at is null and u.tier = 0)
$function$;

CREATE OR REPLACE FUNCTION public.note_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  row_of jsonb := to_jsonb(coalesce(new, old));
begin
  insert into programme_offer_changes values (coalesce(row_of ->> 'programme_id', row_of ->> 'id')::uuid);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_outflow_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into outflow_transactions (coin, txid) values (new.coin, new.txid) on conflict do nothing;
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
    select batch_id, state, count(*), sum(face_cents), sum(price_cents), sum(issuer_confirmed::int) from new_cards group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into batch_stock_changes
    select batch_id, state, -count(*), -sum(face_cents), -sum(price_cents), -sum(issuer_confirmed::int)
    from old_cards group by 1, 2;
  else
    insert into batch_stock_changes
    select batch_id, state, sum(n), sum(n * face_cents), sum(n * price_cents), sum(n * issuer_confirmed::int)
    from (select 1 as n, batch_id, state, face_cents, price_cents, issuer_confirmed from new_cards
      union all select -1, batch_id, state, face_cents, price_cents, issuer_confirmed from old_cards) as moved
    group by 1, 2
    having sum(n) <> 0 or sum(n * face_cents) <> 0 or sum(n * price_cents) <> 0 or sum(n * issuer_confirmed::int) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_factor_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_maintenance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('maintenance_changed', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_session_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('session_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_words(of programmes)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 WITH seen AS (
          SELECT word.word
            FROM regexp_split_to_table((search_text(concat_ws(' '::text, (offer_words.of).name, (offer_words.of).issuer_name, (offer_words.of).level, (offer_words.of).prefix)) COLLATE pg_c_utf8), '[^[:alnum:]]+'::text) word(word)
           WHERE (word.word <> ''::text)
         ), words AS (
          SELECT seen.word
            FROM seen
         UNION ALL
          SELECT ('head='::text || "left"(seen.word, letters.letters))
            FROM seen,
             generate_series(1, 3) letters(letters)
           WHERE (letters.letters <= length(seen.word))
         UNION ALL
          SELECT ('country='::text || code.code)
            FROM unnest(array_prepend((offer_words.of).country, (offer_words.of).other_countries)) code(code)
         UNION ALL
          SELECT ((facts.fact || '='::text) || facts.value)
            FROM ( VALUES ('kind'::text,(((offer_words.of).code_format -> 'code'::text) ->> 'kind'::text)), ('level'::text,(offer_words.of).level), ('currency'::text,(offer_words.of).currency), ('prefix'::text,(offer_words.of).prefix)) facts(fact, value)
           WHERE (facts.value IS NOT NULL)
         )
  SELECT array_to_tsvector(array_agg(words.word)) AS array_to_tsvector
    FROM words;
END;

CREATE OR REPLACE FUNCTION public.order_rest(of_order orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(0, of_order.total_cents - of_order.refunded_cents
    - coalesce((select sum(cents) from balance_adjustments where order_id = of_order.id), 0))::bigint
$function$;

CREATE OR REPLACE FUNCTION public.payout_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((((((before = 'proposed'::text) AND (after = 'approved'::text)) OR ((before = 'proposed'::text) AND (after = 'rejected'::text))) OR ((before = 'approved'::text) AND (after = 'paid'::text))) OR ((before = 'approved'::text) AND (after = 'failed'::text))) OR ((before = 'paid'::text) AND (after = 'reversed'::text)));

CREATE OR REPLACE FUNCTION public.purchase_cost_cents(card_cost_cents bigint, cost_usd_e9 bigint, cost_bp integer, cards bigint, face_cents bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((card_cost_cents * cards), (div(((((face_cents)::numeric * (cost_usd_e9)::numeric) * (cost_bp)::numeric) + ('5000000000000'::bigint)::numeric), ('10000000000000'::bigint)::numeric))::bigint);

CREATE OR REPLACE FUNCTION public.purchase_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((before = 'waiting'::text) AND (after = 'bought'::text)) OR ((before = 'waiting'::text) AND (after = 'called_off'::text))) OR ((before = 'waiting'::text) AND (after = 'failed'::text))) OR ((before = 'called_off'::text) AND (after = 'waiting'::text)));

CREATE OR REPLACE FUNCTION public.put_key_in_force(approved uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  proposal proposals;
begin
  select * into proposal from proposals
  where id = approved and kind = 'programme.key' and decision = 'approved' and xmin = pg_current_xact_id()::xid;
  update issuer_keys set replaced_at = proposal.decided_at where replaced_at is null and revoked_at is null
    and id = (select replaces from issuer_keys where id = proposal.subject);
  update issuer_keys set approved_at = proposal.decided_at
  where id = proposal.subject and approved_at is null and closed_at is null;
  if not found then
    raise exception 'nobody approves a key by proposal % now', approved using errcode = 'check_violation';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.put_programme_in_force(approved uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  proposal proposals;
  version programme_versions;
begin
  select * into proposal from proposals where id = approved and kind in ('programme.approval', 'programme.edit')
    and decision = 'approved' and xmin = pg_current_xact_id()::xid;
  select * into version from programme_versions
  where programme_id = proposal.subject and state = 'proposed' and id = coalesce((proposal.facts ->> 'version_id')::uuid, id) for update;
  if version.id is null then
    raise exception 'nobody approves a version by proposal % now', approved using errcode = 'check_violation';
  end if;
  perform apply_programme_version(version);
  update programme_versions set state = 'superseded' where programme_id = version.programme_id and state = 'active';
  update programme_versions set state = 'active', settled_at = proposal.decided_at where id = version.id;
  if proposal.kind = 'programme.approval' then
    update programmes set state = 'active' where id = version.programme_id;
    update issuer_keys set approved_at = proposal.decided_at
    where programme_id = version.programme_id and id = coalesce((proposal.facts ->> 'key_id')::uuid, id)
      and approved_at is null and closed_at is null;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.raise_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.revision <> old.revision and session_owns(tg_relid) then return new; end if;
  new.revision := old.revision + case when old.mac is not null and new.mac is distinct from old.mac then 1 else 0 end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_ticket_words()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  refresh materialized view concurrently ticket_words
$function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' and session_owns(tg_relid)
    and new is distinct from old and to_jsonb(new) - array['sealed', 'mac'] = to_jsonb(old) - array['sealed', 'mac'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_month()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.created_at < (
    select (max(month) + interval '1 month') at time zone 'UTC' from month_closings where reopened_at is null
  ) then
    raise exception 'the month of this transfer is closed: %', new.created_at
      using errcode = 'check_violation', constraint = 'ledger_transfers_in_open_month';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select status from tickets where id = new.ticket_id) = 5 then
    raise exception 'ticket % is closed', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_early_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last_closed date := (select max(month) from month_closings where reopened_at is null);
begin
  if (new.month + interval '1 month') at time zone 'UTC' > now() - interval '1 hour' then
    raise exception 'month % is not over', new.month using errcode = 'check_violation';
  end if;
  if new.month <> last_closed + interval '1 month' or last_closed is null and exists (
    select from ledger_transfers where created_at < new.month::timestamp at time zone 'UTC'
  ) then
    raise exception 'months are closed one after the other: %', new.month using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_early_lifting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from ledger_accounts where owner_id = old.user_id and kind = 'debt' and account_sum(id) < 0) then
    raise exception 'user % still owes something', old.user_id
      using errcode = 'check_violation', constraint = 'spending_blocks_paid';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from account_kinds k where k.kind = new.kind and k.limited = new.limited
      and k.belongs_to = case when new.owner_id is not null then 'user' when new.seller_id is not null then 'seller' else 'house' end
  ) then
    raise exception 'the books know no such account: % of %', new.kind, coalesce(new.owner_id, new.seller_id)
      using errcode = 'check_violation', constraint = 'ledger_accounts_known';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_purchase()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from payments where id = new.id and user_id = new.user_id)
    or (new.order_id is not null and not exists (select from orders where id = new.order_id and user_id = new.user_id)) then
    raise exception 'waiting purchase % is of somebody else than its payment or order', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from ledger_accounts d join transfer_kinds k on k.debit = d.kind join ledger_accounts c on c.kind = k.credit
    where d.id = new.debit_account_id and c.id = new.credit_account_id and k.kind = new.kind
      and (num_nulls(d.owner_id, d.seller_id) = 2 or num_nulls(c.owner_id, c.seller_id) = 2
        or (d.owner_id, d.seller_id) is not distinct from (c.owner_id, c.seller_id))
  ) then
    raise exception 'the books know no such transfer: % from account % to %', new.kind, new.debit_account_id, new.credit_account_id
      using errcode = 'check_violation', constraint = 'ledger_transfers_known';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_older_proposal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the duties of user % were decided anew', new.id using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_change_of_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.reopened_at is not null or to_jsonb(new) - 'reopened_at' <> to_jsonb(old) - 'reopened_at'
    or exists (select from month_closings where month > old.month and reopened_at is null) then
    raise exception 'only the month that was closed last is reopened, once: %', old.month using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one date;
  began timestamptz;
  over timestamptz;
  other record;
begin
  for one in select distinct day from summed loop
    began := one::timestamp at time zone 'UTC';
    over := (one + 1)::timestamp at time zone 'UTC';
    if over > now() - interval '1 hour' then
      raise exception 'day % is not over', one using errcode = 'check_violation';
    end if;
    -- With a day's bounds in variables, no more is read than its transfers.
    select kind into other from (
      select d.kind as debit_kind, c.kind as credit_kind, t.kind, count(*) as transfers, sum(t.amount_cents)::bigint as cents
      from ledger_transfers t
      join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
      where t.created_at >= began and t.created_at < over group by 1, 2, 3) derived
    full join (select * from summed where day = one) s using (debit_kind, credit_kind, kind)
    where (s.transfers, s.cents) is distinct from (derived.transfers, derived.cents) limit 1;
    if found then
      raise exception '% of % comes to another sum', other.kind, one using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_reading()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.read_at is not null or new.read_at is null
    or (new.id, new.coin, new.txid, new.noted_at) <> (old.id, old.coin, old.txid, old.noted_at) then
    raise exception 'what a block says of a transaction stays: %', old.txid using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_other_sale_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record;
  began timestamptz;
  over timestamptz;
  sold record;
  shared record;
begin
  for one in select * from summed loop
    began := one.day::timestamp at time zone 'UTC';
    over := (one.day + 1)::timestamp at time zone 'UTC';
    if over > now() - interval '1 hour' then
      raise exception 'day % is not over', one.day using errcode = 'check_violation';
    end if;
    select count(*) as lines, coalesce(sum(price_cents), 0) as cents into sold from order_lines
    where created_at >= began and created_at < over;
    select coalesce(sum(price_cents), 0) as cents, coalesce(sum(commission_cents), 0) as commission_cents into shared
    from seller_lines where sold_at >= began and sold_at < over;
    if (one.lines, one.price_cents, one.shared_cents, one.commission_cents)
      <> (sold.lines, sold.cents, shared.cents, shared.commission_cents) then
      raise exception 'what was sold on % comes to another sum', one.day using errcode = 'check_violation';
    end if;
  end loop;
  return null;
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
      and decider_id = new.approved_by and (session_owns(tg_relid) or xmin = pg_current_xact_id()::xid)
  ) then
    raise exception 'import % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_own_quarantine()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.decided_by in (select batch_importers(batch_id) from quarantines where id = new.quarantine_id) or not exists (
    select from proposals where id = new.proposal_id and kind = 'quarantine.admission' and subject = new.quarantine_id
      and decision is null and proposer_id <> new.decided_by
  ) then
    raise exception 'quarantine % is not for user % to decide', new.quarantine_id, new.decided_by using errcode = 'check_violation';
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
    select * into stopped from programme_suspensions s where programme_id = new.id and rule is not null and not exists (
      select from proposals where kind = 'programme.resume' and subject = new.id and decision = 'approved'
        and facts ->> 'suspension_id' = s.id::text
    ) order by id desc limit 1;
    if stopped.id is not null then
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
    select from quarantine_decisions d join quarantines q on q.id = d.quarantine_id
    where d.quarantine_id = new.quarantine_id and d.decision = 'approved'
      and (d.card_ids is null or new.id = any(d.card_ids))
      and d.decided_by not in (select batch_importers(q.batch_id))
  ) then
    raise exception 'card % is quarantined, and was not admitted by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewritten_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare texts constant text[] := '{answer,content,question,title,topic}';
begin
  if new.fields - texts - 'translations' is distinct from old.fields - texts - 'translations'
    or exists (select from jsonb_each_text(new.fields) where key = any(texts) and value <> '—')
    or exists (
      select from jsonb_each(coalesce(new.fields -> 'translations', '{}')) as translated,
        jsonb_each_text(translated.value) as word where word.value <> '—')
  then raise exception 'the texts of a version can only be emptied'; end if;
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

CREATE OR REPLACE FUNCTION public.refuse_unagreed_return()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals where kind = 'payout.reverse' and subject = new.id and decision = 'approved'
      and (facts ->> 'amount_cents')::bigint = new.amount_cents
  ) then
    raise exception 'nobody else agreed that payout % came back', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unagreed_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals where kind = 'top_up_return.reverse' and subject = new.id and decision = 'approved'
      and (facts ->> 'amount_cents')::bigint = new.amount_cents
  ) then
    raise exception 'nobody else agreed that the return % of a top-up came back', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unallotted_sale()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from preorder_allotments where card_id = old.id) then
    raise exception 'card % is paused, and not allotted to a pre-order', old.id using errcode = 'check_violation';
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION public.refuse_unapproved_chart()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'books.chart' and p.decision = 'approved'
      and p.facts @> jsonb_build_object('consultant', new.consultant, 'client', new.client, 'year_begins', new.year_begins)
  ) then
    raise exception 'nobody approved this chart of accounts: %', new.proposal_id using errcode = 'check_violation';
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

CREATE OR REPLACE FUNCTION public.refuse_unapproved_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id
      and p.facts @> jsonb_build_object(new.kind, concat_ws('/', new.number, new.tax_key))
  ) then
    raise exception 'nobody approved the number % of %', new.number, new.kind using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unapproved_operator()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'tax.operator' and p.decision = 'approved'
      and p.facts = to_jsonb(new) - '{proposal_id,at}'::text[]
  ) then
    raise exception 'nobody approved these data of the operator: %', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unchecked_tier()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from tier_checks c join identities i on i.digest = c.identity and i.user_id = new.id and i.released_at is null
    where c.user_id = new.id and c.tier = new.tier and c.granted_at is not null and (c.tier < 2 or exists (
      select from proposals p where p.id = c.proposal_id and p.kind = 'tier.raise' and p.subject = new.id
        and p.decision = 'approved' and p.decider_id not in (new.id, c.reviewer_id)))
  ) then
    raise exception 'nobody checked user % for tier %', new.id, new.tier using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_undecided_adjustment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals where id = new.proposal_id and kind = 'balance.adjust' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and (facts ->> 'cents')::bigint = new.cents and facts ->> 'cause' = new.cause
      and facts ->> 'order_id' is not distinct from new.order_id::text
  ) then
    raise exception 'nobody else agreed to adjust the balance of user %', new.user_id using errcode = 'check_violation';
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

CREATE OR REPLACE FUNCTION public.refuse_unfit_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from seller_payouts p where p.id = new.payout_id and p.paid_at is not null
      and coalesce(p.sent_currency, 'USD') = new.currency
      and new.units in (coalesce(p.sent_units, p.amount_cents), coalesce(p.sent_units, p.amount_cents) + coalesce(p.fee_units, 0))
  ) then
    raise exception 'payout % is not what entry % says', new.payout_id, new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unfit_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'tax.rates' and p.decision = 'approved'
      and p.facts @> jsonb_build_object(new.country, new.rate_bp, 'valid_from', new.valid_from, 'programme_id', new.programme_id)
  ) then
    raise exception 'nobody approved the rate of %', new.country using errcode = 'check_violation';
  end if;
  perform lock_invoices();
  if exists (
    select from invoices where kind = 'invoice' and supplied_at >= new.valid_from::timestamp at time zone 'UTC'
  ) then
    raise exception 'sales since % are invoiced already', new.valid_from
      using errcode = 'check_violation', constraint = 'tax_rates_not_back';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unfit_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.cents > coalesce((select -account_sum(id) from ledger_accounts where owner_id = new.user_id and kind = 'debt'), 0) then
    raise exception 'user % does not owe % cents', new.user_id, new.cents
      using errcode = 'check_violation', constraint = 'debt_settlements_owed';
  end if;
  if new.proposal_id is not null and not exists (
    select from proposals where id = new.proposal_id and kind = 'debt.settle' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and facts ->> 'how' = new.how and (facts ->> 'cents')::bigint = new.cents
  ) then
    raise exception 'nobody else agreed to settle the debt of user %', new.user_id
      using errcode = 'check_violation', constraint = 'debt_settlements_agreed';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ungated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not session_owns(tg_relid) and not exists (
    select from decision_gate g where new.gate = sha256(g.outer_key || sha256(g.inner_key
      || convert_to(tg_table_name || ':' || sealed_facts(new), 'UTF8')))
  ) then
    raise exception 'nobody decided this through the shop: % of %', tg_table_name, coalesce(to_jsonb(new) ->> 'proposal_id', to_jsonb(new) ->> 'id')
      using errcode = 'check_violation', constraint = tg_table_name || '_gated';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_ungated_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not session_owns(tg_relid) and not exists (
    select from decision_gate g where current_setting('facevalue.price_gate', true) = encode(sha256(g.outer_key || sha256(g.inner_key
      || convert_to(tg_table_name || ':prices of ' || old.batch_id || ' in ' || pg_current_xact_id(), 'UTF8'))), 'hex')
  ) then
    raise exception 'nobody changed the price of card % through the shop', old.id
      using errcode = 'check_violation', constraint = 'cards_price_gated';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.regroup_accounts(accounts uuid[], seen_at timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
AS $function$
declare
  affected uuid[];
  before jsonb;
  seed uuid;
  members uuid[];
  kept uuid;
  name uuid;
  joined uuid[];
  suspicion text;
  waiting uuid[] := '{}';
begin
  perform pg_advisory_xact_lock(93, hashtext(g.group_id::text))
    from (select distinct group_id from linked_accounts where user_id = any(accounts) order by 1) g;
  affected := array(
    select unnest(accounts)
    union select p.user_id from linked_accounts own join linked_accounts p on p.group_id = own.group_id where own.user_id = any(accounts));
  -- Purchases of accounts without a group hold no lock but that of their balance.
  perform from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = any(affected) and a.kind = 'available'
      and not exists (select from linked_accounts where user_id = a.owner_id)
    order by b.account_id for update of b;
  select coalesce(jsonb_object_agg(user_id, group_id), '{}') into before from linked_accounts where user_id = any(affected);
  delete from linked_accounts where user_id = any(affected);
  foreach seed in array affected loop
    continue when exists (select from linked_accounts where user_id = seed);
    members := accounts_tied_to(seed);
    continue when cardinality(members) < 2;
    -- The largest of the old groups keeps its name; of single accounts, the oldest counts as the group.
    select (before ->> m::text)::uuid into kept from unnest(members) m
      where before ? m::text and not exists (select from linked_accounts where group_id = (before ->> m::text)::uuid)
      group by 1 order by count(*) desc, 1 limit 1;
    name := coalesce(kept, uuidv7());
    insert into linked_accounts (user_id, group_id) select m, name from unnest(members) m;
    joined := array(select m from unnest(members) m where case
      when kept is null then m <> (select id from users where id = any(members) order by created_at, id limit 1)
      else before ->> m::text is distinct from kept::text end);
    suspicion := group_suspicion(members);
    continue when suspicion is null;
    with added as (
      insert into account_waits (user_id, why, since)
      select id, suspicion, seen_at from users
      where id = any(joined) and tier = 0 and role = 'buyer' and disabled_at is null and created_at > seen_at - interval '30 days'
      on conflict do nothing returning user_id
    )
    select waiting || array_agg(user_id) into waiting from added;
  end loop;
  return coalesce(waiting, '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.release_identity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update identities set released_at = new.erased_at where user_id = new.id and released_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_decided_access()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from proposals where kind = 'staff.access' and subject = new.id and decision = 'approved' and decider_id <> new.id
      and facts ->> 'to' = case when new.disabled_at is null then 'enabled' else 'disabled' end
      and xmin = pg_current_xact_id()::xid
  ) then
    raise exception 'nobody decided about the access of user %', new.id using errcode = 'check_violation', constraint = 'users_access_decided';
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

CREATE OR REPLACE FUNCTION public.risen(facts jsonb, revision integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (revision = 0) THEN facts ELSE (facts || jsonb_build_array(revision)) END)::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r alert_receivers)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).name, (r).form, (r).severity, (r).host, micros((r).created_at), (r).created_by, micros((r).removed_at)), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r change_outputs)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).coin, (r).key, (r).txid, (r).n, (r).amount_units, (r).height, (r).hash), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r cold_wallet_balances)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).wallet_id, micros((r).at), (r).height, (r).hash, ((r).units)::text))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r cold_wallets)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).coin, (r).name, (r).kind, (r).source, (r).state, (r).created_by, micros((r).created_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r decision_signatures)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).proposal_id, (r).decider_id, (r).decision, (r).nonce, (r).credential_id, encode((r).public_key, 'hex'::text), (r).origin, (r).client_data, (r).authenticator_data, (r).signature, micros((r).signed_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r deposit_credits)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).deposit_id, (r).generation, (r).locked_units, (r).locked_cents, (r).current_units, (r).current_cents, (r).rate_id, micros((r).at), micros((r).reversed_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r deposits)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(((jsonb_build_array((r).id, (r).coin, (r).txid, (r).n, (r).key, (r).user_id, (r).payment_id, (r).amount_units, micros((r).first_seen_at), (r).senders, (r).possible_senders, (r).required_depth, (r).height, (r).hash) || CASE WHEN ((r).output_ns IS NULL) THEN '[]'::jsonb ELSE jsonb_build_array((r).output_ns, (r).output_units) END) || CASE WHEN ((r).confirmed_at IS NULL) THEN '[]'::jsonb ELSE jsonb_build_array(micros((r).confirmed_at)) END), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r devices)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).user_id, encode((r).token_hash, 'hex'::text), micros((r).trusted_at)), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r dust_deposits)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).coin, (r).txid, (r).n, (r).key, (r).user_id, (r).payment_id, (r).amount_units, (r).output_ns, (r).output_units, (r).senders, (r).min_depth, micros((r).first_seen_at), (r).height, (r).hash, (r).deposit_id), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r email_tokens)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).user_id, (r).purpose, (r).email, (r).old_email, (r).old_email_confirmed, micros((r).created_at)), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r fiat_samples)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).currency, trim_scale(((r).usd_e9 * 0.1)), (r).sources, micros((r).at), (r).jump_id))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r hold_decisions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).deposit_id, (r).decision, (r).reason, (r).hold_reason, (r).actor_id, micros((r).at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r idempotency_keys)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).user_id, (r).key, encode((r).request_hash, 'hex'::text), (r).status, (r).reply))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r invoices)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).kind, (r).year, (r).number, (r).transfer_id, (r)."position", (r).order_id, (r).user_id, (r).invoice_id, (r).operator_id, micros((r).supplied_at), micros((r).issued_at), (r).buyer_name, (r).buyer_country, (r).lines, (r).net_cents, (r).vat_cents, (r).gross_cents))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r issuer_answers)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).line_id, (r).cause, micros((r).asked_at), (r).failure, (r).status, (r).balance_cents, micros((r).redeemed_at), (r).never_redeemed, encode(sha256((r).sealed), 'hex'::text)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r outflow_labels)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).coin, (r).txid, (r).label, (r).reason, (r).labelled_by, micros((r).at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r outflow_transactions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).coin, (r).txid, micros((r).mined_at), ((r).fee_units)::text, (r).paid, micros((r).read_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r outflows)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((jsonb_build_array((r).id, (r).coin, (r).key, (r).height, (r).amount_units, (r).txid) || CASE WHEN ((r).at IS NULL) THEN '[]'::jsonb ELSE jsonb_build_array(micros((r).at), (r).rate_id) END))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r passkeys)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).user_id, (r).credential_id, encode((r).public_key, 'hex'::text), micros((r).created_at)), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r payments)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).user_id, (r).coin, (r).address_id, (r).amount_cents, (r).amount_units, micros((r).created_at), (r).rate_id, (SELECT rate_samples.usd_e8 FROM rate_samples WHERE (rate_samples.id = (sealed_facts.r).rate_id))))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r proposal_approvals)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).proposal_id, (r).approver_id, micros((r).at), (r).session_id, (r).factor))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r proposals)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).kind, (r).subject, (r).facts, (r).proposer_id, (r).reason, micros((r).proposed_at), (r).decision, (r).decider_id, (r).decision_reason, micros((r).decided_at), (r).decider_session_id, (r).decider_factor))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r quarantine_decisions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).quarantine_id, (r).proposal_id, (r).decision, (r).card_ids, (r).reason, (r).decided_by, micros((r).decided_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r rate_samples)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).coin, (r).usd_e8, (r).sources, micros((r).at), (r).jump_id))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r seen_hints)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).coin, (r).key, (r).txid, (r).amount_units, (r).payment_id, micros((r).first_seen_at), micros((r).gone_at)), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r seller_payouts)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).seller_id, (r).destination_id, (r).amount_cents, (r).state, (r).created_by, micros((r).created_at), (r).reference, (r).sent_currency, (r).sent_units, (r).fee_units, trim_scale(((r).sent_usd_e9 * 0.1)), (r).paid_by, micros((r).paid_at), micros((r).failed_at), (r).booked_on))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r sessions)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).user_id, (r).device_id, encode((r).token_hash, 'hex'::text), micros((r).created_at), micros((r).expires_at), micros((r).confirmed_at), (r).confirmed_by), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r top_up_returns)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).user_id, (r).deposit_id, (r).coin, (r).address, (r).amount_cents, (r).state, (r).created_by, micros((r).created_at), (r).txid, (r).paid_by, micros((r).paid_at), micros((r).ended_at)))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r unclaimed_deposits)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).coin, (r).account_id, (r).index, (r).key, (r).txid, (r).n, (r).amount_units, micros((r).first_seen_at), (r).senders, (r).possible_senders, (r).min_depth, (r).height, (r).hash, (r).deposit_id), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r users)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen((jsonb_build_array((r).id, (r).username, (r).email, micros((r).email_verified_at), (r).password_hash, (r).role, (r).duties, (r).tier, micros((r).activated_at), micros((r).disabled_at), micros((r).erased_at)) || CASE WHEN (r).second_factor THEN '["second factor"]'::jsonb ELSE '[]'::jsonb END), (r).revision);

CREATE OR REPLACE FUNCTION public.sealed_facts(r verifications)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (jsonb_build_array((r).id, (r).kind, (r).nightly, micros((r).started_at), micros((r).stepped_at), micros((r).ended_at), (r).given_up, (r).pieces, (r).done, (r).total, (r).place, (r).problems, (r).named))::text;

CREATE OR REPLACE FUNCTION public.sealed_facts(r waiting_purchases)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN risen(jsonb_build_array((r).id, (r).user_id, (r).session_id, (r).card_ids, (r).prices_cents, (r).value_card_ids, (r).total_cents, micros((r).consent_at), (r).consent_version, micros((r).asked_at), micros((r).expires_at), (r).state, micros((r).ended_at), (r).order_id), (r).revision);

CREATE OR REPLACE FUNCTION public.search_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower((regexp_replace(NORMALIZE(value, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text) COLLATE pg_c_utf8));

CREATE OR REPLACE FUNCTION public.self_dealing(buyer uuid, batch uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select why from batch_insiders(batch) where user_id = buyer order by why = 'linked', why limit 1
$function$;

CREATE OR REPLACE FUNCTION public.seller_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((before = 'applied'::text) AND (after = 'verified'::text)) OR ((before = 'applied'::text) AND (after = 'ended'::text))) OR ((before = 'verified'::text) AND (after = 'suspended'::text))) OR ((before = 'verified'::text) AND (after = 'ended'::text))) OR ((before = 'suspended'::text) AND (after = 'verified'::text))) OR ((before = 'suspended'::text) AND (after = 'ended'::text)));

CREATE OR REPLACE FUNCTION public.series_of(saved jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((saved ->> 'kind') || '/' || (saved ->> 'locale'), saved ->> 'id')
$function$;

CREATE OR REPLACE FUNCTION public.session_owns(what oid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN pg_has_role(SESSION_USER, (SELECT pg_class.relowner FROM pg_class WHERE (pg_class.oid = session_owns.what)), 'member'::text);

CREATE OR REPLACE FUNCTION public.stay_used()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.used_at is not null and new.used_at is distinct from old.used_at)
    or (to_jsonb(old) ->> 'stopped_at' is not null and to_jsonb(new) -> 'stopped_at' is distinct from to_jsonb(old) -> 'stopped_at')
    or (to_jsonb(new) ->> 'expires_at')::timestamptz > (to_jsonb(old) ->> 'expires_at')::timestamptz then
    raise exception 'a row of % was used, and stays so', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
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

CREATE OR REPLACE FUNCTION public.takes_more_words(tsvector)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select octet_length($1::text) < 400000
$function$;

CREATE OR REPLACE FUNCTION public.tax_rate(of_country text, of_programme uuid, sold_at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select rate_bp from tax_rates
  where country = of_country and (programme_id is null or programme_id = of_programme)
    and valid_from <= (sold_at at time zone 'UTC')::date
  order by programme_id is null, valid_from desc, at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.terms_pending(reader users, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from legal_text_in_force('terms', coalesce(reader.locale, 'en'), at) t
    where t.published_at > coalesce(reader.terms_accepted_at, '-infinity'))
$function$;

CREATE OR REPLACE FUNCTION public.ticket_lexemes(text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select strip(to_tsvector('simple', $1) || to_tsvector('english', $1) || to_tsvector('german', $1))
$function$;

CREATE OR REPLACE FUNCTION public.top_up_return_may_become(before text, after text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (((((((before = 'asked'::text) AND (after = 'approved'::text)) OR ((before = 'asked'::text) AND (after = 'rejected'::text))) OR ((before = 'asked'::text) AND (after = 'withdrawn'::text))) OR ((before = 'approved'::text) AND (after = 'paid'::text))) OR ((before = 'approved'::text) AND (after = 'failed'::text))) OR ((before = 'paid'::text) AND (after = 'reversed'::text)));

CREATE OR REPLACE FUNCTION public.user_words(username text, email text, display_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((username || ' '::text) || email) || ' '::text) || lower(display_name));

CREATE OR REPLACE FUNCTION public.vat_in(gross_cents bigint, rate_bp integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((((((2 * gross_cents) * rate_bp) + 10000) + rate_bp) / (2 * (10000 + rate_bp))), (0)::bigint);

CREATE OR REPLACE FUNCTION public.words_in(translations jsonb, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_typeof(translations) = 'object' and not exists (
    select from jsonb_each(translations) as one (locale, words)
    where locale !~ '^[a-z]{2}$' or jsonb_typeof(words) <> 'object' or not words ?& fields or words - fields <> '{}')
$function$;

CREATE OR REPLACE FUNCTION public.write_duties(owner_id uuid, new_duties text[], decided_by uuid, new_mac bytea)
 RETURNS void
 LANGUAGE sql
AS $function$
  update users set role = case when new_duties = '{}' then 'buyer' else 'admin' end,
    duties = new_duties, duties_proposal_id = decided_by, mac = new_mac
  where id = owner_id
$function$;
