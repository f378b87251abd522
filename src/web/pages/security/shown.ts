import type { Reply } from '#contracts/call.ts';
import type { listPasskeys, twoFactor } from '#contracts/factors.ts';
import type { Refusal } from '#web/api.ts';
import type { QrDrawing } from '#web/ui/qr-path.ts';

export type App = Reply<typeof twoFactor>['data'];
export type Passkey = Reply<typeof listPasskeys>['data'][number];

/** What the security page's action hands to it. */
export interface Shown {
  refusal?: Refusal;
  setup?: { secret: string; uri: string; qr: QrDrawing } | undefined;
  recovery_codes?: string[] | null;
  /** The passkey whose form was refused. */
  id?: string;
}
