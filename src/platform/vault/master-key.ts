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

/** Reads the master key, or creates it with mode 0600. Throws VaultError if other users can read it. */
export function loadMasterKey(file: string): Buffer {
  return readKey(file) ?? makeKey(file);
}

function readKey(file: string): Buffer | undefined {
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
    if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
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

// Written to a draft and linked into place: of two starting processes one creates the key, and neither reads half.
function makeKey(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const fd = openSync(draft, 'wx', 0o600);
    try {
      writeSync(fd, randomBytes(MASTER_KEY_BYTES));
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
  const key = readKey(file);
  if (!key) throw new VaultError(`The master key file vanished while it was made: ${file}`);
  return key;
}

// A key lost in a power cut would make every card sealed since it was created unreadable.
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
