-- What a buyer owes is settled by whatever comes to the balance, or as two people decided.
create table debt_settlements (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  how text not null check (how in ('balance', 'write_off')),
  cents bigint not null check (cents > 0),
  -- null when money that came to the balance settled it.
  proposal_id uuid unique references proposals (id),
  booked_at timestamptz not null,
  constraint debt_settlements_decided check (how = 'balance' or proposal_id is not null)
);
create index debt_settlements_of_user on debt_settlements (user_id, id);
comment on table debt_settlements is 'What was settled of a debt from the balance, or written off.';
