import { calls } from '#contracts/index.ts';
import type { Ctx } from '#features/ctx.ts';
import { openApiDocument } from '#platform/http/docs/openapi.ts';
import { version } from '#platform/version.ts';

export async function run(ctx: Ctx): Promise<number> {
  process.stdout.write(
    `${JSON.stringify(openApiDocument(calls, { title: 'Facevalue API', version, url: ctx.config.public_url }), null, 2)}\n`,
  );
  return 0;
}
