import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { createLogger } from './log.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger('info', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

test('secrets are left out wherever a caller puts them', () => {
  const text = logged((log) =>
    log.info({ password: 'canary', user: { token: 'canary' }, a: { b: { pin: 'canary' } } }, 'x'),
  );
  expect(text).toContain('[redacted]');
  expect(text).not.toContain('canary');
});

test('an error of the database names its code and constraint, and none of the values', async () => {
  const { sql } = await createTestDatabase();
  const insert = () =>
    sql`insert into users (username, email, password_hash) values ('twice', 'canary@example.com', 'none')`;
  await insert();
  const error = await insert().catch((caught: unknown) => caught);
  const line = JSON.parse(logged((log) => log.error({ err: error }, 'failed')));
  expect(line.err).toMatchObject({ reason: '23505', table: 'users' });
  expect(JSON.stringify(line)).not.toMatch(/canary|\(twice\)/);
});
