import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { compactManifest } from './tools/compact-manifest.ts';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // src/app/pages/pages.ts refuses foreign origins. Behind a TLS proxy the router sees http:// and would refuse our forms.
  allowedActionOrigins: ['**'],
  // The route list is small: one cached file beats a manifest request per navigation.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => {
    compactManifest('build/client/assets');
    compressAssets('build/client/assets');
  },
} satisfies Config;

/** Compresses the files that browsers load, once at build time and at the highest level. */
function compressAssets(dir: string): void {
  for (const name of readdirSync(dir)) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(dir, name));
    writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
