-- What the MAC of a row covers.
create or replace function sealed_facts(r decision_signatures) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.proposal_id, r.decider_id, r.decision, r.nonce, r.credential_id,
    encode(r.public_key, 'hex'), r.origin, r.client_data,
    r.authenticator_data, r.signature, micros(r.signed_at))::text;

-- What the MAC of a row covers.
create or replace function sealed_facts(r passkeys) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.credential_id, encode(r.public_key, 'hex'), micros(r.created_at)), r.revision);

-- Every process forgets the sessions of a user whose factors changed.
create or replace function notify_factor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create or replace trigger passkeys_session_change after insert or delete on passkeys
  for each row execute function notify_factor_change();
create or replace trigger totp_secrets_session_change after insert or delete or update of confirmed_at on totp_secrets
  for each row execute function notify_factor_change();

-- A mailed link is used once, and a recovery code too. Neither is ever worth anything for longer than it was.
create or replace function stay_used() returns trigger language plpgsql as $$
begin
  if (old.used_at is not null and new.used_at is distinct from old.used_at)
    or (to_jsonb(old) ->> 'stopped_at' is not null and to_jsonb(new) -> 'stopped_at' is distinct from to_jsonb(old) -> 'stopped_at')
    or (to_jsonb(new) ->> 'expires_at')::timestamptz > (to_jsonb(old) ->> 'expires_at')::timestamptz then
    raise exception 'a row of % was used, and stays so', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger recovery_codes_stay_used before update on recovery_codes for each row execute function stay_used();

create or replace trigger passkeys_revision before update of mac, revision on passkeys for each row execute function raise_revision();

create or replace trigger decision_signatures_append_only before delete or update on decision_signatures
  for each row execute function refuse_change();
create or replace trigger decision_signatures_no_truncate before truncate on decision_signatures
  for each statement execute function refuse_change();

-- Which second factors an account has, without what proves them. An authenticator app is one once it was confirmed.
create or replace view second_factors as
select user_id, 'passkey' as kind from passkeys
union all select user_id, 'totp' from totp_secrets where confirmed_at is not null;
