-- What somebody has written of a programme before it is proposed.
create table programme_drafts (
  id uuid primary key default uuidv7(),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  revision integer not null default 1 check (revision > 0),
  begun_by uuid not null references users,
  saved_by uuid not null references users,
  saved_at timestamptz not null
);
comment on table programme_drafts is
  'Programmes that importers are writing: of no effect before they are proposed, which judges them anew. Deleted then, or after 90 days without a save.';
comment on column programme_drafts.facts is
  'What it says so far, by the names of programme_versions.facts, with the issuer''s public key; no secret, and not where the contract is kept.';
comment on column programme_drafts.revision is 'Goes up with each save; whoever read an older one doesn''t save over it.';
