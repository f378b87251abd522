-- Whoever has a passkey signs a decision with it: over this text, so that a signature counts for one proposal with these facts, one
-- decision and one person. Written as JSON, so that no two decisions have the same one.
create function decision_text(p proposals, decision text, decider_id uuid) returns text language sql stable parallel safe
  return jsonb_build_array('facevalue decision 1', p.id, p.kind, p.subject, p.facts, p.proposer_id, decision, decider_id)::text;

-- With the public key, so that what was signed can be checked after the passkey was removed.
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
comment on table decision_signatures is 'What passkeys signed about proposals, in base64url, and the keys and the origin that prove it.';
create index decision_signatures_proposal on decision_signatures (proposal_id, decider_id);
create trigger decision_signatures_append_only before delete or update on decision_signatures
  for each row execute function refuse_change();
create trigger decision_signatures_no_truncate before truncate on decision_signatures
  for each statement execute function refuse_change();

create function sealed_facts(r decision_signatures) returns text language sql stable parallel safe
  return jsonb_build_array(r.id, r.proposal_id, r.decider_id, r.decision, r.nonce, r.credential_id,
    encode(r.public_key, 'hex'), r.origin, r.client_data,
    r.authenticator_data, r.signature, micros(r.signed_at))::text;

-- A challenge for a decision is the hash of its nonce and of the text above.
alter table passkey_challenges
  add column proposal_id uuid references proposals (id),
  add column decision text check (decision in ('approved', 'rejected')),
  add column nonce text,
  add constraint passkey_challenges_decision_whole check (num_nulls(proposal_id, decision, nonce) in (0, 3));

-- Decisions of before are not signed. There are no rows of before to seal.
insert into sealings (name, sealed_at) values ('decision_signatures', now());
