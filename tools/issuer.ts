// The simulated issuer as a server of its own: `npm run issuer -- --secret TEXT [--port 4310] [--key BASE64]`. Point a demo shop at it with
// ISSUER_DEMO_URL, and give programmes an adapter at https://issuer.example with the same secret.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { SCENARIOS, startIssuer } from '../src/features/demo/simulator/start-issuer.ts';

const { secret, port, key } = parseArgs({
  options: { secret: { type: 'string' }, port: { type: 'string', default: '4310' }, key: { type: 'string' } },
}).values;
if (!secret || !/^\d{1,5}$/.test(port)) {
  process.stderr.write('Usage: npm run issuer -- --secret TEXT [--port 4310] [--key BASE64]\n');
  process.exit(1);
}
const issuer = await startIssuer({ port: Number(port), secretOf: () => secret });
if (key) issuer.publish(`facevalue-key 1\nkey: ${key}\n`);
process.stdout.write(`ISSUER_DEMO_URL=${issuer.url}
curl -X PUT -d slow ${issuer.url}/programmes/REFERENCE
Scenarios: ${SCENARIOS.join(', ')}
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void issuer.stop());
