-- A payout that was paid is matched by what the bank booked of it: in its currency, with or without its fee.
create or replace function refuse_unfit_match() returns trigger language plpgsql as $$
begin
  if not exists (
    select from seller_payouts p where p.id = new.payout_id and p.paid_at is not null
      and coalesce(p.sent_currency, 'USD') = new.currency
      and new.units in (coalesce(p.sent_units, p.amount_cents), coalesce(p.sent_units, p.amount_cents) + coalesce(p.fee_units, 0))
  ) then
    raise exception 'payout % is not what entry % says', new.payout_id, new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger bank_entries_fit before insert or update of payout_id on bank_entries
  for each row when (new.payout_id is not null) execute function refuse_unfit_match();

create or replace trigger bank_entries_kept before delete on bank_entries for each row execute function refuse_change();
create or replace trigger bank_statements_append_only before update or delete on bank_statements
  for each row execute function refuse_change();
create or replace trigger bank_statements_no_truncate before truncate on bank_statements
  for each statement execute function refuse_change();
