-- A card's code that somebody wrote into a text: the text keeps `[card REF]` in its place, and staff see whose card it is.
create table pasted_codes (
  ref text primary key check (ref ~ '^[2-9A-HJ-NP-Z]{8}$'),
  card_id uuid not null references cards (id),
  -- null for a guest
  user_id uuid references users (id) on delete set null,
  found_at timestamptz not null,
  -- A repeated request finds the same reference.
  unique nulls not distinct (card_id, user_id)
);
create index pasted_codes_by_writer on pasted_codes (user_id, found_at);

-- How far the texts that were stored before are searched; a piece at a time, once.
create table pasted_code_search (
  single boolean primary key default true check (single),
  after_comment uuid,
  until timestamptz not null,
  ended_at timestamptz
);
insert into pasted_code_search (until) values (now());
