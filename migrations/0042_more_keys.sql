-- More keys than one of the audit log and of push messages.
alter table audit_chain add column key_number integer not null default 1 check (key_number > 0);
comment on column audit_chain.key_number is 'Which of the keys of the audit log made the link.';

-- A former push key writes to the browsers that subscribed with it, until they come over.
alter table push_keys drop column single;
alter table push_keys add primary key (public_key);
comment on table push_keys is 'The key pairs that this shop signs push messages with: browsers subscribe with the newest.';
alter table push_subscriptions add column public_key text references push_keys (public_key) on delete cascade;
update push_subscriptions set public_key = (select public_key from push_keys);
alter table push_subscriptions alter column public_key set not null;
create index push_subscriptions_key on push_subscriptions (public_key);
comment on column push_subscriptions.public_key is 'The key that the browser takes messages of.';
