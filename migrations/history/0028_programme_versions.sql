-- Programmes are edited in versions, are suspended, resumed and retired, and their issuers' keys are rotated and revoked.

alter table programmes
  drop constraint programmes_name_key,
  drop constraint programmes_state_check,
  drop constraint programmes_face_values_cents_check,
  drop constraint programmes_funds_us,
  add constraint programmes_state_check
    check (state in ('proposed', 'active', 'suspended', 'retired', 'rejected', 'withdrawn')),
  -- Besides `country`, which its cards are shown with.
  add column other_countries text[] not null default '{}',
  -- {min_cents, max_cents}: any face value in between, besides the fixed ones.
  add column face_range jsonb,
  add column guarantee_hours integer not null default 24,
  add column fee_text text not null default '',
  -- By language; `redemption_text` is shown in every other one.
  add column redemption_translations jsonb not null default '{}',
  -- {discount_bp, rounding_cents}: how prices follow from face values unless a batch says otherwise.
  add column price_rule jsonb,
  -- Where the operator keeps the contract: a folder or a key of a store.
  add column evidence_ref text not null default '',
  add column adapter_url text,
  add column adapter_data_key bytea,
  add column adapter_secret bytea,
  add constraint programmes_other_countries check (
    country <> all (other_countries) and array_to_string(other_countries, ',') ~ '^([A-Z]{2}(,[A-Z]{2})*)?$'),
  add constraint programmes_faces check (cardinality(face_values_cents) > 0 or face_range is not null),
  add constraint programmes_face_range check (
    (face_range ->> 'min_cents')::bigint > 0 and (face_range ->> 'max_cents')::bigint > (face_range ->> 'min_cents')::bigint),
  add constraint programmes_guarantee check (guarantee_hours between 1 and 8760),
  add constraint programmes_adapter check (
    adapter_url ~ '^https://' and adapter_data_key is not null and adapter_secret is not null
    or (adapter_url is null and adapter_data_key is null and adapter_secret is null)),
  -- Reg E, 12 CFR 1005.20: five years at least, and no fee within a year of the last use.
  add constraint programmes_funds_us check ((country <> 'US' and 'US' <> all (other_countries)) or funds is null or (
    coalesce((funds ->> 'expire_after_months')::integer, 60) >= 60
    and coalesce((funds -> 'dormancy_fee' ->> 'after_months')::integer, 12) >= 12));
create unique index programmes_name on programmes (name) where state in ('proposed', 'active', 'suspended');

create table programme_versions (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  number integer not null check (number > 0),
  -- The facts by the names of the columns of programmes.
  facts jsonb not null,
  state text not null default 'proposed' check (state in ('proposed', 'active', 'superseded', 'rejected', 'withdrawn')),
  proposed_at timestamptz not null,
  -- When it took effect, was rejected or withdrawn.
  settled_at timestamptz,
  unique (programme_id, number)
);
create unique index programme_versions_proposed on programme_versions (programme_id) where state = 'proposed';
create unique index programme_versions_active on programme_versions (programme_id) where state = 'active';

create table issuer_keys (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- Raw Ed25519 public key that the issuer signs its manifests with.
  public_key bytea not null check (length(public_key) = 32),
  valid_from timestamptz not null,
  -- The key that this one takes over from: what that one confirmed stays confirmed.
  replaces uuid references issuer_keys (id),
  proposed_at timestamptz not null,
  approved_at timestamptz,
  -- Rejected or withdrawn.
  closed_at timestamptz,
  replaced_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references users (id),
  revoke_reason text check (length(revoke_reason) between 3 and 500),
  constraint issuer_keys_settled_once check (approved_at is null or closed_at is null),
  constraint issuer_keys_revoked_whole check (
    (revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoke_reason is null)
    and (revoked_at is null or approved_at is not null))
);
-- A key that was revoked doesn't come back.
create unique index issuer_keys_once on issuer_keys (programme_id, public_key) where closed_at is null;

