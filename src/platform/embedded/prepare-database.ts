import { MINUTE_MS } from '#contracts/time-units.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { APP, clusterUrl, OWNER, type PostgresCluster, passwordOf, SUPERUSER } from './postgres-cluster.ts';

export const DATABASE = 'facevalue';

// Any constant: it is taken in the cluster's own database.
const PREPARE_LOCK = 4_203_710_003;

/**
 * Makes the roles and the database, whatever of them is missing. In the data directory of an earlier release, where the
 * superuser did everything, moves what is in the database to its owner.
 */
export async function prepareDatabase(cluster: PostgresCluster, port: number): Promise<void> {
  const sql = connect(clusterUrl(cluster, port, 'postgres', SUPERUSER), { max: 1 });
  try {
    // Several processes may start at once; closing the connection frees it.
    await sql`select pg_advisory_lock(${PREPARE_LOCK})`;
    await createRoles(sql, cluster);
    const [found] = await sql<{ owner: string }[]>`
      select pg_get_userbyid(datdba) as owner from pg_database where datname = ${DATABASE}`;
    if (!found) await sql`create database ${sql(DATABASE)} owner ${sql(OWNER)}`;
    if (!found || found.owner === OWNER) return;
    await moveToOwner(clusterUrl(cluster, port, DATABASE, SUPERUSER));
    // Last: until then, the next start moves everything again.
    await sql`alter database ${sql(DATABASE)} owner to ${sql(OWNER)}`;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Makes the roles that are missing, with passwords that follow from the superuser's. */
export async function createRoles(sql: Sql, cluster: Pick<PostgresCluster, 'password'>): Promise<void> {
  const found = await sql<{ rolname: string }[]>`select rolname from pg_roles where rolname in (${OWNER}, ${APP})`;
  for (const role of [OWNER, APP] as const) {
    // The password has no character that needs quoting.
    if (!found.some(({ rolname }) => rolname === role))
      await sql.unsafe(`create role ${role} login password '${passwordOf(cluster, role)}'`);
  }
}

async function moveToOwner(url: string): Promise<void> {
  const sql = connect(url, { max: 1, statement_timeout_ms: MINUTE_MS });
  try {
    await sql.begin(async (tx) => {
      const statements = await tx<{ text: string }[]>`${tx.unsafe(OWNED)}`;
      for (const { text } of statements) await tx.unsafe(`${text} owner to ${OWNER}`);
    });
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Everything that migrations make. A column's sequence follows its table; types of tables follow too. */
const OWNED = `
  with ours as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select format('alter schema %I', nspname) as text from ours where nspname <> 'public'
  union all
  select format('alter %s %s', case relkind when 'S' then 'sequence' when 'v' then 'view'
    when 'm' then 'materialized view' when 'c' then 'type' else 'table' end, c.oid::regclass)
  from pg_class c join ours on ours.oid = relnamespace
  where relkind in ('r', 'p', 'S', 'v', 'm', 'c')
    and not exists (select from pg_depend
      where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i') and relkind = 'S')
  union all
  select format('alter routine %s', p.oid::regprocedure) from pg_proc p join ours on ours.oid = pronamespace
  union all
  select format('alter type %s', t.oid::regtype) from pg_type t join ours on ours.oid = typnamespace
  where typtype in ('d', 'e')`;
