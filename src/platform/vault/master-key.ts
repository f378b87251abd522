import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
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
const COMMAND_MS = 20_000;
const MAX_PRINTED_BYTES = 1_000;

/**
 * Where the master key comes from: a file of the shop's own, one that the service manager hands over and looks after, or a command that
 * prints it, such as one that has a security module open it.
 */
export interface MasterKeyPlace {
  kind: 'file' | 'credential' | 'command';
  /** The file, or the command with its arguments, apart by spaces. */
  file: string;
}

/** The place of a file of the shop's own. */
export const fileAt = (file: string): MasterKeyPlace => ({ file, kind: 'file' });

/** How to name it in a sentence: a command may hold a PIN. */
export const nameOf = ({ kind, file }: MasterKeyPlace): string => (kind === 'command' ? 'MASTER_KEY_COMMAND' : file);

/** Whether there is something to read a key from. */
export const hasMasterKey = ({ kind, file }: MasterKeyPlace): boolean => kind === 'command' || existsSync(file);

/**
 * Reads the master key. A file of the shop's own is created with mode 0600 if absent, and throws VaultError if other users can read it;
 * who reads a credential is up to the service manager. Nothing is created there, or by a command.
 */
export function loadMasterKey({ file, kind }: MasterKeyPlace): Buffer {
  if (kind === 'command') return askCommand(file);
  const key = readKey(file, kind);
  if (key) return key;
  if (kind === 'file') return makeKey(file);
  throw new VaultError(`The credential is missing: ${file}`);
}

/** What the command prints: 32 bytes as they are, or in base64. Neither that nor its errors are shown. */
function askCommand(command: string): Buffer {
  const [program = '', ...args] = command.split(/ +/);
  let printed: Buffer;
  try {
    const limits = { timeout: COMMAND_MS, maxBuffer: MAX_PRINTED_BYTES };
    printed = execFileSync(program, args, { ...limits, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    const { status, code, signal } = error as NodeJS.ErrnoException & { status?: number; signal?: string };
    throw new VaultError(
      `MASTER_KEY_COMMAND failed (${code ?? signal ?? `exit ${status}`}): run it by hand, as this user`,
    );
  }
  const key = printed.length === MASTER_KEY_BYTES ? printed : Buffer.from(printed.toString('latin1').trim(), 'base64');
  return checkKey(key, 'What MASTER_KEY_COMMAND prints');
}

/** Throws a VaultError if it can't be a key that somebody made at random. */
function checkKey(key: Buffer, what: string): Buffer {
  if (key.length !== MASTER_KEY_BYTES)
    throw new VaultError(`${what} must be ${MASTER_KEY_BYTES} bytes, not ${key.length}`);
  if (new Set(key).size < MIN_DIFFERENT_BYTES)
    throw new VaultError(`${what} is a pattern that anyone could guess, not a random key`);
  return key;
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
