import { DASHBOARD_CHANNEL, NOTICES_CHANNEL, userChannel } from '#contracts/channels.ts';

interface Listener {
  id: string;
  role: string | null;
  /** Role and duties. */
  roles: readonly string[];
}

/** Whether a signed-in user may subscribe to a channel. The back office's isn't for those who sign in for a seller. */
export function mayHear(channel: string, { id, role, roles }: Listener): boolean {
  if (channel === DASHBOARD_CHANNEL) return role === 'admin' && !roles.includes('seller');
  return channel === NOTICES_CHANNEL || channel === userChannel(id);
}
