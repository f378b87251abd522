import { isGenuine, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportForged } from './report-forged.ts';

/** A row, as SQL reads it by `sealOf`. */
export interface Seal extends SealedRow {
  table:
    | ('users' | 'devices' | 'sessions' | 'passkeys' | 'email_tokens')
    | ('deposits' | 'unclaimed_deposits' | 'dust_deposits' | 'deposit_credits' | 'payments' | 'seen_hints' | 'outflows')
    | ('rate_samples' | 'fiat_samples');
  id: string;
}

/** Whether this shop wrote all of these rows as they are. One that it didn't is reported. */
export function checkSeals(ctx: Ctx, ...rows: Seal[]): boolean {
  const forged = rows.filter((row) => !isGenuine(ctx.vault, row.table, row));
  for (const { table, id } of forged) reportForged(ctx, table, id);
  return forged.length === 0;
}
