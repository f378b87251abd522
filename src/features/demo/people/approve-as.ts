import { randomUUID } from 'node:crypto';
import type { Actor, Ctx } from '../../ctx.ts';
import type { CodeFormat } from '../../oversight/import-guard/masks/format.ts';
import { approveBatch } from '../../supply/batches/approve-batch.ts';
import { approveProgramme } from '../../supply/programmes/approve-programme.ts';
import { fingerprintEnd } from '../../supply/programmes/facts/key-fingerprint.ts';
import { linkHostOf } from '../../supply/programmes/facts/link-host.ts';

const REASON = 'Compared with the contract';

/** Approves the open proposal of a programme as a demo person who knows the fingerprint of the issuer's key and the host of its links. */
export async function approveProgrammeAs(ctx: Ctx, actor: Actor, { id }: { id: string }): Promise<void> {
  const [key] = await ctx.sql<{ public_key: Uint8Array }[]>`
    select public_key from issuer_keys where programme_id = ${id} order by id limit 1`;
  const fingerprint_end = fingerprintEnd(key?.public_key ?? new Uint8Array());
  const [version] = await ctx.sql<{ code_format: CodeFormat }[]>`
    select facts -> 'code_format' as code_format from programme_versions where programme_id = ${id}
    order by number desc limit 1`;
  const link_host = version && linkHostOf(version.code_format.code);
  await approveProgramme(ctx, actor, {
    params: { id },
    body: {
      proposal_id: await openProposal(ctx, id),
      fingerprint_end,
      reason: REASON,
      ...(link_host && { link_host }),
    },
  });
}

/** Approves the open proposal of a batch; resolves to how many cards went on sale. */
export async function approveBatchAs(
  ctx: Ctx,
  actor: Actor,
  { batch_id: id }: { batch_id: string },
): Promise<{ on_sale: number }> {
  const { data } = await approveBatch(ctx, actor, {
    params: { id },
    body: { proposal_id: await openProposal(ctx, id), reason: REASON },
  });
  return { on_sale: data.cards.confirmed };
}

async function openProposal({ sql }: Ctx, subject: string): Promise<string> {
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${subject} and decision is null`;
  return open?.id ?? randomUUID();
}
