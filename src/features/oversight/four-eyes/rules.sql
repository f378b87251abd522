-- What the MAC of a row covers.
create or replace function sealed_facts(r proposal_approvals) returns text language sql stable parallel safe
  return jsonb_build_array(r.proposal_id, r.approver_id, micros(r.at), r.session_id, r.factor)::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r proposals) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.kind, r.subject, r.facts, r.proposer_id, r.reason, micros(r.proposed_at), r.decision,
    r.decider_id, r.decision_reason, micros(r.decided_at), r.decider_session_id, r.decider_factor)::text;

-- Whoever has a passkey signs a decision with it: over this text, so that a signature counts for one proposal with these facts, one
-- decision and one person. Written as JSON, so that no two decisions have the same one.
create or replace function decision_text(p proposals, decision text, decider_id uuid) returns text language sql stable parallel safe
  return jsonb_build_array('facevalue decision 1', p.id, p.kind, p.subject, p.facts, p.proposer_id, decision, decider_id)::text;

-- An open proposal gets its MAC right after it was written, and a new one with its decision.
create or replace function keep_proposal() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger proposals_decided_once before update on proposals for each row execute function keep_proposal();

-- Who proposed something doesn't approve it, and nothing is approved after its decision.
create or replace function refuse_own_approval() returns trigger language plpgsql as $$
begin
  if exists (select from proposals where id = new.proposal_id and (proposer_id = new.approver_id or decision is not null)) then
    raise exception 'proposal % is decided, or was made by its approver', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger proposal_approvals_by_others before insert on proposal_approvals
  for each row execute function refuse_own_approval();

-- Somebody other than the decider approved it first.
create or replace function require_two_approvers() returns trigger language plpgsql as $$
begin
  if not exists (select from proposal_approvals where proposal_id = new.id and approver_id <> new.decider_id) then
    raise exception 'proposal % takes two approvers', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger proposals_two_approvers before update on proposals
  for each row when (new.kind in ('programme.approval', 'programme.edit', 'programme.key') and new.decision = 'approved')
  execute function require_two_approvers();

-- Nothing takes effect that nobody else approved, whoever writes the statement.
create or replace function refuse_unapproved() returns trigger language plpgsql as $$
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

-- A decision carries a code that only the shop's vault can make, so a statement alone decides nothing.
create or replace function refuse_ungated() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
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
create or replace trigger proposal_approvals_gated before insert on proposal_approvals
  for each row execute function refuse_ungated();
create or replace trigger proposals_gated before update of decision on proposals
  for each row when (new.decision is not null) execute function refuse_ungated();

create or replace trigger proposal_approvals_append_only before update or delete on proposal_approvals
  for each row execute function refuse_change();
create or replace trigger proposal_approvals_no_truncate before truncate on proposal_approvals
  for each statement execute function refuse_change();

create or replace trigger proposals_append_only before delete on proposals for each row execute function refuse_change();
create or replace trigger proposals_no_truncate before truncate on proposals for each statement execute function refuse_change();
