import process from 'node:process';

/** Parameters of a URL that PostgreSQL's programs read from their environment. */
const PARAMETERS: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

/** How PostgreSQL's programs reach a database: by their environment, since a command line is open to every user. */
export function connectionEnv(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const user = decodeURIComponent(username);
  const given = Object.entries(PARAMETERS).flatMap(([name, variable]) => {
    const value = searchParams.get(name);
    return value ? [[variable, value]] : [];
  });
  const env = Object.entries({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    PGPORT: port || '5432',
    PGUSER: user,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || user,
    PGAPPNAME: 'facevalue backup',
    PGTZ: 'UTC',
  }).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  return Object.fromEntries([...env, ...given]);
}
