-- Support tickets, and the legal texts that buyers agree to.

create table support_categories (
  id uuid primary key default uuidv7(),
  -- What the code calls it, such as the category of a guarantee claim.
  slug text not null unique check (slug ~ '^[a-z][a-z0-9_]{1,39}$'),
  -- By language.
  names jsonb not null check (names ? 'en'),
  position integer not null default 0,
  -- Buyers can choose it; the others are for tickets that the shop opens.
  offered boolean not null default true
);
insert into support_categories (slug, names, position, offered) values
  ('card', '{"en": "A card or its code", "de": "Eine Karte oder ihr Code"}', 10, true),
  ('order', '{"en": "An order", "de": "Eine Bestellung"}', 20, true),
  ('payment', '{"en": "A payment", "de": "Eine Zahlung"}', 30, true),
  ('preorder', '{"en": "A pre-order", "de": "Eine Vorbestellung"}', 40, true),
  ('account', '{"en": "My account", "de": "Mein Konto"}', 50, true),
  ('other', '{"en": "Something else", "de": "Etwas anderes"}', 90, true),
  ('claim', '{"en": "Guarantee claim", "de": "Garantiefall"}', 100, false);

create table tickets (
  id uuid primary key default uuidv7(),
  number bigint not null generated always as identity (start with 1001) unique,
  user_id uuid not null references users (id) on delete cascade,
  category_id uuid not null references support_categories (id),
  subject text not null check (length(subject) between 1 and 200),
  -- 1 Opened, 2 You Replied, 3 Support Replied, 4 Solved, 5 Closed
  status smallint not null default 1 check (status between 1 and 5),
  reference_kind text check (reference_kind in ('order', 'card', 'payment', 'preorder')),
  reference_id uuid,
  -- Facts for staff that the shop found itself: ids, enumerations and times.
  proof jsonb,
  assignee_id uuid references users (id),
  -- Since when the buyer has waited for staff.
  waiting_since timestamptz,
  buyer_read_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((reference_kind is null) = (reference_id is null)),
  check ((status in (1, 2)) = (waiting_since is not null))
);
create index tickets_of_user on tickets (user_id, updated_at desc, id desc);
create index tickets_waiting on tickets (waiting_since, id) where waiting_since is not null;
create index tickets_latest on tickets (updated_at desc, id desc);

create table ticket_comments (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid not null references users (id),
  by_staff boolean not null,
  -- Empty once it was removed.
  body text not null check (length(body) <= 8000),
  -- The guard was unsure about the text, and what staff decided.
  review text check (review in ('waiting', 'shown', 'removed')),
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  created_at timestamptz not null,
  check ((body = '') = (review is not distinct from 'removed')),
  check ((review in ('shown', 'removed')) = (reviewed_by is not null and reviewed_at is not null))
);
create index ticket_comments_of_ticket on ticket_comments (ticket_id, id);
create index ticket_comments_in_review on ticket_comments (ticket_id) where review = 'waiting';

-- Apart from the comments, so that no reading of a buyer can include one.
create table ticket_notes (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid not null references users (id),
  body text not null check (length(body) between 1 and 8000),
  created_at timestamptz not null
);
create index ticket_notes_of_ticket on ticket_notes (ticket_id, id);

create function refuse_closed_ticket() returns trigger language plpgsql as $$
begin
  if (select status from tickets where id = new.ticket_id) = 5 then
    raise exception 'ticket % is closed', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ticket_comments_open before insert on ticket_comments
  for each row execute function refuse_closed_ticket();

-- Each row is one version of one text in one language; without a time of publication it is a draft.
create table legal_texts (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('terms', 'privacy', 'imprint')),
  locale text not null check (locale ~ '^[a-z]{2,3}$'),
  content text not null check (length(content) between 1 and 8000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index legal_texts_in_force on legal_texts (kind, locale, published_at);

create table terms_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  text_id uuid not null references legal_texts (id),
  accepted_at timestamptz not null,
  primary key (user_id, text_id)
);
create index terms_acceptances_of_text on terms_acceptances (text_id);

-- The version that a reader of a language gets: the newest in that language, else the newest in any.
create function legal_text_in_force(of_kind text, reader_locale text, at timestamptz) returns setof legal_texts
language sql stable as $$
  select * from legal_texts where kind = of_kind and published_at <= at
  order by (locale = split_part(reader_locale, '-', 1)) desc nulls last, published_at desc, id desc limit 1
$$;

create function keep_accepted_text() returns trigger language plpgsql as $$
begin
  if exists (select from terms_acceptances where text_id = old.id) then
    raise exception 'legal text % was accepted and stays as it is', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger legal_texts_kept before update of kind, locale, content, published_at on legal_texts
  for each row execute function keep_accepted_text();
