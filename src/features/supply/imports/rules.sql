-- An import is approved by the decision of this very transaction: an earlier one about the same batch was about other cards.
create or replace function refuse_own_import() returns trigger language plpgsql as $$
begin
  if new.approved_by in (select batch_importers(new.batch_id)) or not exists (
    select from proposals where kind = 'batch.approval' and subject = new.batch_id and decision = 'approved'
      and decider_id = new.approved_by and (session_owns(tg_relid) or xmin = pg_current_xact_id()::xid)
  ) then
    raise exception 'import % was not approved by somebody else', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger imports_approved before insert or update of approved_by on imports
  for each row when (new.approved_by is not null) execute function refuse_own_import();

-- Cards go on sale once somebody else approved their import.
create or replace function refuse_unapproved_import() returns trigger language plpgsql as $$
begin
  if not exists (select from imports where id = new.import_id and approved_at is not null) then
    raise exception 'card % came with an import that is not approved', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger cards_with_approved_import before update of state on cards
  for each row when (new.import_id is not null and new.state in ('available', 'paused') and old.state in ('unconfirmed', 'quarantined'))
  execute function refuse_unapproved_import();

-- When files came of which cards are in a batch.
create or replace view file_arrivals as select batch_id, created_at from imports where state = 'committed';
