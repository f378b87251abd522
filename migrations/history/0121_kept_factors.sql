-- The rows of a second factor can be deleted by whoever serves; then a password alone signed in. An account that has used one says so
-- under its MAC. Accounts of before say it once they use theirs; what their MACs cover stays as it was until then.
alter table users add column second_factor boolean not null default false;
comment on column users.second_factor is 'Has an authenticator app or a passkey: the password alone opens nothing, even if their rows are gone.';
create or replace function sealed_facts(r users) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.username, r.email, micros(r.email_verified_at), r.password_hash, r.role, r.duties, r.tier,
    micros(r.activated_at), micros(r.disabled_at), micros(r.erased_at))
    || case when r.second_factor then '["second factor"]'::jsonb else '[]'::jsonb end, r.revision);
