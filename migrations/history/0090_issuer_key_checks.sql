-- What an issuer publishes at its own domain, compared with a proposed key: the latest look.
create table issuer_key_checks (
  key_id uuid primary key references issuer_keys (id),
  outcome text not null check (outcome in ('matches', 'differs', 'none')),
  checked_at timestamptz not null
);
