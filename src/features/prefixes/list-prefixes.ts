import type { Input, Reply } from '#contracts/call.ts';
import type { listPrefixes as contract } from '#contracts/prefixes.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../ctx.ts';
import { approvedProgrammes, stockByProgramme } from '../programmes/catalogue.ts';
import { findProgrammes } from '../programmes/find-programmes.ts';

/** The prefix directory: facts about programmes with cards on sale, and about no other numbers. */
export async function listPrefixes(
  ctx: Ctx,
  _actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [programmes, stock] = await Promise.all([approvedProgrammes(ctx), stockByProgramme(ctx)]);
  const matching = findProgrammes(programmes, { q: query.q });
  const rows = [...programmes.values()].flatMap((programme) => {
    const held = stock.get(programme.id);
    if (!held || (matching && !matching.includes(programme.id))) return [];
    const { id, name, issuer_name, prefix, country, currency, level } = programme;
    return [
      { id, prefix, programme: { id, name }, issuer: issuer_name, country, currency, level, on_sale: held.on_sale },
    ];
  });
  // Sorted by prefix; programmes without one (codes and links) come last.
  rows.sort((a, b) => compare(a.prefix ?? '~', b.prefix ?? '~') || compare(a.programme.name, b.programme.name));
  const page = numberedPage(query, 20);
  const from = offsetOf(page);
  const data = rows.slice(from, from + page.per_page);
  return { data, meta: numberedMeta(page, rows.length, data.length) };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
