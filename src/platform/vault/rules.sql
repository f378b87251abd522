-- What a row lets somebody do is proved by a MAC of the vault over these facts: whoever has only the database's credentials can
-- write the row, but not its MAC. Texts are built as JSON, so that no two rows have the same one.
create or replace function micros(at timestamptz) returns bigint language sql immutable parallel safe
  return (extract(epoch from at) * 1000000)::bigint;

-- The facts of a row with its revision, once that is above 0: an older MAC doesn't fit any more.
create or replace function risen(facts jsonb, revision integer) returns text language sql immutable parallel safe
  return (case when revision = 0 then facts else facts || jsonb_build_array(revision) end)::text;

-- The first MAC of a row comes right after it was written, for the revision that it has. So does one after its MAC was taken. The
-- owner of the table may put back a whole row of a backup, with its revision.
create or replace function raise_revision() returns trigger language plpgsql as $$
begin
  if new.revision <> old.revision and session_owns(tg_relid) then return new; end if;
  new.revision := old.revision + case when old.mac is not null and new.mac is distinct from old.mac then 1 else 0 end;
  return new;
end $$;
