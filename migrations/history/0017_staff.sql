-- Whether a member of staff has a second factor is cached with the session, so a change of it is announced too.

create function tell_factor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;

create trigger passkeys_session_change after insert or delete on passkeys
  for each row execute function tell_factor_change();
create trigger totp_secrets_session_change after insert or delete or update of confirmed_at on totp_secrets
  for each row execute function tell_factor_change();
