import type { Ctx } from '../../ctx.ts';

const PIECE = 5_000;
/** In one sweep; the next one goes on. */
const PIECES = 20;

/** Makes the addresses of audit entries coarse after 90 days: by a function of the owner, which changes nothing else. */
export async function coarsenAddresses({ sql }: Ctx): Promise<void> {
  for (let piece = 0; piece < PIECES; piece++) {
    const [row] = await sql<{ coarsened: number }[]>`select coarsen_audit_addresses(${PIECE}) as coarsened`;
    if (row!.coarsened < PIECE) return;
  }
}
