import type { Config } from '#platform/config.ts';
import type { Ctx } from '../../../ctx.ts';
import { createIssuerClient, type IssuerClient } from '../adapter/create-issuer-client.ts';

const clients = new WeakMap<Config, IssuerClient>();

/** This process's client, which remembers which issuers to leave alone for a while. */
export function issuerClientOf(ctx: Ctx): IssuerClient {
  const client = clients.get(ctx.config) ?? createIssuerClient(ctx);
  clients.set(ctx.config, client);
  return client;
}
