-- The desk: targets in business hours, priority and tags, canned answers, merged tickets, and changes that can be undone.

create table desk_settings (
  id boolean primary key default true check (id),
  time_zone text not null,
  -- From Monday on: the minutes of the day between which somebody answers; null on a day off.
  hours jsonb not null check (jsonb_array_length(hours) = 7),
  holidays date[] not null,
  -- By priority: minutes of business hours until an answer, and until the ticket is solved.
  targets jsonb not null check (jsonb_array_length(targets) = 4),
  -- Solved tickets close after so many days without a reply.
  close_after_days integer not null check (close_after_days between 1 and 365)
);
insert into desk_settings (time_zone, hours, holidays, targets, close_after_days) values (
  'UTC',
  '[{"from": 540, "to": 1020}, {"from": 540, "to": 1020}, {"from": 540, "to": 1020}, {"from": 540, "to": 1020},
    {"from": 540, "to": 1020}, null, null]',
  '{}',
  '[{"answer": 60, "solve": 480}, {"answer": 240, "solve": 960}, {"answer": 480, "solve": 2400},
    {"answer": 960, "solve": 4800}]',
  14
);

alter table tickets
  -- 1 urgent, 2 high, 3 normal, 4 low
  add column priority smallint not null default 3 check (priority between 1 and 4),
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- The ticket of the same buyer in which the conversation goes on.
  add column merged_into uuid references tickets (id) on delete set null,
  add column first_answered_at timestamptz,
  add column solved_at timestamptz,
  -- When the answer that the buyer waits for is due, and the solution.
  add column answer_due_at timestamptz,
  add column solve_due_at timestamptz,
  -- Milliseconds of business hours left for the solution while the buyer is the one to reply.
  add column solve_left_ms bigint,
  add column escalated_at timestamptz,
  add column due_at timestamptz generated always as (case when status < 3 then least(answer_due_at, solve_due_at) end) stored,
  add check (merged_into is null or status = 5);
create index tickets_due on tickets (due_at, id) where due_at is not null;
create index tickets_to_escalate on tickets (due_at) where due_at is not null and escalated_at is null;
create index tickets_unassigned on tickets (waiting_since, id) where waiting_since is not null and assignee_id is null;
create index tickets_of_assignee on tickets (assignee_id, waiting_since, id) where status < 4;
create index tickets_tags on tickets using gin (tags);
create index tickets_solved on tickets (updated_at) where status = 4;
create index tickets_merged on tickets (merged_into) where merged_into is not null;
create index tickets_reference on tickets (reference_id) where reference_id is not null;

create table canned_answers (
  id uuid primary key default uuidv7(),
  name text not null unique check (length(name) between 1 and 60),
  -- By language.
  bodies jsonb not null check (bodies ? 'en'),
  updated_at timestamptz not null
);

-- What one press of a button did to several tickets: each as it was and as it became, so that it can be undone.
create table ticket_changes (
  id uuid primary key default uuidv7(),
  actor_id uuid not null references users (id),
  tickets jsonb not null,
  made_at timestamptz not null,
  undone_at timestamptz
);
create index ticket_changes_old on ticket_changes (made_at);

-- Which of the staff has a ticket open, for as long as their page says so.
create table ticket_presence (
  ticket_id uuid not null references tickets (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  typing boolean not null,
  seen_at timestamptz not null,
  primary key (ticket_id, user_id)
);
