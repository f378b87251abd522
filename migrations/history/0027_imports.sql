-- Several files per batch: each is judged first and imported in chunks afterwards.

create table imports (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  uploaded_by uuid not null references users (id),
  committed_by uuid references users (id),
  approved_by uuid references users (id),
  approved_at timestamptz,
  state text not null check (state in
    ('checking', 'checked', 'refused', 'committing', 'committed', 'cancelled', 'expired', 'failed', 'undone')),
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
  delimiter text check (delimiter in (',', ';', E'\t')),
  decimal_comma boolean not null default false,
  dotted_dates boolean not null default false,
  -- By their place in the file; empty where the guard knows no such column.
  columns text[],
  row_count integer not null default 0,
  refused_rows integer not null default 0,
  clean_rows integer not null default 0,
  -- [{rules, cards}]: how many cards wait for a decision, by the rules that they broke.
  quarantine jsonb not null default '[]',
  -- Most codes follow the one before (IG-22).
  sequential boolean not null default false,
  chunk_count integer not null default 0,
  next_chunk integer not null default 0 check (next_chunk <= chunk_count),
  -- Cards that it added, those in quarantine included.
  imported_cards integer not null default 0,
  usd_rate_micro bigint check (usd_rate_micro > 0),
  failures integer not null default 0,
  created_at timestamptz not null,
  commit_started_at timestamptz,
  heartbeat_at timestamptz not null,
  stall_told_at timestamptz,
  ended_at timestamptz,
  check ((approved_by is null) = (approved_at is null)),
  check (state <> 'refused' or reason is not null),
  check (state not in ('committing', 'committed') or committed_by is not null)
);
create index imports_batch on imports (batch_id, id);
create index imports_running on imports (state, heartbeat_at) where state in ('checking', 'checked', 'committing', 'failed');
-- The same file adds nothing.
create unique index imports_file on imports (batch_id, file_sha256) where state in ('checked', 'committing', 'committed', 'failed');

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
  primary key (import_id, row)
);

create table column_matches (
  supplier text not null,
  -- SHA-256 of a column's name, so that no text of a file is kept.
  header_sha256 bytea not null check (length(header_sha256) = 32),
  column_name text not null,
  primary key (supplier, header_sha256)
);
comment on table column_matches is 'Which column of ours a supplier''s column is, as somebody matched them last.';

alter table cards
  add column import_id uuid references imports (id),
  -- Its import was undone: the code may come again.
  add column undone boolean not null default false,
  add constraint cards_undone check (not undone or state = 'void'),
  drop constraint cards_blind_index_key;
create unique index cards_code on cards (blind_index) where not undone;
create index cards_import on cards (import_id, state);

alter table quarantines add column import_id uuid references imports (id);
alter table quarantines drop constraint quarantines_batch_id_rules_key,
  add constraint quarantines_rules_once unique nulls not distinct (batch_id, import_id, rules);

-- Batches had one file each.
insert into imports (batch_id, uploaded_by, committed_by, approved_by, approved_at, state, file_sha256, guard_version,
  clean_rows, imported_cards, usd_rate_micro, created_at, commit_started_at, heartbeat_at, ended_at)
select b.id, b.imported_by, b.imported_by, p.decider_id, p.decided_at, 'committed', b.file_sha256, 2,
  n.cards, n.cards, b.usd_rate_micro, b.created_at, b.created_at, b.created_at, b.created_at
from batches b
cross join lateral (select count(*)::int as cards from cards where batch_id = b.id) n
left join lateral (
  select decider_id, decided_at from proposals
  where kind = 'batch.approval' and subject = b.id and decision = 'approved' order by id desc limit 1) p on true
where b.imported_by is not null;
update cards c set import_id = i.id from imports i where i.batch_id = c.batch_id;
update quarantines q set import_id = i.id from imports i where i.batch_id = q.batch_id;

-- Whoever opened a batch or imported into it: they decide nothing about it (P2).
create function batch_importers(batch uuid) returns setof uuid language sql stable as $$
  select created_by from batches where id = batch
  union select imported_by from batches where id = batch and imported_by is not null
  union select unnest(array[uploaded_by, committed_by]) from imports
    where batch_id = batch and state in ('committing', 'committed', 'failed')
$$;

create function refuse_own_import() returns trigger language plpgsql as $$
begin
  if new.approved_by in (select batch_importers(new.batch_id)) or not exists (
    select from proposals where kind = 'batch.approval' and subject = new.batch_id and decision = 'approved'
      and decider_id = new.approved_by
  ) then
    raise exception 'import % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger imports_approved before insert or update of approved_by on imports
  for each row when (new.approved_by is not null) execute function refuse_own_import();

create function refuse_unapproved_import() returns trigger language plpgsql as $$
begin
  if not exists (select from imports where id = new.import_id and approved_at is not null) then
    raise exception 'card % came with an import that is not approved', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger cards_with_approved_import before update of state on cards
  for each row when (new.import_id is not null and new.state in ('available', 'paused') and old.state in ('unconfirmed', 'quarantined'))
  execute function refuse_unapproved_import();

create or replace function refuse_quarantined() returns trigger language plpgsql as $$
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
end $$;
