import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { connect } from './client.ts';
import { isConnectionError } from './pg-errors.ts';

const { sql, url } = await createTestDatabase();

test('a backend that dies under a reserved connection is an error to catch, not the end of the process', async () => {
  const victim = connect(url, { max: 1 });
  const reserved = await victim.reserve();
  const [row] = await reserved<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await sql`select pg_terminate_backend(${row!.pid}, 5000)`;
  // The first query notices the loss; the second used to be written to a closed socket.
  for (let attempt = 0; attempt < 2; attempt++) {
    const outcome = await reserved`select 1`.then(
      () => 'answered',
      (error: unknown) => isConnectionError(error) || String(error),
    );
    expect(['answered', true]).toContain(outcome);
  }
  await victim.end({ timeout: 1 });
});
