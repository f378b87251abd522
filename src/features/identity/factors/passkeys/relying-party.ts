import type { Ctx } from '../../../ctx.ts';

/** The relying party is always PUBLIC_URL, whatever host a request names. */
export function relyingParty({ config }: Ctx): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.public_url);
  return { id: hostname, origin };
}

/** The user handle in a passkey: the bytes of the id, which contain no personal data. */
export const userHandle = (user_id: string) => new Uint8Array(Buffer.from(user_id.replaceAll('-', ''), 'hex'));
