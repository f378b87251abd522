import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { MasterKeyPlace } from './vault/master-key.ts';

/** The settings that say where the master key comes from. */
export const masterKeyShape = {
  MASTER_KEY_FILE: z.string().optional(),
  MASTER_KEY_COMMAND: z
    .string()
    .regex(/^\/[^\n]+$/, 'must begin with the whole path of a program')
    .optional(),
};

/** The name under which systemd hands over the master key (LoadCredential= and LoadCredentialEncrypted=). */
const CREDENTIAL = 'master-key';

interface Settings {
  MASTER_KEY_FILE?: string | undefined;
  MASTER_KEY_COMMAND?: string | undefined;
}

interface Where {
  directory: string;
  data_dir: string;
  /** Where systemd puts the credentials of this service. */
  credentials: string | undefined;
}

/** Where the master key comes from: a credential of the service, a command, or a file. */
export function masterKeyPlace(
  { MASTER_KEY_FILE, MASTER_KEY_COMMAND }: Settings,
  { directory, data_dir, credentials }: Where,
): MasterKeyPlace {
  const credential = credentials && join(credentials, CREDENTIAL);
  if (credential && existsSync(credential)) return { file: credential, kind: 'credential' };
  if (MASTER_KEY_COMMAND) return { file: MASTER_KEY_COMMAND, kind: 'command' };
  return {
    file: MASTER_KEY_FILE ? resolve(directory, MASTER_KEY_FILE) : resolve(data_dir, 'master.key'),
    kind: 'file',
  };
}

/** What is wrong with these settings together, or undefined. */
export function masterKeyFault(
  { MASTER_KEY_FILE, MASTER_KEY_COMMAND }: Settings,
  { kind }: MasterKeyPlace,
): string | undefined {
  if (kind === 'credential' && (MASTER_KEY_FILE || MASTER_KEY_COMMAND))
    return 'The service has a credential master-key, and MASTER_KEY_FILE or MASTER_KEY_COMMAND is set, too: leave one of them out.';
  return MASTER_KEY_FILE && MASTER_KEY_COMMAND
    ? 'MASTER_KEY_FILE and MASTER_KEY_COMMAND are both set: leave one of them out.'
    : undefined;
}
