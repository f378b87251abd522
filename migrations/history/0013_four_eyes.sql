-- Four eyes: one table for everything that one person proposes and another decides.

create table proposals (
  id uuid primary key default uuidv7(),
  -- `feature.what`, such as hold.release.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- Id of what it is about.
  subject uuid not null,
  -- What the decider needs to know; ids and facts, never a secret or a name of a person.
  facts jsonb not null default '{}',
  proposer_id uuid not null references users (id),
  reason text check (length(reason) between 3 and 500),
  proposed_at timestamptz not null,
  -- null while it is open.
  decision text check (decision in ('approved', 'rejected', 'withdrawn')),
  decider_id uuid references users (id),
  decision_reason text check (length(decision_reason) between 3 and 500),
  decided_at timestamptz,
  constraint proposals_decided_whole check (
    (decision is null) = (decider_id is null) and (decision is null) = (decided_at is null)
    and (decision is not null or decision_reason is null)),
  constraint nobody_decides_their_own_proposal check (decider_id is distinct from proposer_id or decision = 'withdrawn'),
  constraint only_the_proposer_withdraws check (decision <> 'withdrawn' or decider_id = proposer_id)
);
create unique index proposals_open on proposals (kind, subject) where decision is null;
create index proposals_subject on proposals (subject, kind);

create function keep_proposal() returns trigger language plpgsql as $$
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
end $$;
create trigger proposals_decided_once before update on proposals for each row execute function keep_proposal();
create trigger proposals_append_only before delete on proposals for each row execute function refuse_change();
create trigger proposals_no_truncate before truncate on proposals for each statement execute function refuse_change();

-- Money put aside is called unclaimed everywhere.
alter table suspense_deposits rename to unclaimed_deposits;
do $$
declare old text;
begin
  for old in select conname from pg_constraint where conrelid = 'unclaimed_deposits'::regclass and conname like 'suspense%' loop
    execute format('alter table unclaimed_deposits rename constraint %I to %I', old, replace(old, 'suspense', 'unclaimed'));
  end loop;
end $$;
alter index suspense_deposits_height rename to unclaimed_deposits_height;
update alerts set kind = 'chain.unclaimed',
  details = (details - 'suspense_id') || jsonb_build_object('unclaimed_deposit_id', details -> 'suspense_id')
where kind = 'chain.suspense';

-- Whose money it is: each proposal with the row that came after it. An earlier one made way for a later one.
insert into proposals (id, kind, subject, facts, proposer_id, reason, proposed_at, decision, decider_id, decision_reason, decided_at)
select p.id, 'unclaimed.owner', p.suspense_id,
  jsonb_build_object('user_id', p.user_id, 'coin', d.coin, 'amount_units', d.amount_units::text),
  p.actor_id, p.reason, p.at,
  case when n.actor_id = p.actor_id then 'withdrawn' when n.approves then 'approved' when n.actor_id is not null then 'rejected' end,
  n.actor_id, n.reason, n.at
from suspense_decisions p join unclaimed_deposits d on d.id = p.suspense_id
left join lateral (
  select h.actor_id, h.reason, h.at, h.decision = 'approve' and h.suspense_id = p.suspense_id as approves
  from suspense_decisions h join unclaimed_deposits o on o.id = h.suspense_id
  -- The last one stands, unless another deposit of its address was assigned, which assigned this one too.
  where h.id > p.id and (h.suspense_id = p.suspense_id
    or (d.deposit_id is not null and h.decision = 'approve' and o.coin = d.coin and o.key = d.key))
  order by h.id limit 1
) n on true
where p.decision = 'propose';
drop table suspense_decisions;

-- Releases: a proposal was followed by the release of another person, or by the decision to keep.
insert into proposals (id, kind, subject, facts, proposer_id, reason, proposed_at, decision, decider_id, decision_reason, decided_at)
select p.id, 'hold.release', p.deposit_id,
  jsonb_build_object('coin', d.coin, 'amount_units', d.amount_units::text, 'payment_id', d.payment_id),
  p.actor_id, p.reason, p.at,
  case when n.actor_id = p.actor_id then 'withdrawn' when n.decision = 'release' then 'approved'
    when n.actor_id is not null then 'rejected' end,
  n.actor_id, n.reason, n.at
from hold_decisions p join deposits d on d.id = p.deposit_id
left join lateral (
  select h.actor_id, h.reason, h.at, h.decision from hold_decisions h
  where h.deposit_id = p.deposit_id and h.id > p.id order by h.id limit 1
) n on true
where p.decision = 'propose';
alter table hold_decisions disable trigger hold_decisions_append_only;
delete from hold_decisions where decision = 'propose';
alter table hold_decisions enable trigger hold_decisions_append_only;
alter table hold_decisions
  drop constraint hold_decisions_decision_check,
  add constraint hold_decisions_decision_check check (decision in ('release', 'keep'));

-- Programmes and batches. When a batch was imported was not kept.
insert into proposals (kind, subject, facts, proposer_id, proposed_at, decision, decider_id, decided_at)
select 'programme.approval', id, jsonb_build_object('name', name), proposed_by, created_at,
  case when approved_by is not null then 'approved' end, approved_by,
  case when approved_by is not null then coalesce(approved_at, created_at) end
from programmes order by id;
insert into proposals (kind, subject, facts, proposer_id, proposed_at, decision, decider_id, decided_at)
select 'batch.approval', id, jsonb_build_object('name', name), coalesce(imported_by, created_by), created_at,
  case when approved_by is not null then 'approved' end, approved_by,
  case when approved_by is not null then coalesce(approved_at, created_at) end
from batches where approved_by is not null or state = 'imported' order by id;
alter table programmes drop column proposed_by, drop column approved_by, drop column approved_at;
alter table batches drop column approved_by, drop column approved_at;

-- What the dropped columns were checked for: nothing is sold that nobody else approved, whoever writes the statement.
create function refuse_unapproved() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where kind = tg_argv[0] and subject = new.id and decision = 'approved'
      and decider_id::text is distinct from to_jsonb(new) ->> 'created_by'
      and decider_id::text is distinct from to_jsonb(new) ->> 'imported_by'
  ) then
    raise exception '% % was not approved by somebody else', tg_table_name, new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger programmes_approved before insert or update of state on programmes
  for each row when (new.state <> 'proposed') execute function refuse_unapproved('programme.approval');
create trigger batches_approved before insert or update of state on batches
  for each row when (new.state in ('approved', 'paused')) execute function refuse_unapproved('batch.approval');
