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
