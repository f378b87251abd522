-- What PostgreSQL 15 to 17 lack of what the shop uses, by the names that it has in 18. There, and where pg_upgrade brought
-- a database there, the server's own come first.
do $$
declare version constant integer := current_setting('server_version_num');
begin
  if version < 160000 then
    create or replace function pg_input_is_valid(input text, kind text) returns boolean language plpgsql stable as $body$
    begin
      execute format('select %L::%s', input, kind::regtype);
      return true;
    exception when data_exception then
      return false;
    end $body$;
  end if;
  if version < 170000 then
    create collation if not exists pg_c_utf8 (provider = icu, locale = 'und');
  end if;
  if version < 180000 then
    -- RFC 9562, section 5.7, with the time below a millisecond in the 12 bits after it (section 6.2, method 3).
    create or replace function uuidv7(shift interval) returns uuid language sql volatile parallel safe
    return (
      select encode(
        substring(int8send((us / 1000)::bigint) from 3)
          || int2send((28672 + us % 1000 * 4096 / 1000)::smallint)
          || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
      from (select (extract(epoch from clock_timestamp() + shift) * 1000000)::bigint as us) as now);
    create or replace function uuidv7() returns uuid language sql volatile parallel safe
    return uuidv7(interval '0');
  end if;
end $$;
