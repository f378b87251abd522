import { spawnSync } from 'node:child_process';
import process from 'node:process';

/** The user that runs the shop: where root sets it up, one of its own. */
export interface ShopUser {
  uid: number;
  gid: number;
}

const NAME = 'facevalue';

/** The user `facevalue`, which is made where it is missing; null for anybody but root, who runs the shop as themselves. */
export function shopUser(): ShopUser | null {
  if (process.getuid?.() !== 0) return null;
  const found = idsOf();
  if (found) return found;
  const home = ['--no-create-home', '--home-dir', '/var/lib/facevalue', '--shell', '/usr/sbin/nologin'];
  spawnSync('useradd', ['--system', '--user-group', ...home, NAME], { stdio: ['ignore', 2, 2] });
  const made = idsOf();
  if (!made) throw new Error(`The user ${NAME} could not be created: create it, and run facevalue setup again.`);
  return made;
}

function idsOf(): ShopUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, NAME], { encoding: 'utf8' }).stdout || NaN),
  );
  return uid && gid ? { uid, gid } : null;
}
