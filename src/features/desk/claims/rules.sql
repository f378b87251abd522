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

-- Tickets with which somebody claimed a card: they are its proof.
create or replace view claim_tickets as select ticket_id from claims where ticket_id is not null;
