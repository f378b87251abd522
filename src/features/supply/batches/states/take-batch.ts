import type { BatchState } from '#contracts/supply/batches.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

/** Locks a batch for a change that only these states allow, and returns its state. */
export async function takeBatch(sql: Tx, id: string, allowed: readonly BatchState[]): Promise<BatchState> {
  const [batch] = await sql<{ state: BatchState }[]>`select state from batches where id = ${id} for no key update`;
  if (!batch) throw new AppError('not_found', message('batch.not_found'));
  if (!allowed.includes(batch.state)) {
    throw new AppError('conflict', message('batch.wrong_state', { state: message(`batch.state.${batch.state}`) }));
  }
  return batch.state;
}
