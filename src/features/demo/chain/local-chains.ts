import { anvilIn, resolveAnvil } from '#platform/chain/nodes/anvil.ts';
import { bcoinIn, resolveBcoin } from '#platform/chain/nodes/bcoin.ts';
import { litecoindIn, resolveLitecoind } from '#platform/chain/nodes/litecoind.ts';
import { findLocalNode, type LocalNode, runLocalNode } from '#platform/chain/nodes/local-node.ts';
import type { Coin } from '#platform/chain/types.ts';

/** A coin's development chain: its node and its well-known accounts. */
export interface LocalChain {
  node: string;
  installed(): boolean;
  install: string;
  /** An account of the mnemonic "test … junk", which all development tools publish: worthless everywhere. */
  xpub: string;
  run(dir: string, port?: number): Promise<LocalNode>;
  /** The node that another process runs. */
  find(dir: string): Promise<LocalNode | null>;
}

export const LOCAL_CHAINS: Record<Coin, LocalChain> = {
  ETH: {
    node: 'anvil',
    installed: () => resolveAnvil() !== null,
    install: 'npm install (there is none for every platform)',
    xpub: 'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
    run: (dir, port) => runLocalNode(anvilIn(dir), port),
    find: (dir) => findLocalNode(anvilIn(dir)),
  },
  LTC: {
    node: 'litecoind',
    installed: () => resolveLitecoind() !== null,
    install: 'apt-get install litecoind',
    xpub: 'tpubDCSpENCJEcLrDC2buH4puPhiFgWaeotyKn5oEPFVujedSGCT8tLJ7g7iKLvfert8UopWZTenbvc916fKSY33sHoJdUFZ5YTbcYW1V8dKGvr',
    run: (dir, port) => runLocalNode(litecoindIn(dir), port),
    find: (dir) => findLocalNode(litecoindIn(dir)),
  },
  BTC: {
    node: 'bcoin',
    installed: () => resolveBcoin() !== null,
    install: 'npm install --prefix tools/bcoin --ignore-scripts',
    xpub: 'tpubDCS53XQX9dLmQ9TBZnVq8MTsjuoTa2Ne5Yd58jfsWpkwmfhAo9eHGJnjzQWLUjQYMB8wuxW5rPECxTZySfFwJ8D81LqpXtYXm2EfnnUjSP5',
    run: (dir, port) => runLocalNode(bcoinIn(dir), port),
    find: (dir) => findLocalNode(bcoinIn(dir)),
  },
};
