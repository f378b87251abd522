import type { Sql } from '#platform/db/client.ts';

/** What the connection's role may do that a shop never needs, as PostgreSQL calls it. */
export async function powersOf(sql: Sql): Promise<{ role: string; powers: string[] }> {
  const [found] = await sql<{ role: string; powers: string[] }[]>`
    select rolname as role, array_remove(array[
      case when rolsuper then 'superuser' end,
      case when rolbypassrls then 'bypassrls' end,
      case when rolreplication then 'replication' end,
      case when rolcreaterole then 'createrole' end] ||
      array(select name::text from unnest(${POWERFUL}::name[]) name
        where not rolsuper and pg_has_role(rolname, name, 'member')),
      null) as powers
    from pg_roles where rolname = current_user`;
  return found!;
}

const POWERFUL = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/** Throws if the role that serves could leave the database, and so the machine's rules, behind. */
export async function refusePowerfulRole(sql: Sql): Promise<void> {
  const { role, powers } = await powersOf(sql);
  if (powers.length === 0) return;
  throw new Error(
    `DATABASE_URL's role ${role} has too many rights (${powers.join(', ')}): an injected statement could run programs or read files on the database's machine. Make a role without them, as docs/operate.md shows.`,
  );
}
