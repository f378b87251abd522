import type { Input, Reply } from '#contracts/call.ts';
import type { getOfficeBrand as contract } from '#contracts/shop/brands.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { readBrand } from './office/read-brand.ts';

export const getOfficeBrand = async (
  { sql }: Ctx,
  _actor: Actor,
  { params }: Input<typeof contract>,
): Promise<Reply<typeof contract>> => ({ data: await readBrand(sql, params.id) });
