-- Desk: tickets, claims, guests.

create sequence claim_numbers start with 1001;

create table pasted_codes (
  ref text primary key check (ref ~ '^[2-9A-HJ-NP-Z]{8}$'),
  card_id uuid not null references cards (id),
  -- null for a guest
  user_id uuid references users (id) on delete set null,
  found_at timestamptz not null,
  unique nulls not distinct (card_id, user_id)
);
create index pasted_codes_by_writer on pasted_codes (user_id, found_at);
comment on table pasted_codes is 'Texts from which the code of a sold card was hidden, and whose card it was.';

create table pasted_code_search (
  single boolean primary key default true check (single),
  after_comment uuid,
  until timestamptz not null,
  ended_at timestamptz
);
comment on table pasted_code_search is 'How far the texts that were stored before are searched for codes. One row.';

create table support_categories (
  id uuid primary key default uuidv7(),
  -- What the code calls it, such as the category of a guarantee claim.
  slug text not null unique check (slug ~ '^[a-z][a-z0-9_]{1,39}$'),
  -- By language.
  names jsonb not null check (names ? 'en'),
  "position" integer not null default 0,
  -- Buyers can choose it; the others are for tickets that the shop opens.
  offered boolean not null default true
);
comment on table support_categories is 'What tickets are about.';

create table tickets (
  id uuid primary key default uuidv7(),
  number bigint generated always as identity unique,
  user_id uuid references users (id) on delete cascade,
  category_id uuid not null references support_categories (id),
  subject text not null check (length(subject) between 1 and 200),
  -- 1 Opened, 2 You Replied, 3 Support Replied, 4 Solved, 5 Closed
  status smallint not null default 1 check (status between 1 and 5),
  reference_kind text check (reference_kind in ('order', 'card', 'payment', 'preorder')),
  reference_id uuid,
  proof jsonb,
  assignee_id uuid references users (id),
  -- Since when the buyer has waited for staff.
  waiting_since timestamptz,
  buyer_read_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  guest_email text check (length(guest_email) between 3 and 254),
  guest_locale text,
  rating_asked_at timestamptz,
  priority smallint not null default 3 check (priority between 1 and 4),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  merged_into uuid references tickets (id) on delete set null,
  first_answered_at timestamptz,
  solved_at timestamptz,
  answer_due_at timestamptz,
  solve_due_at timestamptz,
  solve_left_ms bigint,
  escalated_at timestamptz,
  due_at timestamptz generated always as (case when status < 3 then least(answer_due_at, solve_due_at)
    else null::timestamptz end) stored,
  answer_ms bigint,
  answer_in_time boolean,
  solve_ms bigint,
  solve_in_time boolean,
  check ((reference_kind is null) = (reference_id is null)),
  check ((status in (1, 2)) = (waiting_since is not null)),
  check ((user_id is null) <> (guest_email is null)),
  check (guest_locale is null or guest_email is not null),
  check (merged_into is null or status = 5)
);
create index tickets_of_user on tickets (user_id, updated_at desc, id desc);
create index tickets_waiting on tickets (waiting_since, id) where waiting_since is not null;
create index tickets_latest on tickets (updated_at desc, id desc);
create index tickets_of_guest on tickets (guest_email, created_at desc) where guest_email is not null;
create index tickets_due on tickets (due_at, id) where due_at is not null;
create index tickets_to_escalate on tickets (due_at) where due_at is not null and escalated_at is null;
create index tickets_unassigned on tickets (waiting_since, id) where waiting_since is not null and assignee_id is null;
create index tickets_of_assignee on tickets (assignee_id, waiting_since, id) where status < 4;
create index tickets_tags on tickets using gin (tags);
create index tickets_solved on tickets (updated_at) where status = 4;
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_reference on tickets (reference_id) where reference_id is not null;
create index tickets_created on tickets (created_at);
create index tickets_answered on tickets (first_answered_at) where first_answered_at is not null;
create index tickets_solved_at on tickets (solved_at) where solved_at is not null;
comment on table tickets is 'Conversations with buyers and guests.';
comment on column tickets.proof is 'What a claim rests on, as it was when the ticket was opened.';
comment on column tickets.solve_left_ms is 'Working time left for a solution, while the desk waits for the writer.';

create table ticket_comments (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid references users (id),
  by_staff boolean not null,
  -- Empty once it was removed.
  body text not null check (length(body) <= 8000),
  -- The guard was unsure about the text, and what staff decided.
  review text check (review in ('waiting', 'shown', 'removed')),
  reviewed_by uuid references users (id),
  reviewed_at timestamptz,
  created_at timestamptz not null,
  check ((body = '') = (not review is distinct from 'removed')),
  check ((review in ('shown', 'removed')) = (reviewed_by is not null and reviewed_at is not null)),
  check (author_id is not null or not by_staff)
);
create index ticket_comments_of_ticket on ticket_comments (ticket_id, id);
create index ticket_comments_in_review on ticket_comments (ticket_id) where review = 'waiting';
comment on table ticket_comments is 'What was written in a ticket, for both sides to read.';

create table ticket_links (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  created_at timestamptz not null,
  -- Soon after the first opening, so that a link left in a mailbox opens nothing for long.
  expires_at timestamptz not null,
  opened_at timestamptz
);
create index ticket_links_of_ticket on ticket_links (ticket_id);
create index ticket_links_expiring on ticket_links (expires_at);
comment on table ticket_links is 'Links by which a guest reads a ticket.';

create table ticket_search (
  ticket_id uuid primary key references tickets (id) on delete cascade,
  words tsvector not null
);
create index ticket_search_words on ticket_search using gin (words);
comment on table ticket_search is 'Words of tickets, for the search of the desk.';

