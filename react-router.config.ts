import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // The route list is small: one cached file beats a manifest request per navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
