import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { fileAt, hasMasterKey, loadMasterKey, MASTER_KEY_BYTES } from '#platform/vault/master-key.ts';
import { openByTransit, sealByTransit } from '#platform/vault/transit.ts';

const USAGE = `Usage: facevalue transit seal|open ADDRESS KEY FILE [--mount transit] [--token FILE]
ADDRESS is that of Vault or OpenBao, KEY a key of its transit engine. seal prints what opens the master key in FILE, open prints the
master key that FILE has sealed, for MASTER_KEY_COMMAND. The token is read from FILE, or from a credential vault-token of systemd.`;

const OTHERS = 0o077;

/** `facevalue transit`: has the transit engine of Vault seal the master key, and open it for MASTER_KEY_COMMAND. Needs no settings. */
export async function run(args: string[]): Promise<number> {
  const options = { mount: { type: 'string', default: 'transit' }, token: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [verb, address, name, file, ...rest] = positionals;
  if (!address || !name || !file || rest.length > 0 || (verb !== 'seal' && verb !== 'open')) throw new Error(USAGE);
  const key = { address, name, mount: values.mount, token: readToken(values.token) };
  if (verb === 'seal') {
    if (!hasMasterKey(fileAt(file))) throw new Error(`There is no master key at ${file}.`);
    process.stdout.write(`${await sealByTransit(key, loadMasterKey(fileAt(file)))}\n`);
    return 0;
  }
  const opened = await openByTransit(key, readFileSync(file, 'utf8').trim());
  if (opened.length !== MASTER_KEY_BYTES) throw new Error(`What ${file} has sealed is no master key.`);
  process.stdout.write(`${opened.toString('base64')}\n`);
  return 0;
}

function readToken(given: string | undefined): string {
  const { CREDENTIALS_DIRECTORY } = process.env;
  if (given === undefined && !CREDENTIALS_DIRECTORY) throw new Error(USAGE);
  const file = given ?? join(CREDENTIALS_DIRECTORY!, 'vault-token');
  // Who reads a credential is up to the service manager.
  if (given !== undefined && (statSync(file).mode & OTHERS) !== 0)
    throw new Error(`${file} is open to other users of this machine: chmod 600 it.`);
  return readFileSync(file, 'utf8').trim();
}
