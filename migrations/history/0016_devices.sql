-- Trust belongs to a device, and every session has one: it ends with it.

-- Sessions older than devices were trusted, and so are those that confirmed a factor since. A session whose device was
-- dropped for newer ones has the factor of its sign-in alone: it is not trusted.
alter table sessions disable trigger sessions_session_change;
do $$
declare
  old record;
  device uuid;
begin
  for old in select * from sessions where device_id is null loop
    insert into devices (user_id, token_hash, user_agent, trusted_at, created_at, last_used_at)
    values (old.user_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), old.user_agent,
      case when old.confirmed_at is distinct from old.created_at then old.created_at end, old.created_at, old.last_used_at)
    returning id into device;
    update sessions set device_id = device where id = old.id;
  end loop;
end $$;
alter table sessions enable trigger sessions_session_change;

drop index sessions_device;
alter table sessions
  alter column device_id set not null,
  drop constraint sessions_device_id_fkey,
  add constraint sessions_device_id_fkey foreign key (device_id) references devices (id) on delete cascade;
create index sessions_device on sessions (device_id);

alter table email_tokens
  -- Of a change: whether the address before it was confirmed. Only then does it belong to the account, and is told.
  add column old_email_confirmed boolean not null default false;

-- A code mailed to confirm a device. It is derived from the id and the master key, and kept nowhere.
create table device_codes (
  id uuid primary key default uuidv7(),
  device_id uuid not null unique references devices (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5)
);
