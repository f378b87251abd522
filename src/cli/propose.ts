import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { proposeBatch } from '#features/supply/batches/propose-batch.ts';
import { proposeQuarantine } from '#features/supply/batches/quarantines/propose-quarantine.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue propose --batch ID --as USERNAME` or `--quarantine ID`: asks once more for an approval that was withdrawn. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      batch: { type: 'string' },
      quarantine: { type: 'string' },
      as: { type: 'string' },
    },
  });
  const { batch, quarantine, as } = values;
  if (!as || (batch === undefined) === (quarantine === undefined)) {
    throw new Error('Usage: facevalue propose --batch ID --as USERNAME, or --quarantine ID');
  }
  const actor = await actAs(ctx, as);
  if (quarantine) await proposeQuarantine(ctx, actor, { id: requireId('quarantine', quarantine) });
  else await proposeBatch(ctx, actor, { batch_id: requireId('batch', batch!) });
  process.stdout.write('Proposed: another admin has to approve it.\n');
  return 0;
}
