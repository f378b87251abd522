import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVault } from './create-vault.ts';
import { fileAt, loadMasterKey } from './master-key.ts';
import { VaultError } from './vault-error.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'facevalue-key '));
  file = join(folder, 'keys', 'master.key');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the master key file', () => {
  it('is made once, for its owner alone, and read again afterwards', () => {
    const key = loadMasterKey(fileAt(file));
    expect(key).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(loadMasterKey(fileAt(file)).equals(key)).toBe(true);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['master.key']);
  });

  it('keeps what was sealed readable after a restart', () => {
    const { wrapped } = createVault(file).newDataKey('batch 1');
    expect(createVault(file).unwrap(wrapped, 'batch 1')).toHaveLength(32);
  });

  it.each([0o640, 0o604, 0o660, 0o666])('is refused with mode %o, and stays as it is', (mode) => {
    const key = loadMasterKey(fileAt(file));
    chmodSync(file, mode);
    expect(() => loadMasterKey(fileAt(file))).toThrow(/open to other users/);
    expect(readFileSync(file).equals(key)).toBe(true);
  });

  it.each([0, 31, 33, 64])('is refused with %i bytes, without being shown', (length) => {
    loadMasterKey(fileAt(file));
    writeFileSync(file, 'k'.repeat(length));
    const refused = (() => {
      try {
        return String(loadMasterKey(fileAt(file)));
      } catch (error) {
        expect(error).toBeInstanceOf(VaultError);
        return String(error);
      }
    })();
    expect(refused).toContain('32 bytes');
    expect(refused).not.toContain('kkkk');
  });

  it.each([Buffer.alloc(32), Buffer.alloc(32, 255), Buffer.from('secretsecretsecretsecretsecretse')])(
    'is refused when it is a pattern: %s',
    (pattern) => {
      loadMasterKey(fileAt(file));
      writeFileSync(file, pattern);
      expect(() => loadMasterKey(fileAt(file))).toThrow(/pattern that anyone could guess/);
    },
  );

  it('is refused when it is a folder', () => {
    expect(() => loadMasterKey(fileAt(folder))).toThrow(VaultError);
  });
});
