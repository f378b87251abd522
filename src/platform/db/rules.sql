-- Rows of these tables stay as they were written. What is sealed in them, and its MAC, the owner of the tables may seal by another key.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' and session_owns(tg_relid)
    and new is distinct from old and to_jsonb(new) - array['sealed', 'mac'] = to_jsonb(old) - array['sealed', 'mac'] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A state follows the state before it as the table's `…_may_become` says.
create or replace function refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception '% % is %, and can''t become %', tg_table_name, old.id, old.state, new.state using errcode = 'check_violation';
end $$;

-- Whether this session may change tables: migrations and the owner's commands need no gate.
create or replace function session_owns(what oid) returns boolean language sql stable
  return pg_has_role(session_user, (select relowner from pg_class where oid = what), 'member');
