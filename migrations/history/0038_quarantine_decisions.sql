-- Quarantined cards are decided one by one or together, and a brake lasts until somebody releases it.

-- The row of its file that a card came in, by which people find it there; null for cards of earlier releases.
alter table cards add column import_row integer check (import_row > 1);
drop index cards_quarantine;
create index cards_quarantine on cards (quarantine_id, import_row) where quarantine_id is not null;

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
  decided_at timestamptz not null
);
create index quarantine_decisions_quarantine on quarantine_decisions (quarantine_id);
insert into quarantine_decisions (quarantine_id, proposal_id, decision, reason, decided_by, decided_at)
select q.id, p.id, p.decision, p.decision_reason, p.decider_id, p.decided_at
from proposals p join quarantines q on q.id = p.subject
where p.kind = 'quarantine.admission' and p.decision in ('approved', 'rejected') order by p.id;
create trigger quarantine_decisions_append_only before update or delete on quarantine_decisions
  for each row execute function refuse_change();
create trigger quarantine_decisions_no_truncate before truncate on quarantine_decisions
  for each statement execute function refuse_change();

create function refuse_own_quarantine() returns trigger language plpgsql as $$
begin
  if new.decided_by in (select batch_importers(batch_id) from quarantines where id = new.quarantine_id) or not exists (
    select from proposals where id = new.proposal_id and kind = 'quarantine.admission' and subject = new.quarantine_id
      and decision is null and proposer_id <> new.decided_by
  ) then
    raise exception 'quarantine % is not for user % to decide', new.quarantine_id, new.decided_by using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger quarantine_decisions_by_others before insert on quarantine_decisions
  for each row execute function refuse_own_quarantine();

create or replace function refuse_quarantined() returns trigger language plpgsql as $$
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
end $$;

-- Payouts to the seller stand still from then on (P5), whatever becomes of the alert.
alter table batches
  add column braked_at timestamptz,
  add constraint batches_braked check (braked_at is null or state in ('paused', 'withdrawn'));
comment on column batches.braked_at is 'When too many unusable cards, or a redeemed canary, stopped its sale; null once it was resumed.';
update batches b set braked_at = a.last_raised_at
from alerts a
where a.kind in ('stock.braked', 'stock.canary_redeemed') and a.subject = b.id::text and a.resolved_at is null
  and b.state in ('paused', 'withdrawn');

-- Of a batch's cards in a state, how many their issuer confirmed: nobody has to count the cards for it.
alter table batch_stock add column confirmed bigint not null default 0;
alter table batch_stock_changes add column confirmed bigint not null default 0;
update batch_stock s set confirmed = c.cards
from (select batch_id, state, count(*) as cards from cards where issuer_confirmed group by 1, 2) c
where (c.batch_id, c.state) = (s.batch_id, s.state);

create or replace function note_stock() returns trigger language plpgsql as $$
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
end $$;

create or replace view batch_figures as
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
  coalesce(sum(price_cents) filter (where state = 'sold'), 0)::bigint as sold_price_cents,
  coalesce(sum(confirmed) filter (where state not in ('quarantined', 'void')), 0)::bigint as confirmed,
  sum(face_cents)::bigint as face_cents,
  sum(price_cents)::bigint as price_cents
from (select * from batch_stock union all select * from batch_stock_changes) as stock group by batch_id;

-- Somebody else may let an import go on that failed: whoever imported a part of it before stays one of its importers (P2).
alter table imports add column earlier_committers uuid[] not null default '{}';
create or replace function batch_importers(batch uuid) returns setof uuid language sql stable as $$
  select created_by from batches where id = batch
  union select imported_by from batches where id = batch and imported_by is not null
  union select unnest(array[uploaded_by, committed_by] || earlier_committers) from imports
    where batch_id = batch and state in ('committing', 'committed', 'failed')
$$;
