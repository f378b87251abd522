import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import process from 'node:process';

const DATABASE = 'facevalue';

/**
 * Creates the role that owns the tables, the one that serves, and the database, in the PostgreSQL of this machine, as its
 * superuser `postgres`. Returns the URLs of both roles, with new passwords.
 */
export function createDatabase(): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
  const [owner, app] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  // Passwords on standard input: a command line is open to every user.
  const sql = `
    create role facevalue_owner login password '${owner}';
    create role facevalue_app login password '${app}';
    create database ${DATABASE} owner facevalue_owner;
    select 'port ' || current_setting('port');`;
  const psql = [
    'psql',
    '--no-psqlrc',
    '--set=ON_ERROR_STOP=1',
    '--tuples-only',
    '--no-align',
    '--quiet',
    '--dbname=postgres',
  ];
  const [program = '', ...args] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...psql] : psql;
  const { status, stdout, stderr, error } = spawnSync(program, args, { input: sql, encoding: 'utf8', cwd: '/' });
  const port = /^port (\d+)$/m.exec(stdout ?? '')?.[1];
  if (status !== 0 || port === undefined) throw new Error(reasonOf(error?.message ?? stderr));
  const url = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${DATABASE}`;
  return { DATABASE_URL: url('facevalue_app', app), DATABASE_OWNER_URL: url('facevalue_owner', owner) };
}

const reasonOf = (said: string) =>
  `The database could not be created: ${said.trim()}
Install PostgreSQL 15 or newer on this machine and run this as root; or answer with the URL of a database, or with embedded.
A database ${DATABASE} that a shop has used holds its books: keep it, and bring back its settings. Only what an earlier setup left that
failed, without a table in it, is removed with: drop database ${DATABASE}; drop role facevalue_app; drop role facevalue_owner`;
