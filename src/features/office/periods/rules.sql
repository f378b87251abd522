-- A chart is what somebody proposed and somebody else approved, number by number, whoever writes the statement.
create or replace function refuse_unapproved_chart() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id and p.kind = 'books.chart' and p.decision = 'approved'
      and p.facts @> jsonb_build_object('consultant', new.consultant, 'client', new.client, 'year_begins', new.year_begins)
  ) then
    raise exception 'nobody approved this chart of accounts: %', new.proposal_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger account_charts_approved before insert on account_charts
  for each row execute function refuse_unapproved_chart();

-- The same for each number of a chart: a proposal has the kinds of accounts among its facts.
create or replace function refuse_unapproved_number() returns trigger language plpgsql as $$
begin
  if not exists (
    select from proposals p where p.id = new.proposal_id
      and p.facts @> jsonb_build_object(new.kind, concat_ws('/', new.number, new.tax_key))
  ) then
    raise exception 'nobody approved the number % of %', new.number, new.kind using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger account_numbers_approved before insert on account_numbers
  for each row execute function refuse_unapproved_number();

create or replace trigger account_charts_append_only before update or delete on account_charts
  for each row execute function refuse_change();
create or replace trigger account_charts_no_truncate before truncate on account_charts
  for each statement execute function refuse_change();
create or replace trigger account_numbers_append_only before update or delete on account_numbers
  for each row execute function refuse_change();
create or replace trigger account_numbers_no_truncate before truncate on account_numbers
  for each statement execute function refuse_change();

-- No transfer is dated into a closed month. Transfers are dated now, so this stops whoever writes one past the shop.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
begin
  if new.created_at < (
    select (max(month) + interval '1 month') at time zone 'UTC' from month_closings where reopened_at is null
  ) then
    raise exception 'the month of this transfer is closed: %', new.created_at
      using errcode = 'check_violation', constraint = 'ledger_transfers_in_open_month';
  end if;
  return new;
end $$;
create or replace trigger ledger_transfers_in_open_month before insert on ledger_transfers
  for each row execute function refuse_closed_month();

-- A month is closed when it is over and none of its transfers can still commit, and after the month before it.
create or replace function refuse_early_closing() returns trigger language plpgsql as $$
declare
  last_closed date := (select max(month) from month_closings where reopened_at is null);
begin
  if (new.month + interval '1 month') at time zone 'UTC' > now() - interval '1 hour' then
    raise exception 'month % is not over', new.month using errcode = 'check_violation';
  end if;
  if new.month <> last_closed + interval '1 month' or last_closed is null and exists (
    select from ledger_transfers where created_at < new.month::timestamp at time zone 'UTC'
  ) then
    raise exception 'months are closed one after the other: %', new.month using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger month_closings_in_order before insert on month_closings
  for each row execute function refuse_early_closing();

-- A closing stays as it is, until the last one is reopened.
create or replace function refuse_other_change_of_closing() returns trigger language plpgsql as $$
begin
  if old.reopened_at is not null or to_jsonb(new) - 'reopened_at' <> to_jsonb(old) - 'reopened_at'
    or exists (select from month_closings where month > old.month and reopened_at is null) then
    raise exception 'only the month that was closed last is reopened, once: %', old.month using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger month_closings_only_last before update on month_closings
  for each row execute function refuse_other_change_of_closing();
create or replace trigger month_closings_reopened_by_two before update on month_closings
  for each row execute function refuse_unapproved('books.reopening');

create or replace trigger month_closings_kept before delete on month_closings for each row execute function refuse_change();
create or replace trigger month_closings_no_truncate before truncate on month_closings
  for each statement execute function refuse_change();
create or replace trigger month_sums_append_only before update or delete on month_sums
  for each row execute function refuse_change();
create or replace trigger month_sums_no_truncate before truncate on month_sums
  for each statement execute function refuse_change();

-- A day is summed up when it is over and none of its transfers can still commit, as its transfers are: one in the future would
-- hide all that was booked since from every sum.
create or replace function refuse_other_day() returns trigger language plpgsql as $$
declare
  one date;
  began timestamptz;
  over timestamptz;
  other record;
begin
  for one in select distinct day from summed loop
    began := one::timestamp at time zone 'UTC';
    over := (one + 1)::timestamp at time zone 'UTC';
    if over > now() - interval '1 hour' then
      raise exception 'day % is not over', one using errcode = 'check_violation';
    end if;
    -- With a day's bounds in variables, no more is read than its transfers.
    select kind into other from (
      select d.kind as debit_kind, c.kind as credit_kind, t.kind, count(*) as transfers, sum(t.amount_cents)::bigint as cents
      from ledger_transfers t
      join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
      where t.created_at >= began and t.created_at < over group by 1, 2, 3) derived
    full join (select * from summed where day = one) s using (debit_kind, credit_kind, kind)
    where (s.transfers, s.cents) is distinct from (derived.transfers, derived.cents) limit 1;
    if found then
      raise exception '% of % comes to another sum', other.kind, one using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
create or replace trigger ledger_days_as_booked after insert on ledger_days
  referencing new table as summed for each statement execute function refuse_other_day();

-- The same for what was sold on a day.
create or replace function refuse_other_sale_day() returns trigger language plpgsql as $$
declare
  one record;
  began timestamptz;
  over timestamptz;
  sold record;
  shared record;
begin
  for one in select * from summed loop
    began := one.day::timestamp at time zone 'UTC';
    over := (one.day + 1)::timestamp at time zone 'UTC';
    if over > now() - interval '1 hour' then
      raise exception 'day % is not over', one.day using errcode = 'check_violation';
    end if;
    select count(*) as lines, coalesce(sum(price_cents), 0) as cents into sold from order_lines
    where created_at >= began and created_at < over;
    select coalesce(sum(price_cents), 0) as cents, coalesce(sum(commission_cents), 0) as commission_cents into shared
    from seller_lines where sold_at >= began and sold_at < over;
    if (one.lines, one.price_cents, one.shared_cents, one.commission_cents)
      <> (sold.lines, sold.cents, shared.cents, shared.commission_cents) then
      raise exception 'what was sold on % comes to another sum', one.day using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
create or replace trigger sale_days_as_sold after insert on sale_days
  referencing new table as summed for each statement execute function refuse_other_sale_day();
