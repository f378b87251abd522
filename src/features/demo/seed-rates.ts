import type { Ctx } from '../ctx.ts';
import { demoSource } from '../rates/demo-source.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 600_000;

/** Rates for the day before a demo shop's first start, so that its chart isn't empty. */
export async function seedRates(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const [known] = await ctx.sql`select from rate_samples limit 1`;
  if (known) return;
  const source = demoSource();
  const rows: { coin: string; usd_e8: string; sources: string[]; at: Date }[] = [];
  for (let time = now - DAY_MS; time < now; time += STEP_MS) {
    const at = new Date(time);
    await source.poll(at);
    for (const [coin, { usd_e8 }] of source.last)
      rows.push({ coin, usd_e8: usd_e8.toString(), sources: [source.name], at });
  }
  await ctx.sql`insert into rate_samples ${ctx.sql(rows)}`;
}
