import type { Tx } from '#platform/db/client.ts';

/** Deletes what is kept of an import's file. */
export async function dropChunks(sql: Tx, import_id: string): Promise<void> {
  await sql`delete from import_chunks where import_id = ${import_id}`;
}
