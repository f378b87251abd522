-- Messages: notifications, mails, branding.

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null,
  type text not null check (type in ('success', 'info', 'warning', 'error')),
  title jsonb not null check (length(title::text) <= 2000),
  content jsonb not null check (length(content::text) <= 4000),
  -- Own path of the page that it is about.
  link text check (link ~ '^/[a-z0-9/_-]*$'),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id) where read_at is null;
comment on table notifications is 'What somebody was told of in the shop.';

create table notification_settings (
  user_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  inbox boolean not null,
  mail boolean not null,
  primary key (user_id, kind)
);
comment on table notification_settings is 'What somebody wants to hear of, and how, where it isn''t the usual way.';

create table branding (
  id boolean primary key default true check (id),
  name text not null check (name <> ''),
  -- For links and buttons, on light and on dark pages.
  accent_light text not null check (accent_light ~ '^#[0-9a-f]{6}$'),
  accent_dark text not null check (accent_dark ~ '^#[0-9a-f]{6}$'),
  footer text not null,
  -- The first line of every mail.
  mail_header text not null,
  logo jsonb check (logo ?& '{id,width,height,plate}')
);
comment on table branding is 'The shop''s name, colours and logo. One row.';

create table logo_files (
  -- The digest of the picture that they were drawn from.
  logo text not null check (logo ~ '^[0-9a-f]{32}$'),
  file text not null,
  bytes bytea not null check (length(bytes) <= 2097152),
  primary key (logo, file)
);
comment on table logo_files is 'Files of the shop''s logo.';

create table mailbox (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text_body text not null,
  sent_at timestamptz not null default now(),
  html_body text not null default '',
  message_id text unique
);
comment on table mailbox is 'Mails of a shop without a mail server, which are shown instead of sent.';

insert into branding (name, accent_light, accent_dark, footer, mail_header)
values ('Facevalue', '#0b5d4b', '#74d1b2', '', '');
