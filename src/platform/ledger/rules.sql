-- The features' own files fill these again, in the same transaction.
delete from transfer_kinds;
delete from account_kinds;

-- An account is of a kind that the books know, belongs to whom that says, and may fall below zero only where that says so.
create or replace function refuse_foreign_account() returns trigger language plpgsql as $$
begin
  if not exists (
    select from account_kinds k where k.kind = new.kind and k.limited = new.limited
      and k.belongs_to = case when new.owner_id is not null then 'user' when new.seller_id is not null then 'seller' else 'house' end
  ) then
    raise exception 'the books know no such account: % of %', new.kind, coalesce(new.owner_id, new.seller_id)
      using errcode = 'check_violation', constraint = 'ledger_accounts_known';
  end if;
  return new;
end $$;
create or replace trigger ledger_accounts_known before insert or update on ledger_accounts
  for each row execute function refuse_foreign_account();

-- A kind of transfer goes between the kinds of accounts that it is for, and never from one person or seller to another.
create or replace function refuse_foreign_transfer() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_accounts d join transfer_kinds k on k.debit = d.kind join ledger_accounts c on c.kind = k.credit
    where d.id = new.debit_account_id and c.id = new.credit_account_id and k.kind = new.kind
      and (num_nulls(d.owner_id, d.seller_id) = 2 or num_nulls(c.owner_id, c.seller_id) = 2
        or (d.owner_id, d.seller_id) is not distinct from (c.owner_id, c.seller_id))
  ) then
    raise exception 'the books know no such transfer: % from account % to %', new.kind, new.debit_account_id, new.credit_account_id
      using errcode = 'check_violation', constraint = 'ledger_transfers_known';
  end if;
  return new;
end $$;
create or replace trigger ledger_transfers_known before insert on ledger_transfers
  for each row execute function refuse_foreign_transfer();

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

create or replace trigger ledger_chain_append_only before update or delete on ledger_chain for each row execute function refuse_change();
create or replace trigger ledger_chain_no_truncate before truncate on ledger_chain for each statement execute function refuse_change();
