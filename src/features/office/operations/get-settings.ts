import process from 'node:process';
import type { Reply } from '#contracts/call.ts';
import { COINS } from '#contracts/coins.ts';
import type { getSettings as contract } from '#contracts/office/operations.ts';
import { describeSettings } from '#platform/describe-settings.ts';
import { version } from '#platform/version.ts';
import type { Ctx } from '../../ctx.ts';
import { CEILING_CENTS, tierLimits } from '../../customers/tiers/tier-limits.ts';
import { GUARD_VERSION } from '../../oversight/import-guard/scan/rule.ts';

/** The settings of the process that answers; all processes of a shop should have the same. */
export async function getSettings({ sql, config, chains, maintenance }: Ctx): Promise<Reply<typeof contract>> {
  const [database] = await sql<[{ postgres: string; schema: string }]>`
    select current_setting('server_version') as postgres,
      (select name from schema_migrations order by version desc limit 1) as schema`;
  const settings = describeSettings(config).map((setting) =>
    setting.name === 'MAINTENANCE' && maintenance.closure()?.source === 'database'
      ? { ...setting, value: 'on', source: 'database' as const }
      : setting,
  );
  return {
    data: {
      settings,
      tiers: [0, 1, 2].map((tier) => ({ tier, ...tierLimits(tier) })),
      ceiling_cents: CEILING_CENTS,
      coins: COINS.map((coin) => ({ coin, offered: chains[coin] !== undefined })),
      versions: { facevalue: version, node: process.version.slice(1), ...database, import_guard: GUARD_VERSION },
    },
  };
}
