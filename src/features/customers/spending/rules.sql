insert into account_kinds (kind, belongs_to, limited) values
  ('debt', 'user', false),
  ('bad_debts', 'house', false);
insert into transfer_kinds (kind, debit, credit) values
  ('debt_settlement', 'available', 'debt'),
  ('debt_write_off', 'bad_debts', 'debt');

-- Whose purchases are blocked, and since when.
create or replace view spending_bars as select user_id, blocked_at from spending_blocks where lifted_at is null;

-- Nobody settles more than is owed, and what people decided is settled as two of them decided, to the cent.
create or replace function refuse_unfit_settlement() returns trigger language plpgsql as $$
begin
  if new.cents > coalesce((select -account_sum(id) from ledger_accounts where owner_id = new.user_id and kind = 'debt'), 0) then
    raise exception 'user % does not owe % cents', new.user_id, new.cents
      using errcode = 'check_violation', constraint = 'debt_settlements_owed';
  end if;
  if new.proposal_id is not null and not exists (
    select from proposals where id = new.proposal_id and kind = 'debt.settle' and subject = new.user_id
      and decision = 'approved' and new.user_id not in (proposer_id, decider_id)
      and facts ->> 'how' = new.how and (facts ->> 'cents')::bigint = new.cents
  ) then
    raise exception 'nobody else agreed to settle the debt of user %', new.user_id
      using errcode = 'check_violation', constraint = 'debt_settlements_agreed';
  end if;
  return new;
end $$;
create or replace trigger debt_settlements_fit before insert on debt_settlements
  for each row execute function refuse_unfit_settlement();

create or replace trigger debt_settlements_append_only before update or delete on debt_settlements
  for each row execute function refuse_change();

-- A block ends once its account owes nothing any more, whoever writes the statement.
create or replace function refuse_early_lifting() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_accounts where owner_id = old.user_id and kind = 'debt' and account_sum(id) < 0) then
    raise exception 'user % still owes something', old.user_id
      using errcode = 'check_violation', constraint = 'spending_blocks_paid';
  end if;
  return new;
end $$;
create or replace trigger spending_blocks_paid before update on spending_blocks
  for each row execute function refuse_early_lifting();
