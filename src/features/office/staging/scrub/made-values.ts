import { randomBytes } from 'node:crypto';
import type { Tx } from '#platform/db/client.ts';

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
const NUMBER = '^-?[0-9]{1,12}([.][0-9]{1,12})?$';
const TIME = '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+Z?)?$';

/**
 * The functions with which the plan makes values, for this transaction's session. What they mix in is random and stored nowhere, so that
 * nobody can try which text gives which digits.
 */
export async function defineMadeValues(sql: Tx): Promise<void> {
  const salt = randomBytes(32).toString('hex');
  await sql.unsafe(`
    create temp table shop_words on commit drop as
      select distinct word[1] as word from pg_constraint,
        regexp_matches(pg_get_constraintdef(oid), '''([A-Za-z_]{1,40})''::text', 'g') as word;
    create unique index on shop_words (word);
    create or replace function pg_temp.words(given text) returns text immutable language sql as $$
      select case when given is null or given = '' then given else 'Made up' end $$;
    create or replace function pg_temp.mixed_bytes(given bytea) returns bytea immutable language sql as $$
      select sha256(given || '\\x${salt}'::bytea) $$;
    create or replace function pg_temp.mixed(given text) returns text immutable language sql as $$
      select case when given is null or given = '' then given
        else encode(pg_temp.mixed_bytes(convert_to(given, 'UTF8')), 'hex') end $$;
    create or replace function pg_temp.mixed_each(given text[]) returns text[] immutable language sql as $$
      select array(select pg_temp.mixed(each) from unnest(given) with ordinality as list (each, place) order by place) $$;
    create or replace function pg_temp.fact(given text) returns text stable language sql as $$
      select case when given ~ '${UUID}' or given ~ '${NUMBER}' or given ~ '${TIME}'
          or exists (select from pg_temp.shop_words where word = given) then given
        else pg_temp.words(given) end $$;
    create or replace function pg_temp.facts(given jsonb) returns jsonb stable language plpgsql as $$
      begin
        return case jsonb_typeof(given)
          when 'object' then (select coalesce(jsonb_object_agg(key, pg_temp.facts(value)), '{}') from jsonb_each(given))
          when 'array' then (select coalesce(jsonb_agg(pg_temp.facts(value)), '[]') from jsonb_array_elements(given))
          when 'string' then to_jsonb(pg_temp.fact(given #>> '{}'))
          else given end;
      end $$`);
}
