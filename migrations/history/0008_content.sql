-- Texts that the shop writes to its users: news, notices, questions; and the HTML of mails.

-- A mail that is handed over twice after a crash stands in the mailbox once.
alter table mailbox add column html_body text not null default '';
alter table mailbox add column message_id text unique;

-- Without a time of publication it is a draft; with one to come it is waiting.
alter table news alter column published_at drop not null, alter column published_at drop default;
alter table news add column created_at timestamptz not null default now();
alter table news add column updated_at timestamptz not null default now();

-- Up to when a user has read the news.
create table news_readings (
  user_id uuid primary key references users (id) on delete cascade,
  read_at timestamptz not null
);

-- The private address of a user's news feed is made from the row's id and its mac; a new row ends the old address.
create table news_feeds (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users (id) on delete cascade,
  created_at timestamptz not null default now()
);

create table notices (
  id uuid primary key default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 4000),
  -- Without a start it is a draft; without an end it stays.
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index notices_started on notices (starts_at desc, id desc);

create table notice_readings (
  notice_id uuid not null references notices (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (user_id, notice_id)
);
create index notice_readings_of_notice on notice_readings (notice_id);

alter table faqs add constraint faqs_topic_check check (length(topic) between 1 and 60);
alter table faqs add constraint faqs_question_check check (length(question) between 1 and 300);
alter table faqs add constraint faqs_answer_check check (length(answer) between 1 and 4000);
alter table faqs add column published boolean not null default true;
alter table faqs add column created_at timestamptz not null default now();
alter table faqs add column updated_at timestamptz not null default now();
