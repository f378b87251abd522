-- What the MAC of a row covers.
create or replace function sealed_facts(r verifications) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.kind, r.nightly, micros(r.started_at), micros(r.stepped_at), micros(r.ended_at), r.given_up,
    r.pieces, r.done, r.total, r.place, r.problems, r.named)::text;
