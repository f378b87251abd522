-- Files of stock as suppliers and spreadsheets write them.
alter table imports
  add column encoding text,
  add column refused_hint text,
  add constraint imports_encoding_check check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  add constraint imports_refused_hint_check check (refused_hint ~ '^[a-z_]{1,40}$');
comment on column imports.encoding is 'How the letters of its file are written; null for a refused file and for one of an earlier release.';
comment on column imports.refused_hint is 'What was most likely meant by a file that was refused as a whole; never its text.';

alter table import_errors drop constraint import_errors_hint_check;
alter table import_errors add constraint import_errors_hint_check check (hint in ('scientific', 'leading_zeros', 'decimal',
  'quote', 'formula', 'cell_count', 'thousands', 'currency_sign', 'date_order', 'date_serial', 'date_form'));
