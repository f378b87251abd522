import { type ShopBranding, unbranded } from '#contracts/messages/branding.ts';
import type { Db, Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';

const RENEWED_AFTER_MS = 5_000;

interface Kept {
  value: ShopBranding;
  readAt: number;
}

// One for each installation in this process; the configuration is its one object that never changes.
const kept = new WeakMap<Ctx['config'], Kept>();

/** As it is in the database. */
export async function loadBranding(sql: Db): Promise<ShopBranding> {
  const [row] = await sql<ShopBranding[]>`
    select name, accent_light, accent_dark, footer, mail_header, logo from branding`;
  return row!;
}

/** As it is, for the transaction that changes it. */
export async function lockBranding(sql: Tx): Promise<ShopBranding> {
  await sql`select from branding for update`;
  return loadBranding(sql);
}

/** At most some seconds old, since every page shows it; nobody waits for it but the first. */
export async function readBranding(ctx: Pick<Ctx, 'sql' | 'config'>): Promise<ShopBranding> {
  const last = kept.get(ctx.config);
  if (last && performance.now() - last.readAt < RENEWED_AFTER_MS) return last.value;
  if (last) last.readAt = performance.now();
  const next = loadBranding(ctx.sql).then(
    (value) => keepBranding(ctx, value),
    () => last?.value ?? unbranded,
  );
  return last?.value ?? next;
}

/** Caches what was just saved or read. */
export function keepBranding({ config }: Pick<Ctx, 'config'>, value: ShopBranding): ShopBranding {
  kept.set(config, { value, readAt: performance.now() });
  return value;
}
