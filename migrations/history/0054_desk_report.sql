-- How soon support answers and solves, in business hours, kept with each ticket when it happens: later nobody can tell any
-- more what was due then.

alter table tickets
  -- From the opening to the first answer, and to the latest solution.
  add column answer_ms bigint,
  add column answer_in_time boolean,
  add column solve_ms bigint,
  add column solve_in_time boolean;
create index tickets_created on tickets (created_at);
create index tickets_answered on tickets (first_answered_at) where first_answered_at is not null;
create index tickets_solved_at on tickets (solved_at) where solved_at is not null;
-- The same as tickets_solved.
drop index tickets_to_close;

-- By day in UTC. Three months are summed anew, because solved tickets open again.
create table desk_figures (
  day date primary key,
  computed_at timestamptz not null,
  opened bigint not null,
  answered bigint not null,
  answered_in_time bigint not null,
  answer_ms bigint not null,
  solved bigint not null,
  solved_in_time bigint not null,
  solve_ms bigint not null,
  rated_good bigint not null,
  rated_bad bigint not null
);
