-- Every column is a fact that versions carry, but these four: a new one takes effect by being there. What IG-24 found goes on under
-- another mask: otherwise a new one before each file would let any number of card numbers in.
create or replace function apply_programme_version(version programme_versions) returns void language plpgsql as $$
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
end $$;

-- The version that a proposal is about takes effect, and a new programme with its first key. Only in the transaction that approved it.
create or replace function put_programme_in_force(approved uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
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
end $$;

-- The key that a proposal is about is valid, and the one that it replaces isn't any more. Only in the transaction that approved it.
create or replace function put_key_in_force(approved uuid) returns void language plpgsql
  security definer set search_path = public, pg_temp as $$
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
end $$;

-- A version, and the key of a new programme, are closed with their proposal, whoever closes that.
create or replace function close_programme_proposal() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
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
end $$;
create or replace trigger proposals_close_programmes after update of decision on proposals
  for each row when (new.kind in ('programme.approval', 'programme.edit', 'programme.key')
    and new.decision in ('rejected', 'withdrawn'))
  execute function close_programme_proposal();

-- A later suspension by hand doesn't end what a rule suspended: every suspension by a rule takes two people.
create or replace function refuse_programme_state() returns trigger language plpgsql as $$
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
end $$;
create or replace trigger programmes_state_changes before insert or update of state on programmes
  for each row execute function refuse_programme_state();

-- A revoked key stays revoked.
create or replace function keep_revocation() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null then
    raise exception 'issuer key % is revoked, and stays so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger issuer_keys_revoked_for_good before update on issuer_keys for each row execute function keep_revocation();

create or replace trigger programme_suspensions_append_only before update or delete on programme_suspensions
  for each row execute function refuse_change();