create function keep_revocation() returns trigger language plpgsql as $$
begin
  if old.revoked_at is not null then
    raise exception 'issuer key % is revoked, and stays so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger issuer_keys_revoked_for_good before update on issuer_keys for each row execute function keep_revocation();

-- Which key confirmed which cards, so that a revoked one takes its confirmations along.
create table confirmations (
  id uuid primary key default uuidv7(),
  batch_id uuid not null references batches (id),
  key_id uuid not null references issuer_keys (id),
  -- null where an earlier release didn't keep it.
  manifest_sha256 bytea check (length(manifest_sha256) = 32),
  created_at timestamptz not null
);
create index confirmations_key on confirmations (key_id);
alter table cards add column confirmation_id uuid references confirmations (id);

create table programme_suspensions (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  -- The rule of the import guard; null where a person suspended it.
  rule text,
  reason text check (length(reason) between 3 and 500),
  suspended_by uuid not null references users (id),
  suspended_at timestamptz not null
);
create index programme_suspensions_programme on programme_suspensions (programme_id);
create trigger programme_suspensions_append_only before update or delete on programme_suspensions
  for each row execute function refuse_change();

-- What there is becomes the first version with its first key. A proposal that is no longer open was rejected or withdrawn.
alter table programmes disable trigger programmes_approved;
update programmes p set state = coalesce(
  (select case decision when 'withdrawn' then 'withdrawn' else 'rejected' end from proposals
    where kind = 'programme.approval' and subject = p.id order by proposed_at desc limit 1), 'withdrawn')
where state = 'proposed'
  and not exists (select from proposals where kind = 'programme.approval' and subject = p.id and decision is null);
alter table programmes enable trigger programmes_approved;
insert into programme_versions (programme_id, number, facts, state, proposed_at, settled_at)
select id, 1, to_jsonb(p) - array['id', 'state', 'created_at', 'issuer_public_key'],
  case when state in ('proposed', 'rejected', 'withdrawn') then state else 'active' end, created_at,
  case when state <> 'proposed' then (select max(decided_at) from proposals where kind = 'programme.approval' and subject = p.id) end
from programmes p order by id;
insert into issuer_keys (programme_id, public_key, valid_from, proposed_at, approved_at, closed_at)
select p.id, issuer_public_key, created_at, created_at,
  case when p.state in ('active', 'suspended') then coalesce(v.settled_at, created_at) end,
  case when p.state in ('rejected', 'withdrawn') then coalesce(v.settled_at, created_at) end
from programmes p join programme_versions v on v.programme_id = p.id order by p.id;
alter table programmes drop column issuer_public_key;
insert into confirmations (batch_id, key_id, created_at)
select b.id, k.id, b.confirmed_at from batches b join issuer_keys k on k.programme_id = b.programme_id
where b.confirmed_at is not null and k.approved_at is not null;
update cards c set confirmation_id = f.id from confirmations f where f.batch_id = c.batch_id and c.issuer_confirmed;
-- Until now only the import guard suspended one.
insert into programme_suspensions (programme_id, rule, suspended_by, suspended_at)
select p.id, 'IG-24', a.proposer_id, now() from programmes p
join lateral (select proposer_id from proposals where kind = 'programme.approval' and subject = p.id limit 1) a on true
where p.state = 'suspended';

-- The ways between the states of a programme, whoever writes the statement.
drop trigger programmes_approved on programmes;
create function refuse_programme_state() returns trigger language plpgsql as $$
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
    select * into stopped from programme_suspensions where programme_id = new.id order by id desc limit 1;
    if stopped.rule is not null and not exists (
      select from proposals where kind = 'programme.resume' and subject = new.id and decision = 'approved'
        and facts ->> 'suspension_id' = stopped.id::text
    ) then
      raise exception 'programme % was suspended by %, and takes two people to resume', new.id, stopped.rule
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger programmes_state_changes before insert or update of state on programmes
  for each row execute function refuse_programme_state();

