insert into account_kinds (kind, belongs_to, limited) values
  ('seller_paying', 'seller', false),
  ('seller_paid', 'seller', false);
insert into transfer_kinds (kind, debit, credit) values
  ('seller_paying', 'seller_available', 'seller_paying'),
  ('seller_paid', 'seller_paying', 'seller_paid'),
  ('seller_payout_failed', 'seller_paying', 'seller_available'),
  ('seller_payout_reversed', 'seller_paid', 'seller_available');

-- States of a payout, and what follows each.
create or replace function payout_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('proposed', 'approved'), ('proposed', 'rejected'), ('approved', 'paid'), ('approved', 'failed'), ('paid', 'reversed'));

create or replace trigger seller_payouts_approved before insert or update of state on seller_payouts
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('payout.approval');
create or replace trigger seller_payouts_transition before update of state on seller_payouts
  for each row when (old.state <> new.state and not payout_may_become(old.state, new.state)) execute function refuse_transition();

-- What sellers are paid; not where to, nor by whom.
create or replace view seller_payments as select seller_id, state, amount_cents, paid_at from seller_payouts;
