-- The operator's logo: what it is in the branding, its pictures beside it, so that every process has them.
alter table branding add column logo jsonb check (logo ?& '{id,width,height,plate}'::text[]);

create table logo_files (
  -- The digest of the picture that they were drawn from.
  logo text not null check (logo ~ '^[0-9a-f]{32}$'),
  file text not null,
  bytes bytea not null check (length(bytes) <= 2097152),
  primary key (logo, file)
);
