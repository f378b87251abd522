import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { DEV_SEED } from '#tests/support/worlds/dev-keys.ts';
import { ethereumAddress, segwitAddress } from '../address.ts';
import { parseXpub } from './xpub.ts';

// BIP-84's vector: the mnemonic "abandon … about", account m/84'/0'/0'.
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
const DEV = HDKey.fromMasterSeed(DEV_SEED);

test("BIP-84's account key gives BIP-84's receiving addresses", () => {
  const { branch, prefix } = parseXpub(ZPUB);
  expect(prefix).toBe('zpub');
  expect(segwitAddress(branch, 0, 'bc')).toEqual({
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    key: '0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2',
  });
  expect(segwitAddress(branch, 1, 'bc').address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
});

test('account key and receiving branch give the same Ethereum addresses, with EIP-55 case', () => {
  const account = parseXpub(DEV.derive("m/44'/60'/0'").publicExtendedKey);
  const change = parseXpub(DEV.derive("m/44'/60'/0'/0").publicExtendedKey);
  const expected = [
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  ];
  for (const [i, address] of expected.entries()) {
    expect(ethereumAddress(account.branch, i).address).toBe(address);
    expect(ethereumAddress(change.branch, i)).toEqual({ address, key: address.toLowerCase() });
  }
});

test.each([
  ['Ltub', 0x019da462, 'ltc'],
  ['Mtub', 0x01b26ef6, 'ltc'],
  ['vpub', 0x045f1cf6, 'rltc'],
  ['tpub', 0x043587cf, 'bcrt'],
] as const)('%s is read, and its addresses wear the prefix of the network', (name, version, hrp) => {
  const account = DEV.derive("m/84'/2'/0'");
  const text = new HDKey({ ...fieldsOf(account), versions: { private: 0, public: version } }).publicExtendedKey;
  const { branch, prefix } = parseXpub(text);
  expect(prefix).toBe(name);
  expect(segwitAddress(branch, 5, hrp).address).toMatch(new RegExp(`^${hrp}1q`));
});

test.each([
  ['a private key', ZPRV, /private key/],
  ['a private key under a public prefix', disguised(), /private key/],
  ['ypub', withVersion(0x049d7cb2), /ypub keys make addresses of another kind/],
  ['a multi-signature Zpub', withVersion(0x02aa7ed3), /Zpub/],
  ['an unknown prefix', withVersion(0x01020304), /not known/],
  ['a wrong checksum', `${ZPUB.slice(0, -1)}t`, /checksum/],
  ['words', 'not a key at all', /checksum/],
  [
    'the branch of change',
    DEV.derive("m/44'/60'/0'/1").publicExtendedKey,
    /branch 1 of an account: give its receiving/,
  ],
  ['a key that is no account', DEV.derive("m/44'/60'/0").publicExtendedKey, /depth 3/],
  ['the master key', DEV.publicExtendedKey, /depth 0/],
  ['a single address key', DEV.derive("m/44'/60'/0'/0/0").publicExtendedKey, /depth 5/],
])('%s is refused', (_, text, reason) => {
  expect(() => parseXpub(text)).toThrow(reason);
});

function fieldsOf(key: HDKey) {
  const { depth, index, parentFingerprint } = key;
  return { depth, index, parentFingerprint, chainCode: key.chainCode!, publicKey: key.publicKey! };
}

function withVersion(version: number): string {
  const account = DEV.derive("m/84'/0'/0'");
  return new HDKey({ ...fieldsOf(account), versions: { private: 0, public: version } }).publicExtendedKey;
}

function disguised(): string {
  const account = DEV.derive("m/84'/0'/0'");
  const { chainCode, ...rest } = fieldsOf(account);
  const fields = { ...rest, publicKey: undefined, chainCode, privateKey: account.privateKey! };
  return new HDKey({ ...fields, versions: { private: 0x0488b21e, public: 0 } }).privateExtendedKey;
}
