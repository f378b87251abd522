-- What the codes of a file look like, for whoever approves them: patterns and counts, never a value.
alter table imports add column shapes jsonb;
comment on column imports.shapes is 'Patterns of its codes and PINs with counts; null for a file of an earlier release.';
