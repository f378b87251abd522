import type { Call } from '#contracts/call.ts';
import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import { AppError } from '#platform/http/errors.ts';
import { isWithin } from '#platform/http/networks/is-within.ts';
import type { Visitor } from '../../../ctx.ts';

/** Whether the back office is open to an address; without ADMIN_NETWORKS it is to every one. */
export function officeIsOpenTo({ admin_networks }: Pick<Config, 'admin_networks'>): (address: string) => boolean {
  if (admin_networks.length === 0) return () => true;
  return isWithin(admin_networks);
}

/** Throws for calls of the back office from elsewhere, whoever calls. */
export function refuseOutside(config: Pick<Config, 'admin_networks'>): (call: Call, caller: Visitor) => void {
  const isOpenTo = officeIsOpenTo(config);
  return ({ guards }, { client }) => {
    const office = guards.some((guard) => /^admin\b/.test(guard));
    if (office && !isOpenTo(client.address)) throw new AppError('forbidden', message('auth.outside_office'));
  };
}
