-- Whether a nightly check ran, how far it is and what it found was whatever these rows said: one that nobody made kept the next
-- ones from beginning, and the alert about it from being raised. Only the vault process can make these MACs.
alter table verifications add column mac bytea check (length(mac) = 32);
insert into sealings (name) values ('verifications');
create function sealed_facts(r verifications) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.kind, r.nightly, micros(r.started_at), micros(r.stepped_at), micros(r.ended_at), r.given_up,
    r.pieces, r.done, r.total, r.place, r.problems, r.named)::text;
