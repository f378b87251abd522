-- Processes keep sessions in memory for some seconds; whatever changes one is told to all of them at commit.

create function tell_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;

create trigger users_session_change after update of role, duties, tier, activated_at, disabled_at on users
  for each row execute function tell_session_change('id');
create trigger sessions_session_change after delete or update of token_hash, expires_at on sessions
  for each row execute function tell_session_change('user_id');
