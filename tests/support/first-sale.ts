// From a shop that was just set up to its first sale: what the staff of the page "From nothing to selling" and their first buyer do,
// through the shop's own address. Arguments: that address, the file with what the commands of the page printed, the folder with the mails.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { generateSync } from 'otplib';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { manifestText } from '#features/supply/batches/manifest.ts';
import { signedText } from '#features/supply/batches/signed-text.ts';
import { fingerprintEnd } from '#features/supply/programmes/facts/key-fingerprint.ts';
import { until } from '#platform/jobs/until.ts';

const [origin = '', printed = '', mails = ''] = process.argv.slice(2);
const PATIENCE_MS = 60_000;
const password = 'a stone in the river bends';
const reason = 'Checked beside the contract';
const CODES = ['K7QWX-M4N8P-2RTYD', 'B9HJL-C6VFG-3ZSEA'];
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const issuerKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);

// biome-ignore lint/suspicious/noExplicitAny: each caller knows which call it makes, and a wrong reply fails the walk.
type Reply = any;

interface Person {
  token?: string;
}

interface Sent {
  method?: string;
  body?: unknown;
  /** A file in place of JSON. */
  file?: { type: string; text: string };
}

/** One call of the API; throws what it answers if it refuses. */
async function ask({ token }: Person, path: string, { method, body, file }: Sent = {}): Promise<Reply> {
  const sent = file?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${origin}${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      'content-type': file?.type ?? 'application/json',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text ? JSON.parse(text) : {};
}

/** What a pattern finds in a mail to somebody, the newest first. */
async function mailed(address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    const names = (await readdir(mails)).toSorted().toReversed();
    for (const name of names) {
      const mail = (await readFile(join(mails, name), 'utf8')).replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      if (mail.includes(`To: ${address}`)) found ??= pattern.exec(mail)?.[1];
    }
    return found !== undefined;
  };
  if (!(await until(look, PATIENCE_MS))) throw new Error(`No mail to ${address} has ${pattern}`);
  return found!;
}

async function signIn(username: string): Promise<Person> {
  const { access_token } = await ask({}, '/api/auth/login', { body: { username, password } });
  return { token: access_token };
}

/** Confirms that it is they: by the password, or where the device takes one, by the code that is mailed. */
async function confirm(person: Person, address: string): Promise<Person> {
  const { needs_device_code } = (await ask(person, '/api/auth/step-up')).data;
  if (!needs_device_code) return confirmBy(person, { password });
  await ask(person, '/api/auth/device-code', { method: 'POST' });
  const code = await mailed(address, /\b(\d{8})\b/);
  return { token: (await ask(person, '/api/auth/device', { body: { code } })).access_token };
}

const confirmBy = async (person: Person, body: { password: string } | { otp: string }): Promise<Person> => ({
  token: (await ask(person, '/api/auth/step-up', { body })).access_token,
});

/** Somebody of the staff signs in for the first time, sets up an authenticator app and confirms with it. */
async function firstDay(username: string): Promise<Person> {
  const person = await confirm(await signIn(username), `${username}@example.com`);
  const { data } = await ask(person, '/api/users/two-factor', { method: 'POST' });
  const otp = generateSync({ secret: data.secret });
  const codes = await ask(person, '/api/users/two-factor/confirm', { body: { otp } });
  return confirmBy(person, { otp: codes.data.recovery_codes[0] });
}

