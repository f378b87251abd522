-- Buyers choose a brand and a value; what is on sale are the cards of its programmes.

create table brand_categories (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- By language.
  names jsonb not null check (jsonb_typeof(names) = 'object' and names <> '{}'),
  synonyms text[] not null default '{}'
);

create table brands (
  id uuid primary key default uuidv7(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null unique check (length(name) between 2 and 80),
  about text not null default '',
  translations jsonb not null default '{}' check (words_in(translations, '{about}')),
  -- Slugs of brand_categories.
  categories text[] not null default '{}',
  synonyms text[] not null default '{}',
  created_at timestamptz not null default now()
);

-- Where a brand was found before its slug changed: links that were passed on still lead to it.
create table brand_slugs (
  slug text primary key,
  brand_id uuid not null references brands (id) on delete cascade
);
create index brand_slugs_brand on brand_slugs (brand_id);

-- The brand of this name, made where it is missing.
create function brand_named(wanted text) returns uuid language plpgsql as $$
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

create function give_brand() returns trigger language plpgsql as $$
begin
  if new.brand_id is null then new.brand_id := brand_named(new.name); end if;
  return new;
end $$;

alter table programmes add column brand_id uuid references brands (id);
update programmes set brand_id = brand_named(name);
alter table programmes alter column brand_id set not null;
create index programmes_brand on programmes (brand_id);
create trigger programmes_brand before insert on programmes for each row execute function give_brand();
