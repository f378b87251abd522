-- An earlier version of a row still has its MAC: a password from before its change, trust that was taken, access that was ended.
-- A revision that the MAC covers rises with every MAC. The trigger alone writes it, so an earlier MAC fits no row any more. Rows
-- whose revision is 0 keep the text of before, and the MAC that they have.
alter table users add column revision integer not null default 0;
alter table devices add column revision integer not null default 0;
alter table sessions add column revision integer not null default 0;
alter table passkeys add column revision integer not null default 0;
alter table email_tokens add column revision integer not null default 0;

create function risen(facts jsonb, revision integer) returns text language sql immutable parallel safe
  return (case when revision = 0 then facts else facts || jsonb_build_array(revision) end)::text;

create or replace function sealed_facts(r users) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.username, r.email, micros(r.email_verified_at), r.password_hash, r.role, r.duties, r.tier,
    micros(r.activated_at), micros(r.disabled_at), micros(r.erased_at)), r.revision);

create or replace function sealed_facts(r devices) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, encode(r.token_hash, 'hex'), micros(r.trusted_at)), r.revision);

create or replace function sealed_facts(r sessions) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.device_id, encode(r.token_hash, 'hex'), micros(r.created_at),
    micros(r.expires_at), micros(r.confirmed_at), r.confirmed_by), r.revision);

create or replace function sealed_facts(r passkeys) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.credential_id, encode(r.public_key, 'hex'), micros(r.created_at)), r.revision);

create or replace function sealed_facts(r email_tokens) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.purpose, r.email, r.old_email, r.old_email_confirmed, micros(r.created_at)), r.revision);

-- The first MAC of a row comes right after it was written, for the revision that it has. So does one after its MAC was taken. The
-- owner of the table may put back a whole row of a backup, with its revision.
create function raise_revision() returns trigger language plpgsql as $$
begin
  if new.revision <> old.revision and session_owns(tg_relid) then return new; end if;
  new.revision := old.revision + case when old.mac is not null and new.mac is distinct from old.mac then 1 else 0 end;
  return new;
end $$;

create trigger users_revision before update of mac, revision on users for each row execute function raise_revision();
create trigger devices_revision before update of mac, revision on devices for each row execute function raise_revision();
create trigger sessions_revision before update of mac, revision on sessions for each row execute function raise_revision();
create trigger passkeys_revision before update of mac, revision on passkeys for each row execute function raise_revision();
create trigger email_tokens_revision before update of mac, revision on email_tokens for each row execute function raise_revision();

-- A mailed link is used once, and a recovery code too. Neither is ever worth anything for longer than it was.
create function stay_used() returns trigger language plpgsql as $$
begin
  if (old.used_at is not null and new.used_at is distinct from old.used_at)
    or (to_jsonb(old) ->> 'stopped_at' is not null and to_jsonb(new) -> 'stopped_at' is distinct from to_jsonb(old) -> 'stopped_at')
    or (to_jsonb(new) ->> 'expires_at')::timestamptz > (to_jsonb(old) ->> 'expires_at')::timestamptz then
    raise exception 'a row of % was used, and stays so', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger email_tokens_stay_used before update on email_tokens for each row execute function stay_used();
create trigger recovery_codes_stay_used before update on recovery_codes for each row execute function stay_used();
