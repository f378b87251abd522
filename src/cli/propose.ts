import { parseArgs } from 'node:util';
import { proposeBatch } from '#features/batches/propose-batch.ts';
import { proposeQuarantine } from '#features/batches/propose-quarantine.ts';
import type { Ctx } from '#features/ctx.ts';
import { proposeProgramme } from '#features/programmes/propose-programme.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue propose --batch ID --as USERNAME`, `--programme ID` or `--quarantine ID`: asks once more for an approval that was withdrawn. */
export async function run(ctx: Ctx, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      batch: { type: 'string' },
      programme: { type: 'string' },
      quarantine: { type: 'string' },
      as: { type: 'string' },
    },
  });
  const { batch, programme, quarantine, as } = values;
  if (!as || [batch, programme, quarantine].filter((id) => id !== undefined).length !== 1) {
    throw new Error('Usage: facevalue propose --batch ID --as USERNAME, or --programme ID, or --quarantine ID');
  }
  const actor = await actAs(ctx, as);
  if (programme) await proposeProgramme(ctx, actor, { id: requireId('programme', programme) });
  else if (quarantine) await proposeQuarantine(ctx, actor, { id: requireId('quarantine', quarantine) });
  else await proposeBatch(ctx, actor, { batch_id: requireId('batch', batch!) });
  process.stdout.write('Proposed: another admin has to approve it.\n');
  return 0;
}
