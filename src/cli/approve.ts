import { parseArgs } from 'node:util';
import { approveBatch } from '#features/batches/approve-batch.ts';
import type { Ctx } from '#features/ctx.ts';
import { approveProgramme } from '#features/programmes/approve-programme.ts';
import { getActorByUsername } from '#features/sessions/get-actor-by-username.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue approve --batch ID --as USERNAME`, or `--programme ID`: the second admin's approval. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { batch: { type: 'string' }, programme: { type: 'string' }, as: { type: 'string' } },
  });
  const { batch, programme, as } = values;
  if (!as || (batch === undefined) === (programme === undefined)) {
    throw new Error('Usage: facevalue approve --batch ID --as USERNAME, or --programme ID');
  }
  const actor = await getActorByUsername(ctx, as);
  if (programme) {
    await approveProgramme(ctx, actor, { id: requireId('programme', programme) });
    process.stdout.write('The programme is active.\n');
    return 0;
  }
  const { on_sale } = await approveBatch(ctx, actor, { batch_id: requireId('batch', batch!) });
  process.stdout.write(`The batch is approved. ${on_sale} cards are on sale now.\n`);
  return 0;
}
