import type { Reply } from '#contracts/call.ts';
import type { listFaces as contract } from '#contracts/shop/home.ts';
import type { Ctx } from '../../ctx.ts';

const MAX_FACES = 4;

/** The brands with the most cards on sale, each by one of its cards; in the order of their names, which changes rarely. */
export async function listFaces(ctx: Ctx): Promise<Reply<typeof contract>> {
  const [programmes, stock] = await Promise.all([ctx.catalogue.programmes(), ctx.catalogue.stock()]);
  const largest = [...stock.values()].sort((a, b) => b.on_sale - a.on_sale);
  const faces = new Map<string, Reply<typeof contract>['data'][number]>();
  for (const { programme_id, face_min: face_cents } of largest) {
    const programme = programmes.get(programme_id);
    if (!programme || faces.has(programme.name)) continue;
    const { name, level, country, currency, color_from, color_to, motif } = programme;
    faces.set(name, { programme: name, level, country, currency, face_cents, color_from, color_to, motif });
    if (faces.size === MAX_FACES) break;
  }
  return { data: [...faces.values()].sort((a, b) => a.programme.localeCompare(b.programme)) };
}
