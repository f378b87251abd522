export type Refused = 'unsupported' | 'blocked' | 'failed';

export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Asks the browser for an address that only holders of this key can write to: its address and keys, or why there are none. */
export async function subscribeBrowser(public_key: string): Promise<Record<string, string> | Refused> {
  if (!canPush()) return 'unsupported';
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
    await navigator.serviceWorker.register('/sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    // One that an earlier session left behind may belong to another key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
    const { endpoint = '', keys } = subscription.toJSON();
    return { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  } catch {
    return 'failed';
  }
}
