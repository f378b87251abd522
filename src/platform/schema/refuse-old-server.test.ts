import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { refuseOldServer } from './refuse-old-server.ts';

const { sql } = await createTestDatabase();

test('a server of an older release than needed is refused with its own release', async () => {
  const [{ release }] = await sql<[{ release: string }]>`select current_setting('server_version') as release`;
  await expect(refuseOldServer(sql)).resolves.toBeUndefined();
  await expect(refuseOldServer(sql, 99)).rejects.toThrow(
    `names a PostgreSQL ${release}, and Facevalue needs 99 or later`,
  );
});
