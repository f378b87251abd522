-- What the MAC of a row covers.
create or replace function sealed_facts(r devices) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, encode(r.token_hash, 'hex'), micros(r.trusted_at)), r.revision);

-- What the MAC of a row covers.
create or replace function sealed_facts(r sessions) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.device_id, encode(r.token_hash, 'hex'), micros(r.created_at),
    micros(r.expires_at), micros(r.confirmed_at), r.confirmed_by), r.revision);

-- What the MAC of a row covers.
create or replace function sealed_facts(r users) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.username, r.email, micros(r.email_verified_at), r.password_hash, r.role, r.duties, r.tier,
    micros(r.activated_at), micros(r.disabled_at), micros(r.erased_at))
    || case when r.second_factor then '["second factor"]'::jsonb else '[]'::jsonb end, r.revision);

-- A higher tier takes a check, and tier 2 a decision: the trigger on this column sees to both.
create or replace function give_tier(owner_id uuid, new_tier smallint, new_mac bytea) returns void
language sql security definer set search_path to 'public', 'pg_temp' as $$
  update users set tier = new_tier, mac = new_mac where id = owner_id
$$;

-- Staff has duties, a buyer none. It has the rights of whoever calls it: the owner's, from a function that saw the decision.
create or replace function write_duties(owner_id uuid, new_duties text[], decided_by uuid, new_mac bytea) returns void
language sql as $$
  update users set role = case when new_duties = '{}' then 'buyer' else 'admin' end,
    duties = new_duties, duties_proposal_id = decided_by, mac = new_mac
  where id = owner_id
$$;

-- Every process forgets a session that ended, and the sessions of a user who changed.
create or replace function notify_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;
create or replace trigger sessions_session_change after delete or update of token_hash, expires_at on sessions
  for each row execute function notify_session_change('user_id');
create or replace trigger users_session_change after update of role, duties, tier, activated_at, disabled_at on users
  for each row execute function notify_session_change('id');

create or replace trigger devices_revision before update of mac, revision on devices for each row execute function raise_revision();

create or replace trigger sessions_revision before update of mac, revision on sessions for each row execute function raise_revision();

create or replace trigger users_revision before update of mac, revision on users for each row execute function raise_revision();

-- Whom mails and notifications can be for, and how they are addressed: everybody whose account isn't erased.
create or replace view recipients as select id, email, username, locale, time_zone from users where erased_at is null;

-- Who works in the back office now, with their duties.
create or replace view staff_on_duty as select id, duties from users where role = 'admin' and disabled_at is null;
