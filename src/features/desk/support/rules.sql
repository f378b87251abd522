-- Far below the 1 MB that a tsvector may hold: of an endless conversation, only the beginning is found.
create or replace function takes_more_words(tsvector) returns boolean language sql immutable as $$
  select octet_length($1::text) < 400000
$$;

-- Words as they are written, for names, and their stems in the languages of the shop.
create or replace function ticket_lexemes(text) returns tsvector language sql immutable as $$
  select strip(to_tsvector('simple', $1) || to_tsvector('english', $1) || to_tsvector('german', $1))
$$;

-- Writes a ticket's words anew: number, subject, author and comments that readers see.
create or replace function index_ticket(searched uuid) returns void language plpgsql as $function$
declare
  found_words tsvector;
  written text;
begin
  select ticket_lexemes(t.number || ' ' || t.subject || ' ' || coalesce(u.username, t.guest_email)) into found_words
  from tickets t left join users u on u.id = t.user_id where t.id = searched;
  -- Deleted in the same statement.
  if found_words is null then return; end if;
  for written in select body from ticket_comments where ticket_id = searched and body <> '' and review is distinct from 'waiting' order by id loop
    exit when not takes_more_words(found_words);
    found_words := strip(found_words || ticket_lexemes(written));
  end loop;
  insert into ticket_search (ticket_id, words) values (searched, found_words)
  on conflict (ticket_id) do update set words = excluded.words;
end $function$;

-- A new ticket can be found at once.
create or replace function index_new_ticket() returns trigger language plpgsql as $$
begin
  perform index_ticket(new.id);
  return null;
end $$;
create or replace trigger tickets_indexed after insert or update of subject, user_id, guest_email on tickets
  for each row execute function index_new_ticket();

-- A new comment joins the words of its ticket, unless it waits for a review.
create or replace function index_new_comment() returns trigger language plpgsql as $function$
begin
  if new.review is not distinct from 'waiting' then return null; end if;
  update ticket_search set words = strip(words || ticket_lexemes(new.body))
  where ticket_id = new.ticket_id and takes_more_words(words);
  return null;
end $function$;
create or replace trigger ticket_comments_indexed after insert on ticket_comments
  for each row execute function index_new_comment();

-- What was removed is found no more, and what was moved is found where it is.
create or replace function index_changed_comment() returns trigger language plpgsql as $$
begin
  perform index_ticket(old.ticket_id);
  if tg_op = 'UPDATE' and new.ticket_id <> old.ticket_id then perform index_ticket(new.ticket_id); end if;
  return null;
end $$;
create or replace trigger ticket_comments_changed after delete or update of body, ticket_id, review on ticket_comments
  for each row execute function index_changed_comment();

-- Nobody writes in a closed ticket.
create or replace function refuse_closed_ticket() returns trigger language plpgsql as $$
begin
  if (select status from tickets where id = new.ticket_id) = 5 then
    raise exception 'ticket % is closed', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger ticket_comments_open before insert on ticket_comments
  for each row execute function refuse_closed_ticket();

-- Refreshing takes the owner, up to PostgreSQL 16.
create or replace function refresh_ticket_words() returns void
language sql security definer set search_path to 'public', 'pg_temp' as $$
  refresh materialized view concurrently ticket_words
$$;

-- What buyers' tickets are about: for the pages of those things, which lie below; no word of them.
create or replace view referring_tickets as
select id, number, user_id, reference_kind, reference_id from tickets where reference_kind is not null;

-- A ticket's version goes up with each comment, and the comment knows which one it made.
create or replace function count_comment() returns trigger language plpgsql as $$
begin
  update tickets set version = version + 1 where id = new.ticket_id returning version into new.ticket_version;
  return new;
end $$;
create or replace trigger ticket_comments_versioned before insert on ticket_comments
  for each row execute function count_comment();

-- It goes up with each new state, too.
create or replace function count_state() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create or replace trigger tickets_versioned before update of status on tickets
  for each row when (old.status <> new.status) execute function count_state();