const programmeFacts: NewProgramme = {
  name: 'Hazelbrook Stores',
  issuer_name: 'Hazelbrook Stores Ltd',
  issuer_country: 'US',
  registration_ref: 'REF-1',
  terms_url: 'https://issuer.example/terms',
  network: 'closed_loop',
  country: 'US',
  currency: 'USD',
  level: 'Standard',
  code_format: {
    code: { kind: 'alnum', groups: [5, 5, 5], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' },
    pin: null,
  },
  face_values_cents: [1000],
  voucher_kind: 'single_purpose',
  expiry_policy: 'Five years.',
  funds: { expire_after_months: 60, dormancy_fee: null },
  redemption_text: 'Show the code at the till.',
  issuer_public_key: issuerKey.toString('base64'),
  evidence_sha256: '01'.repeat(32),
  color_from: '#112233',
  color_to: '#445566',
  motif: 'waves',
};

/** The importer proposes a programme, and both approvers approve it. */
async function programme(importer: Person, approvers: Person[]): Promise<string> {
  const { id } = (await ask(importer, '/api/admin/programmes', { body: programmeFacts })).data;
  for (const approver of approvers) {
    const { proposal } = (await ask(approver, `/api/admin/programmes/${id}`)).data;
    const body = { proposal_id: proposal.id, fingerprint_end: fingerprintEnd(issuerKey), reason };
    await ask(approver, `/api/admin/programmes/${id}/approve`, { body });
  }
  return id;
}

async function imported(importer: Person, batch_id: string): Promise<void> {
  const text = ['code,face_value', ...CODES.map((code) => `${code},10.00`)].join('\n');
  const path = `/api/resellers/${batch_id}/imports?file_name=stock.csv`;
  const { id } = (await ask(importer, path, { file: { type: 'text/csv', text } })).data;
  const reaches = async (state: string) => {
    const is = async () => (await ask(importer, `/api/imports/${id}`)).data.state === state;
    if (!(await until(is, PATIENCE_MS))) throw new Error(`The import isn't ${state}`);
  };
  await reaches('checked');
  await ask(importer, `/api/imports/${id}/commit`, { method: 'POST' });
  await reaches('committed');
}

/** The importer opens a batch, imports the issuer's file and its manifest, and an approver puts it on sale. */
async function stock(importer: Person, approver: Person): Promise<void> {
  const programme_id = await programme(importer, [approver, omar]);
  const body = {
    programme_id,
    name: 'First batch',
    supplier: 'Hazelbrook Stores Ltd',
    invoice_reference: 'INV-1',
    invoice_date: '2026-01-15',
    evidence_sha256: '02'.repeat(32),
    authorisation_reference: 'CONTRACT-7',
    authorised_from: '2026-01-01',
    authorised_until: null,
    discount_bp: 500,
  };
  const batch = (await ask(importer, '/api/resellers', { body })).data;
  await imported(importer, batch.id);
  const digests = CODES.map(codeDigest);
  const told = { programme: 'REF-1', invoice: 'INV-1', issued_at: '2026-01-16T00:00:00Z', digests };
  const text = signedText(manifestText(told), sign(null, Buffer.from(manifestText(told)), privateKey));
  await ask(importer, `/api/resellers/${batch.id}/manifest`, { file: { type: 'text/plain', text } });
  const { proposal } = (await ask(approver, `/api/resellers/${batch.id}`)).data;
  await ask(approver, `/api/resellers/${batch.id}/approve`, { body: { proposal_id: proposal.id, reason } });
}

/** Somebody registers, confirms the address, and is let in with a balance by two people: this shop has no coin. */
async function buyer(proposer: Person, decider: Person): Promise<Person> {
  const address = 'bea@mail.example.com';
  const { id } = (
    await ask({}, '/api/auth/register', { body: { username: 'bea', email: address, password, terms: true } })
  ).data;
  await ask({}, '/api/auth/verify-email', { body: { token: await mailed(address, /[?&]token=([\w.~-]+)/) } });
  await ask(proposer, `/api/admin/users/${id}/activate`, { body: { reason } });
  const given = { cents: 20_00, cause: 'goodwill', reason };
  await ask(proposer, `/api/admin/users/${id}/adjustment`, { body: given });
  const { proposals } = (await ask(decider, `/api/admin/users/${id}`)).data;
  await ask(decider, `/api/admin/users/${id}/adjustment/decide`, {
    body: { proposal_id: proposals[0].id, decision: 'approved', reason },
  });
  return confirm(await signIn('bea'), address);
}

const links = [...new Set((await readFile(printed, 'utf8')).match(/(?<=\/reset\?token=)\S+/g))];
// The first is the admin's, which was used.
for (const token of links.slice(1)) await ask({}, '/api/auth/reset-password', { body: { token, password } });
const you = await firstDay('you');
const ines = await firstDay('ines');
const omar = await firstDay('omar');
for (const kind of ['terms', 'privacy', 'imprint']) {
  const text = { kind, locale: 'en', content: 'What this shop and its buyers agree on.', published_at: 'now' };
  await ask(you, '/api/admin/legal', { body: text });
}
await stock(ines, you);
const bea = await buyer(you, omar);
const [card] = (await ask(bea, '/api/cards')).data;
const order = (await ask(bea, '/api/invoices', { body: { ids: [card.id] } })).data;
const reveal = `/api/invoices/${order.id}/cards/${order.cards[0].id}/reveal`;
const { code } = (await ask(bea, reveal, { body: { consent: true } })).data;
if (!CODES.includes(code)) throw new Error('The code is none of the imported ones');
process.stdout.write('first sale: the buyer has the code\n');
