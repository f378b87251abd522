import { z } from 'zod';
import type { Ctx } from '../ctx.ts';

/** A mail in the mailbox as HTML, or undefined if there is none. */
export async function findMailHtml(ctx: Ctx, id: string): Promise<string | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  const [mail] = await ctx.sql<{ html: string }[]>`select html_body as html from mailbox where id = ${id}`;
  return mail?.html || undefined;
}
