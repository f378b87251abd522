import { redirect } from 'react-router';
import { getConfirmation } from '#contracts/factors.ts';
import { read, type Where } from './api.ts';
import { confirmPath } from './safe-redirect.ts';

/** Sends to the confirmation first where a page's form would be refused for want of a fresh factor. */
export async function requireConfirmed({ context, url }: Where, { besidePassword = false } = {}): Promise<void> {
  const { data } = await read({ context, url }, getConfirmation);
  const enough = besidePassword && data.factors.includes('password');
  if (data.fresh_until === null && !enough) throw redirect(confirmPath(url));
}
