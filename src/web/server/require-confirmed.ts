import { redirect } from 'react-router';
import { getConfirmation } from '#contracts/identity/factors.ts';
import { read, type Where } from './api.ts';
import { confirmPath } from './safe-redirect.ts';

/** Redirects to the confirmation page first if the form would be rejected for lack of a recent factor or its device. */
export async function requireConfirmed({ context, url }: Where): Promise<void> {
  const { data } = await read({ context, url }, getConfirmation);
  if (data.needs_device_code || data.fresh_until === null) throw redirect(confirmPath(url));
}
