import Bowser from 'bowser';
import { message, type Text } from '#i18n/message.ts';

export interface DeviceFacts {
  browser: string | null;
  system: string | null;
}

/** The browser and system in a User-Agent; null if missing or unknown. */
export function describeDevice(user_agent: string): DeviceFacts {
  if (!user_agent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(user_agent);
  return { browser: browser.name || null, system: os.name || null };
}

/** The same as text: "Firefox on Linux". */
export function deviceText(user_agent: string): Text {
  const { browser, system } = describeDevice(user_agent);
  if (browser && system) return message('device.named', { browser, system });
  return browser ?? system ?? message('device.unknown');
}
