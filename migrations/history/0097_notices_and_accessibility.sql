-- An accessibility statement among the legal texts (EAA), and notices about content as tickets of their own kind (DSA art. 16).
alter table legal_texts drop constraint legal_texts_kind_check;
alter table legal_texts add constraint legal_texts_kind_check
  check (kind in ('terms', 'privacy', 'imprint', 'accessibility'));

insert into support_categories (slug, names, position, offered) values
  ('notice', '{"en": "Notice about content (DSA)", "de": "Meldung eines Inhalts (DSA)", "es": "Aviso sobre un contenido (DSA)"}', 110, false)
on conflict (slug) do nothing;
