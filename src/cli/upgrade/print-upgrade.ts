import type { PlannedMigration, UpgradeCheck } from './check-upgrade.ts';

const say = (line = '') => process.stdout.write(`${line}\n`);

const BACKUP = {
  shop: 'Before that, the shop takes a backup (BACKUP_TARGET).',
  pgbackrest: 'The shop takes no backup before that: pgBackRest has one (BACKUP_PGBACKREST).',
  nobody: 'Nobody backs this database up: set BACKUP_TARGET and BACKUP_KEY, or BACKUP_PGBACKREST, before you upgrade.',
};

/** Says in plain lines what an upgrade does, how long it may take, and whether the shop may go on selling. */
export function printUpgrade(plan: UpgradeCheck): void {
  const { release, database_release, migrations, rules_seconds, backup, may_sell } = plan;
  if (migrations.length === 0 && rules_seconds === null) {
    say(`The database has all that Facevalue ${release} needs.`);
    return;
  }
  say(`Facevalue ${release} changes a database of ${database_release ?? 'an earlier release'}.`);
  for (const migration of migrations) printMigration(migration);
  if (rules_seconds !== null)
    say(`\nFunctions, triggers and views are renewed: ${roughly(rules_seconds)}, in which writes wait.`);
  say(`\n${BACKUP[backup]}`);
  const taking = migrations.filter(({ takes_away }) => takes_away.length > 0);
  for (const { name, takes_away } of taking)
    say(`No step back after ${name}, but a restore: it takes something away (${takes_away[0]}).`);
  if (taking.length === 0) say('One step back is possible afterwards: facevalue upgrade --back.');
  say(
    may_sell
      ? 'The shop may go on selling meanwhile.'
      : 'Close the shop first, facevalue maintenance on: a table is locked for longer than buyers wait.',
  );
}

function printMigration({ name, in_steps, seconds, statements, blocked }: PlannedMigration): void {
  say(`\n${name}: ${roughly(seconds)}${in_steps ? ', in steps' : ''}`);
  for (const statement of statements) {
    const locks = statement.locks.map(({ table, mode }) => `${mode} on ${table}`);
    const work = [
      ...statement.rewrites.map((table) => `writes ${table} anew`),
      ...statement.indexes.map((table) => `adds an index to ${table}`),
      ...statement.changes.map((table) => `changes rows of ${table}`),
    ];
    if (locks.length + work.length === 0) continue;
    say(`  ${statement.statement}`);
    say(`    ${[...locks, ...work].join('; ')}; ${roughly(statement.seconds)}`);
  }
  for (const { table, reads_s, writes_s } of blocked) {
    const parts = [
      ...(reads_s > 0 ? [`Nobody reads ${table} for ${roughly(reads_s)}`] : []),
      ...(writes_s > reads_s ? [`Nobody writes ${table} for ${roughly(writes_s)}`] : []),
    ];
    for (const part of parts) say(`  ${part}.`);
  }
}

function roughly(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  if (seconds < 90) return `about ${Math.ceil(seconds)} seconds`;
  return `about ${Math.ceil(seconds / 60)} minutes`;
}
