-- What the operator's list says beside addresses: countries that aren't dealt with, and names.
create table embargoed_countries (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  list_id bigint not null references sanctions_lists (id)
);
create table sanctioned_names (
  -- Folded: lower case without diacritics, its words sorted.
  name text primary key,
  list_id bigint not null references sanctions_lists (id)
);

-- A buyer who can't buy because of the country is passed over like one at a limit.
alter table preorders drop constraint preorders_skip_reason_check;
alter table preorders add constraint preorders_skip_reason_check
  check (skip_reason in ('blocked', 'account', 'country', 'day_limit', 'order_limit', 'own_stock'));

alter table sellers
  -- The natural persons behind the company, screened against the list with its own name.
  add column owners text[] not null default '{}' check (cardinality(owners) <= 20),
  add column screened_list_id bigint references sanctions_lists (id);
