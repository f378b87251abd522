-- What changes an offer is written down; the prefixes are made from it.
create or replace function note_offer() returns trigger language plpgsql as $$
declare
  row_of jsonb := to_jsonb(coalesce(new, old));
begin
  insert into programme_offer_changes values (coalesce(row_of ->> 'programme_id', row_of ->> 'id')::uuid);
  return null;
end $$;
create or replace trigger batches_offer after update of state on batches
  for each row when (old.state <> new.state) execute function note_offer();
create or replace trigger card_lots_offer after insert or update or delete on card_lots
  for each row execute function note_offer();
create or replace trigger programmes_offer after update on programmes for each row execute function note_offer();

-- What a search finds a programme by: the words people see, how they begin, and its facts as `fact=value`.
create or replace function offer_words(of programmes) returns tsvector language sql stable parallel safe
begin atomic
  with seen as (
    select word
    from regexp_split_to_table(search_text(concat_ws(' ', of.name, of.issuer_name, of.level, of.prefix)) collate pg_c_utf8,
      '[^[:alnum:]]+') as word
    where word <> ''
  ),
  words as (
    select word from seen
    union all select 'head=' || left(word, letters) from seen, generate_series(1, 3) as letters where letters <= length(word)
    union all select 'country=' || code from unnest(array_prepend(of.country, of.other_countries)) as code
    union all select fact || '=' || value from (values ('kind', of.code_format -> 'code' ->> 'kind'), ('level', of.level),
      ('currency', of.currency), ('prefix', of.prefix)) as facts (fact, value) where value is not null
  )
  select array_to_tsvector(array_agg(word)) from words;
end;
