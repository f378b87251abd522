import { COINS } from '../coins.ts';

/** What the addresses of a coin held, all of them derived from the keys. */
export interface Reserve {
  coin: (typeof COINS)[number];
  units: string;
  height: number;
  /** Hash of the block of this height. */
  block: string;
  /** SHA-256 of each extended public key as it is written in the settings, in hex. */
  keys: string[];
}

/** What the shop signs when it publishes what it owes. */
export interface SumStatement {
  /** The shop's address, so that no other shop's statement passes for its own. */
  shop: string;
  number: number;
  at: string;
  total_cents: number;
  /** Of the tree: how many steps lead from a leaf to the root. */
  height: number;
  /** SHA-256 in hex, as the digest of the statement before; null in the first one. */
  root: string;
  previous: string | null;
  reserves: Reserve[];
}

const HEAD = 'facevalue published sum 1';

/** The text that is signed: lines of a name and a value, in this order. */
export const writeSumStatement = ({ reserves, previous, ...facts }: SumStatement): string =>
  [
    HEAD,
    `shop: ${facts.shop}`,
    `number: ${facts.number}`,
    `at: ${facts.at}`,
    `total_cents: ${facts.total_cents}`,
    `height: ${facts.height}`,
    `root: ${facts.root}`,
    `previous: ${previous ?? 'none'}`,
    ...reserves.map(
      ({ coin, units, height, block, keys }) => `reserve: ${coin} ${units} ${height} ${block} ${keys.join(',')}`,
    ),
    '',
  ].join('\n');

/** What a text states; null unless it says exactly that, in exactly this form. */
export function readSumStatement(text: string): SumStatement | null {
  const lines = text.split('\n').map((line) => line.split(': '));
  const value = (name: string) => lines.find((line) => line[0] === name)?.[1] ?? '';
  const previous = value('previous');
  const stated: SumStatement = {
    shop: value('shop'),
    number: Number(value('number')),
    at: value('at'),
    total_cents: Number(value('total_cents')),
    height: Number(value('height')),
    root: value('root'),
    previous: previous === 'none' ? null : previous,
    reserves: lines.flatMap(([name, of = '']) => (name === 'reserve' ? reserveOf(of.split(' ')) : [])),
  };
  return isSound(stated) && writeSumStatement(stated) === text ? stated : null;
}

function reserveOf([coin, units = '', height, block = '', keys = '']: string[]): Reserve[] {
  const known = COINS.find((one) => one === coin);
  return known ? [{ coin: known, units, height: Number(height), block, keys: keys.split(',') }] : [];
}

const DIGEST = /^[0-9a-f]{64}$/;

const isSound = ({ number, total_cents, height, root, previous }: SumStatement): boolean =>
  [number, total_cents, height].every((each) => Number.isSafeInteger(each) && each >= 0) &&
  [root, previous ?? root].every((each) => DIGEST.test(each));
