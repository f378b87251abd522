import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { serveVault } from '#app/serve-vault.ts';
import type { Ctx, VaultCtx } from '#features/ctx.ts';
import { connect } from '#platform/db/client.ts';
import { sharedMacsOf } from '#platform/vault/roots/shared-macs.ts';
import { createPassOn } from '#platform/vault-socket/pass-on.ts';

/** What the process with the master key does for the others, on a socket of its own. */
export async function startVault(ctx: VaultCtx) {
  const folder = await mkdtemp(join(tmpdir(), 'vault-'));
  const socket = join(folder, 'socket');
  const start = () => serveVault(ctx, socket);
  let running = await start();
  let away = false;
  const stop = async () => {
    if (!away) await running.stop();
    away = true;
  };
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  return {
    socket,
    passOn: createPassOn(socket, ctx.log),
    stop,
    async startAgain(): Promise<void> {
      running = await start();
      away = false;
    },
  };
}

/** The context of a process that has neither the keys nor the rights. */
export function withoutKeys(ctx: VaultCtx, web_url: string): Ctx {
  const sql = connect(web_url, { max: 20 });
  const reads = connect(web_url, { max: 4, read_only: true });
  afterAll(() => Promise.all([sql.end({ timeout: 1 }), reads.end({ timeout: 1 })]));
  return { ...ctx, sql, reads, vault: sharedMacsOf(ctx.vault.shared, ctx.clock) };
}
