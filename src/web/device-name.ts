import { say, type Text } from '#words/say.ts';

const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** "Firefox on Linux" from a User-Agent; what is not known is shown as it was sent, cut short. */
export function deviceName(user_agent: string): Text {
  const find = (list: readonly (readonly [string, RegExp])[]) => list.find(([, sign]) => sign.test(user_agent))?.[0];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return say('device.named', { browser, system });
  return browser ?? (user_agent.slice(0, 60) || say('device.unknown'));
}
