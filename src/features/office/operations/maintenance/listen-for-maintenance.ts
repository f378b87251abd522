import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { createMaintenance } from './create-maintenance.ts';
import { readSwitch } from './read-switch.ts';

const RETRY_MS = 1_000;

/** Follows the switch: the database tells of each change, and it is read again whenever that connection is re-established. */
export async function listenForMaintenance(
  sql: Sql,
  { config, clock, log }: Pick<Ctx, 'config' | 'clock' | 'log'>,
): Promise<Ctx['maintenance']> {
  const maintenance = createMaintenance(config, clock);
  let changes = 0;
  async function learn(): Promise<void> {
    const change = ++changes;
    const read = await readSwitch(sql);
    // An older reading may arrive after a newer one.
    if (change === changes) maintenance.learn(read);
  }
  function retry(error: unknown): void {
    const change = changes;
    log.warn({ err: error }, 'the maintenance switch could not be read');
    void delay(RETRY_MS, undefined, { ref: false }).then(() => {
      if (change === changes) learn().catch(retry);
    });
  }
  const again = () => void learn().catch(retry);
  await sql.listen('maintenance_changed', again, again);
  await learn();
  return maintenance;
}
