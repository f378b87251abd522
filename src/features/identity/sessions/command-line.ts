import { userInfo } from 'node:os';
import type { Client } from '#platform/http/serve.ts';

/** The client of whoever acts at the command line, named after the operating system's user. */
export const commandLine = (): Client => ({
  address: `cli:${userInfo().username}`,
  user_agent: 'command line',
  locale: 'en',
});
