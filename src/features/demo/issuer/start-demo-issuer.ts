import type { Ctx } from '../../ctx.ts';
import { demoIssuer } from './issuer.ts';
import { startIssuer } from './start-issuer.ts';

/**
 * Starts the simulated issuer of a demo shop, unless `npm run issuer` runs one. Returns the settings with its address, for
 * whatever asks issuers.
 */
export async function startDemoIssuer({ config, vault, log, clock }: Ctx) {
  if (config.issuer_demo_url) return { config, stop: async () => {} };
  const secretOf = (programme: string) => demoIssuer(vault, programme).adapterSecret;
  const { url, stop } = await startIssuer({ secretOf, now: () => clock.now() });
  log.info({ url }, 'simulated issuer');
  return { config: { ...config, issuer_demo_url: url }, stop };
}
