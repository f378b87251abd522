import type { Input, Reply } from '#contracts/call.ts';
import { type saveLogo as contract, LOGO_LIMIT_BYTES } from '#contracts/messages/branding.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { afterCommit } from '#platform/db/after-commit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { ConfinedError, confine } from '#platform/threads/confine.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockBranding } from './create-branding.ts';
import type { DrawnLogo } from './logo/draw-logo.ts';
import { pngSize } from './logo/png-size.ts';
import { notifyChanged } from './notify-changed.ts';

const MIN_SIDE = 64;
const MAX_SIDE = 4096;
/** Decoded, they take four bytes each. */
const MAX_PIXELS = 4_000_000;

const drawLogo = confine<Uint8Array, DrawnLogo | null>({
  file: new URL('./logo/draw-logo.ts', import.meta.url),
  name: 'drawLogo',
  limit_ms: 10_000,
  memory_mb: 64,
});

/** Draws the uploaded picture anew in the sizes that are needed, and replaces the logo with it. */
export async function saveLogo(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { logo, files } = await draw(await readAll(body));
  await transaction(ctx.sql, async (sql) => {
    const before = await lockBranding(sql);
    await sql`update branding set logo = ${sql.json({ ...logo })}`;
    // Pages that are open, and processes that notice seconds later, still show the one before.
    await sql`delete from logo_files where logo <> ${before.logo?.id ?? ''}`;
    for (const { file, bytes } of files)
      await sql`
        insert into logo_files (logo, file, bytes) values (${logo.id}, ${file}, ${bytes}) on conflict do nothing`;
    const details = { logo: logo.id, logo_before: before.logo?.id ?? '', width: logo.width, height: logo.height };
    await appendAudit(sql, { ...by(actor), action: 'branding.logo_saved', details });
    await notifyChanged(sql, actor, 'logo');
    afterCommit(sql, () => ctx.branding.keep({ ...before, logo }));
  });
  return { data: logo };
}

/** Checks what the file claims before anything of it is decoded. */
async function draw(bytes: Buffer): Promise<DrawnLogo> {
  const size = pngSize(bytes);
  if (!size) throw invalidField('logo', message('branding.logo_no_png'));
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  if (shorter < 1 || longer < MIN_SIDE || longer > MAX_SIDE || size.width * size.height > MAX_PIXELS)
    throw invalidField('logo', message('branding.logo_size', { ...size, min: MIN_SIDE, max: MAX_SIDE }));
  const drawn = await drawLogo(bytes).catch((error: unknown) => {
    if (error instanceof ConfinedError) return null;
    throw error;
  });
  if (!drawn) throw invalidField('logo', message('branding.logo_unreadable'));
  return drawn;
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // A form of the pages has no other limit than that of all forms with a file.
    if (size > LOGO_LIMIT_BYTES) throw new AppError('too_large', message('api.too_large', { limit: LOGO_LIMIT_BYTES }));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
