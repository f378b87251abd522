import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { MasterKeyPlace } from './vault/master-key.ts';

/** The name under which systemd hands over the master key (LoadCredential= and LoadCredentialEncrypted=). */
const CREDENTIAL = 'master-key';

interface Settings {
  MASTER_KEY_FILE?: string | undefined;
}

interface Where {
  directory: string;
  data_dir: string;
  /** Where systemd puts the credentials of this service. */
  credentials: string | undefined;
}

/** Where the master key comes from: a credential of the service, or a file. */
export function masterKeyPlace(
  { MASTER_KEY_FILE }: Settings,
  { directory, data_dir, credentials }: Where,
): MasterKeyPlace {
  const credential = credentials && join(credentials, CREDENTIAL);
  if (!credential || !existsSync(credential))
    return {
      file: MASTER_KEY_FILE ? resolve(directory, MASTER_KEY_FILE) : resolve(data_dir, 'master.key'),
      kind: 'file',
    };
  return { file: credential, kind: 'credential' };
}

/** What is wrong with these settings together, or undefined. */
export const masterKeyFault = ({ MASTER_KEY_FILE }: Settings, { kind }: MasterKeyPlace): string | undefined =>
  kind === 'credential' && MASTER_KEY_FILE
    ? 'The service has a credential master-key, and MASTER_KEY_FILE is set, too: leave one of them out.'
    : undefined;
