import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Refuses to run unpatched: a plain `npm install` skips the patches, and a lost connection could end the process. */
export function refuseUnpatched(): void {
  const patches = readdirSync(join(root, 'patches')).filter((name) => name.endsWith('.patch'));
  const missing = patches.filter((name) => !isApplied(readFileSync(join(root, 'patches', name), 'utf8')));
  if (missing.length === 0) return;
  const names = missing.map((name) => `patches/${name}`).join(', ');
  throw new Error(`The dependencies lack ${names}. Run npx patch-package, then start again.`);
}

/** Whether every hunk of a patch is in its file as the patch leaves it. */
function isApplied(patch: string): boolean {
  return patch.split(/^diff --git .*\n/m).every((section) => {
    const path = /^\+\+\+ b\/(.+)$/m.exec(section)?.[1];
    if (!path) return true;
    const text = readFileSync(join(root, path), 'utf8');
    return section
      .split(/^@@.*\n/m)
      .slice(1)
      .every((hunk) => text.includes(hunk.replace(/^-.*\n|^[ +]|^\\.*\n/gm, '')));
  });
}
