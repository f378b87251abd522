import type { Reply } from '#contracts/call.ts';
import type { preorderOptions as contract } from '#contracts/shop/preorders.ts';
import type { Ctx } from '../../ctx.ts';

const MAX_PROGRAMMES = 1000;

export async function preorderOptions({ sql }: Ctx): Promise<Reply<typeof contract>> {
  const data = await sql<Reply<typeof contract>['data']>`
    select id, name, currency, prefix, to_json(face_values_cents) as face_values_cents, face_range
    from programmes where state in ('active', 'suspended') order by lower(name), id limit ${MAX_PROGRAMMES}`;
  return { data: [...data] };
}
