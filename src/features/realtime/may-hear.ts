import { DASHBOARD_CHANNEL, NOTICES_CHANNEL, userChannel } from '#contracts/channels.ts';

/** Whether a signed-in user may subscribe to a channel. */
export function mayHear(channel: string, { id, role }: { id: string; role: string | null }): boolean {
  if (channel === DASHBOARD_CHANNEL) return role === 'admin';
  return channel === NOTICES_CHANNEL || channel === userChannel(id);
}
