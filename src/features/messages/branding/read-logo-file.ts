import type { LogoFile } from '#contracts/messages/logo-files.ts';
import type { Ctx } from '../../ctx.ts';

/** A picture of the logo with this id, as long as it is the logo or was the one before. */
export async function readLogoFile({ sql }: Pick<Ctx, 'sql'>, id: string, file: LogoFile): Promise<Buffer | null> {
  const [row] = await sql<{ bytes: Buffer }[]>`select bytes from logo_files where logo = ${id} and file = ${file}`;
  return row?.bytes ?? null;
}
