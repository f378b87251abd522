// What the addresses in settings look like.
import { isIP } from 'node:net';
import { loopback } from './unsafe-start.ts';

export const isOrigin = (text: string) => {
  const given = URL.parse(text);
  return !given || [`${given.origin}/`, given.origin].includes(given.href);
};
export const isPusherUrl = (text: string) => {
  const given = URL.parse(text);
  return !given || Boolean(given.username && given.password && /^\/apps\/\d+$/.test(given.pathname));
};
export const isLoopbackUrl = (text: string) => loopback.test(URL.parse(text)?.hostname ?? '');
/** A host name as it appears in a URL, without a port. */
export const isHost = (text: string) =>
  /^[\w.:[\]-]+$/.test(text) && URL.parse(`http://${text}`)?.hostname === text.toLowerCase();
export const isNetwork = (text: string) => {
  const [address = '', bits] = text.split('/');
  const maxPrefix = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  // A network of all addresses would let anybody forge theirs.
  return (
    maxPrefix > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= maxPrefix))
  );
};
