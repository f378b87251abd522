-- Search over tickets, and tickets of people who can't sign in.

create extension if not exists pg_trgm;

-- A ticket of a guest has an address that nobody proved, and no account.
alter table tickets
  alter column user_id drop not null,
  add column guest_email text check (length(guest_email) between 3 and 254),
  add column guest_locale text,
  add check ((user_id is null) <> (guest_email is null)),
  add check (guest_locale is null or guest_email is not null);
create index tickets_of_guest on tickets (guest_email, created_at desc) where guest_email is not null;
alter table ticket_comments
  alter column author_id drop not null,
  add check (author_id is not null or not by_staff);

-- A link by which a guest reads a ticket: what is mailed is its id with a MAC.
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

-- The words of each ticket: its number, subject, texts and whose it is.
create table ticket_search (
  ticket_id uuid primary key references tickets (id) on delete cascade,
  words tsvector not null
);
create index ticket_search_words on ticket_search using gin (words);

-- Words as they are written, for names, and their stems in the languages of the shop.
create function ticket_lexemes(text) returns tsvector language sql immutable as $$
  select strip(to_tsvector('simple', $1) || to_tsvector('english', $1) || to_tsvector('german', $1))
$$;

-- Far below the 1 MB that a tsvector may hold: of an endless conversation, only the beginning is found.
create function takes_more_words(tsvector) returns boolean language sql immutable as $$
  select octet_length($1::text) < 400000
$$;

create function index_ticket(searched uuid) returns void language plpgsql as $$
declare
  found_words tsvector;
  written text;
begin
  select ticket_lexemes(t.number || ' ' || t.subject || ' ' || coalesce(u.username, t.guest_email)) into found_words
  from tickets t left join users u on u.id = t.user_id where t.id = searched;
  -- Deleted in the same statement.
  if found_words is null then return; end if;
  for written in select body from ticket_comments where ticket_id = searched and body <> '' order by id loop
    exit when not takes_more_words(found_words);
    found_words := strip(found_words || ticket_lexemes(written));
  end loop;
  insert into ticket_search (ticket_id, words) values (searched, found_words)
  on conflict (ticket_id) do update set words = excluded.words;
end $$;

create function index_new_ticket() returns trigger language plpgsql as $$
begin
  perform index_ticket(new.id);
  return null;
end $$;
create trigger tickets_indexed after insert or update of subject, user_id, guest_email on tickets
  for each row execute function index_new_ticket();

create function index_new_comment() returns trigger language plpgsql as $$
begin
  update ticket_search set words = strip(words || ticket_lexemes(new.body))
  where ticket_id = new.ticket_id and takes_more_words(words);
  return null;
end $$;
create trigger ticket_comments_indexed after insert on ticket_comments
  for each row execute function index_new_comment();

-- What was removed is found no more, and what was moved is found where it is.
create function index_changed_comment() returns trigger language plpgsql as $$
begin
  perform index_ticket(old.ticket_id);
  if tg_op = 'UPDATE' and new.ticket_id <> old.ticket_id then perform index_ticket(new.ticket_id); end if;
  return null;
end $$;
create trigger ticket_comments_changed after update of body, ticket_id or delete on ticket_comments
  for each row execute function index_changed_comment();

select index_ticket(id) from tickets;

-- What words there are, for words that are misspelt. Refreshed every hour: it keeps nothing that no ticket holds.
create materialized view ticket_words as
  select word, ndoc as tickets from ts_stat('select words from public.ticket_search')
  where length(word) between 3 and 40 and word ~ '^[[:alpha:]]';
create unique index ticket_words_word on ticket_words (word);
create index ticket_words_alike on ticket_words using gin (word gin_trgm_ops);
