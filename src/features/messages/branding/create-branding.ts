import { type ShopBranding, unbranded } from '#contracts/messages/branding.ts';
import type { Db, Tx } from '#platform/db/client.ts';

declare module '../../ctx.ts' {
  interface Ctx {
    branding: Branding;
  }
}

/** How the shop is called and coloured. */
export interface Branding {
  /** At most some seconds old, since every page shows it; nobody waits for it but the first. */
  read(): Promise<ShopBranding>;
  /** Caches what was just saved. */
  keep(value: ShopBranding): void;
}

const RENEWED_AFTER_MS = 5_000;

export function createBranding(sql: Db): Branding {
  let last: { value: ShopBranding; readAt: number } | undefined;
  const keep = (value: ShopBranding) => {
    last = { value, readAt: performance.now() };
    return value;
  };
  return {
    async read() {
      if (last && performance.now() - last.readAt < RENEWED_AFTER_MS) return last.value;
      if (last) last.readAt = performance.now();
      const next = loadBranding(sql).then(keep, () => last?.value ?? unbranded);
      return last?.value ?? next;
    },
    keep,
  };
}

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
