const INPUT = '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const OUTPUT = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/** An output descriptor with the checksum that wallets ask for (BIP 380). */
export function withChecksum(descriptor: string): string {
  let state = 1n;
  const feed = (value: number) => {
    const top = state >> 35n;
    state = ((state & 0x7ffffffffn) << 5n) ^ BigInt(value);
    for (const [i, generator] of GENERATOR.entries()) if ((top >> BigInt(i)) & 1n) state ^= generator;
  };
  const groups: number[] = [];
  for (const character of descriptor) {
    const at = INPUT.indexOf(character);
    if (at < 0) throw new Error(`a descriptor holds no ${character}`);
    feed(at & 31);
    groups.push(at >> 5);
    if (groups.length === 3) feed(groups.splice(0).reduce((sum, group) => sum * 3 + group, 0));
  }
  if (groups.length > 0) feed(groups.reduce((sum, group) => sum * 3 + group, 0));
  for (let i = 0; i < 8; i++) feed(0);
  state ^= 1n;
  const checksum = Array.from({ length: 8 }, (_, i) => OUTPUT[Number((state >> BigInt(5 * (7 - i))) & 31n)]).join('');
  return `${descriptor}#${checksum}`;
}
