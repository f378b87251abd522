insert into account_kinds (kind, belongs_to, limited) values
  ('returning', 'user', true);
insert into transfer_kinds (kind, debit, credit) values
  ('top_up_return', 'available', 'returning'),
  ('top_up_return_undone', 'returning', 'available'),
  ('top_up_returned', 'returning', 'crypto_btc'),
  ('top_up_return_undone', 'crypto_btc', 'available'),
  ('top_up_returned', 'returning', 'crypto_eth'),
  ('top_up_return_undone', 'crypto_eth', 'available'),
  ('top_up_returned', 'returning', 'crypto_ltc'),
  ('top_up_return_undone', 'crypto_ltc', 'available');

-- What the MAC of a row covers.
create or replace function sealed_facts(r top_up_returns) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.user_id, r.deposit_id, r.coin, r.address, r.amount_cents, r.state, r.created_by,
    micros(r.created_at), r.txid, r.paid_by, micros(r.paid_at), micros(r.ended_at))::text;

-- States of a return of a top-up, and what follows each.
create or replace function top_up_return_may_become(before text, after text) returns boolean language sql immutable return (before, after) in (
  ('asked', 'approved'), ('asked', 'rejected'), ('asked', 'withdrawn'), ('approved', 'paid'), ('approved', 'failed'),
  ('paid', 'reversed'));

create or replace trigger top_up_returns_approved before insert or update of state on top_up_returns
  for each row when (new.state in ('approved', 'paid', 'failed', 'reversed')) execute function refuse_unapproved('top_up_return.approval');
-- What was sent comes back as two people agreed, by evidence, to this amount. Either of those who sent it may propose that.
create or replace function refuse_unagreed_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals where kind = 'top_up_return.reverse' and subject = new.id and decision = 'approved'
      and (facts ->> 'amount_cents')::bigint = new.amount_cents
  ) then
    raise exception 'nobody else agreed that the return % of a top-up came back', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger top_up_returns_reversed_by_two before insert or update of state on top_up_returns
  for each row when (new.state = 'reversed') execute function refuse_unagreed_reversal();
create or replace trigger top_up_returns_kept before delete on top_up_returns for each row execute function refuse_change();
create or replace trigger top_up_returns_transition before update of state on top_up_returns
  for each row when (old.state <> new.state and not top_up_return_may_become(old.state, new.state)) execute function refuse_transition();
