import { parseArgs } from 'node:util';
import { proposeBatch } from '#features/batches/propose-batch.ts';
import type { Ctx } from '#features/ctx.ts';
import { proposeProgramme } from '#features/programmes/propose-programme.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue propose --batch ID --as USERNAME`, or `--programme ID`: asks once more for an approval that was withdrawn. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { batch: { type: 'string' }, programme: { type: 'string' }, as: { type: 'string' } },
  });
  const { batch, programme, as } = values;
  if (!as || (batch === undefined) === (programme === undefined)) {
    throw new Error('Usage: facevalue propose --batch ID --as USERNAME, or --programme ID');
  }
  const actor = await actAs(ctx, as);
  if (programme) await proposeProgramme(ctx, actor, { id: requireId('programme', programme) });
  else await proposeBatch(ctx, actor, { batch_id: requireId('batch', batch!) });
  process.stdout.write('Proposed: another admin has to approve it.\n');
  return 0;
}
