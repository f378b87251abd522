import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { VaultCtx } from '#features/ctx.ts';
import { confirmBatch } from '#features/supply/batches/confirm-batch.ts';
import { SIGNED_MAX_BYTES } from '#features/supply/batches/signed-text.ts';
import { actAs } from './arguments/act-as.ts';
import { requireId } from './arguments/require-id.ts';

/** `facevalue confirm MANIFEST --batch ID --as USERNAME`: the issuer's signed confirmation of the cards. */
export async function run(ctx: VaultCtx, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { batch: { type: 'string' }, as: { type: 'string' } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1 || !values.batch || !values.as) {
    throw new Error('Usage: facevalue confirm MANIFEST --batch ID --as USERNAME');
  }
  const { size } = await stat(file);
  if (size > SIGNED_MAX_BYTES) throw new Error(`The manifest is larger than ${SIGNED_MAX_BYTES} bytes.`);
  const actor = await actAs(ctx, values.as);
  const manifest = await readFile(file, 'utf8');
  const { confirmed, unknown, unconfirmed } = await confirmBatch(ctx, actor, {
    batch_id: requireId('batch', values.batch),
    manifest,
  });
  process.stdout.write(
    `${confirmed} cards confirmed, ${unknown} in the manifest but not in the batch or already confirmed, ${unconfirmed} still unconfirmed\n`,
  );
  return unknown === 0 && unconfirmed === 0 ? 0 : 3;
}
