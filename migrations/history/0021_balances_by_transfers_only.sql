-- The role that serves may not write balances: the ledger's own triggers do, with their owner's rights.
alter function ledger_apply_transfer() security definer set search_path = public, pg_temp;
alter function ledger_open_balance() security definer set search_path = public, pg_temp;

-- Locking a row needs the right to update a column of it. It gets this one, which nobody changes.
create trigger ledger_balances_of_account before update of account_id on ledger_balances
  for each row execute function refuse_change();
