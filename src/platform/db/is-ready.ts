import type { Db } from './client.ts';

/** Whether the database answers. */
export const isReady = (sql: Db): Promise<boolean> =>
  sql`select`.then(
    () => true,
    () => false,
  );
