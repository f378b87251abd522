import type { AlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import { type Standing, selectStanding, standingOf } from './standing.ts';

/** A receiver with what only the vault opens. */
export interface OpenReceiver extends Pick<AlertReceiver, 'id' | 'name' | 'form' | 'severity' | 'host'> {
  url: string;
  secret: string | null;
}

interface Row extends Omit<OpenReceiver, 'url' | 'secret'>, Standing {
  data_key: Uint8Array;
  sealed: Uint8Array;
}

/** Names the row that a data key and what it seals belong to. */
export const receiverAad = (id: string): string => `alert receiver ${id}`;

/** A receiver that is told of alerts. What was written past the shop is reported. */
export async function openReceiver(ctx: VaultCtx, sql: Db, id: string): Promise<OpenReceiver | undefined> {
  const [row] = await sql<Row[]>`
    select id, name, form, severity, host, data_key, sealed, ${selectStanding(sql)}
    from alert_receivers r where id = ${id}`;
  if (!row) return undefined;
  const standing = standingOf(ctx, row);
  if (standing === 'silenced' || standing === 'forged') reportForged(ctx, 'alert_receivers', id);
  return standing === 'told' || standing === 'silenced' ? opened(ctx, row) : undefined;
}

function opened({ vault }: VaultCtx, { id, name, form, severity, host, data_key, sealed }: Row): OpenReceiver {
  const aad = receiverAad(id);
  const { url, secret } = JSON.parse(vault.open(vault.unwrap(data_key, aad), sealed, aad)) as Pick<
    OpenReceiver,
    'url' | 'secret'
  >;
  return { id, name, form, severity, host, url, secret };
}
