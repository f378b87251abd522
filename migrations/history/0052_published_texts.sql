-- Texts in several languages, for whom and for how long, and every version of them.

-- `{"de": {"title": "...", "content": "..."}}`: the columns themselves hold the shop's default language.
create function words_in(translations jsonb, fields text[]) returns boolean language sql immutable as $$
  select jsonb_typeof(translations) = 'object' and not exists (
    select from jsonb_each(translations) as one (locale, words)
    where locale !~ '^[a-z]{2}$' or jsonb_typeof(words) <> 'object' or not words ?& fields or words - fields <> '{}')
$$;

alter table news add column translations jsonb not null default '{}' check (words_in(translations, '{title,content}'));
alter table news add column ends_at timestamptz check (ends_at > published_at);
alter table notices add column translations jsonb not null default '{}' check (words_in(translations, '{title,content}'));
alter table faqs
  add column translations jsonb not null default '{}' check (words_in(translations, '{topic,question,answer}'));

-- Whom a notice is meant for; an empty list means everybody.
alter table notices add column roles text[] not null default '{}' check (roles <@ '{buyer,admin}');
alter table notices add column tiers int[] not null default '{}' check (tiers <@ '{0,1,2}');
alter table notices add column locales text[] not null default '{}' check (array_to_string(locales, ',') ~ '^([a-z]{2}(,|$))*$');

alter table legal_texts drop constraint legal_texts_content_check;
alter table legal_texts add constraint legal_texts_content_check check (length(content) between 1 and 40000);

-- Written by triggers, so that no way of saving a text leaves out its version. Kept when the text is removed.
create table content_versions (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('news', 'notices', 'faqs', 'legal_texts')),
  text_id uuid not null,
  -- Legal texts follow each other by kind and language, each in a row of its own; others are one row.
  series text not null,
  words jsonb not null,
  -- null for what the shop wrote itself.
  saved_by uuid references users (id),
  saved_at timestamptz not null
);
create index content_versions_of_series on content_versions (kind, series, saved_at desc, id desc);
create index content_versions_of_text on content_versions (text_id, saved_at desc, id desc);

alter table news add column saved_by uuid references users (id);
alter table notices add column saved_by uuid references users (id);
alter table faqs add column saved_by uuid references users (id);
alter table legal_texts add column saved_by uuid references users (id);

create function words_of(saved jsonb) returns jsonb language sql immutable as $$
  select saved - '{id,created_at,updated_at,saved_by}'::text[]
$$;

create function series_of(saved jsonb) returns text language sql immutable as $$
  select coalesce((saved ->> 'kind') || '/' || (saved ->> 'locale'), saved ->> 'id')
$$;

create function keep_content_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and words_of(to_jsonb(new)) = words_of(to_jsonb(old)) then return null; end if;
  insert into content_versions (kind, text_id, series, words, saved_by, saved_at)
  values (tg_table_name, new.id, series_of(to_jsonb(new)), words_of(to_jsonb(new)), new.saved_by, new.updated_at);
  return null;
end $$;
create trigger news_versions after insert or update on news for each row execute function keep_content_version();
create trigger notices_versions after insert or update on notices for each row execute function keep_content_version();
create trigger faqs_versions after insert or update on faqs for each row execute function keep_content_version();
create trigger legal_texts_versions after insert or update on legal_texts
  for each row execute function keep_content_version();

insert into content_versions (kind, text_id, series, words, saved_at)
select kind, (saved ->> 'id')::uuid, series_of(saved), words_of(saved), (saved ->> 'updated_at')::timestamptz
from (
  select 'news' as kind, to_jsonb(t) as saved from news t
  union all select 'notices', to_jsonb(t) from notices t
  union all select 'faqs', to_jsonb(t) from faqs t
  union all select 'legal_texts', to_jsonb(t) from legal_texts t) as texts;