-- A version and a key take two approvers besides their proposer, as the programme itself.
drop trigger proposals_two_approvers on proposals;
create trigger proposals_two_approvers before update on proposals
  for each row when (new.kind in ('programme.approval', 'programme.edit', 'programme.key') and new.decision = 'approved')
  execute function require_two_approvers();

-- The role that serves may write neither a programme's facts nor a key's approval: the decision of its proposal does.
create function apply_programme_version(version programme_versions) returns void language plpgsql as $$
declare
  of_before programmes;
  facts programmes;
begin
  select * into strict of_before from programmes where id = version.programme_id for update;
  facts := jsonb_populate_record(of_before, version.facts);
  if (facts.currency, facts.voucher_kind) is distinct from (of_before.currency, of_before.voucher_kind)
    and exists (select from batches where programme_id = of_before.id) then
    raise exception 'programme % has batches: its currency and kind of voucher stay', of_before.id using errcode = 'check_violation';
  end if;
  -- Codes of another mask are imported from now on: what IG-24 counted was about the windows of the old one.
  if facts.code_format <> of_before.code_format then
    delete from programme_windows where programme_id = of_before.id;
  end if;
  update programmes set
    (name, issuer_name, issuer_country, registration_ref, terms_url, network, country, other_countries, currency, level,
      prefix, code_format, face_values_cents, face_range, voucher_kind, expiry_policy, guarantee_hours, fee_text, funds,
      redemption_text, redemption_translations, price_rule, evidence_ref, evidence_sha256, adapter_url, adapter_data_key,
      adapter_secret, color_from, color_to, motif)
    = (select facts.name, facts.issuer_name, facts.issuer_country, facts.registration_ref, facts.terms_url, facts.network,
      facts.country, facts.other_countries, facts.currency, facts.level, facts.prefix, facts.code_format,
      facts.face_values_cents, facts.face_range, facts.voucher_kind, facts.expiry_policy, facts.guarantee_hours,
      facts.fee_text, facts.funds, facts.redemption_text, facts.redemption_translations, facts.price_rule,
      facts.evidence_ref, facts.evidence_sha256, facts.adapter_url, facts.adapter_data_key, facts.adapter_secret,
      facts.color_from, facts.color_to, facts.motif)
  where id = of_before.id;
end $$;

create function settle_programme_proposal() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  version programme_versions;
  approved boolean := new.decision = 'approved';
begin
  if new.kind = 'programme.key' then
    update issuer_keys set replaced_at = new.decided_at where approved and replaced_at is null and revoked_at is null
      and id = (select replaces from issuer_keys where id = new.subject);
    update issuer_keys set approved_at = case when approved then new.decided_at end,
      closed_at = case when not approved then new.decided_at end
    where id = new.subject and approved_at is null and closed_at is null;
    return null;
  end if;
  select * into version from programme_versions
  where programme_id = new.subject and state = 'proposed' and id = coalesce((new.facts ->> 'version_id')::uuid, id) for update;
  if version.id is null then
    raise exception 'proposal % is about no proposed version', new.id using errcode = 'check_violation';
  end if;
  if approved then
    perform apply_programme_version(version);
    update programme_versions set state = 'superseded' where programme_id = new.subject and state = 'active';
  end if;
  update programme_versions set state = case when approved then 'active' else new.decision end, settled_at = new.decided_at
  where id = version.id;
  if new.kind = 'programme.approval' then
    update programmes set state = case when approved then 'active' else new.decision end where id = new.subject;
    update issuer_keys set approved_at = case when approved then new.decided_at end,
      closed_at = case when not approved then new.decided_at end
    where programme_id = new.subject and id = coalesce((new.facts ->> 'key_id')::uuid, id)
      and approved_at is null and closed_at is null;
  end if;
  return null;
end $$;
create trigger proposals_settle_programmes after update of decision on proposals
  for each row when (new.kind in ('programme.approval', 'programme.edit', 'programme.key'))
  execute function settle_programme_proposal();
