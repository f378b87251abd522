-- Which transfers the books know: filled by the rules of the features that post them.

create table account_kinds (
  kind text primary key,
  belongs_to text not null check (belongs_to in ('user', 'seller', 'house')),
  limited boolean not null
);
comment on table account_kinds is 'Kinds of accounts, whose they are, and whether they may fall below zero. Filled by rules.sql of the features.';

create table transfer_kinds (
  kind text not null,
  debit text not null references account_kinds (kind),
  credit text not null references account_kinds (kind),
  primary key (kind, debit, credit)
);
comment on table transfer_kinds is 'From which kind of account to which a kind of transfer goes. Filled by rules.sql of the features.';
