insert into transfer_kinds (kind, debit, credit) values
  ('claim', 'sales', 'available');

-- States of a claim, and what follows each.
create or replace function claim_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('waiting', 'open'), ('waiting', 'refunded'), ('waiting', 'refused'), ('waiting', 'dropped'),
  ('open', 'goodwill'), ('open', 'refused'), ('open', 'dropped'), ('refused', 'goodwill'));

create or replace trigger claims_approved before insert or update of state on claims
  for each row when (new.state = 'goodwill') execute function refuse_unapproved('claim.goodwill');
create or replace trigger claims_kept before delete on claims for each row execute function refuse_change();
create or replace trigger claims_transition before update of state on claims
  for each row when (old.state <> new.state and not claim_may_become(old.state, new.state)) execute function refuse_transition();

-- Lines whose buyers say that their card doesn't work, and what became of that; not what they wrote, nor what its issuer answered.
create or replace view claimed_lines as
select id, number, line_id, reason, state, made_at, decided_at, refund_cents, ticket_id from claims;
