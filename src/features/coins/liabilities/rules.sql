-- Kinds of accounts whose balance the shop owes to somebody: all of users and sellers, but what they owe and what was paid out.
create or replace view owed_kinds as
  select kind from account_kinds where belongs_to <> 'house' and kind not in ('debt', 'seller_paid');

-- A sum that was published stays as it is.
create or replace trigger published_sums_append_only before update or delete on published_sums
  for each row execute function refuse_change();
create or replace trigger published_sums_no_truncate before truncate on published_sums
  for each statement execute function refuse_change();
