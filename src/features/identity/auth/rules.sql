-- What the MAC of a row covers.
create or replace function sealed_facts(r email_tokens) returns text language sql stable parallel safe
  return risen(jsonb_build_array(r.id, r.user_id, r.purpose, r.email, r.old_email, r.old_email_confirmed, micros(r.created_at)), r.revision);

create or replace trigger email_tokens_revision before update of mac, revision on email_tokens for each row execute function raise_revision();
create or replace trigger email_tokens_stay_used before update on email_tokens for each row execute function stay_used();
