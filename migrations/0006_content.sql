-- Content: texts of the shop and their versions.

-- `{"de": {"title": "...", "content": "..."}}`: the columns themselves hold the shop's default language.
create function words_in(translations jsonb, fields text[]) returns boolean language sql immutable as $$
  select jsonb_typeof(translations) = 'object' and not exists (
    select from jsonb_each(translations) as one (locale, words)
    where locale !~ '^[a-z]{2}$' or jsonb_typeof(words) <> 'object' or not words ?& fields or words - fields <> '{}')
$$;

create table news (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 8000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}' check (words_in(translations, '{title,content}')),
  ends_at timestamptz,
  saved_by uuid references users (id),
  check (ends_at > published_at)
);
create index news_published on news (published_at desc);
comment on table news is 'News for buyers.';

create table faqs (
  id uuid primary key default uuidv7(),
  topic text not null check (length(topic) between 1 and 60),
  question text not null check (length(question) between 1 and 300),
  answer text not null check (length(answer) between 1 and 4000),
  "position" integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}' check (words_in(translations, '{topic,question,answer}')),
  saved_by uuid references users (id),
  published_at timestamptz,
  ends_at timestamptz,
  check (ends_at > published_at)
);
comment on table faqs is 'Questions and answers for buyers.';

create table news_readings (
  user_id uuid primary key references users (id) on delete cascade,
  read_at timestamptz not null
);
comment on table news_readings is 'Up to when somebody has read the news.';

create table news_feeds (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table news_feeds is 'Secret addresses of news feeds.';

create table notices (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 4000),
  -- Without a start it is a draft; without an end it stays.
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  translations jsonb not null default '{}' check (words_in(translations, '{title,content}')),
  roles text[] not null default '{}' check (roles <@ '{buyer,admin}'),
  tiers integer[] not null default '{}'::integer[] check (tiers <@ '{0,1,2}'::integer[]),
  locales text[] not null default '{}' check (array_to_string(locales, ',') ~ '^([a-z]{2}(,|$))*$'),
  saved_by uuid references users (id),
  check (ends_at > starts_at)
);
create index notices_started on notices (starts_at desc, id desc);
comment on table notices is 'Notices above all pages, for some readers or all, for a while.';

create table notice_readings (
  notice_id uuid not null references notices (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (user_id, notice_id)
);
create index notice_readings_of_notice on notice_readings (notice_id);
comment on table notice_readings is 'Who has seen which notice.';

create table legal_texts (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('terms', 'privacy', 'imprint', 'accessibility')),
  locale text not null check (locale ~ '^[a-z]{2,3}$'),
  content text not null check (length(content) between 1 and 40000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  saved_by uuid references users (id)
);
create index legal_texts_in_force on legal_texts (kind, locale, published_at);
comment on table legal_texts is 'Terms, privacy and imprint, each version as it was published.';

create table terms_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  text_id uuid not null references legal_texts (id),
  accepted_at timestamptz not null,
  primary key (user_id, text_id)
);
create index terms_acceptances_of_text on terms_acceptances (text_id);
comment on table terms_acceptances is 'Who accepted which version of the terms.';

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
comment on table content_versions is 'Texts of the shop as they were before each change.';
