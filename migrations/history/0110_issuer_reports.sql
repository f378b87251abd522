-- What issuers without an adapter report by signed files: codes that can't be redeemed any more.

create table issuer_reports (
  id uuid primary key default uuidv7(),
  programme_id uuid not null references programmes (id),
  key_id uuid not null references issuer_keys (id),
  report_sha256 bytea not null check (octet_length(report_sha256) = 32),
  -- Nothing is missing between two reports of a programme: each begins where the one before ended, or earlier.
  covers_from timestamptz not null,
  covers_until timestamptz not null check (covers_until > covers_from),
  -- Codes that it names, and cards of the shop among them that nobody bought.
  listed integer not null check (listed >= 0),
  unsold integer not null check (unsold between 0 and listed),
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null,
  unique (programme_id, covers_until)
);
