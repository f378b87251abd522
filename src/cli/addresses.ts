import type { Ctx } from '#features/ctx.ts';

const SHOWN = 3;

/** `facevalue addresses`: the first addresses of each coin, to be compared with the operator's own wallet. */
export async function run(ctx: Ctx): Promise<number> {
  for (const { coin, fingerprint, addressAt } of Object.values(ctx.chains)) {
    process.stdout.write(`${coin}, key ${fingerprint}\n`);
    for (let index = 0; index < SHOWN; index++) process.stdout.write(`  ${index}  ${addressAt(index).address}\n`);
  }
  if (Object.keys(ctx.chains).length === 0) process.stdout.write('No coin is set up.\n');
  return 0;
}
