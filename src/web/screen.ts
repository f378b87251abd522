import type { Guard } from '#contracts/call.ts';

export interface Screen {
  path: string;
  /** File in pages/, as <area>/<room>/<page>, and the id of the route. */
  page: string;
  /** `admin` and `account` are nested in `default`; `none` is no page: it answers forms and scripts, and has no code in the browser. */
  layout: 'default' | 'admin' | 'account' | 'minimal' | 'simple' | 'none';
  guards: readonly Guard[];
}
