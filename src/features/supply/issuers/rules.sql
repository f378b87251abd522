-- What the MAC of a row covers.
create or replace function sealed_facts(r issuer_answers) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.line_id, r.cause, micros(r.asked_at), r.failure, r.status, r.balance_cents, micros(r.redeemed_at),
    r.never_redeemed, encode(sha256(r.sealed), 'hex'))::text;

create or replace trigger issuer_answers_kept before update or delete on issuer_answers for each row execute function refuse_change();
