-- Keys of an account's own.

alter table users add column shortcuts jsonb
  check (jsonb_typeof(shortcuts -> 'on') = 'boolean' and jsonb_typeof(shortcuts -> 'keys') = 'object'
    and length(shortcuts::text) <= 500);
comment on column users.shortcuts is 'Whether single keys do anything, and which keys do what; null: as the shop has them.';
