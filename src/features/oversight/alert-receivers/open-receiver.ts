import type { AlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../ctx.ts';

/** A receiver with what only the vault opens. */
export interface OpenReceiver extends Pick<AlertReceiver, 'id' | 'name' | 'form' | 'severity' | 'host'> {
  url: string;
  secret: string | null;
}

interface Row extends Omit<OpenReceiver, 'url' | 'secret'> {
  data_key: Uint8Array;
  sealed: Uint8Array;
}

/** Names the row that a data key and what it seals belong to. */
export const receiverAad = (id: string): string => `alert receiver ${id}`;

/** A receiver that wasn't removed. */
export async function openReceiver({ vault }: VaultCtx, sql: Db, id: string): Promise<OpenReceiver | undefined> {
  const [row] = await sql<Row[]>`
    select id, name, form, severity, host, data_key, sealed from alert_receivers where id = ${id}
      and removed_at is null`;
  if (!row) return undefined;
  const { data_key, sealed, ...receiver } = row;
  const aad = receiverAad(id);
  const opened = JSON.parse(vault.open(vault.unwrap(data_key, aad), sealed, aad)) as Pick<
    OpenReceiver,
    'url' | 'secret'
  >;
  return { ...receiver, ...opened };
}
