-- The back office lists orders and accounts by their days.

create index orders_placed on orders (created_at, id);
create index orders_paid_back on orders (status, created_at, id) where status <> 'paid';
create index users_joined on users (created_at, id);
