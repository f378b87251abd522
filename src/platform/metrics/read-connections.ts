import type { Db } from '#platform/db/client.ts';

export interface Connections {
  /** The pool or process part that opened them: `facevalue reads`, `facevalue jobs`… */
  application: string;
  /** `active`, `idle` or `in transaction`. */
  state: string;
  count: number;
}

/** This database's connections from every process of the shop, and whether they work or wait. */
export const readConnections = (sql: Db): Promise<Connections[]> => sql<Connections[]>`
  select application_name as application,
    case when wait_event_type = 'Lock' then 'waiting for a lock' when state = 'active' then 'active'
      when state like 'idle in%' then 'in transaction' else 'idle' end as state, count(*) as count
  from pg_stat_activity
  where datname = current_database() and usename = current_user and application_name like 'facevalue%'
  group by 1, 2`;
