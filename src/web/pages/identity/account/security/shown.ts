import type { Reply } from '#contracts/call.ts';
import type { getTwoFactor, listPasskeys } from '#contracts/identity/factors.ts';
import type { Refusal } from '#web/server/api.ts';
import type { QrDrawing } from '#web/ui/display/qr/qr-path.ts';

export type App = Reply<typeof getTwoFactor>['data'];
export type Passkey = Reply<typeof listPasskeys>['data'][number];

/** The data returned by the security page's action. */
export interface Shown {
  refusal?: Refusal;
  setup?: { secret: string; uri: string; qr: QrDrawing } | undefined;
  recovery_codes?: string[] | null;
  /** The passkey whose form was rejected. */
  id?: string;
}
