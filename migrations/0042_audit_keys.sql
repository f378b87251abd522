-- Links of the audit log by more than one key.
alter table audit_chain add column key_number integer not null default 1 check (key_number > 0);
comment on column audit_chain.key_number is 'Which of the keys of the audit log made the link.';
