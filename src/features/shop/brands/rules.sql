-- A text as it is searched: without accents, in lower case.
create or replace function search_text(value text) returns text language sql immutable strict parallel safe
return lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8);

-- The brand of this name, made where it is missing.
create or replace function brand_named(wanted text) returns uuid language plpgsql as $$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(search_text(wanted), '[^a-z0-9]+', '-', 'g')), 72));
  nth integer := 1;
  brand uuid;
begin
  if base = '' then base := 'brand'; end if;
  loop
    select id into brand from brands where name = wanted;
    if brand is null then
      insert into brands (slug, name)
      select made.slug, wanted from concat(base, case when nth > 1 then '-' || nth end) as made (slug)
      where not exists (select from brand_slugs old where old.slug = made.slug)
      on conflict do nothing returning id into brand;
    end if;
    if brand is not null then return brand; end if;
    nth := nth + 1;
  end loop;
end $$;

-- A programme without a brand gets the one that is called like it.
create or replace function give_brand() returns trigger language plpgsql as $$
begin
  if new.brand_id is null then new.brand_id := brand_named(new.name); end if;
  return new;
end $$;
create or replace trigger programmes_brand before insert on programmes for each row execute function give_brand();

-- By what words brands are found: their own and those of their categories, in all languages.
create or replace view brand_words as
select id, slug, categories, concat_ws(' ', name, array_to_string(synonyms, ' '), (
  select string_agg(concat_ws(' ', array_to_string(category.synonyms, ' '), (
    select string_agg(value, ' ') from jsonb_each_text(category.names))), ' ')
  from brand_categories category where category.slug = any(brands.categories))) as words
from brands;
