import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { VaultError } from './vault-error.ts';

export const MASTER_KEY_BYTES = 32;
/** 32 random bytes have fewer different ones less than once in 10^16 keys; all zeros or a repeated word always do. */
const MIN_DIFFERENT_BYTES = 16;

/** Where the master key comes from: a file of the shop's own, or one that the service manager hands over and looks after. */
export interface MasterKeyPlace {
  file: string;
  kind: 'file' | 'credential';
}

/** The place of a file of the shop's own. */
export const fileAt = (file: string): MasterKeyPlace => ({ file, kind: 'file' });

/**
 * Reads the master key. A file of the shop's own is created with mode 0600 if absent, and throws VaultError if other users can read it;
 * who reads a credential is up to the service manager, and nothing is created there.
 */
export function loadMasterKey({ file, kind }: MasterKeyPlace): Buffer {
  const key = readKey(file, kind);
  if (key) return key;
  if (kind === 'file') return makeKey(file);
  throw new VaultError(`The credential is missing: ${file}`);
}

function readKey(file: string, kind: MasterKeyPlace['kind']): Buffer | undefined {
  let fd: number;
  try {
    fd = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new VaultError(`The master key file can't be read (${(error as NodeJS.ErrnoException).code}): ${file}`);
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new VaultError(`The master key file is not a regular file: ${file}`);
    if (kind === 'file' && process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
      throw new VaultError(`The master key file is open to other users; run chmod 600 on it: ${file}`);
    }
    if (stat.size !== MASTER_KEY_BYTES) {
      throw new VaultError(`The master key file must hold ${MASTER_KEY_BYTES} bytes, not ${stat.size}: ${file}`);
    }
    const key = readFileSync(fd);
    if (new Set(key).size < MIN_DIFFERENT_BYTES) {
      throw new VaultError(`The master key is a pattern that anyone could guess, not a random key: ${file}`);
    }
    return key;
  } finally {
    closeSync(fd);
  }
}

function makeKey(file: string): Buffer {
  writeKey(file, randomBytes(MASTER_KEY_BYTES));
  const key = readKey(file, 'file');
  if (!key) throw new VaultError(`The master key file vanished while it was made: ${file}`);
  return key;
}

/**
 * Writes a master key to a file that isn't there yet, for its owner alone; one that is there stays. To a draft that is linked into
 * place: of two starting processes one creates the key, and neither reads half.
 */
export function writeKey(file: string, key: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const fd = openSync(draft, 'wx', 0o600);
    try {
      writeSync(fd, key);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    chmodSync(draft, 0o600);
    linkSync(draft, file);
    syncFolder(dirname(file));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'EEXIST') throw new VaultError(`The master key file can't be made (${code}): ${file}`);
  } finally {
    rmSync(draft, { force: true });
  }
}

// A key lost in a power cut would make every card sealed since it was created unreadable.
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
