-- The filters of the list of tickets under a name.
create table ticket_views (
  id uuid primary key default uuidv7(),
  -- Null: everybody at the desk has it.
  owner_id uuid references users,
  name text not null check (length(name) between 1 and 60),
  view text not null check (view in ('waiting', 'unassigned', 'mine', 'overdue', 'review', 'all')),
  priority smallint check (priority between 1 and 4),
  tag text check (length(tag) between 1 and 30),
  q text check (length(q) between 1 and 100),
  created_at timestamptz not null,
  unique nulls not distinct (owner_id, name)
);
comment on table ticket_views is 'Filters of the list of tickets that staff gave a name, for themselves or for the whole desk.';
comment on column ticket_views.owner_id is 'Whose it is; null: everybody at the desk has it.';
comment on column ticket_views.view is 'Which tickets at all, as the list calls it.';
comment on column ticket_views.q is 'The words to search for.';
