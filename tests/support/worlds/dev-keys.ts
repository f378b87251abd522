import { HDKey } from '@scure/bip32';

/** The BIP-39 seed of the mnemonic "test test … junk", which all development tools publish: worthless everywhere. */
export const DEV_SEED = Buffer.from(
  '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
  'hex',
);

/** The private key of a receiving address of the Litecoin development chain, or of one for change (1), which only its operator has. */
export const litecoinKey = (index: number, branch: 0 | 1 = 0): Uint8Array =>
  HDKey.fromMasterSeed(DEV_SEED).derive(`m/84'/2'/0'/${branch}/${index}`).privateKey!;
