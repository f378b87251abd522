-- The prefix directory: one row for each programme with cards on sale, so that a page, a search and a count read an index
-- or a counted row, however many programmes there are.

create function search_text(value text) returns text language sql immutable strict parallel safe
return lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8);

-- What a search finds a programme by: the words people see, how they begin, and its facts as `fact=value`.
create function offer_words(of programmes) returns tsvector language sql stable parallel safe
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

create table programme_offers (
  programme_id uuid primary key references programmes (id),
  prefix text collate "C",
  name text collate "C" not null,
  kind text not null,
  level text not null,
  currency text not null,
  countries text[] not null,
  on_sale bigint not null check (on_sale > 0),
  from_price_cents bigint not null,
  words tsvector not null
);
create index programme_offers_prefix on programme_offers (prefix, programme_id);
create index programme_offers_prefix_down on programme_offers (prefix desc nulls last, programme_id desc);
create index programme_offers_name on programme_offers (name, programme_id);
create index programme_offers_price on programme_offers (from_price_cents, programme_id);
create index programme_offers_on_sale on programme_offers (on_sale, programme_id);
create index programme_offers_words on programme_offers using gin (words);

-- How many of them share the facts that the list is filtered by.
create table programme_offer_counts (
  kind text not null,
  level text not null,
  currency text not null,
  countries text[] not null,
  programmes bigint not null,
  primary key (kind, level, currency, countries)
);

-- Programmes whose row is out of date until the loop has renewed it; readers compute these anew.
create table programme_offer_changes (programme_id uuid not null);

create index card_lot_departures_lot on card_lot_departures (lot_id);
create index card_lots_programme on card_lots (programme_id);
create index card_lots_expires on card_lots (expires_on);

create function note_offer() returns trigger language plpgsql as $$
declare
  row_of jsonb := to_jsonb(coalesce(new, old));
begin
  insert into programme_offer_changes values (coalesce(row_of ->> 'programme_id', row_of ->> 'id')::uuid);
  return null;
end $$;
create trigger card_lots_offer after insert or update or delete on card_lots
  for each row execute function note_offer();
create trigger batches_offer after update of state on batches
  for each row when (old.state <> new.state) execute function note_offer();
create trigger programmes_offer after update on programmes for each row execute function note_offer();

insert into programme_offer_changes select distinct programme_id from card_lots;
