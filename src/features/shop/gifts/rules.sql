-- A gift's seal covers its id and its line. That it was opened, saved or withdrawn, when it ends, and to whom its link is mailed, no row
-- may say another way later: the link would be mailed to a stranger, or open once more.
create or replace function keep_gift() returns trigger language plpgsql as $$
begin
  if (old.opened_at is not null and new.opened_at is distinct from old.opened_at)
    or (old.saved_at is not null and new.saved_at is distinct from old.saved_at)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
    or (new.email is not null and new.email is distinct from old.email)
    or new.expires_at > old.expires_at then
    raise exception 'gift % was used, and stays so', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger gifts_stay_used before update on gifts for each row execute function keep_gift();

-- Cards that their buyer gave away by a link that wasn't withdrawn; not to whom, nor what they wrote. `unsent_until`: when the link of a
-- mail that hasn't gone out yet ends.
create or replace view given_lines as
select id, line_id, opened_at, message <> '' as has_message, case when email is not null then expires_at end as unsent_until
from gifts where withdrawn_at is null;
