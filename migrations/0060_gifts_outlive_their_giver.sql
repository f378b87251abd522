-- Who opened a gift keeps its code for two weeks, also when the account that gave it is erased: src/features/shop/gifts/privacy/gift-data.ts
-- says which rows go then.
alter table gifts drop constraint gifts_user_id_fkey,
  add constraint gifts_user_id_fkey foreign key (user_id) references users (id);
