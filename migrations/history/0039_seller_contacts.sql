-- A seller's contact can change: the old one is told, and the new one counts later, as with where a seller is paid.

create table seller_contacts (
  id uuid primary key default uuidv7(),
  seller_id uuid not null references sellers (id),
  email text not null check (email = lower(email) and length(email) <= 254),
  set_by uuid not null references users (id),
  set_at timestamptz not null,
  in_force_from timestamptz not null check (in_force_from >= set_at)
);
create index seller_contacts_seller on seller_contacts (seller_id, id);
create trigger seller_contacts_append_only before update or delete on seller_contacts
  for each row execute function refuse_change();
create trigger seller_contacts_no_truncate before truncate on seller_contacts
  for each statement execute function refuse_change();
comment on column sellers.contact_email is 'The first one; later ones stand in seller_contacts.';

-- Prices of a batch never fall below this part of the face value, in hundredths of a per cent; its programme may have one too.
alter table batches add column floor_bp integer check (floor_bp between 1000 and 15000);
