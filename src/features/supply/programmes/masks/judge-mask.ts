import type { Input, Reply } from '#contracts/call.ts';
import type { judgeMask as contract, JudgedMask } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../../ctx.ts';
import { chanceHits } from '../../../oversight/import-guard/mask-chance.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import { carryingOf } from '../../../oversight/import-guard/shapes/carrying.ts';

/** What the import guard knows of a programme's mask, and of the one that is proposed for it. */
export async function judgeMask(
  { sql }: Ctx,
  _actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const [masks] = await sql<{ own: CodeFormat; edit: CodeFormat | null }[]>`
    select code_format as own, (select facts -> 'code_format' from programme_versions
      where programme_id = p.id and state = 'proposed' and number > 1) as edit
    from programmes p where p.id = ${id}`;
  if (!masks) throw new AppError('not_found', message('programme.not_found'));
  return { data: { own: judged(masks.own), edit: masks.edit && judged(masks.edit) } };
}

function judged(format: CodeFormat): JudgedMask {
  const chance = Array.from(chanceHits(format), ([rule, share]) => ({ rule, one_in: Math.round(1 / share) }));
  return { ...carryingOf(format), chance };
}
