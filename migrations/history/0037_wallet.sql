-- What buyers keep about their cards, what they are told and how, gifts, and the barcode of a programme's codes.

alter table order_lines
  -- Version of the consent's text; null for consents of earlier releases.
  add column consent_version smallint check (consent_version > 0),
  add column used_at timestamptz,
  add column note text not null default '' check (length(note) <= 200),
  add column expiry_told_at timestamptz;
create index cards_sold_expiring on cards (expires_on) where state = 'sold' and expires_on is not null;

-- What differs from the defaults of src/contracts/notifications.ts.
create table notification_settings (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  inbox boolean not null,
  mail boolean not null,
  primary key (user_id, kind)
);

-- Where the user redeems cards, if they say so.
alter table users add column country text check (country ~ '^[A-Z]{2}$');

-- How tills scan the codes.
alter table programmes add column barcode text not null default 'none' check (barcode in ('none', 'code128', 'qr'));
update programme_versions set facts = facts || '{"barcode": "none"}';
create function apply_programme_barcode() returns trigger language plpgsql as $$
begin
  update programmes set barcode = coalesce(new.facts ->> 'barcode', 'none') where id = new.programme_id;
  return null;
end $$;
create trigger programme_versions_barcode after update of state on programme_versions
  for each row when (new.state = 'active') execute function apply_programme_barcode();

-- A link that shows the code of a bought card once. The link is the row's id with its mac: nothing here opens it.
create table gifts (
  id uuid primary key default uuidv7(),
  line_id uuid not null references order_lines (id),
  user_id uuid not null references users (id) on delete cascade,
  message text not null check (length(message) <= 300),
  mailed boolean not null,
  -- The recipient's address, until the mail is sent.
  email text check (length(email) <= 254),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  opened_at timestamptz,
  withdrawn_at timestamptz,
  check (opened_at is null or withdrawn_at is null)
);
create unique index gifts_live on gifts (line_id) where withdrawn_at is null;
create index gifts_user on gifts (user_id, id);
