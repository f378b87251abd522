-- Oversight: proposals and who decided, alerts, checks of the books.

create table proposals (
  id uuid primary key default uuidv7(),
  -- `feature.what`, such as hold.release.
  kind text not null check (kind ~ '^[a-z_]+\.[a-z_]+$'),
  -- Id of what it is about.
  subject uuid not null,
  facts jsonb not null default '{}',
  proposer_id uuid not null references users (id),
  reason text check (length(reason) between 3 and 500),
  proposed_at timestamptz not null,
  -- null while it is open.
  decision text check (decision in ('approved', 'rejected', 'withdrawn')),
  decider_id uuid references users (id),
  decision_reason text check (length(decision_reason) between 3 and 500),
  decided_at timestamptz,
  mac bytea check (length(mac) = 32),
  decider_session_id uuid,
  decider_factor text,
  gate bytea check (length(gate) = 32),
  constraint proposals_decided_whole check ((decision is null) = (decider_id is null)
    and (decision is null) = (decided_at is null) and (decision is not null or decision_reason is null)),
  constraint nobody_decides_their_own_proposal check (decider_id is distinct from proposer_id
    or decision = 'withdrawn'),
  constraint only_the_proposer_withdraws check (decision <> 'withdrawn' or decider_id = proposer_id)
);
create unique index proposals_open on proposals (kind, subject) where decision is null;
create index proposals_subject on proposals (subject, kind);
comment on table proposals is 'What one person proposed and another must decide.';
comment on column proposals.facts is 'All that is decided about, as it was shown: the decision stands for nothing else.';
comment on column proposals.gate is 'The MAC by which the database lets this decision be written.';

create table proposal_approvals (
  proposal_id uuid not null references proposals (id),
  approver_id uuid not null references users (id),
  at timestamptz not null,
  mac bytea check (length(mac) = 32),
  session_id uuid,
  factor text,
  gate bytea check (length(gate) = 32),
  primary key (proposal_id, approver_id)
);
comment on table proposal_approvals is 'Approvals that came before the deciding one, where a kind takes two.';

create table decision_signatures (
  id uuid primary key default uuidv7(),
  proposal_id uuid not null references proposals (id),
  decider_id uuid not null references users (id),
  decision text not null check (decision in ('approved', 'rejected')),
  nonce text not null check (nonce ~ '^[\w-]{43}$'),
  credential_id text not null check (length(credential_id) <= 1400),
  public_key bytea not null check (length(public_key) <= 4000),
  origin text not null check (length(origin) <= 300),
  client_data text not null check (length(client_data) <= 4000),
  authenticator_data text not null check (length(authenticator_data) <= 4000),
  signature text not null check (length(signature) <= 4000),
  signed_at timestamptz not null,
  mac bytea not null check (length(mac) = 32)
);
create index decision_signatures_proposal on decision_signatures (proposal_id, decider_id);
comment on table decision_signatures is 'What passkeys signed about proposals, in base64url, and the keys and the origin that prove it.';

create table alerts (
  id uuid primary key default uuidv7(),
  -- `feature.what_happened`, such as chain.halted.
  kind text not null,
  -- What it is about: a coin, a deposit's id, a user's id.
  subject text not null,
  details jsonb not null default '{}',
  -- How often it was raised while it was open.
  times integer not null default 1,
  raised_at timestamptz not null,
  last_raised_at timestamptz not null,
  resolved_at timestamptz,
  -- null when it ended by itself.
  resolved_by uuid references users (id),
  user_ids uuid[] not null default '{}'::uuid[],
  check (resolved_by is null or resolved_at is not null)
);
-- Raised again while it is open, it is the same one.
create unique index alerts_open on alerts (kind, subject) where resolved_at is null;
create index alerts_newest on alerts (id desc);
create index alerts_again on alerts (kind, subject, last_raised_at);
create index alerts_users on alerts using gin (user_ids);
comment on table alerts is 'What staff must know of, one open row for each kind and subject, however often it was raised.';
comment on column alerts.user_ids is 'Accounts that the alert is about, so that erasing one finds it.';

create table verifications (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('audit', 'ledger')),
  nightly boolean not null,
  started_at timestamptz not null,
  -- Renewed by each piece: a check that stood still for an hour is given up.
  stepped_at timestamptz not null,
  ended_at timestamptz,
  given_up boolean not null default false,
  pieces integer not null default 0 check (pieces >= 0),
  done bigint not null default 0 check (done >= 0),
  total bigint not null default 0 check (total >= 0),
  -- Where the next piece begins; null before the first one.
  place jsonb,
  problems integer not null default 0 check (problems >= 0),
  -- The first of the problems.
  named text[] not null default '{}',
  mac bytea check (length(mac) = 32),
  check (ended_at is not null or not given_up)
);
create unique index verifications_open on verifications (kind) where ended_at is null;
create index verifications_latest on verifications (kind, id desc);
comment on table verifications is 'Checks of the audit chain and the ledger, piece by piece in the background.';

create table text_scans (
  source text not null check (source ~ '^[a-z_]+$'),
  guard_version integer not null check (guard_version > 0),
  -- The last row that was read.
  after uuid,
  scanned integer not null default 0 check (scanned >= 0),
  found integer not null default 0,
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (source, guard_version),
  check (found between 0 and scanned)
);
comment on table text_scans is 'How far the stored texts of each kind were read again by a version of the import guard.';

-- What lower areas refer to here.
alter table users add foreign key (duties_proposal_id) references proposals (id);
alter table passkey_challenges add foreign key (proposal_id) references proposals (id);
