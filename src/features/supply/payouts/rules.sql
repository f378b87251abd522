insert into account_kinds (kind, belongs_to, limited) values
  ('seller_paying', 'seller', false),
  ('seller_paid', 'seller', false);
insert into transfer_kinds (kind, debit, credit) values
  ('seller_paying', 'seller_available', 'seller_paying'),
  ('seller_paid', 'seller_paying', 'seller_paid'),
  ('seller_payout_failed', 'seller_paying', 'seller_available'),
  ('seller_payout_reversed', 'seller_paid', 'seller_available');

-- What the MAC of a row covers.
create or replace function sealed_facts(r seller_payouts) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.seller_id, r.destination_id, r.amount_cents, r.state, r.created_by, micros(r.created_at),
    r.reference, r.sent_currency, r.sent_units, r.fee_units, trim_scale(r.sent_usd_e9 * 0.1), r.paid_by, micros(r.paid_at), micros(r.failed_at), r.booked_on)::text;

-- States of a payout, and what follows each.
create or replace function payout_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('proposed', 'approved'), ('proposed', 'rejected'), ('approved', 'paid'), ('approved', 'failed'), ('paid', 'reversed'));

create or replace trigger seller_payouts_approved before insert or update of state on seller_payouts
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('payout.approval');

-- A payout that was paid comes back as two people agreed, by evidence, to this amount. Its proposer may be either of those who paid it.
create or replace function refuse_unagreed_return() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where kind = 'payout.reverse' and subject = new.id and decision = 'approved'
      and (facts ->> 'amount_cents')::bigint = new.amount_cents
  ) then
    raise exception 'nobody else agreed that payout % came back', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger seller_payouts_reversed_by_two before insert or update of state on seller_payouts
  for each row when (new.state = 'reversed') execute function refuse_unagreed_return();

create or replace trigger seller_payouts_kept before delete on seller_payouts for each row execute function refuse_change();
create or replace trigger seller_payouts_transition before update of state on seller_payouts
  for each row when (old.state <> new.state and not payout_may_become(old.state, new.state)) execute function refuse_transition();

-- What sellers are paid; not where to, nor by whom.
create or replace view seller_payments as select seller_id, state, amount_cents, paid_at from seller_payouts;
