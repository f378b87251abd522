-- What goes fast or looks odd is told to a person, with who it is about; and money that nobody was promised finds its owner.

alter table alerts
  -- Whom it is about. Names are read with it, so that an erased account leaves none behind.
  add column user_ids uuid[] not null default '{}';
create index alerts_again on alerts (kind, subject, last_raised_at);
create index alerts_users on alerts using gin (user_ids);

-- Reveals and failed sign-ins of an account within some minutes or hours.
create index audit_entries_pace on audit_entries (actor_id, at)
  where action in ('card.revealed', 'auth.login_failed', 'auth.otp_failed');
-- Which accounts were paid from an address.
create index deposits_senders on deposits using gin (senders);

alter table suspense_deposits
  add column senders text[] not null default '{}',
  add column min_depth integer not null default 0 check (min_depth >= 0),
  -- The deposit that it became once two people had found out whose it is.
  add column deposit_id uuid unique references deposits (id);

-- Who says whose money it is, and why: one proposes, another one approves.
create table suspense_decisions (
  id uuid primary key default uuidv7(),
  suspense_id uuid not null references suspense_deposits (id),
  decision text not null check (decision in ('propose', 'approve')),
  user_id uuid not null references users (id),
  reason text not null check (length(reason) between 3 and 500),
  actor_id uuid not null references users (id),
  at timestamptz not null
);
create index suspense_decisions_deposit on suspense_decisions (suspense_id, id desc);
create trigger suspense_decisions_append_only before update or delete on suspense_decisions
  for each row execute function refuse_change();
