insert into account_kinds (kind, belongs_to, limited) values
  ('available', 'user', true),
  ('forfeited', 'house', false);
insert into transfer_kinds (kind, debit, credit) values
  ('forfeit', 'available', 'forfeited');
