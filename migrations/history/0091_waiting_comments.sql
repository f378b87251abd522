-- What waits for a decision of staff is found by nobody: a comment joins the words of its ticket once it is let through.

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

create or replace function index_new_comment() returns trigger language plpgsql as $function$
begin
  if new.review is not distinct from 'waiting' then return null; end if;
  update ticket_search set words = strip(words || ticket_lexemes(new.body))
  where ticket_id = new.ticket_id and takes_more_words(words);
  return null;
end $function$;

drop trigger ticket_comments_changed on ticket_comments;
create trigger ticket_comments_changed after delete or update of body, ticket_id, review on ticket_comments
  for each row execute function index_changed_comment();

do $$
declare
  waits uuid;
begin
  for waits in select distinct ticket_id from ticket_comments where review = 'waiting' loop
    perform index_ticket(waits);
  end loop;
end $$;
