insert into account_kinds (kind, belongs_to, limited) values
  ('demo_money', 'house', false);
insert into transfer_kinds (kind, debit, credit) values
  ('demo_grant', 'demo_money', 'available');
