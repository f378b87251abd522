import type { Reply } from '#contracts/call.ts';
import type { listPasskeys, twoFactor } from '#contracts/factors.ts';
import type { Refusal } from '#web/api.ts';
import type { QrDrawing } from '#web/ui/qr-path.ts';

export type App = Reply<typeof twoFactor>['data'];
export type Passkey = Reply<typeof listPasskeys>['data'][number];

/** What the security page's action hands to it. */
export interface Shown {
  refusal?: Refusal;
  setup?: { secret: string; uri: string; qr: QrDrawing };
  recovery_codes?: string[] | null;
  /** The set-up goes on after a wrong code; its secret was shown and is not shown again. */
  confirming?: boolean;
  /** The passkey whose form was refused. */
  id?: string;
}
