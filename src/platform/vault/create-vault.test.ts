import { createPublicKey, randomBytes, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { holdsKeys, vaultOf } from './create-vault.ts';
import { sharedMacsOf } from './roots/shared-macs.ts';
import { VaultError } from './vault-error.ts';

const vault = vaultOf(randomBytes(32));
const other = vaultOf(randomBytes(32));

describe('sealing', () => {
  it('gives back what was sealed, whatever the text', () => {
    const { key } = vault.newDataKey('batch 1');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (text, aad) => {
        expect(vault.open(key, vault.seal(key, text, aad), aad)).toBe(text);
      }),
    );
  });

  it('seals the same text differently each time and shows nothing of it', () => {
    const { key } = vault.newDataKey('batch 1');
    const one = vault.seal(key, 'HT4KQ-7WXB2-MN9RD', 'card 1');
    const two = vault.seal(key, 'HT4KQ-7WXB2-MN9RD', 'card 1');
    expect(one.equals(two)).toBe(false);
    expect(one.subarray(1, 13).equals(two.subarray(1, 13))).toBe(false);
    expect(one.toString('latin1')).not.toContain('HT4KQ');
  });

  it('refuses a value with any one byte changed, or cut short', () => {
    const { key } = vault.newDataKey('batch 1');
    const sealed = vault.seal(key, 'HT4KQ-7WXB2-MN9RD', 'card 1');
    for (let at = 0; at < sealed.length; at++) {
      const bent = Buffer.from(sealed);
      bent[at] = bent[at]! ^ 1;
      expect(() => vault.open(key, bent, 'card 1')).toThrow(VaultError);
      expect(() => vault.open(key, sealed.subarray(0, at), 'card 1')).toThrow(VaultError);
    }
  });

  it('refuses a value moved to another card, or opened with another data key', () => {
    const { key } = vault.newDataKey('batch 1');
    const sealed = vault.seal(key, 'secret', 'card 1 programme 1');
    expect(() => vault.open(key, sealed, 'card 2 programme 1')).toThrow(VaultError);
    expect(() => vault.open(vault.newDataKey('batch 1').key, sealed, 'card 1 programme 1')).toThrow(VaultError);
  });

  it('refuses to seal without saying what the secret belongs to, or under a short key', () => {
    const { key } = vault.newDataKey('batch 1');
    expect(() => vault.seal(key, 'secret', '')).toThrow(VaultError);
    expect(() => vault.seal(key.subarray(1), 'secret', 'card 1')).toThrow(VaultError);
  });

  it('says nothing of the secret or the key in an error', () => {
    const { key } = vault.newDataKey('batch 1');
    const sealed = vault.seal(key, 'HT4KQ-7WXB2-MN9RD', 'card 1');
    try {
      vault.open(key, sealed, 'card 2');
      expect.unreachable();
    } catch (error) {
      const shown = `${(error as Error).stack} ${JSON.stringify(error)}`;
      for (const secret of ['HT4KQ', key.toString('hex'), key.toString('base64'), sealed.toString('hex')]) {
        expect(shown).not.toContain(secret);
      }
    }
  });
});

describe('data keys', () => {
  it('unwrap for the row they were made for, under the same master key only', () => {
    const { key, wrapped } = vault.newDataKey('batch 1');
    expect(vault.unwrap(wrapped, 'batch 1').equals(key)).toBe(true);
    expect(() => vault.unwrap(wrapped, 'batch 2')).toThrow(VaultError);
    expect(() => other.unwrap(wrapped, 'batch 1')).toThrow(/another master key/);
    expect(() => vault.unwrap(wrapped.subarray(0, 20), 'batch 1')).toThrow(VaultError);
    expect(wrapped.includes(key)).toBe(false);
  });
});

describe('blind index and macs', () => {
  it('meet for equal texts under one key and nowhere else', () => {
    expect(vault.blindIndex('ABC').equals(vault.blindIndex('ABC'))).toBe(true);
    expect(vault.blindIndex('ABC').equals(vault.blindIndex('ABD'))).toBe(false);
    expect(vault.blindIndex('ABC').equals(other.blindIndex('ABC'))).toBe(false);
    expect(vault.blindIndex('ABC').equals(vault.mac('blind index', 'ABC'))).toBe(false);
  });

  it('hold for one purpose and text, and for no other', () => {
    const mac = vault.mac('verify e-mail', 'user 1');
    expect(vault.verifyMac('verify e-mail', 'user 1', mac)).toBe(true);
    expect(vault.verifyMac('reset password', 'user 1', mac)).toBe(false);
    expect(vault.verifyMac('verify e-mail', 'user 2', mac)).toBe(false);
    expect(vault.verifyMac('verify e-mail', 'user 1', mac.subarray(1))).toBe(false);
    expect(other.verifyMac('verify e-mail', 'user 1', mac)).toBe(false);
    expect(vault.mac('a', 'b:c').equals(vault.mac('a:b', 'c'))).toBe(false);
    expect(vault.auditMac('a', 'b').equals(vault.mac('a', 'b'))).toBe(false);
    expect(vault.auditMac('a', 'b').equals(other.auditMac('a', 'b'))).toBe(false);
  });
});

describe('a process without the master key', () => {
  const macs = sharedMacsOf(vault.shared, systemClock);

  it('makes and checks what all processes do, with the shared key and nothing else', () => {
    expect(macs.mac('row of users', 'a').equals(vault.mac('row of users', 'a'))).toBe(true);
    expect(macs.verifyMac('row of users', 'a', vault.mac('row of users', 'a'))).toBe(true);
    expect(Object.keys(macs).sort()).toEqual(['adopt', 'mac', 'verifyMac']);
    expect([holdsKeys({ vault }), holdsKeys({ vault: macs })]).toEqual([true, false]);
  });

  it('can neither make nor check what the vault says by keys of its own, of which each purpose has one', () => {
    const own = vault.own.mac('issued address', 'a');
    expect(vault.own.verifyMac('issued address', 'a', own)).toBe(true);
    expect(macs.verifyMac('issued address', 'a', own)).toBe(false);
    expect(vault.own.verifyMac('issued address', 'a', macs.mac('issued address', 'a'))).toBe(false);
    expect(vault.own.verifyMac('derived key', 'a', own)).toBe(false);
    expect(vault.own.mac('issued address', 'a').equals(other.own.mac('issued address', 'a'))).toBe(false);
    expect(vault.auditMac('link', 'a').equals(macs.mac('link', 'a'))).toBe(false);
  });
});

describe('signing', () => {
  it('gives a text the same signature each time, which its public key checks and no other does', () => {
    const publicKey = (raw: Buffer) =>
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });
    const [sums, others, foreign] = [vault.signer('sums'), vault.signer('others'), other.signer('sums')];
    const signature = sums.sign('we owe 12');
    expect(signature).toEqual(vault.signer('sums').sign('we owe 12'));
    const checks = (raw: Buffer, text = 'we owe 12') => verify(null, Buffer.from(text), publicKey(raw), signature);
    expect([checks(sums.public_key), checks(sums.public_key, 'we owe 13')]).toEqual([true, false]);
    expect([checks(others.public_key), checks(foreign.public_key)]).toEqual([false, false]);
  });
});
