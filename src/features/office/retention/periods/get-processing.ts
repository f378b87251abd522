import type { Reply } from '#contracts/call.ts';
import { ACTIVITIES, type getProcessing as contract } from '#contracts/office/retention.ts';
import type { Ctx } from '../../../ctx.ts';
import type { AccountData, RetentionRule } from '../../../feature.ts';
import { readBranding } from '../../../messages/branding/read-branding.ts';
import { keptTables } from './kept-tables.ts';
import { readRules } from './read-rules.ts';
import { tablesOf } from './tables-of.ts';

/** The records of processing: each table that says something about people, under what it is kept for, with its period. */
export const getProcessing = (rules: readonly RetentionRule[], data: readonly AccountData[]) =>
  async function getProcessing(ctx: Ctx): Promise<Reply<typeof contract>> {
    const { sql, clock, config } = ctx;
    const now = clock.now();
    const [{ name }, periods] = [await readBranding(ctx), await readRules(sql, rules, now)];
    const tables = tablesOf(periods);
    return {
      data: {
        controller: { name, contact: config.operator_email, security_contact: config.security_contact },
        made_at: now.toISOString(),
        activities: ACTIVITIES.map((activity) => ({
          activity,
          tables: tables.filter(({ table }) => keptTables[table]?.of === activity),
        })),
        handed_out: ['profile', ...data.flatMap(({ sections = [] }) => sections.map((section) => section.name))],
      },
    };
  };
