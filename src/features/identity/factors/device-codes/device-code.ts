import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';

export const DEVICE_CODE_MS = 15 * MINUTE_MS;

/** The eight digits that belong to a row of device_codes, for this device alone. */
export const deviceCode = ({ vault }: Ctx, { id, device_id }: { id: string; device_id: string }): string =>
  String(vault.mac('device_code', `${id} ${device_id}`).readUIntBE(0, 6) % 100_000_000).padStart(8, '0');
