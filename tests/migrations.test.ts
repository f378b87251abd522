import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { migrationsDir } from '#app/database/migrate-database.ts';
import { readMigrations } from '#platform/schema/migrations/read-migrations.ts';
import { splitStatements } from '#platform/schema/migrations/split-statements.ts';
import { takesAway } from '#platform/schema/migrations/takes-away.ts';

/** Below it, migrations are older than the rule. */
const FIRST = 37;

/** Those that were written beside the rule, for a release that no release before can go on after anyway. */
const BESIDE = ['0039_rates_in_billionths.sql', '0042_more_keys.sql'];

const migrations = (await readMigrations(migrationsDir)).filter(
  ({ version, name }) => version >= FIRST && !BESIDE.includes(name),
);
const releases = [...(await readFile('CHANGELOG.md', 'utf8')).matchAll(/^## (\d\S*)/gm)].map(([, release]) => release);

test.each(migrations.map(({ name, text }) => [name, text]))(
  '%s takes nothing away, or says since which release nothing needs it (CONTRIBUTING, "Change tables")',
  (_name, text) => {
    if (takesAway(text).length === 0) return;
    const [, since] = /^-- Unused since (\S+?)[.,:]?(\s|$)/m.exec(text) ?? [];
    expect(releases, 'name a release of CHANGELOG.md: -- Unused since 1.0.0.').toContain(since);
  },
);

test.each(migrations.filter(({ in_steps }) => in_steps).map(({ name, text }) => [name, text]))(
  'each statement of %s may run twice',
  (_name, text) => {
    const once = splitStatements(text).filter(
      (statement) =>
        /^(create|alter|drop)\b/i.test(statement.text) &&
        !/\bif (not )?exists\b|validate constraint/i.test(statement.text),
    );
    expect(once).toEqual([]);
  },
);

test('only a migration in steps builds an index concurrently', () => {
  const wrong = migrations.filter(({ in_steps, text }) => !in_steps && /\bconcurrently\b/i.test(text));
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
