-- Triggers carry out what was decided, so a decision that nobody made must not get as far as them. The deciding process makes a
-- second MAC, by a key that the owner of the tables keeps here for the triggers, and that the role that serves can't read. It is
-- not the vault's key: whoever has a copy of the database passes this gate, but not the check of the rows' MACs.
create table decision_gate (
  id boolean primary key default true check (id),
  inner_key bytea not null check (length(inner_key) = 64),
  outer_key bytea not null check (length(outer_key) = 64)
);
comment on table decision_gate is 'The key of the second MAC that a decision needs to be written, padded as HMAC-SHA256 wants it. For triggers alone.';
insert into sealings (name) values ('decision_gate');

alter table proposals add column gate bytea check (length(gate) = 32);
alter table proposal_approvals add column gate bytea check (length(gate) = 32);
alter table quarantine_decisions add column gate bytea check (length(gate) = 32);

create function sealed_facts(r quarantine_decisions) returns text language sql stable parallel safe
  return jsonb_build_array(r.quarantine_id, r.proposal_id, r.decision, r.card_ids, r.reason, r.decided_by, micros(r.decided_at))::text;

-- Whether this session may change tables: migrations and the owner's commands need no gate.
create function session_owns(what oid) returns boolean language sql stable
  return pg_has_role(session_user, (select relowner from pg_class where oid = what), 'member');

create function refuse_ungated() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  if not session_owns(tg_relid) and not exists (
    select from decision_gate g where new.gate = sha256(g.outer_key || sha256(g.inner_key
      || convert_to(tg_table_name || ':' || sealed_facts(new), 'UTF8')))
  ) then
    raise exception 'nobody decided this through the shop: % of %', tg_table_name, coalesce(to_jsonb(new) ->> 'proposal_id', to_jsonb(new) ->> 'id')
      using errcode = 'check_violation', constraint = tg_table_name || '_gated';
  end if;
  return new;
end $$;

create trigger proposals_gated before update of decision on proposals
  for each row when (new.decision is not null) execute function refuse_ungated();
create trigger proposal_approvals_gated before insert on proposal_approvals
  for each row execute function refuse_ungated();
create trigger quarantine_decisions_gated before insert on quarantine_decisions
  for each row execute function refuse_ungated();

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
