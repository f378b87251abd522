-- Replies by mail, the question after solving, and closing what stays solved.

-- What was received, by the hash of its Message-ID: a mail that arrives twice is one reply.
create table ticket_mails (
  message_hash bytea primary key check (octet_length(message_hash) = 32),
  ticket_id uuid not null references tickets (id) on delete cascade,
  received_at timestamptz not null
);
create index ticket_mails_of_ticket on ticket_mails (ticket_id);
create index ticket_mails_received on ticket_mails (received_at);

-- What a buyer said about how a ticket was solved: once, and it stays as it is.
create table ticket_ratings (
  ticket_id uuid primary key references tickets (id) on delete cascade,
  good boolean not null,
  comment text not null check (length(comment) <= 500),
  created_at timestamptz not null
);
create index ticket_ratings_latest on ticket_ratings (created_at desc);

alter table tickets add column rating_asked_at timestamptz;
create index tickets_to_close on tickets (updated_at) where status = 4;
