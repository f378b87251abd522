-- The numbers that accounts have for whoever keeps the operator's books.

create table account_charts (
  proposal_id uuid primary key references proposals (id),
  consultant integer not null check (consultant between 1001 and 9999999),
  client integer not null check (client between 1 and 99999),
  year_begins integer not null check (year_begins between 1 and 12),
  at timestamptz not null
);
comment on table account_charts is
  'Charts of accounts that two people agreed to; the newest is in force. What DATEV asks for besides numbers stands here, too.';
comment on column account_charts.year_begins is 'The month with which a financial year begins.';

create table account_numbers (
  proposal_id uuid not null references account_charts (proposal_id),
  kind text not null,
  number text not null check (number ~ '^[0-9]{4,9}$'),
  tax_key text check (tax_key ~ '^[0-9]{1,4}$'),
  primary key (proposal_id, kind),
  unique (proposal_id, number)
);
comment on table account_numbers is
  'What number, and perhaps what tax key, a kind of account has in a chart. The kinds come from rules.sql, which no key refers to.';
