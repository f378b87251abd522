import type { Reply } from '#contracts/call.ts';
import { ACTIVITIES, type getProcessing as contract } from '#contracts/office/retention.ts';
import type { Ctx } from '../../ctx.ts';
import type { Brought } from '../../feature.ts';
import { readRules } from './periods/read-rules.ts';
import { tablesOf } from './periods/tables-of.ts';

/** The records of processing: each table that says something about people, under what it is kept for, with its period. */
export const getProcessing = ({ retention, tables: retentions, accountData }: Brought) =>
  async function getProcessing(ctx: Ctx): Promise<Reply<typeof contract>> {
    const { sql, clock, config } = ctx;
    const now = clock.now();
    const [{ name }, periods] = [await ctx.branding.read(), await readRules(sql, retention, now)];
    const tables = tablesOf(retentions, periods);
    return {
      data: {
        controller: { name, contact: config.operator_email, security_contact: config.security_contact },
        made_at: now.toISOString(),
        activities: ACTIVITIES.map((activity) => ({
          activity,
          tables: tables.filter(({ table }) => retentions[table]?.of === activity),
        })),
        handed_out: ['profile', ...accountData.flatMap(({ sections = [] }) => sections.map((section) => section.name))],
      },
    };
  };
