-- What the shop owes, published every night with a proof for each owner of a balance.

create table published_sums (
  number bigint primary key check (number > 0),
  previous bigint generated always as (nullif(number - 1, 0)) stored references published_sums (number),
  day date not null unique,
  at timestamptz not null,
  total_cents bigint not null check (total_cents >= 0),
  statement text not null check (length(statement) <= 10000),
  digest bytea not null check (digest = sha256(convert_to(statement, 'UTF8'))),
  signature bytea not null check (length(signature) = 64),
  public_key bytea not null check (length(public_key) = 32)
);
comment on table published_sums is 'What the shop owed each night, as it was signed and published. Each statement names the digest of the one before.';
comment on column published_sums.previous is 'None is left out: the number before this one.';
comment on column published_sums.statement is 'The signed text: the sum, the root of its tree, and what the addresses of each coin held.';

create table sum_chunks (
  number bigint not null references published_sums (number),
  level smallint not null check (level >= 0),
  position integer not null check (position >= 0),
  first_key bigint not null check (first_key >= 0),
  nodes bytea not null check (length(nodes) between 40 and 10240 and length(nodes) % 40 = 0),
  primary key (number, level, first_key)
);
comment on table sum_chunks is 'The trees of the last nights in pieces of 256 nodes, from which a proof is made. A node is a sum and a hash; whose it is, only the master key can say.';
comment on column sum_chunks.level is 'From 0: the leaves; each level has the roots of the pieces of the one below.';
comment on column sum_chunks.first_key is 'The least key of a leaf below it, 0 in the first. The key of an owner comes from the master key and is another each night.';
