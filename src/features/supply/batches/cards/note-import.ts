import type { Tx } from '#platform/db/client.ts';

interface Imported {
  batch_id: string;
  imported_by: string;
  file_sha256: Uint8Array;
}

/** Notes that a file came into a batch: it is a draft no longer, and its first file is the one that it was opened for. */
export async function noteImport(sql: Tx, { batch_id, imported_by, file_sha256 }: Imported): Promise<void> {
  await sql`
    update batches set state = case when state = 'draft' then 'imported' else state end, imported_by = ${imported_by},
      file_sha256 = coalesce(file_sha256, ${file_sha256}) where id = ${batch_id}`;
}
