import { message } from '#i18n/message.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';

interface Agent {
  id: string;
  username: string;
}

const agents = (sql: Db): Fragment => sql`
  select id, username from users
  where role = 'admin' and 'support' = any(duties) and disabled_at is null and erased_at is null`;

/** Everybody who can have a ticket, by name. */
export async function listAgents(sql: Db): Promise<Agent[]> {
  const rows = await sql<Agent[]>`${agents(sql)} order by username limit 200`;
  return [...rows];
}

/** Refuses to give a ticket to anybody without the duty. */
export async function requireAgent(sql: Db, id: string): Promise<void> {
  const [agent] = await sql`${agents(sql)} and id = ${id}`;
  if (!agent) throw invalidField('assignee_id', message('desk.no_agent'));
}
