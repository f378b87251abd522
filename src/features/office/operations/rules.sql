-- Every process learns of a maintenance window at once.
create or replace function notify_maintenance() returns trigger language plpgsql as $$
begin
  perform pg_notify('maintenance_changed', '');
  return null;
end $$;
create or replace trigger maintenance_windows_told after insert or update on maintenance_windows
  for each statement execute function notify_maintenance();
