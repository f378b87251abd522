-- An account that may not fall below zero has a balance from its first moment.
create or replace function ledger_open_balance() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if new.limited then insert into ledger_balances (account_id) values (new.id); end if;
  return null;
end $$;
create or replace trigger ledger_accounts_open after insert on ledger_accounts for each row execute function ledger_open_balance();

-- Balances change by transfers alone, in the same statement.
create or replace function ledger_apply_transfer() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update ledger_balances
    set balance_cents = balance_cents + case when account_id = new.credit_account_id then new.amount_cents else -new.amount_cents end
    where account_id in (new.debit_account_id, new.credit_account_id);
  return null;
end $$;
create or replace trigger ledger_transfers_apply after insert on ledger_transfers for each row execute function ledger_apply_transfer();

-- Cents of an account as its transfers say, from its last closing on.
create or replace function account_sum(account bigint) returns bigint language sql stable as $$
  with closed as (
    select through_id, balance_cents from ledger_closings where account_id = account order by through_id desc limit 1)
  select (coalesce((select balance_cents from closed), 0)
    + coalesce((select sum(amount_cents) from ledger_transfers
        where credit_account_id = account and id > coalesce((select through_id from closed), 0)), 0)
    - coalesce((select sum(amount_cents) from ledger_transfers
        where debit_account_id = account and id > coalesce((select through_id from closed), 0)), 0))::bigint
$$;

-- Locking a row needs the right to update a column of it. It gets this one, which nobody changes.
create or replace trigger ledger_balances_of_account before update of account_id on ledger_balances
  for each row execute function refuse_change();

create or replace trigger ledger_transfers_append_only before update or delete on ledger_transfers for each row execute function refuse_change();
create or replace trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();
