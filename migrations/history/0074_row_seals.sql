-- What a row lets somebody do is proved by a MAC of the vault over these facts: whoever has only the database's credentials can
-- write the row, but not its MAC. Texts are built as JSON, so that no two rows have the same one.
create function micros(at timestamptz) returns bigint language sql immutable parallel safe
  return (extract(epoch from at) * 1000000)::bigint;

alter table users add column mac bytea check (length(mac) = 32);
alter table devices add column mac bytea check (length(mac) = 32);
alter table sessions add column mac bytea check (length(mac) = 32);
alter table passkeys add column mac bytea check (length(mac) = 32);
alter table email_tokens add column mac bytea check (length(mac) = 32);
alter table proposals add column mac bytea check (length(mac) = 32),
  add column decider_session_id uuid, add column decider_factor text;
alter table proposal_approvals add column mac bytea check (length(mac) = 32),
  add column session_id uuid, add column factor text;

create function sealed_facts(r users) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.username, r.email, micros(r.email_verified_at), r.password_hash, r.role, r.duties, r.tier,
    micros(r.activated_at), micros(r.disabled_at), micros(r.erased_at))::text;

create function sealed_facts(r devices) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, encode(r.token_hash, 'hex'), micros(r.trusted_at))::text;

create function sealed_facts(r sessions) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.device_id, encode(r.token_hash, 'hex'), micros(r.created_at),
    micros(r.expires_at), micros(r.confirmed_at), r.confirmed_by)::text;

create function sealed_facts(r passkeys) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.credential_id, encode(r.public_key, 'hex'), micros(r.created_at))::text;

create function sealed_facts(r email_tokens) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.purpose, r.email, r.old_email, r.old_email_confirmed, micros(r.created_at))::text;

create function sealed_facts(r proposals) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.kind, r.subject, r.facts, r.proposer_id, r.reason, micros(r.proposed_at), r.decision,
    r.decider_id, r.decision_reason, micros(r.decided_at), r.decider_session_id, r.decider_factor)::text;

create function sealed_facts(r proposal_approvals) returns text language sql stable parallel safe
  return jsonb_build_array(r.proposal_id, r.approver_id, micros(r.at), r.session_id, r.factor)::text;

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

-- Rows from before are sealed once, by the start that applied this migration. The role that serves can't ask for it again.
create table sealings (
  name text primary key,
  sealed_at timestamptz
);
comment on table sealings is 'When the rows from before a table had MACs were sealed; null until then.';
insert into sealings (name) values
  ('users'), ('devices'), ('sessions'), ('passkeys'), ('email_tokens'), ('proposals'), ('proposal_approvals');
