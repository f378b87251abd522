-- Questions are published from one moment to another, as news are.
alter table faqs
  add column published_at timestamptz,
  add column ends_at timestamptz,
  add constraint faqs_check check (ends_at > published_at);
-- Nobody has written anything: that is no version.
alter table faqs disable trigger faqs_versions;
update faqs set published_at = created_at where published;
alter table faqs enable trigger faqs_versions;
alter table faqs drop column published;
