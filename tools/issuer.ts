// The simulated issuer as a server of its own: `npm run issuer -- --secret TEXT [--port 4310] [--key BASE64]`. Point a demo shop at it with
// ISSUER_DEMO_URL, and give programmes an adapter at https://issuer.example with the same secret.
// Or it writes a signed report of redeemed codes:
// `npm run issuer -- --report FILE --programme REFERENCE --from TIME --private-key PEM [--redeemed CODES]`.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { codesOf } from '../src/features/demo/issuer/codes-of.ts';
import { SCENARIOS, startIssuer } from '../src/features/demo/issuer/start-issuer.ts';
import { codeDigest } from '../src/features/oversight/import-guard/code-digest.ts';
import { signedText } from '../src/features/supply/batches/signed-text.ts';
import { reportText } from '../src/features/supply/issuers/reports/report-text.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: {
    secret: text,
    port: { ...text, default: '4310' },
    key: text,
    report: text,
    programme: text,
    from: text,
    'private-key': text,
    redeemed: text,
  },
});
if (values.report) writeReport(values.report);
else await serve();

function writeReport(file: string): void {
  const { programme, redeemed, 'private-key': pem } = values;
  const from = new Date(values.from ?? Number.NaN);
  if (!programme || !pem || Number.isNaN(from.getTime()))
    fail('--report FILE --programme REFERENCE --from TIME --private-key PEM [--redeemed CODES]');
  const key = createPrivateKey(readFileSync(pem));
  const codes = redeemed ? codesOf(readFileSync(redeemed, 'utf8')) : [];
  const statuses = new Map(codes.map((code) => [codeDigest(code), 'redeemed' as const]));
  const report = reportText({ programme: programme, from, until: new Date(), statuses });
  writeFileSync(file, signedText(report, sign(null, Buffer.from(report), key)));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  process.stdout.write(`${file}, signed by the key ${publicKey}\n`);
}

async function serve(): Promise<void> {
  const { secret, port, key } = values;
  if (!secret || !/^\d{1,5}$/.test(port)) fail('--secret TEXT [--port 4310] [--key BASE64]');
  const issuer = await startIssuer({ port: Number(port), secretOf: () => secret });
  if (key) issuer.publish(`facevalue-key 1\nkey: ${key}\n`);
  process.stdout.write(`ISSUER_DEMO_URL=${issuer.url}
curl -X PUT -d slow ${issuer.url}/programmes/REFERENCE
Scenarios: ${SCENARIOS.join(', ')}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void issuer.stop());
}

function fail(usage: string): never {
  process.stderr.write(`Usage: npm run issuer -- ${usage}\n`);
  process.exit(1);
}
