-- Stock that a person has to look at before it is sold.

create table quarantines (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  -- Why: every rule of the import guard that these cards broke.
  rules text[] not null check (cardinality(rules) > 0 and rules <@ array['IG-20', 'IG-21', 'IG-22']),
  created_at timestamptz not null,
  unique (batch_id, rules)
);

alter table cards add column quarantine_id uuid references quarantines (id);
alter table cards
  drop constraint cards_state_check,
  drop constraint cards_check,
  add constraint cards_state_check
    check (state in ('unconfirmed', 'quarantined', 'available', 'sold', 'withdrawn', 'void')),
  add constraint cards_check check (state in ('unconfirmed', 'quarantined', 'withdrawn', 'void') or issuer_confirmed),
  add constraint cards_quarantined_for check (state <> 'quarantined' or quarantine_id is not null);
create index cards_quarantine on cards (quarantine_id) where quarantine_id is not null;

-- A quarantined card leaves its quarantine by another person's decision only, whoever writes the statement.
create function refuse_quarantined() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.quarantine_id is not null and new.quarantine_id is distinct from old.quarantine_id then
    raise exception 'card % belongs to its quarantine', new.id using errcode = 'check_violation';
  end if;
  if new.quarantine_id is not null and new.state not in ('quarantined', 'withdrawn', 'void') and not exists (
    select from proposals p join quarantines q on q.id = p.subject join batches b on b.id = q.batch_id
    where p.kind = 'quarantine.admission' and p.subject = new.quarantine_id and p.decision = 'approved'
      and p.decider_id <> b.created_by and p.decider_id is distinct from b.imported_by
  ) then
    raise exception 'card % is quarantined, and was not admitted by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger cards_quarantined before update of state, quarantine_id on cards
  for each row when (old.quarantine_id is not null or new.quarantine_id is not null) execute function refuse_quarantined();
create trigger cards_added_quarantined before insert on cards
  for each row when (new.quarantine_id is not null) execute function refuse_quarantined();

-- How often numbers at a fixed place of a programme's codes looked like card numbers. Counts only, no value.
create table programme_windows (
  programme_id uuid not null references programmes (id),
  pin_first boolean not null,
  start smallint not null check (start >= 0),
  length smallint not null check (length between 12 and 19),
  seen bigint not null,
  valid bigint not null check (valid between 0 and seen),
  primary key (programme_id, pin_first, start, length)
);
