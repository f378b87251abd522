-- What a canned answer does besides: it marks the ticket, and solves or closes it.
alter table canned_answers add column tags text[] not null default '{}' check (cardinality(tags) <= 10);
alter table canned_answers add column settle text check (settle in ('solved', 'closed'));
comment on column canned_answers.tags is 'What the ticket is marked with when the answer is sent.';
comment on column canned_answers.settle is 'The state that the ticket is in once the answer is sent; null: it waits for its buyer.';