create table ticket_mails (
  message_hash bytea primary key check (octet_length(message_hash) = 32),
  ticket_id uuid not null references tickets (id) on delete cascade,
  received_at timestamptz not null
);
create index ticket_mails_of_ticket on ticket_mails (ticket_id);
create index ticket_mails_received on ticket_mails (received_at);
comment on table ticket_mails is 'Mails that were received, by the hash of their Message-ID: one that arrives twice is one reply.';

create table ticket_ratings (
  ticket_id uuid primary key references tickets (id) on delete cascade,
  good boolean not null,
  comment text not null check (length(comment) <= 500),
  created_at timestamptz not null
);
create index ticket_ratings_latest on ticket_ratings (created_at desc);
comment on table ticket_ratings is 'How content the writer of a ticket was.';

create table claims (
  id uuid primary key default uuidv7(),
  number bigint not null default nextval('claim_numbers'::regclass) unique,
  line_id uuid not null unique references order_lines (id),
  reason text not null check (reason in ('not_active', 'spent', 'wrong_code', 'other')),
  note text not null check (length(note) <= 1000),
  state text not null check (state in ('waiting', 'open', 'refunded', 'goodwill', 'refused', 'dropped')),
  -- The answer that decided it, or went along with the ticket.
  answer_id uuid references issuer_answers (id),
  ticket_id uuid,
  made_at timestamptz not null,
  decided_at timestamptz,
  refund_cents bigint not null default 0 check (refund_cents >= 0),
  check ((decided_at is null) = (state in ('waiting', 'open'))),
  check ((refund_cents > 0) = (state in ('refunded', 'goodwill'))),
  check (state <> 'refunded' or answer_id is not null)
);
create index claims_open on claims (id) where state in ('waiting', 'open');
comment on table claims is 'Cards that their buyer says don''t work, and what was decided.';

create table desk_settings (
  id boolean primary key default true check (id),
  time_zone text not null,
  -- From Monday on: the minutes of the day between which somebody answers; null on a day off.
  hours jsonb not null check (jsonb_array_length(hours) = 7),
  holidays date[] not null,
  -- By priority: minutes of business hours until an answer, and until the ticket is solved.
  targets jsonb not null check (jsonb_array_length(targets) = 4),
  -- Solved tickets close after so many days without a reply.
  close_after_days integer not null check (close_after_days between 1 and 365)
);
comment on table desk_settings is 'When the desk is open, and how soon it answers. One row.';

create table ticket_notes (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid not null references users (id),
  body text not null check (length(body) <= 8000),
  created_at timestamptz not null
);
create index ticket_notes_of_ticket on ticket_notes (ticket_id, id);
comment on table ticket_notes is 'What staff wrote about a ticket for each other.';

create table ticket_changes (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users (id),
  tickets jsonb not null,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index ticket_changes_old on ticket_changes (made_at);
comment on table ticket_changes is 'What one press of a button did to several tickets: each as it was and as it became, so that it can be undone.';

create table ticket_presence (
  ticket_id uuid not null references tickets (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  typing boolean not null,
  seen_at timestamptz not null,
  primary key (ticket_id, user_id)
);
comment on table ticket_presence is 'Who has a ticket open now.';

create table canned_answers (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 1 and 60),
  -- By language.
  bodies jsonb not null check (bodies ? 'en'),
  updated_at timestamptz not null
);
comment on table canned_answers is 'Answers that support inserts into a reply, by language.';

-- What words there are, for words that are misspelt. Refreshed every hour: it keeps nothing that no ticket holds.
create materialized view ticket_words as
  select word, ndoc as tickets from ts_stat('select words from public.ticket_search')
  where length(word) between 3 and 40 and word ~ '^[[:alpha:]]';
create unique index ticket_words_word on ticket_words (word);
create index ticket_words_alike on ticket_words using gin (word gin_trgm_ops);

insert into support_categories (slug, names, position, offered) values
  ('card', '{"en": "A card or its code", "de": "Eine Karte oder ihr Code", "es": "Una tarjeta o su código"}', 10, true),
  ('order', '{"en": "An order", "de": "Eine Bestellung", "es": "Un pedido"}', 20, true),
  ('payment', '{"en": "A payment", "de": "Eine Zahlung", "es": "Un pago"}', 30, true),
  ('preorder', '{"en": "A pre-order", "de": "Eine Vorbestellung", "es": "Una reserva anticipada"}', 40, true),
  ('account', '{"en": "My account", "de": "Mein Konto", "es": "Mi cuenta"}', 50, true),
  ('other', '{"en": "Something else", "de": "Etwas anderes", "es": "Otra cosa"}', 90, true),
  ('claim', '{"en": "Guarantee claim", "de": "Garantiefall", "es": "Reclamación de garantía"}', 100, false),
  ('notice', '{"en": "Notice about content (DSA)", "de": "Meldung eines Inhalts (DSA)", "es": "Aviso sobre un contenido (DSA)"}', 110, false);

-- Times are in minutes: of a day, and of working hours.
insert into desk_settings (time_zone, hours, holidays, targets, close_after_days) values (
  'UTC',
  '[{"to": 1020, "from": 540}, {"to": 1020, "from": 540}, {"to": 1020, "from": 540}, {"to": 1020, "from": 540},
    {"to": 1020, "from": 540}, null, null]',
  '{}',
  '[{"solve": 480, "answer": 60}, {"solve": 960, "answer": 240}, {"solve": 2400, "answer": 480}, {"solve": 4800, "answer": 960}]',
  14);

insert into pasted_code_search (until) values (now());
